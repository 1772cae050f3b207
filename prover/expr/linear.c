/* SPDX-License-Identifier: GPL-3.0-or-later */
/* linear.c - reads sums and their comparisons. */
#include "prover/expr/linear.h"

#include <string.h>

#include "prover/expr/node.h"

int64_t linear_constant(const struct expr_node *n)
{
	return node_signed(n->sort, n->value);
}

/* Adds factor * term; false when there are too many, or a factor is too large. */
static bool add_term(struct linear *l, expr term, int64_t factor)
{
	size_t i = 0;

	while (i < l->count && l->terms[i] < term)
		i++;
	if (i < l->count && l->terms[i] == term)
		return !__builtin_add_overflow(l->factors[i], factor, &l->factors[i]);
	if (l->count == LINEAR_TERMS)
		return false;
	memmove(l->terms + i + 1, l->terms + i, (l->count - i) * sizeof *l->terms);
	memmove(l->factors + i + 1, l->factors + i,
		(l->count - i) * sizeof *l->factors);
	l->terms[i] = term;
	l->factors[i] = factor;
	l->count++;
	return true;
}

static bool add_product(const struct expr_store *s, struct linear *l, expr e,
			int64_t factor)
{
	const struct expr_node *n = expr_at(s, e);
	int64_t product;

	if (n->op == EXPR_CONST)
		return !__builtin_mul_overflow(linear_constant(expr_at(s, e)), factor,
					       &product) &&
		       !__builtin_add_overflow(l->constant, product, &l->constant);
	if (n->op != EXPR_MUL || !node_is_const(s, n->b))
		return add_term(l, e, factor);
	return !__builtin_mul_overflow(linear_constant(expr_at(s, n->b)), factor,
				       &product) &&
	       add_term(l, n->a, product);
}

bool linear_add(struct linear *l, const struct expr_store *s, expr e, int64_t factor)
{
	while (node_is_op(s, e, EXPR_ADD)) {
		if (!add_product(s, l, expr_at(s, e)->b, factor))
			return false;
		e = expr_at(s, e)->a;
	}
	return add_product(s, l, e, factor);
}

/* ---- comparisons with constants */

static bool constant_of(const struct expr_store *s, expr e, int64_t *value)
{
	if (!node_is_const(s, e) || expr_sort(s, e) < 2 || expr_sort(s, e) > 64)
		return false;
	*value = linear_constant(expr_at(s, e));
	return true;
}

bool linear_span(const struct expr_store *s, expr condition, struct linear_span *span)
{
	const struct expr_node *n = expr_at(s, condition);
	const int64_t strict = n->op == EXPR_SLT;
	int64_t k;

	if (n->op != EXPR_EQ && n->op != EXPR_SLE && n->op != EXPR_SLT)
		return false;
	*span = (struct linear_span){n->a, INT64_MIN, INT64_MAX};
	if (constant_of(s, n->b, &k)) {
		span->least = n->op == EXPR_EQ ? k : INT64_MIN;
		return !__builtin_sub_overflow(k, strict, &span->most);
	}
	if (n->op == EXPR_EQ || !constant_of(s, n->a, &k))
		return false;
	span->e = n->b;
	return !__builtin_add_overflow(k, strict, &span->least);
}
