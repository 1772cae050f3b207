/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_calls.h - calls of opaque functions (prover/expr/native_function.c), executed by
 * a process of the target that stays. */
#ifndef COMMAND_EXPLORE_CALLS_H
#define COMMAND_EXPLORE_CALLS_H

#include "command/explore/exploring.h"

/* Sets x->caller. The process starts with the first call. */
void explore_calls_begin(struct exploring *x);
/* Ends the process. Also without a beginning. */
void explore_calls_end(struct exploring *x);

#endif
