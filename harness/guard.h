/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guard.h - runs the program under test where libFuzzer does not protect it: inside a
 * minimisation. A signal ends the run and not the process; the caller then hands the
 * input to libFuzzer, which runs it itself and writes the artifact.
 */
#ifndef HARNESS_GUARD_H
#define HARNESS_GUARD_H

#include <signal.h>
#include <stdint.h>

enum { GUARD_SIGNALS = 5 };

struct guard {
	struct sigaction before[GUARD_SIGNALS];
	unsigned control; /* of SSE: rounding, masks, as the process has them */
	uint16_t control_x87;
};

typedef void guard_fn(void *context);

/* Notes the floating-point environment. */
void guard_init(struct guard *g);

/* Puts that environment back, with no exception raised: what the program under test has
 * changed, and what the harness has computed, is not to be seen in the next run. */
void guard_environment(const struct guard *g);

/* Takes over SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT; gives them back. Between the
 * two, guard_run may be called any number of times. */
void guard_enter(struct guard *g);
void guard_leave(struct guard *g);

/* Runs fn(context) in that environment; 0, or the number of the signal that ended it. */
int guard_run(struct guard *g, guard_fn *fn, void *context);

#endif
