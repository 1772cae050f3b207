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

/*
 * ---- conditions with the values that non-linear terms have under one input in
 * place of these terms: the simplification of concolic testing (Sen and Agha, CUTE and
 * jCUTE, 2006). A solution of the result may be none of the conditions, and that there is
 * none proves nothing.
 */

/* Replaces the conditions of the list; `bytes` is the input. Returns how many terms were
 * replaced. */
size_t concrete_terms(struct expr_store *store, expr *conditions, size_t count,
		      const uint8_t *bytes, size_t size);

/* Whether a condition has a term that concrete_terms() would replace: sets `has`, by
 * condition. Without `opaque`, calls of opaque functions are left out: to solvers these
 * are linear. */
void concrete_find(const struct expr_store *store, const expr *conditions, size_t count,
		   bool opaque, bool *has);

/* That the input variables below such terms of the condition have their values in
 * `bytes`: then the terms have the values that concrete_terms() writes for them
 * (Pasareanu, Rungta, Visser, ISSTA 2011, section 3). */
expr concrete_inputs(struct expr_store *store, expr condition, const uint8_t *bytes,
		     size_t size);

#endif
