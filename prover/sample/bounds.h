/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bounds.h - contradictions found by interval propagation, without a solver. */
#ifndef PROVER_BOUNDS_H
#define PROVER_BOUNDS_H

#include "prover/expr/expr.h"

/* Whether the conditions contradict each other by the bounds that comparisons with
 * constants give to what they compare; with `integers` (integers.h) also by the bounds
 * of the terms of sums. False: unknown. */
bool bounds_contradict(const struct expr_store *store, const expr *conditions,
		       size_t count, bool integers);

#endif
