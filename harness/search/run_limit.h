/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run_limit.h - how long the runs of a search may be, and which are not made since they are
 * likely to take too long: what is learnt of that from all runs, and what it decides. Steps,
 * lost runs and runs that are left count; the clock decides where hooks cannot (guard.h).
 */
#ifndef HARNESS_RUN_LIMIT_H
#define HARNESS_RUN_LIMIT_H

#include <stddef.h>

#include "harness/goals/goals.h"
#include "harness/runtime/trace.h"
#include "mcmc/objective.h"

/* ---- lost runs */

/*
 * Runs are lost that hang, or are nearly as slow in code without hooks, or end their process,
 * and so cost as much time as a hundred thousand others. Such inputs mostly have the value of
 * one coordinate, or its size, in common. While lost runs have taken more than their part of
 * a session, inputs with such a value are not run. Counts decide, never a clock.
 */
enum { LOSSES_KEYS = 1 << 10 };

struct losses {
	/* By a hash of a coordinate's number and its value, or the value's size. */
	struct losses_key {
		unsigned long long key; /* 0: none */
		unsigned lost, returned; /* runs; the latter since the first lost one */
	} keys[LOSSES_KEYS];
	unsigned long long lost, returned; /* runs */
	unsigned long long again; /* of the lost, those that one of these x had before */
	unsigned long long expected; /* runs for which losses_expects() saw a loss */
};

/* A run of x, n coordinates, was lost, or has ended by itself. */
void losses_note_lost(struct losses *l, const coord *x, size_t n);
void losses_note_return(struct losses *l, const coord *x, size_t n);

/* Whether runs that return are so many more than lost ones that one which takes long counts as
 * lost: where most take long, none does. */
int losses_are_rare(const struct losses *l);

/* Whether x is not to be run, because the run is likely to be lost and one more would
 * be too many. One of many such runs is made all the same. */
int losses_expects(struct losses *l, const coord *x, size_t n);

/* ---- steps of runs */

/*
 * How long runs may be, in passes of loops' sites (trace.record.steps). A few long runs must not
 * take the time of all others, but in time long runs become possible.
 *
 * Levels of length lie a factor of 4 apart. Every run may take STEP_BUDGET_LEAST steps; a
 * run that has reached the length of its level goes on to the next one when all runs
 * together have used less than one part in STEP_BUDGET_PART of the session's steps between
 * these two. So each level costs at most that part of the session. A descent may need longer
 * runs to reach its goal at all: all descents together have a part for these.
 */
enum { STEP_BUDGET_LEAST = 1 << 10, STEP_BUDGET_LEVELS = 10, STEP_BUDGET_PART = 16 };

struct step_budget {
	uint64_t steps; /* of all runs before this one */
	uint64_t spent[STEP_BUDGET_LEVELS]; /* of them, above the level before */
	uint64_t needed; /* what the descent's runs need, or 0 */
	uint64_t spent_by_descents; /* above STEP_BUDGET_LEAST */
	/* The run under way. */
	uint64_t allowed, granted; /* the latter: of them by the last extension */
	unsigned level;
	int is_descents; /* it may take what the descent needs */
};

/* A run begins: how many steps it may take. */
uint64_t step_budget_begin(struct step_budget *b);

/* It has taken them: how many it may take, more or the same. */
uint64_t step_budget_extend(void *b);

/* It has ended, or was left. */
void step_budget_end(struct step_budget *b, uint64_t steps);

/* ---- what a search has learnt */

struct run_limits {
	struct run_limit each; /* of each run, but for steps that it may take more */
	struct losses losses;
	struct step_budget steps;
	unsigned long long
	    left_steps; /* of runs that were left, since a goal was closed */
};

/* The limit of a run that begins now. */
struct run_limit run_limits_begin(struct run_limits *l);

/* The run of x, n coordinates, has ended: as guard_run() says. */
void run_limits_end(struct run_limits *l, int ended, const coord *x, size_t n);

/* Whether runs that were left have taken too many steps without a new goal: `times` as many as
 * in a search of the default length. */
int run_limits_without_progress(const struct run_limits *l, unsigned times);

/* For what a descent takes: where they are when it begins, */
struct run_limits_mark {
	unsigned long long lost, left_steps;
};
struct run_limits_mark run_limits_mark(const struct run_limits *l);
/* what the runs that were lost since have cost beside, in runs, and whether those that were
 * left since have taken too many steps for one descent. */
unsigned long long run_limits_lost_cost(const struct run_limits *l,
					struct run_limits_mark since);
int run_limits_left_long(const struct run_limits *l, struct run_limits_mark since);

/*
 * ---- whether a run that was left for its steps would ever end.
 *
 * It is made again until its loops have made more passes than most computations do, with
 * looks on the way at how far the operands of each comparison are from each other. Where no
 * pair has come nearer at each look, the run does not end: it fails as a hang does. A count
 * that goes on to 2^31 is slow, and no fault.
 */

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
