/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * switches.h - distances of a switch's value to its sides. The labels of a switch are
 * sorted and disjoint, so the one taken is found by bisection.
 */
#ifndef HARNESS_SWITCHES_H
#define HARNESS_SWITCHES_H

#include "mcmc/objective.h"
#include "me/abi.h"

/* If a switch has more labels, only the nearest ones are measured in every run. */
enum { SWITCH_WHOLE = 64, SWITCH_NEAR = 16 };

struct switch_walk {
	const struct me_site *site;
	coord value;
	uint32_t at; /* the first label that is not below the value */
	uint32_t next, end; /* labels still to be measured */
	uint32_t taken; /* side */
	/* The label measured last: its side, the image of the value's distance to it,
	 * and the value's position: -1 below, 0 inside, 1 above. */
	uint32_t side;
	uint64_t distance;
	int where;
};

/* `value` has the bits of the controlling type; whole: all labels are measured. */
void switch_start(struct switch_walk *w, const struct me_site *site, uint64_t value,
		  int whole);
/* The image of the distance to the nearest value that no label takes. */
uint64_t switch_to_default(const struct switch_walk *w);
/* Measures the next label; 0 when there is none. */
int switch_next(struct switch_walk *w);

#endif
