/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guard.h - runs the program under test where libFuzzer does not protect it: inside a
 * minimisation. A signal or a hang ends the run, but not the process; the caller then
 * passes the input to libFuzzer, which runs it again and writes the artifact.
 *
 * A run is left only from the program's own code. Elsewhere, for example in malloc, a
 * lock may be held, and the next run would wait for it forever: there a signal goes to
 * the previous handler, which is libFuzzer's, and a hang to `overdue`.
 */
#ifndef HARNESS_GUARD_H
#define HARNESS_GUARD_H

#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "harness/runtime/environment.h"

enum { GUARD_SIGNALS = 5 };

/* A run that uses more CPU time than this is a hang; how often it is checked. */
enum { GUARD_LIMIT_MS = 1000, GUARD_TICK_MS = 100 };

struct guard {
	/* Set by the caller after guard_init, or null. */
	void (*begins)(void); /* called before each run */
	void (*ends)(void); /* called after each run, however it ended */
	int (*in_program)(uintptr_t pc); /* null: all code is the program's */
	void (*overdue)(void); /* called in the handler if a run cannot be left a limit
				  after timeout_s */
	unsigned timeout_s; /* by the clock; 0: none */
	/* The guard's own. */
	int entered; /* it has taken the signals over */
	struct sigaction before[GUARD_SIGNALS], before_tick;
	timer_t timer;
	int has_timer;
	struct environment environment; /* of each run, as the process has it */
};

typedef void guard_fn(void *context);

/* Notes the floating-point environment. */
void guard_init(struct guard *g);

/* From now on the existing handlers of these signals run on an alternate stack, since
 * the program may have exhausted its own. For the calling thread. */
void guard_stack(void);

/*
 * Runs fn(context) in that environment; 0, or the number of the signal that ended it,
 * SIGVTALRM for a hang. The first run takes over SIGSEGV, SIGBUS, SIGFPE, SIGILL,
 * SIGABRT and, for the clock, SIGVTALRM; until guard_leave gives them back all runs are
 * those of one thread, and what they allocate is not looked for by a leak detector.
 */
int guard_run(struct guard *g, guard_fn *fn, void *context);
void guard_leave(struct guard *g);

/* The current run must not be left any more: its failure is being reported. */
void guard_abandon(void);

#endif
