/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hang.h - where a run does not end. The function whose loop does not end calls others,
 * and the clock decides in which of them the run is found. So the stack is looked at
 * several times: what was called again between two looks has come back, and is not the
 * one; what is on the stack each time, seen from the entry, may be.
 */
#ifndef HARNESS_HANG_H
#define HARNESS_HANG_H

#include "harness/program/backtrace.h"

enum { HANG_LOOKS = 4, HANG_DEPTH = 64 };

/* Start with all zeros. */
struct hang {
	unsigned looks;
	size_t count; /* frames that may not have come back, from the entry */
	int is_looking;
	const char *outer[HANG_DEPTH]; /* their functions, that of the entry first */
};

/* In the handler of the clock: looks at the stack it has interrupted. Whether that was
 * the last look. */
int hang_look(struct hang *hang);

/* Whether a look is under way: a signal that comes now is none of the program's, whose
 * stack cannot be followed. */
static inline int hang_is_looking(const struct hang *hang)
{
	return hang->is_looking;
}

/* Index of the innermost of the `count` frames that may not have come back; 0 when there
 * is none. */
size_t hang_inner(const struct hang *hang, const struct backtrace_frame *frames,
		  size_t count);

#endif
