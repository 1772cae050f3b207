/* SPDX-License-Identifier: GPL-3.0-or-later */
/* resolve_stages.h - which stage of `me resolve` is next. */
#ifndef COMMAND_RESOLVE_STAGES_H
#define COMMAND_RESOLVE_STAGES_H

#include <stdbool.h>
#include <stddef.h>

enum resolve_stage { SEARCH, PROVE, EXPLORE, STAGES };

enum { STAGE_RUNS_MOST = 8 };

struct stage_state {
	unsigned runs;
	size_t closed; /* goals, */
	double seconds; /* in so much CPU */
	bool waits; /* for something new to begin with */
};

/* A search, then proofs, then the stage that has closed most goals for its CPU time, of
 * those that do not wait and have had fewer than STAGE_RUNS_MOST runs. The explorer comes
 * behind all others for the first time. STAGES: there is none. */
enum resolve_stage resolve_next(const struct stage_state stages[STAGES]);

/* That stage has found something: the others need not wait. */
void resolve_wake(struct stage_state stages[STAGES], enum resolve_stage stage);

#endif
