/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * switches.h - distances of a switch's value to its sides. The labels of a switch are
 * sorted and disjoint, so the one taken is found by bisection.
 */
#ifndef HARNESS_SWITCHES_H
#define HARNESS_SWITCHES_H

#include "mcmc/objective.h"
#include "me/abi.h"
#include "harness/runtime/texts.h"

/* If a switch has more labels, only the nearest ones are measured in every run. */
enum { SWITCH_WHOLE = 64, SWITCH_NEAR = 16 };

/* The text that the value of a switch was looked up for (abi.h). */
struct switch_text {
	uint32_t site;
	struct text text;
	const struct me_select_entry *entries; /* null: there is none */
	uint64_t count;
};

struct switch_walk {
	const struct me_site *site;
	const struct switch_text *of; /* or null: values are measured */
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

/* `value` has the bits of the controlling type; whole: all labels are measured. Of texts, when
 * w->of is set then. */
void switch_start(struct switch_walk *w, const struct me_site *site, uint64_t value,
		  int whole);
/* Of a text: `result` is how it compares with the bound of an entry that is nearest to it (0:
 * it lies inside), and c->b is that bound. The image of its distance. */
uint64_t switch_compare(const struct switch_text *t, const struct me_select_entry *e,
			struct text_call *c);
/* Of a text that is outside of the entry for that number, the image of its distance to it; and -1
 * below, 1 above; 0: there is no such entry. */
int switch_text_distance(const struct switch_text *t, coord target, uint64_t *distance);
/* The image of the distance to the nearest value that no label takes. */
uint64_t switch_to_default(const struct switch_walk *w);
/* Measures the next label; 0 when there is none. */
int switch_next(struct switch_walk *w);

#endif
