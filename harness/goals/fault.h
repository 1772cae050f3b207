/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault.h - runs that fail: by the goals that they meet, and what the signal tells that
 * ended one. Except where it says so, all of it may be called in a handler of that signal,
 * with the handler's arguments.
 */
#ifndef HARNESS_FAULT_H
#define HARNESS_FAULT_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/goals/subject.h"
#include "me/ends.h"

/* Whether the signal says that the stack has run out. */
int fault_is_stack(int number, const siginfo_t *info, const void *context);

/* The entry is a driver that makes the arguments of the function `driven`: what fails in calls
 * that it makes before that one or after it is no fault of the function, but OUTSIDE. Names of
 * the source, which stay; null: it is none. */
void fault_set_driver(const char *driver, const char *driven);

/* Whether the run is in such a call; the text goes on by it. */
int fault_tell_driver(char *text, size_t size);

/* The end that the signal makes: TIMEOUT, OUTSIDE or SIGNAL. */
enum me_end fault_end(const struct subject *s, int number, const siginfo_t *info,
		      const void *context);
/* Of a run that has come back, and has written in front of elements. */
enum me_end fault_end_of_damage(const struct subject *s);

/* What the signal says of this run: "SIGSEGV: write to y[4], past ...". */
void fault_describe(const struct subject *s, int number, const siginfo_t *info,
		    const void *context, char *text, size_t size);

/* Notes in the run's record how far it is from the array that it was to be in, and at which
 * instruction. */
void fault_note_outside(const struct subject *s, int number, const siginfo_t *info,
			const void *context);

/* What is the same for all runs that fail so: "null pointer write", "stack overflow".
 * Null where the signal says no more than its name. */
const char *fault_type(const struct subject *s, int number, const siginfo_t *info,
		       const void *context);

/* Of an access to the address by the instruction at pc: what it is of, "read of y[-1], in front of
 * y ...", and, as the result, what is the same for all such runs; null, and no text, where that is
 * no parameter's. Where it only leaves a guess, *end becomes OUTSIDE, and the text says what would
 * declare it; how far it is from the array is noted as fault_note_outside() does. */
const char *fault_access(const struct subject *s, const void *address, uintptr_t pc,
			 int is_write, enum me_end *end, char *text, size_t size);

/* ---- --abort-on=KIND,... */

/*
 * What is to be told of predicates that are met (trace_session.met): one of the kinds
 * (goal_names.h) prints
 *
 *	FILE:LINE:COLUMN: runtime error: WHAT in FUNCTION
 *
 * as UBSan's reports begin, so that tools which sort failures read it, and raises
 * SIGFPE. Not in a handler. Null, of null: no run fails by its goals.
 */
typedef void abort_on_fn(uint32_t goal);
abort_on_fn *abort_on(const char *kinds);

/* In the handler of SIGFPE: a number of the goal, which tells failures at one line
 * apart; 0 when the run fails by itself, and when it was asked before. */
uint32_t abort_on_take(void);

#endif
