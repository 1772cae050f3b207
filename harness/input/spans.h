/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * spans.h - the texts in an input: bytes that are adjacent in the input and in memory.
 * In a typed target they are those of `char *`, of an array of char in a struct, of
 * CHARACTER; the input of a bytes target is one span.
 */
#ifndef HARNESS_SPANS_H
#define HARNESS_SPANS_H

#include "harness/input/layout.h"

struct span {
	size_t first; /* coordinate of a typed target's vector */
	size_t count; /* bytes */
	size_t room; /* bytes that a text may have: count - 1 if a NUL must fit in, more
			than count if the size of the input varies */
	const unsigned char *bytes; /* the input's */
	const unsigned char *at; /* their address in the target */
};

/* The spans of a vector, the first `most` of them; returns how many. `bytes` gets one
 * byte for each coordinate and stays as long as the spans do. */
size_t spans_of(const struct layout *l, const coord *x, unsigned char *bytes,
		struct span *out, size_t most);

/* A position in a span. */
struct span_place {
	const struct span *span;
	size_t offset; /* at most span->count */
};

/*
 * Finds the positions in the input of a text that the run had at address `at`: by the
 * address or, for a copy, the first positions with these bytes. An empty text without a
 * position may be at the end of the first span, if sizes vary, and at its start.
 * Returns their number, at most `most`.
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
