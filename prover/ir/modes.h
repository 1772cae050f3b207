/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * modes.h - the modes of floating-point arithmetic, and what may change them during a
 * run: calls, assembly, and instructions of functions that are not exported.
 */
#ifndef PROVER_MODES_H
#define PROVER_MODES_H

#include <stddef.h>
#include <stdint.h>

enum {
	MODE_ROUNDING = 1, /* the rounding mode */
	MODE_FLUSHING = 2, /* SSE takes subnormal numbers for zeros */
	MODE_PRECISION = 4, /* the bits of x87's results */
	MODE_ALL = 7,
};

/* Each returns the modes that may change, a sum of the above. */

/* By a call of the function. */
unsigned modes_of_call(const char *name);
/* By the text of an asm statement: a mnemonic counts also as part of another word. */
unsigned modes_of_assembly(const char *text);
/* Finds the first instruction from `at` on that may change modes, and which; returns
 * its place, or `size`. The code is not taken apart into instructions: each byte may
 * begin one, so that none is missed; parts of another one may look like one. x87's
 * control word also has a rounding mode, but it rounds x87's results alone, of which
 * nothing is known once MODE_PRECISION may change: what loads that word alone has this
 * mode alone. `fldcw; fistp; fldcw`, as which compilers truncate numbers, changes none.
 */
size_t modes_next(const uint8_t *code, size_t size, size_t at, unsigned *modes);

#endif
