/* SPDX-License-Identifier: GPL-3.0-or-later */
/* served_calls.h - calls of the program's functions for searches of `me explore`. */
#ifndef HARNESS_SERVED_CALLS_H
#define HARNESS_SERVED_CALLS_H

#include "harness/runtime/environment.h"

/* Answers the calls of standard input (me/calls.h) until its end, each in that environment.
 * Their functions may crash, and have ME_CALL_CPU_MS. Returns an exit code. */
enum { ME_CALL_CPU_MS = 100 };
int served_calls(const struct environment *environment);

#endif
