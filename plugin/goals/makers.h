/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * makers.h - goals that are no branches: a predicate at a place (me/goal.h).
 *
 * Between a call of __me_goal_begin and one of __me_goal_end stand the statements that
 * compute the predicate, its observer; the user's macros write these calls
 * (me/target.h), and so does a maker of goals, for each place in a function that it
 * wants a goal at. All else follows from the statements between the two calls: their
 * comparisons are sites, whose distances the guide of the predicate joins; in the
 * exported text they are statements like others, behind which the line `goal` names the
 * predicate; and at run time they are skipped while the goal is closed.
 *
 * A new kind of goal is one file in this folder, or in one above it, with a goal_maker
 * in it.
 */
#ifndef PLUGIN_MAKERS_H
#define PLUGIN_MAKERS_H

/* ---- the statements that compute a predicate */

/* Begins empty: {NULL, the place of all statements}. */
struct observer_code {
	gimple_seq seq;
	location_t where;
};

/* Adds `code a b` (b null: of one operand); returns its value, of that type. */
tree observer_emit(struct observer_code *c, tree type, enum tree_code code, tree a,
		   tree b = NULL_TREE);

/* The truth of `a code b`; and its opposite. */
tree observer_compare(struct observer_code *c, enum tree_code code, tree a, tree b);
tree observer_not(struct observer_code *c, tree truth);

/* a & b of two truth values, either of which may be null: then it is the other one. */
tree observer_and(struct observer_code *c, tree a, tree b);
tree observer_or(struct observer_code *c, tree a, tree b);

/* ---- predicates and their makers */

/* The operation whose exception a predicate is, where the harness computes it from the
 * bits of the operands (enum me_exception): its observer is read and exported as any
 * other one, and is not run. */
struct goal_operation {
	unsigned arithmetic, exception; /* enum me_arithmetic, enum me_exception */
	tree result, a, b; /* of 32 or 64 bits; b null: there is one operand */
};

/* One predicate of the function that is being read. */
struct goal_predicate {
	gcall *begin; /* null: the program itself computes the truth */
	gcall *end;
	tree truth; /* an operand of integer type */
	const char *kind, *name, *never; /* as in struct me_predicate */
	bool has_floats; /* the observer may touch the floating-point environment or
			    errno */
	bool uses_x87; /* x87's part of it too */
	bool can_skip; /* the observer's blocks are entered and left at its ends alone
			*/
	unsigned site; /* the unit's site number */
	bool is_operation; /* `operation` says of which exception it is */
	goal_operation operation;
};

enum goal_wanted {
	GOALS_ASKED, /* by -fplugin-arg-me-kinds=NAME,... */
	GOALS_ALWAYS,
	GOALS_OF_LABELS, /* by -fplugin-arg-me-labels= */
};

/* Adds goals of one kind to functions. Each is a static object in a file of its own. */
struct goal_maker {
	const char *name; /* of the kind */
	goal_wanted wanted;
	void (*make)(function *fun);
	goal_maker *next;

	goal_maker(const char *name, goal_wanted wanted, void (*make)(function *));
};

/* Whether each name of the list (null: none) is a kind of goals that can be asked for, or
 * `branch`; else an error is reported. */
bool goals_know(const char *list);

/* Lets the makers that are asked for add their goals to the function. */
void goals_make(function *fun);

/* For makers: inserts an observer before the statement; `place` is where reports say
 * that the goal is. `statements` compute `truth`;
 * they may neither write to memory nor call functions of the program. The texts must
 * stay; never is what a report says of a goal that no input meets. With an operation
 * (may be null) `statements` compute what the harness does. */
void goals_insert(gimple *before, location_t place, gimple_seq statements, tree truth,
		  const char *kind, const char *name, const char *never,
		  const goal_operation *operation = NULL);

/* Inserts the observer of a truth value that the code has emitted, as goals_insert
 * does. */
void goals_observe(gimple *before, struct observer_code *c, tree truth,
		   const char *kind, const char *name, const char *never,
		   const goal_operation *operation = NULL);

/* For labels: a goal as an expression of the front end's, of type void. `truth` is
 * evaluated while the goal is open, with the limits of goals_insert. */
tree goals_expression(location_t place, tree truth, const char *kind, const char *name,
		      const char *never);

/* A goal whose truth the program itself computes, by a condition that splits its paths:
 * `if (truth) kept = 1; else kept = 0;`. It is always evaluated, and is a branch like
 * others; the floating-point flags are not put back. */
tree goals_direct_expression(location_t place, tree truth, const char *kind,
			     const char *name, const char *never);

/* Whether the expression is the condition of one. */
bool goals_is_direct(tree expression);

/* Adds the statements of the observers that the function has so far: of the user's, and
 * of makers that came before. */
void goals_observed(function *fun, hash_set<gimple *> *statements);

/* The call that ends a predicate which the program itself computes. */
gcall *goals_end_call(tree truth, const char *kind, const char *name,
		      const char *never);

/* Finds the predicates of a function, in the order of its blocks, checks that their
 * observers have no side effects (else: an error at the place), and makes divisions in
 * them safe. Conditions and assignments inside of them are added to `inner`, those that
 * are not run to `hidden` too. */
void goals_read(function *fun, vec<goal_predicate> *predicates,
		hash_set<gimple *> *inner, hash_set<gimple *> *hidden);

/* Whether the statement is one of the two calls, or which of them. */
bool goals_is_mark(const gimple *stmt);
bool goals_is_begin(const gimple *stmt);
bool goals_is_end(const gimple *stmt);

/* Whether the statement reports that an assertion has failed, or says that no run comes here. */
bool goals_is_assertion(gimple *stmt);

/* Whether a front end's expression is such a call. */
bool goals_calls_begin(tree expression);
bool goals_calls_end(tree expression);

/* Takes the calls out of a function that gets no goals. */
void goals_strip(function *fun);

#endif
