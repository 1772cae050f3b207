/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hang.h - whether a run that was left for its steps would ever end.
 *
 * It is made again until its loops have made more passes than most computations do, with
 * looks on the way at how far the operands of each comparison are from each other. Where no
 * pair has come nearer at each look, the run does not end: it fails as a hang does. A count
 * that goes on to 2^31 is slow, and no fault.
 */
#ifndef HARNESS_HANG_H
#define HARNESS_HANG_H

#include "harness/goals/goals.h"

enum { HANG_LOOKS = 9 };

/* What was seen of the run that is judged: for each site how far its operands were from each
 * other at the last look, and at how many looks they were nearer than before. */
struct hang_looks {
	unsigned count;
	double *apart;
	unsigned char *nearer, *all_sites;
};

/* Makes of a request that of the run that judges: all sites are open, until hang_end(). 0, or
 * -1 when out of memory, and nothing is to be ended. */
int hang_begin(struct hang_looks *l, struct goals *g, struct run_request *request);
/* `also_open`: the sites that are open from now on (goals_open_also). */
void hang_end(struct hang_looks *l, struct goals *g, const unsigned char *also_open);

/* Long runs that covered nothing. */
struct hang_turns {
	unsigned long long runs, next;
	unsigned long long sought; /* passes of those judged where faults are sought */
};

/* Whether one more is judged: the first, and each that is as many times later as the last.
 * Where faults are sought, each, as long as these have passed few loops. */
int hang_is_due(struct hang_turns *t, int is_sought);

#endif
