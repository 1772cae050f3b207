/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_point.h - a point of the polytope of the linear conjuncts: the model with
 * which a search starts, numbers taken as rationals (Dinges and Agha, 2014, Algorithm 1,
 * line 4; Lakhotia and others, 2010, section 3.1). By linear programming with GLPK; if
 * ME was built without it, there is none.
 */
#ifndef PROVER_CONDITION_POINT_H
#define PROVER_CONDITION_POINT_H

#include "prover/condition/condition_linear.h"

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
