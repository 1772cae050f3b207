/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_equalities.h - the linear equalities of a polytope, as those scalars that
 * follow from the others: after one scalar was moved they are computed again (Dinges and
 * Agha, 2014, Algorithm 4, AdjustToSatisfy).
 */
#ifndef PROVER_CONDITION_EQUALITIES_H
#define PROVER_CONDITION_EQUALITIES_H

#include "prover/condition/condition_linear.h"

struct equalities {
	const struct condition_problem *problem;
	/* In reduced row echelon form: row i is its pivot's scalar, with factor 1, plus
	 * factors of others, plus a constant, = 0. No pivot is in two rows. */
	double *factors; /* count rows of n + 1 */
	size_t *pivots;
	size_t count;
};

/* Of the rows whose conjuncts are marked. */
void equalities_init(struct equalities *equalities, const struct linear_part *part,
		     const bool *marked);
void equalities_done(struct equalities *equalities);

/* Changes other scalars than `moved` so that the equalities hold, but for rounding. If
 * that one is a pivot, another scalar of its row takes its place. False: none can. */
bool equalities_adjust(struct equalities *equalities, size_t moved, coord *x);

#endif
