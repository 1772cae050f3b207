/* SPDX-License-Identifier: GPL-3.0-or-later */
/* termination.h - how runs of a function end, as far as its text tells. */
#ifndef PROVER_TERMINATION_H
#define PROVER_TERMINATION_H

#include "prover/ir/gimple.h"

/* Whether no run that has come to the block returns from the function, whatever is
 * called: it goes round in a loop that calls nothing. */
bool termination_never(const struct function *function, uint32_t block);

/* Whether the goal is an edge that leads to __builtin_unreachable: what the program
 * does there is not defined, even when it goes on. */
bool termination_undefined(const struct function *function, uint32_t goal);

/* Whether a call of the function may end by an exception. */
bool termination_thrown(const struct program *program, const struct function *function);

#endif
