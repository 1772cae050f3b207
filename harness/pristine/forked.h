/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * forked.h - each run in a fork of this process (--state=fork): this process never runs the
 * program, and so each run begins as the first one of a program does, whatever that leaves
 * behind. What the hooks of a run record, and how it ended, comes back through shared
 * memory.
 */
#ifndef HARNESS_FORKED_H
#define HARNESS_FORKED_H

#include "harness/runtime/guard.h"

struct forked_run {
	void (*begins)(void); /* in the process of the run, before it; or null */
	int (*run)(void *context); /* there: makes the run; what guard_run returns */
	void *context;
};

/* Memory that a run changes and that is wanted after it, beside what hooks write. Call it
 * before forked_start(). */
void forked_share(void *address, size_t size);

/* 0, or -1 when out of memory. */
int forked_start(void);
/* Whether runs are made so. */
int forked_is_on(void);

enum forked_end {
	FORKED_TOLD, /* *how is what forked_run.run returned, or forked_end was given */
	FORKED_DIED, /* without that; *how is the status of waitpid() */
	FORKED_NOT_MADE, /* there was no room for a process */
};

/* Makes a run. */
enum forked_end forked_call(const struct forked_run *run, int *how);

/* Calls work(context) in a fork of this process, and waits for its end: nothing comes back
 * but what is in shared memory. Not done where there is no room for a process. */
void forked_aside(void (*work)(void *context), void *context);

/* Whether this is the process of a run, or such a fork; and ends it. */
int forked_is_run(void);
_Noreturn void forked_end(int ended);

#endif
