/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify_bool.c - simpler truth values, choices and comparisons.
 *
 * A path condition is a chain AND(AND(AND(a, b), c), d). A new decision is looked up in
 * the chain: if the chain contains it, it adds nothing; if the chain contains its
 * negation, the result is false.
 */
#include "prover/expr/node.h"

enum { PUSH_LIMIT = 12 };

/* ---- not, and, or */

/* How many ANDs and ORs there are at the top, up to the limit. */
static int junctions(const struct expr_store *s, expr e, int limit)
{
	int n = 1;

	if (limit <= 0 || (!node_is_op(s, e, EXPR_AND) && !node_is_op(s, e, EXPR_OR)))
		return 0;
	n += junctions(s, expr_at(s, e)->a, limit - n);
	return n + junctions(s, expr_at(s, e)->b, limit - n);
}

static expr simplify_not(struct expr_store *s, expr a)
{
	const struct expr_node n = *expr_at(s, a);

	switch (n.op) {
	case EXPR_NOT:
		return n.a;
	case EXPR_ULT:
		return expr_binary(s, EXPR_ULE, n.b, n.a);
	case EXPR_ULE:
		return expr_binary(s, EXPR_ULT, n.b, n.a);
	case EXPR_SLT:
		return expr_binary(s, EXPR_SLE, n.b, n.a);
	case EXPR_SLE:
		return expr_binary(s, EXPR_SLT, n.b, n.a);
	case EXPR_ITE:
		return expr_ite(s, n.a, expr_not(s, n.b), expr_not(s, n.c));
	case EXPR_AND:
	case EXPR_OR:
		/* Large expressions keep their NOT: shared parts would be visited
		 * repeatedly. */
		if (junctions(s, a, PUSH_LIMIT) >= PUSH_LIMIT)
			return EXPR_NONE;
		return expr_binary(s, n.op == EXPR_AND ? EXPR_OR : EXPR_AND,
				   expr_not(s, n.a), expr_not(s, n.b));
	default:
		return EXPR_NONE;
	}
}

/* Whether `e` is one of the conjuncts of a chain. */
static bool chain_has(const struct expr_store *s, expr chain, expr e)
{
	for (int i = 0; i < NODE_CHAIN_LIMIT; i++) {
		if (chain == e)
			return true;
		if (!node_is_op(s, chain, EXPR_AND))
			return false;
		if (expr_at(s, chain)->b == e)
			return true;
		chain = expr_at(s, chain)->a;
	}
	return false;
}

static expr simplify_and(struct expr_store *s, expr a, expr b)
{
	if (expr_is_true(s, a) || a == b)
		return b;
	if (expr_is_true(s, b))
		return a;
	if (expr_is_false(s, a) || expr_is_false(s, b))
		return expr_bool(s, false);
	if (node_is_op(s, b, EXPR_AND)) {
		const struct expr_node n = *expr_at(s, b);
		return expr_and(s, expr_and(s, a, n.a), n.b);
	}
	if (chain_has(s, a, b))
		return a;
	return chain_has(s, a, expr_not(s, b)) ? expr_bool(s, false) : EXPR_NONE;
}

/* The chain without one of its conjuncts. */
static expr chain_without(struct expr_store *s, expr chain, expr e)
{
	if (chain == e)
		return expr_bool(s, true);
	if (!node_is_op(s, chain, EXPR_AND))
		return chain;
	const struct expr_node n = *expr_at(s, chain);
	const expr rest = chain_without(s, n.a, e);
	return n.b == e ? rest : expr_and(s, rest, n.b);
}

/* a or b, looking into b: a or (a and y) is a, a or (not a and y) is a or y. */
static expr or_into(struct expr_store *s, expr a, expr b)
{
	if (!node_is_op(s, b, EXPR_AND))
		return EXPR_NONE;
	if (chain_has(s, b, a))
		return a;
	const expr not_a = expr_not(s, a);
	if (!chain_has(s, b, not_a))
		return EXPR_NONE;
	return expr_or(s, a, chain_without(s, b, not_a));
}

static expr simplify_or(struct expr_store *s, expr a, expr b)
{
	if (expr_is_false(s, a) || a == b)
		return b;
	if (expr_is_false(s, b))
		return a;
	if (expr_is_true(s, a) || expr_is_true(s, b) || expr_not(s, a) == b)
		return expr_bool(s, true);
	const expr simple = or_into(s, a, b);
	return simple != EXPR_NONE ? simple : or_into(s, b, a);
}

/* ---- choices */

static expr choose_bool(struct expr_store *s, expr c, expr a, expr b)
{
	if (expr_is_true(s, a))
		return expr_or(s, c, b);
	if (expr_is_false(s, a))
		return expr_and(s, expr_not(s, c), b);
	if (expr_is_true(s, b))
		return expr_or(s, expr_not(s, c), a);
	return expr_is_false(s, b) ? expr_and(s, c, a) : EXPR_NONE;
}

static expr simplify_ite(struct expr_store *s, const struct expr_node *n)
{
	const expr c = n->a, a = n->b, b = n->c;

	if (a == b || expr_is_true(s, c))
		return a;
	if (expr_is_false(s, c))
		return b;
	if (node_is_op(s, c, EXPR_NOT))
		return expr_ite(s, expr_at(s, c)->a, b, a);
	if (node_is_op(s, a, EXPR_ITE) && expr_at(s, a)->a == c)
		return expr_ite(s, c, expr_at(s, a)->b, b);
	if (node_is_op(s, b, EXPR_ITE) && expr_at(s, b)->a == c)
		return expr_ite(s, c, a, expr_at(s, b)->c);
	return n->sort == SORT_BOOL ? choose_bool(s, c, a, b) : EXPR_NONE;
}

/* ---- comparisons */

/* An operation on a constant and a choice of constants is a choice of constants. */
static expr spread(struct expr_store *s, const struct expr_node *n)
{
	const bool left = node_is_op(s, n->a, EXPR_ITE) && node_is_const(s, n->b);
	const bool right = node_is_op(s, n->b, EXPR_ITE) && node_is_const(s, n->a);

	if (!left && !right)
		return EXPR_NONE;
	const struct expr_node ite = *expr_at(s, left ? n->a : n->b);
	if (!node_is_const(s, ite.b) && !node_is_const(s, ite.c))
		return EXPR_NONE;
	if (n->op != EXPR_EQ && (!node_is_const(s, ite.b) || !node_is_const(s, ite.c)))
		return EXPR_NONE;
	const expr other = left ? n->b : n->a;
	const expr x = left ? expr_binary(s, n->op, ite.b, other)
			    : expr_binary(s, n->op, other, ite.b);
	const expr y = left ? expr_binary(s, n->op, ite.c, other)
			    : expr_binary(s, n->op, other, ite.c);
	return expr_ite(s, ite.a, x, y);
}

/* No object is on the first page or at the very end of the address space. A pointer
 * that may be null is not handled here. */
static bool is_address(const struct expr_store *s, expr e)
{
	uint64_t offset;

	if (node_is_op(s, e, EXPR_ADD) && expr_is_const(s, expr_at(s, e)->b, &offset) &&
	    offset < 1u << 20)
		e = expr_at(s, e)->a;
	return node_is_op(s, e, EXPR_VAR) &&
	       s->variables[expr_at(s, e)->value].kind == VARIABLE_ADDRESS;
}

/* x == k, by what x is made of */
static expr equal_const(struct expr_store *s, expr a, uint64_t k)
{
	const struct expr_node n = *expr_at(s, a);
	const unsigned width = n.sort;
	uint64_t k1;

	if (width == SORT_BOOL)
		return k ? a : expr_not(s, a);
	if (is_address(s, a) && k < 4096)
		return expr_bool(s, false);
	if (n.op == EXPR_ZEXT && width <= 64) {
		const unsigned inner = expr_sort(s, n.a);
		if (k >> inner)
			return expr_bool(s, false);
		return expr_eq(s, n.a, expr_const(s, inner, k));
	}
	if (n.op == EXPR_CONCAT && width <= 64) {
		const unsigned low = expr_sort(s, n.b), high = expr_sort(s, n.a);
		return expr_and(s, expr_eq(s, n.a, expr_const(s, high, k >> low)),
				expr_eq(s, n.b, expr_const(s, low, k)));
	}
	if (n.op == EXPR_ADD && expr_is_const(s, n.b, &k1))
		return expr_eq(s, n.a, expr_const(s, width, k - k1));
	if (n.op == EXPR_BITXOR && expr_is_const(s, n.b, &k1))
		return expr_eq(s, n.a, expr_const(s, width, k ^ k1));
	return EXPR_NONE;
}

static expr simplify_eq(struct expr_store *s, const struct expr_node *n)
{
	uint64_t k;

	if (n->a == n->b)
		return expr_bool(s, true);
	if (node_is_const(s, n->a) || (n->a > n->b && !node_is_const(s, n->b)))
		return expr_eq(s, n->b, n->a);
	return expr_is_const(s, n->b, &k) ? equal_const(s, n->a, k) : EXPR_NONE;
}

static expr simplify_order(struct expr_store *s, const struct expr_node *n)
{
	const unsigned width = expr_sort(s, n->a);
	const bool strict = n->op == EXPR_ULT || n->op == EXPR_SLT;
	uint64_t k;

	if (n->a == n->b)
		return expr_bool(s, !strict);
	if (n->op != EXPR_ULT && n->op != EXPR_ULE)
		return EXPR_NONE;
	if (expr_is_const(s, n->b, &k)) {
		if (k == 0)
			return strict ? expr_bool(s, false) : expr_eq(s, n->a, n->b);
		if (k == 1 && strict)
			return expr_eq(s, n->a, expr_const(s, width, 0));
		if (!strict && k == node_mask(width))
			return expr_bool(s, true);
	}
	if (expr_is_const(s, n->a, &k) && k == 0)
		return strict ? expr_not(s, expr_eq(s, n->b, n->a))
			      : expr_bool(s, true);
	return EXPR_NONE;
}

expr simplify_bool(struct expr_store *s, const struct expr_node *n)
{
	expr simple;

	switch (n->op) {
	case EXPR_NOT:
		return simplify_not(s, n->a);
	case EXPR_AND:
		return simplify_and(s, n->a, n->b);
	case EXPR_OR:
		return simplify_or(s, n->a, n->b);
	case EXPR_ITE:
		return simplify_ite(s, n);
	case EXPR_EQ:
		simple = simplify_eq(s, n);
		break;
	default:
		simple = simplify_order(s, n);
	}
	return simple != EXPR_NONE ? simple : spread(s, n);
}
