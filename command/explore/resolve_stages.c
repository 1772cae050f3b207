/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/explore/resolve_stages.h"

#include <math.h>

#define LEAST_SECONDS 0.01

/* Goals closed for each second. */
static double yield_of(const struct stage_state *s)
{
	return s->runs ? (double)s->closed / fmax(s->seconds, LEAST_SECONDS) : -1;
}

enum resolve_stage resolve_next(const struct stage_state stages[STAGES])
{
	enum resolve_stage next = STAGES;

	for (enum resolve_stage i = SEARCH; i < STAGES; i++) {
		const struct stage_state *s = &stages[i];
		if (s->waits || s->runs == STAGE_RUNS_MOST)
			continue;
		if (i != EXPLORE && !s->runs)
			return i;
		if (next == STAGES || yield_of(s) > yield_of(&stages[next]))
			next = i;
	}
	return next;
}

void resolve_wake(struct stage_state stages[STAGES], enum resolve_stage stage)
{
	for (enum resolve_stage i = SEARCH; i < STAGES; i++)
		if (i != stage)
			stages[i].waits = false;
}
