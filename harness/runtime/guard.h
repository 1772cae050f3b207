/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guard.h - runs the program under test so that a signal, a hang or a run of too many
 * steps ends the run, but not the process.
 *
 * A run is left only from the program's own code, or from an abort() or exit() that it
 * called itself. Elsewhere, for example in malloc, a lock may be held, and the next run would
 * wait for it forever: there a signal goes to `fatal`, or to the previous handler,
 * which is libFuzzer's, and a hang to `overdue`.
 */
#ifndef HARNESS_GUARD_H
#define HARNESS_GUARD_H

#include <signal.h>
#include <stdint.h>
#include <time.h>

#include "harness/runtime/environment.h"
#include "me/ends.h"

/* A run that uses more CPU time than this is a hang; one that passes no loop's site for
 * so long is silent; the CPU time between two checks. */
enum {
	GUARD_LIMIT_MS = 1000,
	GUARD_KNOWN_MS = 100,
	GUARD_SILENT_MS = 50,
	GUARD_TICK_MS = 50
};

/* What guard_run returns for a run of more steps than trace.record.budget, and for one that
 * called exit() and was left there. */
enum { GUARD_LONG = -1, GUARD_EXIT = -2 };

struct guard {
	/* Set by the caller after guard_init, or null. */
	void (*begins)(void); /* called before each run */
	void (*ends)(void); /* called after each run, however it ended */
	int (*may_leave)(uintptr_t pc); /* whether a run can be left there; null: yes */
	int (*aborts)(void); /* whether the program itself has called the abort() that
				the handler was called for; null: no */
	/* Called first in the handler, with the signal, or SIGVTALRM for a hang: does not
	 * return where it is not the program that has failed. */
	void (*judges)(int number, const siginfo_t *info, const void *context);
	/* Called in the handler: the run fails by this signal (SIGVTALRM: a hang) and
	 * is about to be left; or it cannot be, then `fatal` does not return. */
	void (*fails)(int number, const siginfo_t *info, const void *context);
	void (*fatal)(int number, const siginfo_t *info, const void *context);
	/* Called in the handler: the signal came between two runs. Where it returns the
	 * signal goes to the previous handler. */
	void (*strays)(int number);
	int (*hangs_again)(void); /* another run has hung where this one is: then it is
				     left after GUARD_KNOWN_MS */
	void (*ticks)(void); /* called in the handler of the clock, in a run */
	void (*overdue)(void); /* called in the handler if a run cannot be left a limit
				  after wall_s, checked each wall_s / 2 + 1 */
	int finds_leaks; /* what a run allocates is looked for by a leak detector */
	/* The guard's own. */
	int entered; /* it has taken the signals over */
	struct sigaction before[ME_FAULT_COUNT], before_tick;
	timer_t cpu_timer, wall_timer;
	int has_cpu_timer, has_wall_timer;
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
 * SIGVTALRM for a hang, GUARD_LONG or GUARD_EXIT. The first run takes over SIGSEGV, SIGBUS,
 * SIGFPE, SIGILL, SIGABRT and, for the clock, SIGVTALRM; until guard_leave gives them
 * back all runs are those of one thread.
 */
int guard_run(struct guard *g, guard_fn *fn, void *context);

void guard_leave(struct guard *g);
/* Stops the clocks until the next run: this process forks. */
void guard_pause(struct guard *g);

/* The current run has used up its steps: leaves it, if it may not go on. Returns also
 * where it cannot be left: no run is guarded, or the program has started threads, which
 * would wait for this one. */
void guard_leave_long_run(void);

/* Whether the current run could be left where its code calls exit() itself, if that is
 * called from the program; and leaves it there. */
int guard_may_leave_exit(void);
void guard_leave_exit(void);

/* In a run the program has forked: this is the child, or the parent, which waits for
 * those of its children that have ended after the run. */
void guard_note_child(void);
void guard_note_fork(void);
/* Whether this process is a child of the program's. It must not go on with the session: of a
 * function that forks, each child would. Ends it there. */
int guard_is_child(void);
void guard_end_child(void);

/* Where the frames begin that no run may change: those above the current run, or the last
 * one. */
const void *guard_frame(void);

/* Ends this process by that signal, whatever the program has done with it. */
void guard_die(int number) __attribute__((noreturn));

/* The current run must not be left any more: its failure is being reported. */
void guard_abandon(void);

#endif
