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

/* Whether the row holds there, but for rounding if it is an equality. */
bool linear_row_holds(const struct linear_part *part, const struct linear_row *row,
		      const coord *x);

/*
 * The linear equalities of a polytope, as those scalars that follow from the others:
 * after one scalar was moved they are computed again (Dinges and Agha, 2014, Algorithm
 * 4, AdjustToSatisfy).
 */

struct equalities {
	const struct condition_problem *problem;
	/* In reduced row echelon form: row i is its pivot's scalar, with factor 1, plus
	 * factors of others, plus a constant, = 0. No pivot is in two rows. */
	double *factors; /* count rows of n + 1 */
	size_t *pivots;
	size_t count;
};

/* Takes the rows whose conjuncts are marked. */
void equalities_init(struct equalities *equalities, const struct linear_part *part,
		     const bool *marked);
void equalities_done(struct equalities *equalities);

/* Changes other scalars than `moved` so that the equalities hold, but for rounding. If
 * that one is a pivot, another scalar of its row takes its place. False: none can. */
bool equalities_adjust(struct equalities *equalities, size_t moved, coord *x);

/*
 * A point of the polytope of the linear conjuncts: the model with which a search
 * starts, numbers taken as rationals (Dinges and Agha, 2014, Algorithm 1, line 4;
 * Lakhotia and others, 2010, section 3.1). By linear programming with GLPK; if ME was
 * built without it, there is none.
 */

enum point_answer {
	POINT_FOUND,
	POINT_EMPTY, /* over the reals, or too narrow: a hint, since doubles round */
	POINT_UNKNOWN, /* GLPK gave up, or is missing */
};

/*
 * Sets x[n] to a point of the rows near to what x is: strict inequalities hold with the
 * widest margin up to 1 of their largest factor, halved; integers are whole. Rounded to
 * the scalars, it may violate rows. Scalars in no row keep their values. x is unchanged
 * unless FOUND.
 */
enum point_answer condition_point(const struct linear_part *part, coord *x);

#endif
