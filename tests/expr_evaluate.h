/* SPDX-License-Identifier: GPL-3.0-or-later */
/* expr_evaluate.h - the values of whole expressions: what tests compare formulas with. */
#ifndef TESTS_EXPR_EVALUATE_H
#define TESTS_EXPR_EVALUATE_H

#include <stdlib.h>

#include "prover/expr/expr.h"
#include "prover/expr/node.h"
#include "prover/ir/arena.h"

/* The values of all expressions up to `last`, by number, if variable i has the bits values[i];
 * the caller frees. Operands have smaller numbers than their expressions, so one sweep is
 * enough. Rounds in the mode of the thread. */
static inline uint64_t *expr_evaluate_to(const struct expr_store *s, expr last,
					 const uint64_t *values)
{
	uint64_t *v = array_new(last + 1u, sizeof *v);

	for (expr i = 1; i <= last; i++) {
		const struct expr_node *n = &s->nodes[i];
		const uint64_t operands[3] = {v[n->a], v[n->b], v[n->c]};
		if (n->op == EXPR_CONST)
			v[i] = n->value;
		else if (n->op == EXPR_VAR)
			v[i] =
			    values[n->value] & node_mask(n->sort > 64 ? 64 : n->sort);
		else
			expr_compute(n, s->nodes[n->a].sort, operands, &v[i]);
	}
	return v;
}

static inline uint64_t *expr_evaluate_all(const struct expr_store *s,
					  const uint64_t *values)
{
	return expr_evaluate_to(s, (expr)s->count - 1, values);
}

/* Of an expression of at most 64 bits. */
static inline uint64_t expr_evaluate(const struct expr_store *s, expr e,
				     const uint64_t *values)
{
	uint64_t *v = expr_evaluate_to(s, e, values);
	const uint64_t result = v[e];

	free(v);
	return result;
}

#endif
