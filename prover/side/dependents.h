/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * dependents.h - the conditions that one of them depends on: those that share a
 * variable with it, or with one that does, and so on (Lakhotia and others, FloPSy,
 * section 3). The others hold already under the values that the input has.
 */
#ifndef PROVER_DEPENDENTS_H
#define PROVER_DEPENDENTS_H

#include "prover/expr/expr.h"

/* Sets `wanted`, by condition, for the transitive dependents of the last one and for
 * that one itself. Returns how many these are. */
size_t dependents_find(const struct expr_store *store, const expr *conditions,
		       size_t count, bool *wanted);

/* Whether the expression depends on a byte of the input. */
bool dependents_has_input(const struct expr_store *store, expr e);
/* Whether it depends on an opaque call (native_function.c). */
bool dependents_has_opaque(const struct expr_store *store, expr e);
/* Whether the wanted expressions depend on nothing but bytes of the input: no result of a
 * call, no address. `wanted`, null: all. */
bool dependents_is_closed(const struct expr_store *store, const expr *list,
			  const bool *wanted, size_t count);
/* Whether floating point is in the wanted ones, or a call of the mathematical library. */
bool dependents_has_floats(const struct expr_store *store, const expr *list,
			   const bool *wanted, size_t count);

#endif
