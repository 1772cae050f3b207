/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * direct.h - the direct step of a descent: where a comparison of texts has one of them
 * from the input, the other one is written there.
 */
#ifndef HARNESS_DIRECT_H
#define HARNESS_DIRECT_H

#include <gsl/gsl_rng.h>

#include "harness/starts.h"
#include "harness/view.h"

struct direct {
	const struct layout *layout;
	const struct objective *objective; /* of the descent */
	int any; /* the program has calls on texts */
	coord *best, *trial;
	struct view view;
	coord start[VIEW_NUMBERS]; /* where a descent over the view starts */
	unsigned turn; /* descents that numbers were heard for */
	unsigned char
	    likely[HEARD_NUMBERS]; /* how well each suits the goal's operands */
};

/* Layout and objective outlive it. 0 or -1 when out of memory. */
int direct_init(struct direct *d, const struct layout *l,
		const struct objective *objective);
void direct_done(struct direct *d);

/*
 * Runs x and listens, unless the program has no calls on texts; writes texts that were
 * heard into it as long as the objective falls. x is then the best input, run and
 * listened to last (unless the objective said stop, which is what it returns).
 */
enum objective_status direct_texts(struct direct *d, coord *x);

/* What to descend on from x after direct_texts: the numbers that were heard in it, with
 * *start set to a point there, or null: there are none, or it is time for the input
 * itself. */
const struct objective *direct_numbers(struct direct *d, const struct starts *s,
				       gsl_rng *rng, const coord *x,
				       const coord **start);

#endif
