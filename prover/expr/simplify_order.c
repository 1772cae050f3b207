/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify_order.c - whether a comparison of two operands contradicts earlier decisions
 * of the path about them: two numbers are less, equal, greater or unordered, and each
 * comparison permits some of these relations.
 */
#include "prover/expr/node.h"

enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8, ANY = 15 };

/* The family of a comparison. EQ belongs to both orders of words. */
enum family { FLOATS, SIGNED, UNSIGNED };

/* A pair of operands in one family. */
struct pair {
	enum family family;
	expr x, y;
};

static unsigned turned(unsigned orders)
{
	return (orders & (EQUAL | UNORDERED)) | (orders & LESS ? GREATER : 0) |
	       (orders & GREATER ? LESS : 0);
}

/* The relations that a comparison permits; ANY: it is no comparison of this kind. */
static unsigned orders_of(enum expr_op op, enum family family)
{
	switch (op) {
	case EXPR_FLT:
		return family == FLOATS ? LESS : ANY;
	case EXPR_FLE:
		return family == FLOATS ? LESS | EQUAL : ANY;
	case EXPR_FEQ:
		return family == FLOATS ? EQUAL : ANY;
	case EXPR_EQ:
		return family == FLOATS ? ANY : EQUAL;
	case EXPR_SLT:
		return family == SIGNED ? LESS : ANY;
	case EXPR_SLE:
		return family == SIGNED ? LESS | EQUAL : ANY;
	case EXPR_ULT:
		return family == UNSIGNED ? LESS : ANY;
	case EXPR_ULE:
		return family == UNSIGNED ? LESS | EQUAL : ANY;
	default:
		return ANY;
	}
}

/* The relations of a pair that a conjunct permits. */
static unsigned leaves(const struct expr_store *s, expr conjunct, const struct pair *p)
{
	const struct expr_node *n = expr_at(s, conjunct);
	const bool is_not = n->op == EXPR_NOT;

	if (is_not)
		n = expr_at(s, n->a);
	if (n->op == EXPR_FNAN && p->family == FLOATS && (n->a == p->x || n->a == p->y))
		return is_not ? ANY : UNORDERED;
	unsigned orders = orders_of(n->op, p->family);
	if (orders == ANY ||
	    !((n->a == p->x && n->b == p->y) || (n->a == p->y && n->b == p->x)))
		return ANY;
	if (is_not)
		orders = ANY & ~orders;
	return n->a == p->x ? orders : turned(orders);
}

/* The relations that a condition and all conjuncts of a chain permit. */
static bool is_contradicted(const struct expr_store *s, expr chain, expr condition,
			    const struct pair *p)
{
	unsigned left =
	    leaves(s, condition, p) & (p->family == FLOATS ? ANY : ANY & ~UNORDERED);

	for (int i = 0; i < NODE_CHAIN_LIMIT && left; i++) {
		if (!node_is_op(s, chain, EXPR_AND))
			return !(left & leaves(s, chain, p));
		left &= leaves(s, expr_at(s, chain)->b, p);
		chain = expr_at(s, chain)->a;
	}
	return !left;
}

static const struct expr_node *without_not(const struct expr_store *s, expr e)
{
	const struct expr_node *n = expr_at(s, e);

	return n->op == EXPR_NOT ? expr_at(s, n->a) : n;
}

static bool pair_is_contradicted(const struct expr_store *s, expr chain, expr condition,
				 const struct expr_node *comparison)
{
	for (enum family f = FLOATS; f <= UNSIGNED; f++) {
		const struct pair p = {f, comparison->a, comparison->b};
		if (orders_of(comparison->op, f) != ANY &&
		    is_contradicted(s, chain, condition, &p))
			return true;
	}
	return false;
}

/* A NaN is neither less than another operand nor equal to it. */
static bool nan_is_contradicted(const struct expr_store *s, expr chain, expr condition)
{
	for (expr rest = chain; rest != EXPR_NONE;) {
		const bool is_and = node_is_op(s, rest, EXPR_AND);
		const expr conjunct = is_and ? expr_at(s, rest)->b : rest;
		const struct expr_node *n = without_not(s, conjunct);
		if (n->op >= EXPR_FLT && n->op <= EXPR_FEQ &&
		    pair_is_contradicted(s, conjunct, condition, n))
			return true;
		rest = is_and ? expr_at(s, rest)->a : EXPR_NONE;
	}
	return false;
}

bool order_contradicts(const struct expr_store *s, expr chain, expr condition)
{
	const struct expr_node *n = without_not(s, condition);

	return n->op == EXPR_FNAN ? nan_is_contradicted(s, chain, condition)
				  : pair_is_contradicted(s, chain, condition, n);
}
