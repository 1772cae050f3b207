/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * special.h - coordinates that programs often treat in a way of their own, and integers as
 * numbers modulo 2^n.
 */
#ifndef MCMC_SPECIAL_H
#define MCMC_SPECIAL_H

#include <stdbool.h>

#include "mcmc/axis.h"

/* What is made of a coordinate. */
enum special {
	SPECIAL_NEGATE,
	SPECIAL_CLEAR, /* the low word of a double is often tested for 0 */
	SPECIAL_FILL, /* and the last value of a binade is where a carry goes far */
	SPECIAL_DOUBLE,
	SPECIAL_HALF,
	SPECIAL_INCREMENT,
	SPECIAL_DECREMENT,
	SPECIAL_ROUND,
	SPECIAL_ZERO,
	SPECIAL_ONE,
	SPECIALS,
};

/* Inside the axis, as c is. */
coord special_of(const struct axis *axis, coord c, enum special how);

/* The ends of what an axis has. */
enum special_edge {
	SPECIAL_EDGE_FILL, /* of c's binade */
	SPECIAL_EDGE_INFINITY,
	SPECIAL_EDGE_MOST, /* the greatest finite number */
	SPECIAL_EDGE_HIGH, /* the axis's */
	SPECIAL_EDGES
};

/* An edge above or below, by the sign of c. */
coord special_edge(const struct axis *axis, coord c, enum special_edge which);

/* ---- around the ring */

/*
 * Where a program's differences wrap around, a - b == k has solutions of two kinds: a
 * and b that are k apart as numbers, and those of which one has passed the end of the
 * type's range and the other has not. What orders a and b (a < b) tells the two apart,
 * what subtracts them does not. From one kind to the other there is no way of lower
 * and lower distances, but one step: both move by the same number, around the ring,
 * until the end of the range lies between them.
 */

/* In how many ways ring_straddle places two numbers. */
enum { RING_WAYS = 2 };

/* Whether the axis has all the numbers of an integer type that C computes with: 2^n of
 * them, n >= 32. Narrower ones are promoted, and their differences do not wrap. */
bool ring_is_whole(const struct axis *axis);

/*
 * Moves a and b, both on this axis that is whole, so that their difference modulo 2^n
 * stays and the end of the range comes between them: the lesser one is the axis's
 * highest number (way 0), or the greater one its lowest (way 1). False, with a and b as
 * they were, when they are equal.
 */
bool ring_straddle(const struct axis *axis, unsigned way, coord *a, coord *b);

#endif
