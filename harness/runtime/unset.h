/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unset.h - what memory holds that a program has not set: the same in each run, and such that a
 * program that uses it shows it. A number of floating point is NaN, an integer far outside of each
 * array, a pointer no address, a truth value true.
 */
#ifndef HARNESS_UNSET_H
#define HARNESS_UNSET_H

#include <stddef.h>

enum {
	UNSET_MOST = 1 << 16
}; /* bytes of a block that are filled: more would cost a run */

enum { UNSET_STACK = 1 << 13 }; /* and the most of the stack */

/* Calls nothing: the program may define memcpy(). */
static inline void unset_fill(void *to, size_t size)
{
	const unsigned long long word = 0x7ff87ff87ff87ff8;
	char *at = to;

	size = size < UNSET_MOST ? size : UNSET_MOST;
#ifdef __x86_64__ /* in half the time of a loop */
	size_t words = size / sizeof word;
	__asm__ volatile("rep stosq" : "+D"(at), "+c"(words) : "a"(word) : "memory");
	size %= sizeof word;
#endif
	for (; size >= sizeof word; size -= sizeof word, at += sizeof word)
		__builtin_memcpy(at, &word, sizeof word);
	for (; size; size--)
		*at++ = 0x7f;
}

#endif
