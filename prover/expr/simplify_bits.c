/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify_bits.c - parts of bit-vectors, and bits that are truth values. The rules for
 * parts are what makes memory cheap: a word that is stored as bytes, joined byte for
 * byte with another path's, and loaded again is the choice between the two words. Those
 * for truth values show the condition in a flag that source or compiler computes by `&`
 * and `|`. Arithmetic on bits is left to the solver, which rules of ours do not make
 * faster.
 */
#include "prover/expr/node.h"

static expr extract_concat(struct expr_store *s, const struct expr_node *n,
			   const struct expr_node *a)
{
	const unsigned low = (unsigned)n->value, split = expr_sort(s, a->b);

	if (low >= split)
		return expr_extract(s, a->a, low - split, n->sort);
	if (low + n->sort <= split)
		return expr_extract(s, a->b, low, n->sort);
	return expr_binary(s, EXPR_CONCAT,
			   expr_extract(s, a->a, 0, low + n->sort - split),
			   expr_extract(s, a->b, low, split - low));
}

static expr extract_extended(struct expr_store *s, const struct expr_node *n,
			     const struct expr_node *a)
{
	const unsigned low = (unsigned)n->value, inner = expr_sort(s, a->a);

	if (low + n->sort <= inner)
		return expr_extract(s, a->a, low, n->sort);
	if (a->op == EXPR_ZEXT && low >= inner && n->sort <= 64)
		return expr_const(s, n->sort, 0);
	if (low < inner)
		return expr_resize(s, expr_extract(s, a->a, low, inner - low), n->sort,
				   a->op == EXPR_SEXT);
	return EXPR_NONE;
}

static bool has_parts(const struct expr_store *s, expr e)
{
	return node_is_const(s, e) || node_is_op(s, e, EXPR_CONCAT) ||
	       node_is_op(s, e, EXPR_ZEXT);
}

static expr simplify_extract(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);
	const unsigned low = (unsigned)n->value;

	if (n->sort == a.sort)
		return n->a;
	switch (a.op) {
	case EXPR_EXTRACT:
		return expr_extract(s, a.a, low + (unsigned)a.value, n->sort);
	case EXPR_CONCAT:
		return extract_concat(s, n, &a);
	case EXPR_ZEXT:
	case EXPR_SEXT:
		return extract_extended(s, n, &a);
	case EXPR_BITAND:
	case EXPR_BITOR:
	case EXPR_BITXOR:
		if (!node_is_const(s, a.b))
			return EXPR_NONE;
		return expr_binary(s, a.op, expr_extract(s, a.a, low, n->sort),
				   expr_extract(s, a.b, low, n->sort));
	case EXPR_ITE:
		if (!has_parts(s, a.b) || !has_parts(s, a.c))
			return EXPR_NONE;
		return expr_ite(s, a.a, expr_extract(s, a.b, low, n->sort),
				expr_extract(s, a.c, low, n->sort));
	default:
		return EXPR_NONE;
	}
}

/* Neighbouring parts of one value, or a choice by one condition, or constants. */
static expr join_parts(struct expr_store *s, expr high, expr low)
{
	const struct expr_node h = *expr_at(s, high), l = *expr_at(s, low);
	uint64_t x, y;

	if (h.op == EXPR_EXTRACT && l.op == EXPR_EXTRACT && h.a == l.a &&
	    h.value == l.value + l.sort)
		return expr_extract(s, l.a, (unsigned)l.value, h.sort + l.sort);
	if (h.op == EXPR_ITE && l.op == EXPR_ITE && h.a == l.a)
		return expr_ite(s, h.a, expr_binary(s, EXPR_CONCAT, h.b, l.b),
				expr_binary(s, EXPR_CONCAT, h.c, l.c));
	if (expr_is_const(s, high, &x) && expr_is_const(s, low, &y) &&
	    h.sort + l.sort <= 64)
		return expr_const(s, h.sort + l.sort, x << l.sort | y);
	return EXPR_NONE;
}

static expr simplify_concat(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);
	uint64_t k;
	expr joined = join_parts(s, n->a, n->b);

	if (joined != EXPR_NONE)
		return joined;
	if (expr_is_const(s, n->a, &k) && k == 0)
		return expr_resize(s, n->b, n->sort, false);
	if (a.op == EXPR_CONCAT && (joined = join_parts(s, a.b, n->b)) != EXPR_NONE)
		return expr_binary(s, EXPR_CONCAT, a.a, joined);
	if (a.op == EXPR_ZEXT && (joined = join_parts(s, a.a, n->b)) != EXPR_NONE)
		return expr_resize(s, joined, n->sort, false);
	return EXPR_NONE;
}

static expr simplify_extend(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);

	if (a.op == EXPR_ZEXT || (a.op == EXPR_SEXT && n->op == EXPR_SEXT))
		return expr_convert(s, a.op, n->sort, a.a);
	if (a.op == EXPR_ITE && node_is_const(s, a.b) && node_is_const(s, a.c) &&
	    n->sort <= 64)
		return expr_ite(s, a.a,
				expr_resize(s, a.b, n->sort, n->op == EXPR_SEXT),
				expr_resize(s, a.c, n->sort, n->op == EXPR_SEXT));
	return EXPR_NONE;
}

/* What a constant of zeros or of ones leaves of the other operand. */
static expr simplify_mask(struct expr_store *s, const struct expr_node *n)
{
	uint64_t k;

	if (!expr_is_const(s, n->b, &k) || n->sort > 64 ||
	    (k && (k != node_mask(n->sort) || n->op == EXPR_BITXOR)))
		return EXPR_NONE;
	return (n->op == EXPR_BITAND) == !k ? n->b : n->a;
}

/* ---- quotients and remainders */

/* Whether it is a / b * b. */
static bool is_quotient_again(const struct expr_store *s, expr e, enum expr_op divides,
			      expr a, expr b)
{
	const struct expr_node *n = expr_at(s, e);

	if (n->op != EXPR_MUL || (n->a != b && n->b != b))
		return false;
	const struct expr_node *q = expr_at(s, n->b == b ? n->a : n->b);
	return q->op == divides && q->a == a && q->b == b;
}

/* a / b * b + a % b is a, also where b is 0: a % 0 is a. */
static expr simplify_sum(const struct expr_store *s, expr product, expr rest)
{
	const struct expr_node *n = expr_at(s, rest);

	if ((n->op == EXPR_UREM &&
	     is_quotient_again(s, product, EXPR_UDIV, n->a, n->b)) ||
	    (n->op == EXPR_SREM &&
	     is_quotient_again(s, product, EXPR_SDIV, n->a, n->b)))
		return n->a;
	return EXPR_NONE;
}

/* a - a / b * b is a % b. */
static expr simplify_difference(struct expr_store *s, expr a, expr product)
{
	const struct expr_node *n = expr_at(s, product);

	if (n->op != EXPR_MUL)
		return EXPR_NONE;
	const expr factors[] = {n->a, n->b};
	for (int i = 0; i < 2; i++) {
		const expr b = factors[i];
		if (is_quotient_again(s, product, EXPR_UDIV, a, b))
			return expr_binary(s, EXPR_UREM, a, b);
		if (is_quotient_again(s, product, EXPR_SDIV, a, b))
			return expr_binary(s, EXPR_SREM, a, b);
	}
	return EXPR_NONE;
}

/* ---- truth values */

static bool chooses_constants(const struct expr_store *s, expr e)
{
	return node_is_op(s, e, EXPR_ITE) && node_is_const(s, expr_at(s, e)->b) &&
	       node_is_const(s, expr_at(s, e)->c);
}

/* The condition under which a choice between the bits 0 and 1 is 1. */
static expr truth_of(struct expr_store *s, expr e)
{
	const struct expr_node n = *expr_at(s, e);
	uint64_t high, low;

	expr_is_const(s, n.b, &high);
	expr_is_const(s, n.c, &low);
	if (high == low)
		return expr_bool(s, high);
	return high ? n.a : expr_not(s, n.a);
}

static expr bit_of(struct expr_store *s, expr truth)
{
	return expr_ite(s, truth, expr_const(s, 1, 1), expr_const(s, 1, 0));
}

static expr simplify_truths(struct expr_store *s, const struct expr_node *n)
{
	if (n->sort != 1 || !chooses_constants(s, n->a))
		return EXPR_NONE;
	const expr a = truth_of(s, n->a);
	if (n->op == EXPR_BITNOT)
		return bit_of(s, expr_not(s, a));
	if (!chooses_constants(s, n->b))
		return EXPR_NONE;
	const expr b = truth_of(s, n->b);
	const expr both = expr_and(s, a, b), some = expr_or(s, a, b);
	if (n->op == EXPR_BITAND)
		return bit_of(s, both);
	if (n->op == EXPR_BITOR)
		return bit_of(s, some);
	return bit_of(s, expr_and(s, some, expr_not(s, both)));
}

expr simplify_bits(struct expr_store *s, const struct expr_node *n)
{
	switch (n->op) {
	case EXPR_CONCAT:
		return simplify_concat(s, n);
	case EXPR_EXTRACT:
		return simplify_extract(s, n);
	case EXPR_ZEXT:
	case EXPR_SEXT:
		return simplify_extend(s, n);
	case EXPR_ADD: {
		const expr a = simplify_sum(s, n->a, n->b);
		return a != EXPR_NONE ? a : simplify_sum(s, n->b, n->a);
	}
	case EXPR_SUB:
		return simplify_difference(s, n->a, n->b);
	case EXPR_BITNOT:
		return simplify_truths(s, n);
	case EXPR_BITAND:
	case EXPR_BITOR:
	case EXPR_BITXOR: {
		const expr left = simplify_mask(s, n);
		return left != EXPR_NONE ? left : simplify_truths(s, n);
	}
	default:
		return EXPR_NONE;
	}
}
