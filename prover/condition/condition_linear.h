/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_linear.h - the linear conjuncts of a problem, over the reals: each compares
 * a weighted sum of its scalars with 0. Neither rounding nor wrapping is seen, so that
 * what holds here is a hint: the conjunct itself is the judge.
 *
 * They describe the polytope in which Concolic Walk searches (Dinges and Agha, 2014,
 * section 3.1). An inequality of two terms, `!=`, cuts slices out of it and is no part.
 */
#ifndef PROVER_CONDITION_LINEAR_H
#define PROVER_CONDITION_LINEAR_H

#include "prover/condition/condition_problem.h"

enum linear_relation { LINEAR_EQUAL, LINEAR_AT_MOST, LINEAR_BELOW };

/* factors[0] x_0 + ... + factors[n - 1] x_n-1 + factors[n], in relation to 0. */
struct linear_row {
	size_t conjunct;
	enum linear_relation relation;
	double *factors; /* n + 1 */
};

struct linear_part {
	const struct condition_problem *problem;
	struct linear_row *rows;
	size_t count;
	double *room; /* of all factors */
};

void linear_part_init(struct linear_part *part,
		      const struct condition_problem *problem);
void linear_part_done(struct linear_part *part);

/* The row's sum at a point; NaN where one of its scalars is. */
double linear_row_sum(const struct linear_part *part, const struct linear_row *row,
		      const coord *x);
/* Whether the row holds there, but for rounding if it is an equality. */
bool linear_row_holds(const struct linear_part *part, const struct linear_row *row,
		      const coord *x);

#endif
