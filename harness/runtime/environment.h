/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * environment.h - the floating-point environment: the control words of SSE and x87,
 * their exceptions, and x87's registers. Each run begins with the same one, so that no
 * run sees what the program under test or the harness left behind.
 */
#ifndef HARNESS_ENVIRONMENT_H
#define HARNESS_ENVIRONMENT_H

#include <stdint.h>

struct environment {
	unsigned sse; /* MXCSR: rounding, masks, subnormal numbers; no exception */
	uint16_t x87; /* control word: rounding, masks, precision */
};

/* Notes the calling thread's control words. */
void environment_note(struct environment *e);

/* After a run of the program: restores them, with no exception raised, x87's registers empty
 * and errno 0. */
void environment_restore(const struct environment *e);
/* Before a run, where the program has not run since then: what is ours leaves x87's registers
 * empty, and to look at them takes a tenth of a short run. */
void environment_begin(const struct environment *e);

#endif
