/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * divisors.h - a run that divides an integer by zero ends there, which the conditions of
 * its path do not tell. To a search they say so: what it finds is to come to its side. A
 * predicate may divide under a condition of its own, as `b != 0 && a / b > 3`, so that
 * this is a guess, and nothing is proven with it.
 */
#ifndef PROVER_DIVISORS_H
#define PROVER_DIVISORS_H

#include "prover/expr/expr.h"

/* The conditions, and before the last one that each divisor in them is not zero; *all is
 * how many there are. The store grows. The caller frees. */
expr *divisors_with(struct expr_store *store, const expr *conditions, size_t count,
		    size_t *all);

#endif
