/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover_internal.h - what the algorithms share: one round over one unwound graph. */
#ifndef PROVER_COVER_INTERNAL_H
#define PROVER_COVER_INTERNAL_H

#include "prover/explore/cover.h"
#include "prover/solver/session.h"
#include "prover/verify/unwinding.h"

/*
 * The reachability verification condition: its models are the runs of the unwound
 * graph, and tell which edges a run takes.
 *
 * After Arlt and others, Towards Bounded Infeasible Code Detection, section 4, with a
 * variable for each edge instead of each block, so that an `if` without `else` keeps
 * its two branches apart:
 *
 * 	B(n) = or over edges e out of n: condition(e) and B(to(e))
 * 	R(e) = reach(e) and B(to(e)),  reach(e) = reach(from(e)) and condition(e)
 * 	reach(n) = or over edges e into n: reach(e),  B(first node) = true
 *
 * which is R(e) = R(from(e)) and condition(e) and B(to(e)), because B(to(e)) and
 * condition(e) are a case of B(from(e)). B(n) is the paper's "not wlp(false)": a run
 * that is at n terminates. With `returning` only a return is a termination; otherwise a
 * run that aborts has taken its edges too. Assignments on the way are part of the
 * conditions (encode.h).
 */

/* An edge of a function, or a predicate in it: all its copies in the unwound graph. */
struct cover_place {
	const struct function *function;
	uint32_t block, edge; /* edge GIMPLE_NONE: none, but a predicate */
	uint32_t goal; /* of the function's, or GIMPLE_NONE */
};

/* A decision in the unwound graph, or all copies of a predicate. */
struct cover_edge {
	uint32_t place;
	uint32_t variable; /* R: by number, of the store's variables */
	expr taken; /* R */
};

struct cover_condition {
	struct cover_place *places;
	size_t place_count, place_room;
	struct cover_edge *edges;
	size_t edge_count, edge_room;
	expr *equations; /* all must hold, beside the encoding's assumptions */
	size_t equation_count, equation_room;
};

/* `returning`: only a return is an end that counts; `predicates`: these goals have a
 * place each, as if an edge led there. The variables and expressions are
 * added to the encoding's store. */
void cover_condition_make(struct cover_condition *c, struct encoding *e, bool returning,
			  bool predicates);
void cover_condition_done(struct cover_condition *c);

/* Some copy of a place that `wanted` has (a byte each) is taken; false when there is
 * none. */
expr cover_condition_any(const struct cover_condition *c, struct expr_store *s,
			 const bool *wanted);

struct cover {
	const struct proof_cover_options *options;
	struct cover_statistics *statistics;
	struct prove_goal *goals;
	size_t goal_count;
	/* By goal, a byte each: */
	bool *claimed; /* a model took it */
	bool *refuted; /* and no run did */
	bool *takes; /* the model that was read last does */
	bool *missed; /* a near input should have taken it, and did not */
	/* Which goal of ours each goal of the program's functions is (goal_count:
	 * none), those of function i from first_of[i] on. */
	size_t *goal_at, *first_of;
	struct verdict_attempt attempt;
	size_t solver; /* the one of the session */
	/* of a round */
	struct cover_condition condition;
	size_t *goal_of; /* by place, goal_count: none */
	struct query query;
	struct session session;
	uint32_t *variables; /* of the inputs, then of the edges */
	uint64_t *values; /* of these */
	uint64_t *input; /* by variable: that of the model that was read last */
	char why[256]; /* the round stopped early */
};

/* Asks the session. After SAT the model was read; after UNSAT nothing is left;
 * otherwise `why` is set. */
enum solver_answer cover_next(struct cover *c);
/* Whether the model that was read last takes the edge. */
bool cover_takes(const struct cover *c, size_t edge);
/* Gives the model's input to the caller. */
void cover_run(struct cover *c);
/* Gives an input of other values, by variable, to the caller; c->takes says what they
 * should take. */
void cover_propose(struct cover *c, const uint64_t *values);
/* The values were a solver's: goals that they should take and that no run takes are
 * refuted. */
void cover_claim(struct cover *c);
/* Whether nothing more is to be looked for, because of the time or of the caller. */
bool cover_ends(const struct cover *c);
/* Whether no more paths are to be looked for: because of their number, or of the time.
 * Sets `why`. */
bool cover_is_over(struct cover *c, size_t paths);
/* The session's last answer was neither SAT nor UNSAT: sets `why`. */
void cover_failed(struct cover *c);
/* The goal that an edge of the unwound graph is, goal_count: none. */
size_t cover_goal(const struct cover *c, const struct unwound_edge *edge);
/* Runs all inputs, and marks the goals that they meet as covered. A goal that a model
 * takes and no run does is refuted. */
void cover_settle(struct cover *c);
/* Whether the goal of a place is open and not refuted. */
bool cover_is_wanted(const struct cover *c, uint32_t place);

/* The algorithms. Return UNSAT when nothing that is wanted can be taken any more, else
 * NONE, with `why`. */
enum solver_answer cover_statements(struct cover *c);
enum solver_answer cover_paths(struct cover *c);
enum solver_answer cover_prefixes(struct cover *c);

/* Runs inputs near the given one (values by variable) that should take open goals;
 * null: near random ones. */
void cover_near(struct cover *c, const uint64_t *values);

/* ---- cover_judge.c */

/* Gives verdicts to the open goals, after the algorithm's last answer. False: another
 * round is needed, with larger bounds or with calls inlined. */
bool cover_judge(struct cover *c, enum solver_answer answer);
/* The open goals become unknown. */
void cover_give_up(struct cover *c, const char *why);

/* The query of a round, with the condition `more` unless it is EXPR_NONE. */
void cover_query(struct cover *c, struct query *query, expr more,
		 enum rounding rounding, bool incremental);
/* Whether it is a path cover. */
static inline bool cover_has_paths(const struct cover *c)
{
	return c->options->algorithm == COVER_PATHS ||
	       c->options->algorithm == COVER_PREFIXES;
}
/* Asserts in the session what the algorithm starts from. */
void cover_begin(struct cover *c);
/* Asserts one more condition in the incremental session; `defined` is what it has the
 * definitions of. */
void cover_assert(struct cover *c, struct definitions *defined, expr condition);
/* In the session's queries. */
enum rounding cover_rounding(const struct cover *c);
const struct smt_solver *cover_solver(const struct cover *c);
/* The one to be tried first. */
size_t cover_first_solver(const struct cover *c);

#endif
