/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * step_budget.h - how long runs may be, in passes of loops' sites (trace.steps). A few
 * long runs must not take the time of all others, but in time long runs become
 * possible.
 *
 * Levels of length lie a factor of 4 apart. Every run may take STEP_BUDGET_LEAST steps;
 * a run that has reached the length of its level goes on to the next one when all runs
 * together have used less than one part in STEP_BUDGET_SHARE of the session's steps
 * between these two. So each level costs at most a share of the session. A descent may
 * need longer runs to reach its goal at all: all descents together have a share for
 * these.
 */
#ifndef HARNESS_STEP_BUDGET_H
#define HARNESS_STEP_BUDGET_H

#include <stdint.h>

enum { STEP_BUDGET_LEAST = 1 << 10, STEP_BUDGET_LEVELS = 10, STEP_BUDGET_SHARE = 16 };

struct step_budget {
	uint64_t steps; /* of all runs before this one */
	uint64_t spent[STEP_BUDGET_LEVELS]; /* of them, above the level before */
	uint64_t needed; /* what the descent's runs need, or 0 */
	uint64_t spent_by_descents; /* above STEP_BUDGET_LEAST */
	/* Of this run. */
	uint64_t allowed, granted; /* the latter: of them by the last extension */
	unsigned level;
	int is_descents; /* it may take what the descent needs */
};

/* A run begins: how many steps it may take. */
uint64_t step_budget_begin(struct step_budget *b);

/* It has taken them: how many it may take, more or the same. */
uint64_t step_budget_extend(struct step_budget *b);

/* It has ended, or was left. */
void step_budget_end(struct step_budget *b, uint64_t steps);

#endif
