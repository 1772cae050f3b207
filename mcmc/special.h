/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.h - coordinates that programs often treat in a way of their own. */
#ifndef MCMC_SPECIAL_H
#define MCMC_SPECIAL_H

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

#endif
