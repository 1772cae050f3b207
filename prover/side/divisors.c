/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/side/divisors.h"

#include <stdlib.h>
#include <string.h>

#include "prover/condition/condition_program.h"
#include "prover/ir/arena.h"

static bool divides(enum expr_op op)
{
	return op == EXPR_UDIV || op == EXPR_SDIV || op == EXPR_UREM || op == EXPR_SREM;
}

expr *divisors_with(struct expr_store *s, const expr *conditions, size_t count,
		    size_t *all)
{
	const size_t before = s->count;
	bool *marked = condition_cone(s, conditions, count);
	size_t room = count, n = count - 1;
	expr *list = array_new(room, sizeof *list);

	memcpy(list, conditions, n * sizeof *list);
	for (expr e = 1; e < before; e++) {
		if (!marked[e] || !divides(expr_at(s, e)->op))
			continue;
		const expr divisor = expr_at(s, e)->b;
		const expr zero = expr_wide(s, expr_sort(s, divisor), 0, 0);
		const expr is_other = expr_not(s, expr_eq(s, divisor, zero));
		if (expr_is_true(s, is_other))
			continue;
		list = array_grow(list, n, &room, sizeof *list);
		list[n++] = is_other;
	}
	free(marked);
	list = array_grow(list, n, &room, sizeof *list);
	list[n++] = conditions[count - 1];
	*all = n;
	return list;
}
