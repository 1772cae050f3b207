/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_problem.h - what a method is given: a conjunction over the scalars of an
 * input. A point has a coordinate for each scalar, as mcmc/objective.h has them; those
 * that are not sent to the search keep their bytes.
 *
 * prover/condition/ evaluates conditions many times, measures how far a point is from
 * meeting them, and knows their linear part. Start with this file.
 */
#ifndef PROVER_CONDITION_PROBLEM_H
#define PROVER_CONDITION_PROBLEM_H

#include "mcmc/axis.h"
#include "prover/condition/condition_program.h"

/* How the difference of two floating-point numbers is measured. */
enum condition_distance {
	DISTANCE_VALUE, /* |a - b| */
	DISTANCE_ORDERED, /* the numbers between them */
};

/* For how many steps a variable is tabu; n variables. */
enum walk_tabu {
	TABU_HALF, /* max(round(n / 2), 3) */
	TABU_NONE,
	TABU_ALL, /* max(n, 5) */
};

/* Concolic Walk's parameters; the names are the paper's. */
struct walk_options {
	unsigned steps; /* I, for each non-linear conjunct; 0: 150 */
	unsigned neighbours; /* R; 0: 10 */
	enum walk_tabu tabu; /* T */
	bool no_bisection;
};

/* What a method has brought, and for how many evaluations. */
struct method_yield {
	size_t solved, evaluations;
};

enum { METHODS_MOST = 8 };

/* How conditions are searched: what the methods share. All 0 are the defaults. */
struct condition_options {
	enum condition_distance distance;
	bool ordered; /* moves by representable numbers where the method has both */
	/* Only variables that floating point depends on are moved: the others have the
	 * values of a solver's model. */
	bool floats_only;
	struct walk_options walk;
	/* By method, of all searches with these options: the portfolio goes by it. */
	struct method_yield yields[METHODS_MOST];
};

/*
 * How far a point is from meeting a condition: finite, >= 0, and 0 exactly when it
 * holds (Dinges and Agha, Solving Complex Path Conditions through Heuristic Search on
 * Induced Polytopes, 2014, Algorithm 2):
 *
 * 	a == b		|a - b|
 * 	a != b		0 or 1
 * 	a < b and so on	0, or |a - b| + 1
 *
 * Where a - b is no number, the error is ERROR_NAN; where a truth value is not known, it
 * is ERROR_MOST. Of a conjunction the errors add, of a disjunction the least counts; a
 * test such as isnan has 0 or 1. FloPSy's fitness (Lakhotia and others, 2010, Table 1) adds
 * 1 to an inequality only where a equals b: elsewhere it falls to 0 without a step.
 */

#define ERROR_NAN 0x1p900
#define ERROR_MOST 0x1p960 /* of one condition */

struct condition_errors {
	const struct condition_program *program;
	enum condition_distance distance;
	bool is_flat; /* FloPSy's form */
	/* By step + 1, of truth values: the error when it is to be true, and when it is
	 * to be false. */
	double (*errors)[2];
};

void condition_errors_init(struct condition_errors *errors,
			   const struct condition_program *program,
			   enum condition_distance distance);
void condition_errors_done(struct condition_errors *errors);

/* After a run of the program: the errors of all its truth values. */
void condition_errors_read(struct condition_errors *errors);

/* The error when the condition is to be `holds`. */
static inline double condition_error(const struct condition_errors *errors, expr e,
				     bool holds)
{
	return errors->errors[errors->program->slot[e]][holds];
}

/* Whether it compares two numbers. */
bool condition_is_comparison(const struct expr_store *store, expr e);

/* A condition without connectives at its top, and what it is to be. */
struct conjunct {
	expr e;
	bool holds;
};

struct condition_problem {
	struct condition_options *options;
	struct condition_program program;
	struct condition_errors errors;
	struct conjunct *conjuncts;
	size_t count;
	struct condition_scalar *scalars;
	struct axis *axes; /* of the scalars */
	size_t n;
	size_t kept; /* scalars that options->floats_only leaves as they are */
	bool *touches; /* by conjunct and scalar: it depends on that */
	coord *start; /* n */
	coord *lowest; /* n: the point of the least summed error; at first the start */
	double lowest_error;
	unsigned char *input; /* of the last evaluation */
	size_t size;
	size_t evaluations, limit;
	bool found; /* `input` meets all conjuncts; nothing is evaluated any more */
};

/* Takes these conjuncts, and the scalars among `all` that they depend on. With
 * options->floats_only, only those that floating point depends on too. */
void condition_problem_init(struct condition_problem *problem,
			    const struct expr_store *store,
			    struct condition_options *options,
			    const struct conjunct *conjuncts, size_t count,
			    const struct condition_scalar *all, size_t scalar_count,
			    const unsigned char *start, size_t size);
void condition_problem_done(struct condition_problem *problem);

/* Evaluates the conjuncts at x[n]: their summed error, which is 0 only where all hold.
 * False: the point was not evaluated, because the limit is reached or a solution has
 * been found. */
bool condition_problem_read(struct condition_problem *problem, const coord *x,
			    double *error);
/* Whether nothing is to be evaluated any more. */
bool condition_problem_over(const struct condition_problem *problem);

/* After an evaluation: the error of a conjunct there; and the difference of what it
 * compares. */
double condition_problem_error(const struct condition_problem *problem,
			       size_t conjunct);
double condition_problem_difference(const struct condition_problem *problem,
				    size_t conjunct);

static inline bool condition_touches(const struct condition_problem *p, size_t conjunct,
				     size_t scalar)
{
	return p->touches[conjunct * p->n + scalar];
}

#endif
