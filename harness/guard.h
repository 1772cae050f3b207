/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guard.h - runs the program under test where libFuzzer does not protect it: inside a
 * minimisation. A signal ends the run and not the process; the caller then hands the
 * input to libFuzzer, which runs it itself and writes the artifact.
 */
#ifndef HARNESS_GUARD_H
#define HARNESS_GUARD_H

#include <signal.h>

enum { GUARD_SIGNALS = 5 };

struct guard {
	struct sigaction before[GUARD_SIGNALS];
	unsigned control; /* floating-point control at the start */
};

typedef void guard_fn(void *context);

/* Takes over SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGABRT; gives them back. Between the
 * two, guard_run may be called any number of times. */
void guard_enter(struct guard *g);
void guard_leave(struct guard *g);

/* Runs fn(context); 0, or the number of the signal that ended it. The rounding mode and
 * the exception masks that it leaves changed are put back. */
int guard_run(struct guard *g, guard_fn *fn, void *context);

#endif
