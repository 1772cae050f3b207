/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * texts.h - distances of calls that compare two texts or look for one in another.
 *
 * Two texts are the nearer the more bytes they have in common before the first
 * difference and, that being equal, the nearer the two bytes there are; the end of a
 * text is a byte below all others. Of a search that failed the nearest place counts. So
 * distances are below 2^30, and 0 exactly when the call had the outcome.
 *
 * All of this is called by hooks. It reads no more than the called function must: a
 * text that only a NUL ends is read up to the first difference.
 */
#ifndef HARNESS_TEXTS_H
#define HARNESS_TEXTS_H

#include "harness/runtime/distance.h"

struct text {
	const unsigned char *bytes;
	uint64_t size;
	int ends; /* a NUL ends it, if that comes before */
};

/* The text that a hook was given (include/me/abi.h, ME_SIZE_TEXT). */
struct text text_of(const void *pointer, uint64_t size);

struct text_call {
	enum me_op op; /* ME_COMPARE_BYTES .. ME_FIND_CHAR */
	struct text a, b;
	int64_t result; /* 0: equal, or not found */
	uint64_t
	    known[2]; /* set by texts_distance: bytes of a and of b that may be read */
};

/*
 * Distances to the outcomes `result is not 0` (to[0]) and `is 0` (to[1]). The sign is
 * the difference of the first two bytes that differ, and that of the result where they
 * do not agree. What the function said counts: where it sees a difference that is none
 * here (a locale, a function of the program's own), both outcomes are 0 and 1 away.
 */
void texts_distance(enum distance_kind kind, struct text_call *c, struct distance *out);

#endif
