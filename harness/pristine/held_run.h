/* SPDX-License-Identifier: GPL-3.0-or-later */
/* held_run.h - makes the run of the input that a subject holds, here or in a process of its
 * own (forked.h). */
#ifndef HARNESS_HELD_RUN_H
#define HARNESS_HELD_RUN_H

#include "harness/goals/subject.h"
#include "harness/program/state.h"
#include "harness/runtime/guard.h"
#include "harness/runtime/trace.h"

struct held_run {
	struct subject *subject;
	struct guard *guard;
	const struct state *state; /* put back before; null: it is not */
	/* In the process of the run, before it; or null. */
	void (*begins)(void);
	/* The run has returned, and the subject's `clear` this number of a signal; or null. */
	void (*fails)(int number);
	/* Its process has ended with this status of waitpid(), and said nothing; or null. */
	void (*killed)(int status);
};

/* How it ended: as guard_run says, or the signal of what was wrong. */
int held_run_guarded(const struct held_run *run, const struct run_request *request);

/* The same without a guard: a signal is its handler's. */
void held_run_plain(const struct held_run *run, const struct run_request *request);

#endif
