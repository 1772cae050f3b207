/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_problem.h - what a method is given: a conjunction over the scalars of an
 * input. A point has a coordinate for each scalar, as mcmc/objective.h has them; those
 * that are not sent to the search keep their bytes.
 *
 * This is the main header of prover/condition. The room evaluates conditions many times,
 * measures how far a point is from meeting them, and knows their linear part; it includes
 * prover/expr, prover/ir and mcmc. Start with this file, then condition_error.h.
 */
#ifndef PROVER_CONDITION_PROBLEM_H
#define PROVER_CONDITION_PROBLEM_H

#include "mcmc/axis.h"
#include "prover/condition/condition_error.h"
#include "prover/condition/condition_scalar.h"

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
	coord
	    *lowest; /* n: the point with the least summed error; the start at first */
	double lowest_error;
	unsigned char *input; /* of the last evaluation */
	size_t size;
	size_t evaluations, limit;
	bool found; /* `input` meets all conjuncts; nothing is evaluated any more */
};

/* Of these conjuncts, and of the scalars among `all` that they depend on. With
 * options->floats_only: of those that floating point depends on too. */
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
