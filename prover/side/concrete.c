/* SPDX-License-Identifier: GPL-3.0-or-later */
/* concrete.c - rewrites the store's expressions in their order: operands come first. */
#include "prover/side/concrete.h"

#include <stdlib.h>

#include "prover/side/input_values.h"
#include "prover/expr/node.h"
#include "prover/ir/arena.h"

struct rewriting {
	struct expr_store *store;
	struct input_values values;
	expr *now; /* by expression */
	size_t replaced;
};

static bool is_constant_expr(const struct expr_store *s, expr e)
{
	double number;

	return e == EXPR_NONE || node_is_const(s, e) || node_is_number(s, e, &number);
}

/* Whether the term is none of a linear condition, its operands being these. */
static bool is_non_linear(const struct expr_store *s, const struct expr_node *n, expr a,
			  expr b)
{
	switch (n->op) {
	case EXPR_VAR:
		return s->variables[n->value].native != NULL;
	case EXPR_MUL:
	case EXPR_FMUL:
		return !is_constant_expr(s, a) && !is_constant_expr(s, b);
	case EXPR_UDIV:
	case EXPR_UREM:
	case EXPR_SDIV:
	case EXPR_SREM:
	case EXPR_FDIV:
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR:
		return !is_constant_expr(s, b);
	case EXPR_FSQRT:
	case EXPR_FMA:
		return !is_constant_expr(s, a) || !is_constant_expr(s, b);
	default:
		return false;
	}
}

static expr concrete_value(struct rewriting *r, expr e)
{
	const unsigned sort = expr_sort(r->store, e);
	uint64_t value;

	if (!input_values_value(&r->values, e, &value))
		return EXPR_NONE;
	if (sort != SORT_F32 && sort != SORT_F64)
		return expr_const(r->store, sort, value);
	const expr bits = expr_const(r->store, sort - SORT_FLOAT, value);
	return expr_make(r->store, EXPR_TOFP, sort, bits, EXPR_NONE, EXPR_NONE, 0);
}

static expr rewrite_concrete(struct rewriting *r, expr e)
{
	const struct expr_node *n = expr_at(r->store, e);

	if (is_non_linear(r->store, n, r->now[n->a], r->now[n->b])) {
		const expr value = concrete_value(r, e);
		r->replaced += value != EXPR_NONE;
		if (value != EXPR_NONE)
			return value;
	}
	return expr_at(r->store, e)->op == EXPR_VAR ? e
						    : expr_over(r->store, e, r->now);
}

size_t concrete_terms(struct expr_store *store, expr *conditions, size_t count,
		      const uint8_t *bytes, size_t size)
{
	const size_t before = store->count;
	struct rewriting r = {.store = store, .now = array_new(before, sizeof *r.now)};

	input_values_init(&r.values, store, bytes, size);
	for (expr e = 1; e < before; e++)
		r.now[e] = rewrite_concrete(&r, e);
	for (size_t i = 0; i < count; i++)
		conditions[i] = r.now[conditions[i]];
	input_values_done(&r.values);
	free(r.now);
	return r.replaced;
}

/* ---- what is below non-linear terms */

enum { IN_CONDITION = 1, BELOW_TERM = 2 };

static bool is_opaque(const struct expr_store *s, const struct expr_node *n)
{
	return n->op == EXPR_VAR && s->variables[n->value].native &&
	       native_function_is_opaque(s->variables[n->value].native);
}

/* By expression, what it is to the condition; operands come before what has them.
 * `opaque`: calls of opaque functions are such terms. The caller frees. */
static uint8_t *marks_of(const struct expr_store *s, expr condition, bool opaque)
{
	uint8_t *marks = array_new(s->count, sizeof *marks);
	expr operands[EXPR_OPERANDS];

	marks[condition] = IN_CONDITION;
	for (expr e = condition; e; e--) {
		const struct expr_node *n = expr_at(s, e);

		if (!marks[e])
			continue;
		if (is_non_linear(s, n, n->a, n->b) && (opaque || !is_opaque(s, n)))
			marks[e] |= BELOW_TERM;
		for (unsigned i = expr_operands(s, e, operands); i > 0;)
			marks[operands[--i]] |= marks[e];
	}
	return marks;
}

void concrete_find(const struct expr_store *store, const expr *conditions, size_t count,
		   bool opaque, bool *has)
{
	for (size_t i = 0; i < count; i++) {
		uint8_t *marks = marks_of(store, conditions[i], opaque);

		has[i] = false;
		for (expr e = 1; e <= conditions[i] && !has[i]; e++)
			has[i] = marks[e] & BELOW_TERM;
		free(marks);
	}
}

expr concrete_inputs(struct expr_store *store, expr condition, const uint8_t *bytes,
		     size_t size)
{
	uint8_t *marks = marks_of(store, condition, true);
	expr all = expr_bool(store, true);

	for (expr e = 1; e <= condition; e++) {
		const struct expr_node n = *expr_at(store, e);

		if (!(marks[e] & BELOW_TERM) || n.op != EXPR_VAR ||
		    store->variables[n.value].kind != VARIABLE_INPUT)
			continue;
		const uint64_t value =
		    input_values_read(&store->variables[n.value], bytes, size);
		all = expr_and(
		    store, all,
		    expr_binary(store, EXPR_EQ, e, expr_const(store, n.sort, value)));
	}
	free(marks);
	return all;
}
