/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bounds.h - contradictions that need no solver. */
#ifndef PROVER_BOUNDS_H
#define PROVER_BOUNDS_H

#include "prover/expr/expr.h"

/* Whether conditions that are comparisons with constants cannot all hold, by the bounds
 * that they give to what they compare: with `integers` (integers.h) also by those of
 * the terms of sums. False tells nothing. */
bool bounds_contradict(const struct expr_store *store, const expr *conditions,
		       size_t count, bool integers);

#endif
