/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spans.h - where an input of a typed target has texts: bytes that lie side by side, in
 * the vector as in memory (`char *`, an array of char in a struct, CHARACTER).
 */
#ifndef HARNESS_SPANS_H
#define HARNESS_SPANS_H

#include "harness/layout.h"

struct span {
	size_t first; /* coordinate */
	size_t count; /* bytes */
	size_t room; /* of them for a text: one less where no NUL follows by itself */
	const unsigned char *at; /* where the entry finds them */
};

/* The spans of an input, the first `most` of them; returns how many. */
size_t spans_of(const struct layout *l, const coord *x, struct span *out, size_t most);

/* A place in a span. */
struct span_place {
	const struct span *span;
	size_t offset;
};

/*
 * Finds where in the input a text that the run saw at `at` stands: by the address, or,
 * of a copy, the first place that has these bytes; an empty text that is nowhere is at
 * the start of the first span. Returns 0 when there is no such place.
 */
int spans_find(const struct span *spans, size_t count, const coord *x,
	       const unsigned char *at, const unsigned char *bytes, size_t length,
	       struct span_place *out);

/* Byte i of a span, and the number of its bytes without zeros at the end. */
unsigned char span_byte(const struct span *s, const coord *x, size_t i);
size_t span_length(const struct span *s, const coord *x);

/* Sets byte i of a span. */
void span_set(const struct layout *l, const struct span *s, coord *x, size_t i,
	      unsigned char byte);

#endif
