/* SPDX-License-Identifier: GPL-3.0-or-later */
/* abort_on.h - --abort-on=KIND,...: a run that meets a goal of these kinds fails. */
#ifndef HARNESS_ABORT_ON_H
#define HARNESS_ABORT_ON_H

#include <stdint.h>

/*
 * From now on a predicate of one of the kinds (kinds.h) that is met prints
 *
 *	FILE:LINE:COLUMN: runtime error: WHAT in FUNCTION
 *
 * as UBSan's reports begin, so that tools which sort failures read it, and raises
 * SIGFPE. Call it after trace_init(); null: no run fails by its goals.
 */
void abort_on(const char *kinds);

/* In the handler of that signal: a number of the goal, which tells failures at one line
 * apart; 0 when the run fails by itself, and when it was asked before. */
uint32_t abort_on_take(void);

#endif
