/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * text_variation.h - small random changes of a text, as somebody makes them who edits
 * it: a character or some are inserted, removed, replaced, repeated, exchanged, or
 * copied from another text. What stands behind moves with them, so that a text keeps
 * the structure that a program has parsed.
 */
#ifndef HARNESS_TEXT_VARIATION_H
#define HARNESS_TEXT_VARIATION_H

#include <gsl/gsl_rng.h>
#include <stddef.h>

struct text_piece {
	const unsigned char *bytes;
	size_t length;
};

/* Where new characters come from. Each may be empty. */
struct text_sources {
	struct text_piece literals; /* what the program compares characters with */
	struct text_piece other; /* a text to copy pieces from */
};

/* Makes one change, sometimes several, of a text of `length` bytes that has room for
 * `most`, at least 1; returns its new length. What does not fit in is cut off. */
size_t text_vary(unsigned char *text, size_t length, size_t most,
		 const struct text_sources *from, gsl_rng *rng);

#endif
