/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * texts.h - distances of calls that compare two texts or look for one in another.
 *
 * The distance of two texts depends first on the length of their common prefix, then on
 * the difference of the two bytes after it; the end of a text counts as a byte below
 * all others. For a search that failed, the position with the least distance counts. So
 * distances are below 2^30, and 0 exactly when the call had the outcome.
 *
 * Hooks call all of this. It reads no more than the called function has to read: a text
 * that only a NUL ends is read up to the first difference; but for texts_word.
 */
#ifndef HARNESS_TEXTS_H
#define HARNESS_TEXTS_H

#include "harness/runtime/distance.h"

enum { TEXT_WORD_MOST = 64 }; /* as libFuzzer's words */

struct text {
	const unsigned char *bytes;
	uint64_t size;
	int ends; /* an earlier NUL ends it */
};

/* The text from the arguments of a hook (include/me/abi.h, ME_SIZE_TEXT). */
struct text text_of(const void *pointer, uint64_t size);

struct text_call {
	enum me_op op; /* ME_COMPARE_BYTES .. ME_FIND_CHAR */
	struct text a, b;
	int64_t result; /* 0: equal, or not found */
	uint64_t
	    known[2]; /* set by texts_distance: bytes of a and of b that may be read */
};

/*
 * The distances to the outcomes `result is not 0` (to[0]) and `result is 0` (to[1]).
 * The sign is that of the first difference or, if the result has another sign, that of
 * the result. The function's result decides: if it reports a difference where there is
 * none here (a locale, the program's own function), the distances of the outcomes are 0
 * and 1.
 */
void texts_distance(enum distance_kind kind, struct text_call *c, struct distance *out);

/* Of texts that no function has compared: sets c->result, a first difference or 0. The
 * distance to being equal. */
uint64_t texts_difference(struct text_call *c);

/*
 * How long a text is of which `known` bytes may be read. One that only a NUL ends is read
 * on for it, up to TEXT_WORD_MOST bytes and no further than the page that the function has
 * read; where there is none it is `known`: an array that a function compares as a text need
 * not be one.
 */
uint64_t texts_word(const struct text *t, uint64_t known);

#endif
