/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guard.h - runs the program under test where libFuzzer does not protect it: inside a
 * minimisation. A signal or a hang ends the run and not the process; the caller then
 * hands the input to libFuzzer, which runs it itself and writes the artifact.
 *
 * A run is left only out of the program's own code. Elsewhere, in malloc say, a lock
 * may be held, and what comes next would wait for it for ever: there a signal goes to
 * the handler that was there before, libFuzzer's, and a hang to `overdue`.
 */
#ifndef HARNESS_GUARD_H
#define HARNESS_GUARD_H

#include <signal.h>
#include <stdint.h>
#include <time.h>

enum { GUARD_SIGNALS = 5 };

/* A run of more CPU time than this is a hang; how often that is looked at. */
enum { GUARD_LIMIT_MS = 1000, GUARD_TICK_MS = 100 };

struct guard {
	/* Set by the caller after guard_init, or null. */
	void (*begins)(void); /* called before each run */
	void (*ends)(void); /* called after each run, however it ended */
	int (*in_program)(uintptr_t pc); /* null: all code is the program's */
	void (*overdue)(void); /* called in the handler, for a run that could not be
				* left a limit after timeout_s */
	unsigned timeout_s; /* by the wall; 0: none */
	/* The guard's own. */
	int entered; /* it has taken the signals over */
	struct sigaction before[GUARD_SIGNALS], before_tick;
	timer_t timer;
	int has_timer;
	unsigned control; /* of SSE: rounding, masks, as the process has them */
	uint16_t control_x87;
};

typedef void guard_fn(void *context);

/* Notes the floating-point environment. */
void guard_init(struct guard *g);

/* Puts that environment back, with no exception raised: what the program under test has
 * changed, and what the harness has computed, is not to be seen in the next run. */
void guard_environment(const struct guard *g);

/* Handlers that others have set for these signals run on a stack of their own from now
 * on: the program may have used up the other one. For the calling thread. */
void guard_stack(void);

/*
 * Runs fn(context) in that environment; 0, or the number of the signal that ended it,
 * SIGVTALRM for a hang. The first run takes over SIGSEGV, SIGBUS, SIGFPE, SIGILL,
 * SIGABRT and, for the clock, SIGVTALRM; until guard_leave gives them back all runs are
 * those of one thread, and what they allocate is not looked for by a leak detector.
 */
int guard_run(struct guard *g, guard_fn *fn, void *context);
void guard_leave(struct guard *g);

/* The run under way is not left any more: its end is being reported. */
void guard_abandon(void);

#endif
