/* SPDX-License-Identifier: GPL-3.0-or-later */
/* termination.h - how runs of a function can end, as far as its GIMPLE shows. */
#ifndef PROVER_TERMINATION_H
#define PROVER_TERMINATION_H

#include "prover/ir/gimple.h"

/* Whether no run that has come to the block returns from the function, whatever the
 * function calls: it iterates in a loop that has no exit and no call. */
bool termination_never(const struct function *function, uint32_t block);

/* Whether the goal is an edge that leads to __builtin_unreachable: its behaviour is
 * undefined, even if the program continues. */
bool termination_undefined(const struct function *function, uint32_t goal);

/* Whether a call of the function may end by an exception. */
bool termination_thrown(const struct program *program, const struct function *function);

#endif
