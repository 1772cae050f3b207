/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pristine.h - a process that is as the program was before its first run, and runs in
 * forks of it: what such a run meets, and how it ends, depends on no earlier run.
 *
 * The process waits for requests, has no part in the session's output, and ends when no
 * other process of the session is left. Two processes of a session never ask at once.
 *
 * The room harness/pristine makes runs in processes of their own. It may include
 * harness/goals and what that may, and is filled from above with how a run fails.
 */
#ifndef HARNESS_PRISTINE_H
#define HARNESS_PRISTINE_H

#include "harness/goals/goals.h"
#include "harness/goals/subject.h"
#include "harness/program/state.h"
#include "harness/runtime/guard.h"
#include "harness/runtime/trace.h"
#include "me/ends.h"

/*
 * ---- makes the run of the input that a subject holds, here or in a process of its
 * own (forked.h).
 */

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

/* How a run alone has ended, in memory that the processes share. */
struct pristine_record {
	enum me_end end; /* as pristine_note_failure() was told; else RETURNS */
	uint64_t key; /* of that failure */
	int is_told; /* its process has ended as runs do, not by itself */
	int is_not_made; /* there was no room for a process */
	int is_hung; /* its process was killed, and what it met is not known */
	int writes; /* it has written to files, or to other processes */
	uint32_t goal_count; /* of the program when the process was made */
	unsigned char met[]; /* one byte for each of these goals */
};

struct pristine_runs {
	struct held_run run; /* its subject, its guard, how it begins and fails */
	struct goals *goals;
	struct run_limit limit; /* of CPU time and by the clock */
};

/* Why the session goes on in this process. */
enum pristine_reason {
	PRISTINE_DEPENDS, /* runs depend on earlier runs */
	PRISTINE_GROWS, /* they leave memory behind */
	PRISTINE_DAMAGE, /* they damage the memory of the session */
};

/* What a process of the session hands over to this one. */
struct pristine_session {
	unsigned long long evaluations;
	double cpu, wall; /* seconds; the latter is measured there */
	enum pristine_reason reason;
};

/* Forks the process: before the first run, and when all is set up. 0, or -1 where it
 * cannot be made: the program has threads, or there is no room for a process. It also
 * returns in that process, when the session is to go on there: 1, with what it was handed
 * over; the others have ended then. So it does when these were lost (checkpoint.h). */
int pristine_start(const struct pristine_runs *runs, struct pristine_session *session);

/* The session goes on in that process, when the caller and all others have ended. 0, or -1
 * where there is none. */
int pristine_hand_over(const struct pristine_session *session);

/* Ends it. */
void pristine_stop(void);

/* Runs the input, which is left after so many steps, or 2^20. Null where there is no such process,
 * or the input is too long. May be called in a signal handler. */
const struct pristine_record *pristine_run(struct input in, uint64_t steps);

/* Whether this is the process of such a run. */
int pristine_is_run(void);

/* The next run is to tell whether it fails like this, though it may also fail in other ways;
 * RETURNS: nothing is asked. */
void pristine_ask_failure(enum me_end end, uint64_t key);

/* There: the run fails like this. */
void pristine_note_failure(enum me_end end, uint64_t key);
/* There: the run has ended, and its process with it. */
_Noreturn void pristine_end_run(void);

#endif
