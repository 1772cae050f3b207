/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ends.h - how runs of a function end, as far as its text tells. */
#ifndef PROVER_ENDS_H
#define PROVER_ENDS_H

#include "prover/graph.h"

/* Whether no run that has come to the block returns from the function, whatever is
 * called: it goes round in a loop that calls nothing. */
bool ends_never(const struct function *function, uint32_t block);

/* Whether the branch leads to __builtin_unreachable: what the program does there is not
 * defined, even when it goes on. */
bool ends_undefined(const struct function *function, uint32_t ordinal, uint32_t rank);

/* Whether a call of the function may end by an exception. */
bool ends_thrown(const struct program *program, const struct function *function);

#endif
