/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shown_call.h - a call of the entry and what comes of it, as people read it. */
#ifndef HARNESS_SHOWN_CALL_H
#define HARNESS_SHOWN_CALL_H

#include "harness/goals/subject.h"
#include "harness/input/arguments.h"
#include "harness/runtime/environment.h"

struct shown_target {
	struct subject *subject; /* a typed one */
	struct layout *layout;
	const struct environment *environment; /* of each run */
};

/*
 * The call of the input x with its results: `f({1, 2}, 3) = 0, *out = 1.5`, or with how its
 * run ends otherwise: `f({1, 2}, 0) ends with SIGSEGV`. Each run has a process of its own.
 * What a pointer leads to is a result where it is changed; it is left out of the call
 * where what was in it before makes no difference. Null when out of memory, or where no process
 * can be made; the caller frees it.
 */
char *shown_call(const struct shown_target *t, const coord *x);

#endif
