/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spans.h - where an input has texts: bytes that lie side by side, in the input as in
 * memory. Of a typed target they are `char *`, an array of char in a struct, CHARACTER;
 * an input of a bytes target is one span.
 */
#ifndef HARNESS_SPANS_H
#define HARNESS_SPANS_H

#include "harness/input/layout.h"

struct span {
	size_t first; /* coordinate of a typed target's vector */
	size_t count; /* bytes */
	size_t room; /* bytes that a text may have: one less than count where no NUL
		      * follows by itself, more where the size of the input varies */
	const unsigned char *bytes; /* the input's */
	const unsigned char *at; /* where the target found them */
};

/* The spans of a vector, the first `most` of them; returns how many. `bytes` gets one
 * byte for each coordinate and stays as long as the spans do. */
size_t spans_of(const struct layout *l, const coord *x, unsigned char *bytes,
		struct span *out, size_t most);

/* A place in a span. */
struct span_place {
	const struct span *span;
	size_t offset; /* at most span->count */
};

/*
 * Finds where in the input a text that the run saw at `at` stands: by the address, or,
 * of a copy, the first places that have these bytes. An empty text that is nowhere may
 * be at the end of the first span, where sizes vary, and at its start. Returns how many
 * there are, at most `most`.
 */
size_t spans_find(const struct span *spans, size_t count, const unsigned char *at,
		  const unsigned char *bytes, size_t length, struct span_place *out,
		  size_t most);

/* The number of bytes of a span without zeros at the end. */
size_t span_length(const struct span *s);

/* Sets byte i of a span of x. */
void span_set(const struct layout *l, const struct span *s, coord *x, size_t i,
	      unsigned char byte);

#endif
