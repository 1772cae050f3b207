/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * objective.h - what a minimiser minimises: a representing function over ordered
 * integers (Fu and Su, Mathematical Execution, Def. 4.3: value >= 0, and 0 exactly on
 * the inputs that meet the goal).
 *
 * A point has one coordinate a scalar. A coordinate is the ordered-integer image of the
 * scalar: an integer is itself; a float of any width is mapped so that neighbours in
 * value are neighbours in number. The axis tells the mapping and the range.
 */
#ifndef MCMC_OBJECTIVE_H
#define MCMC_OBJECTIVE_H

#include <stddef.h>
#include <stdint.h>

__extension__ typedef __int128 coord;
__extension__ typedef unsigned __int128 ucoord;

enum axis_kind {
	AXIS_INTEGER, /* the coordinate is the number */
	AXIS_F32,
	AXIS_F64,
	AXIS_F80,
	AXIS_F128, /* the upper 96 bits of a binary128 */
};

/* One dimension; every coordinate c with low <= c <= high is a valid value. */
struct axis {
	enum axis_kind kind;
	coord low, high;
};

/* The outcome of one evaluation. */
struct reading {
	/* Representing value: finite, >= 0, and 0 exactly when the goal is met. What
	 * does not even reach the goal's site reads OBJECTIVE_UNREACHED or more. */
	double value;
	/* The signed difference of the operands at the goal's site, or at the site
	 * where the run turned away from it; 0 when unknown. Two points with opposite
	 * signs bracket a root or a threshold. Interpolation works best when it is the
	 * plain difference of the operands' coordinates, not scaled or saturated. */
	double sign;
	/* Which site sign belongs to, in any numbering; 0 when unknown. Signs of
	 * different sites are unrelated. */
	uint32_t site;
};

#define OBJECTIVE_UNREACHED 0x1p200

enum objective_status {
	OBJECTIVE_GO_ON,
	/* The budget is spent, the goal is met, or the run failed: the reading still
	 * holds, but the minimiser has to return at once without another evaluation. */
	OBJECTIVE_STOP,
};

typedef enum objective_status objective_fn(void *context, const coord *x,
					   struct reading *out);

/*
 * Same x, same reading. eval charges the budget; nobody else does. It gets *out with
 * sign and site 0.
 */
struct objective {
	size_t n;
	const struct axis *axes;
	objective_fn *eval;
	void *context;
};

#endif
