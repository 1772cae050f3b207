/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kept_memory.h - conditions under the guess that code which is not seen leaves memory as
 * it was. A call of such code may write to each object whose address it has, so that the
 * formulas leave these bytes open; most calls write to few of them, or to none: they read
 * an array, or fill in a result. So a solution of the guessed conditions mostly is one of
 * the others, which tell of the input no more. That there is none proves nothing.
 */
#ifndef PROVER_KEPT_MEMORY_H
#define PROVER_KEPT_MEMORY_H

#include <stddef.h>

#include "prover/expr/expr.h"

/* Replaces the conditions of the list. Returns how many of them have changed. */
size_t kept_memory(struct expr_store *store, expr *conditions, size_t count);

#endif
