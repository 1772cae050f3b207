/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify_bits.c - simpler bit-vectors. The rules for parts are what makes memory
 * cheap: a word that is stored as bytes, joined byte for byte with another path's, and
 * loaded again is the choice between the two words.
 */
#include "prover/expr/node.h"

enum { ZERO_DEPTH = 6 };

static uint64_t ones(unsigned width)
{
	return width >= 64 ? UINT64_MAX : ((uint64_t)1 << width) - 1;
}

/* ---- bits that are known to be 0, for widths up to 64 */

static uint64_t zeros(const struct expr_store *s, expr e, int depth)
{
	const struct expr_node *n = expr_at(s, e);
	uint64_t k;

	if (n->sort > 64 || depth == 0)
		return 0;
	switch (n->op) {
	case EXPR_CONST:
		return ~n->value & ones(n->sort);
	case EXPR_BITAND:
		return zeros(s, n->a, depth - 1) | zeros(s, n->b, depth - 1);
	case EXPR_BITOR:
	case EXPR_BITXOR:
		return zeros(s, n->a, depth - 1) & zeros(s, n->b, depth - 1);
	case EXPR_ITE:
		return zeros(s, n->b, depth - 1) & zeros(s, n->c, depth - 1);
	case EXPR_ZEXT:
		return zeros(s, n->a, depth - 1) |
		       (ones(n->sort) & ~ones(expr_sort(s, n->a)));
	case EXPR_SHL:
		if (!expr_is_const(s, n->b, &k) || k >= n->sort)
			return 0;
		return (zeros(s, n->a, depth - 1) << k | ones((unsigned)k)) &
		       ones(n->sort);
	case EXPR_LSHR:
		if (!expr_is_const(s, n->b, &k) || k >= n->sort)
			return 0;
		return zeros(s, n->a, depth - 1) >> k |
		       (ones(n->sort) & ~(ones(n->sort) >> k));
	default:
		return 0;
	}
}

/* ---- arithmetic */

static expr associate(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node *a = expr_at(s, n->a);

	if (a->op != n->op || !node_is_const(s, a->b) || !node_is_const(s, n->b))
		return EXPR_NONE;
	const expr inner = a->a;
	return expr_binary(s, n->op, inner, expr_binary(s, n->op, a->b, n->b));
}

static expr simplify_add(struct expr_store *s, const struct expr_node *n)
{
	uint64_t k;

	if (node_is_const(s, n->a))
		return expr_binary(s, EXPR_ADD, n->b, n->a);
	if (expr_is_const(s, n->b, &k) && k == 0)
		return n->a;
	return associate(s, n);
}

static expr simplify_sub(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node *a = expr_at(s, n->a);

	if (n->a == n->b && n->sort <= 64)
		return expr_const(s, n->sort, 0);
	if (node_is_const(s, n->b))
		return expr_binary(s, EXPR_ADD, n->a, expr_unary(s, EXPR_NEG, n->b));
	if (a->op == EXPR_ADD && a->a == n->b)
		return a->b;
	return EXPR_NONE;
}

static expr simplify_mul(struct expr_store *s, const struct expr_node *n)
{
	uint64_t k;

	if (node_is_const(s, n->a))
		return expr_binary(s, EXPR_MUL, n->b, n->a);
	if (expr_is_const(s, n->b, &k) && k <= 1)
		return k ? n->a : n->b;
	return associate(s, n);
}

/* ---- bit by bit */

static expr simplify_bitand(struct expr_store *s, const struct expr_node *n)
{
	uint64_t k;

	if (n->a == n->b)
		return n->a;
	if (node_is_const(s, n->a))
		return expr_binary(s, EXPR_BITAND, n->b, n->a);
	if (expr_is_const(s, n->b, &k)) {
		const uint64_t may = ones(n->sort) & ~zeros(s, n->a, ZERO_DEPTH);
		if ((may & k) == 0)
			return expr_const(s, n->sort, 0);
		if ((may & ~k) == 0)
			return n->a;
	}
	return associate(s, n);
}

static expr simplify_bitor(struct expr_store *s, const struct expr_node *n)
{
	uint64_t k;

	if (n->a == n->b)
		return n->a;
	if (node_is_const(s, n->a))
		return expr_binary(s, EXPR_BITOR, n->b, n->a);
	if (expr_is_const(s, n->b, &k)) {
		if (k == 0)
			return n->a;
		if (k == ones(n->sort))
			return n->b;
	}
	return associate(s, n);
}

static expr simplify_bitxor(struct expr_store *s, const struct expr_node *n)
{
	uint64_t k;

	if (n->a == n->b && n->sort <= 64)
		return expr_const(s, n->sort, 0);
	if (node_is_const(s, n->a))
		return expr_binary(s, EXPR_BITXOR, n->b, n->a);
	if (expr_is_const(s, n->b, &k) && k == 0)
		return n->a;
	return associate(s, n);
}

static expr simplify_shift(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);
	uint64_t k, k1;

	if (!expr_is_const(s, n->b, &k))
		return EXPR_NONE;
	if (k == 0)
		return n->a;
	if (k >= n->sort)
		return n->op == EXPR_ASHR || n->sort > 64 ? EXPR_NONE
							  : expr_const(s, n->sort, 0);
	if (a.op == n->op && expr_is_const(s, a.b, &k1) && k1 < n->sort &&
	    k + k1 < n->sort)
		return expr_binary(s, n->op, a.a, expr_const(s, n->sort, k + k1));
	return EXPR_NONE;
}

/* ---- parts */

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
static expr join(struct expr_store *s, expr high, expr low)
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
	expr joined = join(s, n->a, n->b);

	if (joined != EXPR_NONE)
		return joined;
	if (expr_is_const(s, n->a, &k) && k == 0)
		return expr_resize(s, n->b, n->sort, false);
	if (a.op == EXPR_CONCAT && (joined = join(s, a.b, n->b)) != EXPR_NONE)
		return expr_binary(s, EXPR_CONCAT, a.a, joined);
	if (a.op == EXPR_ZEXT && (joined = join(s, a.a, n->b)) != EXPR_NONE)
		return expr_resize(s, joined, n->sort, false);
	return EXPR_NONE;
}

static expr simplify_extend(struct expr_store *s, const struct expr_node *n)
{
	const struct expr_node a = *expr_at(s, n->a);

	if (a.op == EXPR_ZEXT || (a.op == EXPR_SEXT && n->op == EXPR_SEXT))
		return expr_make(s, a.op, n->sort, a.a, EXPR_NONE, EXPR_NONE, 0);
	if (a.op == EXPR_ITE && node_is_const(s, a.b) && node_is_const(s, a.c) &&
	    n->sort <= 64)
		return expr_ite(s, a.a,
				expr_resize(s, a.b, n->sort, n->op == EXPR_SEXT),
				expr_resize(s, a.c, n->sort, n->op == EXPR_SEXT));
	return EXPR_NONE;
}

/* ---- all */

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

/* Two choices between bits, joined: one of them. */
static expr join_truths(struct expr_store *s, const struct expr_node *n)
{
	if (n->sort != 1 || !chooses_constants(s, n->a) || !chooses_constants(s, n->b))
		return EXPR_NONE;
	const expr a = truth_of(s, n->a), b = truth_of(s, n->b);
	const expr both = expr_and(s, a, b), some = expr_or(s, a, b);
	const expr joined = n->op == EXPR_BITAND ? both
			    : n->op == EXPR_BITOR
				? some
				: expr_and(s, some, expr_not(s, both));
	return expr_ite(s, joined, expr_const(s, 1, 1), expr_const(s, 1, 0));
}

/* An operation on a choice of constants, and on another constant, is a choice of
 * constants. */
static expr spread(struct expr_store *s, const struct expr_node *n)
{
	if (n->op == EXPR_BITNOT && chooses_constants(s, n->a)) {
		const struct expr_node a = *expr_at(s, n->a);
		return expr_ite(s, a.a, expr_unary(s, n->op, a.b),
				expr_unary(s, n->op, a.c));
	}
	if (n->op == EXPR_BITAND || n->op == EXPR_BITOR || n->op == EXPR_BITXOR) {
		const expr joined = join_truths(s, n);
		if (joined != EXPR_NONE)
			return joined;
	}
	const bool left = node_is_op(s, n->a, EXPR_ITE) && node_is_const(s, n->b);

	if (n->b == EXPR_NONE || n->op == EXPR_CONCAT ||
	    (!left && !(node_is_op(s, n->b, EXPR_ITE) && node_is_const(s, n->a))))
		return EXPR_NONE;
	const struct expr_node ite = *expr_at(s, left ? n->a : n->b);
	const expr k = left ? n->b : n->a;
	if (!node_is_const(s, ite.b) || !node_is_const(s, ite.c))
		return EXPR_NONE;
	if (left)
		return expr_ite(s, ite.a, expr_binary(s, n->op, ite.b, k),
				expr_binary(s, n->op, ite.c, k));
	return expr_ite(s, ite.a, expr_binary(s, n->op, k, ite.b),
			expr_binary(s, n->op, k, ite.c));
}

static expr rules(struct expr_store *s, const struct expr_node *n)
{
	switch (n->op) {
	case EXPR_ADD:
		return simplify_add(s, n);
	case EXPR_SUB:
		return simplify_sub(s, n);
	case EXPR_MUL:
		return simplify_mul(s, n);
	case EXPR_BITAND:
		return simplify_bitand(s, n);
	case EXPR_BITOR:
		return simplify_bitor(s, n);
	case EXPR_BITXOR:
		return simplify_bitxor(s, n);
	case EXPR_BITNOT:
	case EXPR_NEG:
		return expr_at(s, n->a)->op == n->op ? expr_at(s, n->a)->a : EXPR_NONE;
	case EXPR_SHL:
	case EXPR_LSHR:
	case EXPR_ASHR:
		return simplify_shift(s, n);
	case EXPR_CONCAT:
		return simplify_concat(s, n);
	case EXPR_EXTRACT:
		return simplify_extract(s, n);
	case EXPR_ZEXT:
	case EXPR_SEXT:
		return simplify_extend(s, n);
	default:
		return EXPR_NONE;
	}
}

expr simplify_bits(struct expr_store *s, const struct expr_node *n)
{
	const expr simple = rules(s, n);

	return simple != EXPR_NONE ? simple : spread(s, n);
}
