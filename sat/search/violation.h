/* SPDX-License-Identifier: GPL-3.0-or-later */
/* violation.h - the atom of a constraint that is to change, and how its sides differ
 * and change with the inputs. */
#ifndef SAT_VIOLATION_H
#define SAT_VIOLATION_H

#include "sat/search/computation.h"

struct violation {
	uint32_t atom; /* a node: a comparison or class, or a Bool input */
	bool wanted; /* what it is to be */
};

/* Below a Bool node that is to be `wanted` and is not: of a conjunction the part that
 * is farthest from it, of a disjunction the nearest. False when there is no such atom
 * (the value is left open). */
bool violation_find(const struct evaluator *e, uint32_t node, bool wanted,
		    struct violation *violation);

/* Whether the atom compares two numbers: the sign of left - right decides it. */
bool violation_is_comparison(const struct evaluator *e, const struct violation *v);

/* About how many values of their sort the left side is above the right one; negative:
 * below, 0: unknown. */
double violation_sign(const struct evaluator *e, const struct violation *v);

/* left - right, as doubles. */
double violation_gap(const struct evaluator *e, const struct violation *v);

/* The derivative of the gap by each node, in slopes[e->count] (reverse accumulation).
 * Only entries up to the atom are set. */
void violation_slopes(const struct evaluator *e, const struct violation *v,
		      double *slopes);

#endif
