/* SPDX-License-Identifier: GPL-3.0-or-later */
/* concrete.h - conditions with the values that non-linear terms have under one input in
 * place of these terms: the simplification of concolic testing (Sen and Agha, CUTE and
 * jCUTE, 2006). A solution of the result may be none of the conditions, and that there is
 * none proves nothing. */
#ifndef PROVER_CONCRETE_H
#define PROVER_CONCRETE_H

#include "prover/expr/expr.h"

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
