/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplify_sign.c - simpler comparisons of numbers with a constant, where the signs
 * decide or a square root, a sum or a difference need not be computed. Each rule holds
 * in all rounding modes, with subnormal numbers: a difference is 0 only if both sides
 * are equal (Sterbenz), and the root of a number above 0 is not 0.
 */
#include <math.h>

#include "prover/expr/node.h"

enum { DEPTH = 8 };

/* A comparison: x with a constant. */
struct against {
	unsigned sort;
	expr x, constant;
	double value; /* of the constant */
};

/* ---- numbers that are never below 0: such a one may be -0 or a NaN */

static bool never_negative(const struct expr_store *s, expr e, int depth)
{
	const struct expr_node n = *expr_at(s, e);
	double value;

	switch (n.op) {
	case EXPR_FABS:
	case EXPR_FSQRT:
	case EXPR_FROM_UNSIGNED:
		return true;
	case EXPR_TOFP:
		return node_is_number(s, e, &value) && !(value < 0);
	case EXPR_FRINT:
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
	case EXPR_FRESIZE:
		return depth && never_negative(s, n.a, depth - 1);
	case EXPR_FMA:
		return depth && never_negative(s, n.c, depth - 1) &&
		       (n.a == n.b || (never_negative(s, n.a, depth - 1) &&
				       never_negative(s, n.b, depth - 1)));
	case EXPR_FMUL:
		return n.a == n.b || (depth && never_negative(s, n.a, depth - 1) &&
				      never_negative(s, n.b, depth - 1));
	case EXPR_FADD:
		return depth && never_negative(s, n.a, depth - 1) &&
		       never_negative(s, n.b, depth - 1);
	case EXPR_ITE:
		return depth && never_negative(s, n.b, depth - 1) &&
		       never_negative(s, n.c, depth - 1);
	default:
		return false;
	}
}

static expr is_signed_number(struct expr_store *s, expr e)
{
	return expr_not(s, expr_unary(s, EXPR_FNAN, e));
}

static expr signed_number(struct expr_store *s, unsigned sort, double value)
{
	return expr_number(s, sort, node_bits(sort, value));
}

/* x < c, x <= c, x == c */
static expr never_below(struct expr_store *s, enum expr_op op, const struct against *g)
{
	const bool strict = op == EXPR_FLT;

	if (g->value < 0 || (strict && g->value == 0))
		return expr_bool(s, false);
	return op == EXPR_FLE && g->value == 0
		   ? expr_binary(s, EXPR_FEQ, g->x, g->constant)
		   : EXPR_NONE;
}

/* c < x, c <= x */
static expr ever_above(struct expr_store *s, enum expr_op op, const struct against *g)
{
	return g->value < 0 || (op == EXPR_FLE && g->value == 0)
		   ? is_signed_number(s, g->x)
		   : EXPR_NONE;
}

/* ---- roots */

/* No root of a finite number is above that: sqrt(2^128), sqrt(2^1024). */
static double root_limit(unsigned sort)
{
	return sort == SORT_F32 ? 0x1p64 : 0x1p512;
}

static expr has_root(struct expr_store *s, unsigned sort, expr a)
{
	return expr_binary(s, EXPR_FLE, signed_number(s, sort, 0), a);
}

/* sqrt(a) < c, sqrt(a) <= c, sqrt(a) == c, where c is not below 0 */
static expr root_below(struct expr_store *s, enum expr_op op, const struct against *g,
		       expr a)
{
	const expr infinite = signed_number(s, g->sort, INFINITY);

	if (op == EXPR_FEQ)
		return g->value == 0 || isinf(g->value)
			   ? expr_binary(s, EXPR_FEQ, a, g->constant)
			   : EXPR_NONE;
	if (!(g->value > root_limit(g->sort)))
		return EXPR_NONE;
	return op == EXPR_FLE && isinf(g->value)
		   ? has_root(s, g->sort, a)
		   : expr_and(s, has_root(s, g->sort, a),
			      expr_binary(s, EXPR_FLT, a, infinite));
}

/* c < sqrt(a), c <= sqrt(a), where c is not below 0 */
static expr root_above(struct expr_store *s, enum expr_op op, const struct against *g,
		       expr a)
{
	if (g->value == 0)
		return expr_binary(s, op, g->constant, a);
	if (!(g->value > root_limit(g->sort)) || (op == EXPR_FLT && isinf(g->value)))
		return EXPR_NONE;
	return expr_binary(s, EXPR_FEQ, a, signed_number(s, g->sort, INFINITY));
}

/* ---- differences, compared with 0 */

/* b of a - b, or of a + b with the sign turned. */
static expr subtrahend(struct expr_store *s, const struct expr_node *n)
{
	return n->op == EXPR_FSUB ? n->b : expr_unary(s, EXPR_FNEG, n->b);
}

/* a - b == 0: both are equal, and infinity minus itself is a NaN */
static expr equal(struct expr_store *s, unsigned sort, expr a, expr b)
{
	return expr_and(s, expr_binary(s, EXPR_FEQ, a, b),
			expr_binary(s, EXPR_FLT, expr_unary(s, EXPR_FABS, a),
				    signed_number(s, sort, INFINITY)));
}

/* a - b below, or above, 0 */
static expr compare_sides(struct expr_store *s, enum expr_op op, unsigned sort,
			  expr low, expr high)
{
	const expr less = expr_binary(s, EXPR_FLT, low, high);

	return op == EXPR_FLT ? less : expr_or(s, less, equal(s, sort, low, high));
}

static expr simplify_difference(struct expr_store *s, enum expr_op op,
				const struct against *g, bool is_left)
{
	const struct expr_node n = *expr_at(s, g->x);

	if ((n.op != EXPR_FSUB && n.op != EXPR_FADD) || g->value != 0)
		return EXPR_NONE;
	const expr a = n.a, b = subtrahend(s, &n);
	if (op == EXPR_FEQ)
		return equal(s, g->sort, a, b);
	return is_left ? compare_sides(s, op, g->sort, a, b)
		       : compare_sides(s, op, g->sort, b, a);
}

/* ---- */

static expr simplify_against(struct expr_store *s, enum expr_op op,
			     const struct against *g, bool is_left)
{
	const struct expr_node n = *expr_at(s, g->x);
	expr simple = EXPR_NONE;

	if (isnan(g->value))
		return expr_bool(s, false);
	if (never_negative(s, g->x, DEPTH))
		simple = is_left || op == EXPR_FEQ ? never_below(s, op, g)
						   : ever_above(s, op, g);
	if (simple == EXPR_NONE && n.op == EXPR_FSQRT)
		simple = is_left || op == EXPR_FEQ ? root_below(s, op, g, n.a)
						   : root_above(s, op, g, n.a);
	if (simple == EXPR_NONE)
		simple = simplify_difference(s, op, g, is_left);
	return simple;
}

/* The absolute value of a number that is never negative is the number itself, except
 * for the sign of a 0. */
static expr without_size(const struct expr_store *s, expr e)
{
	const struct expr_node *n = expr_at(s, e);

	return n->op == EXPR_FABS && never_negative(s, n->a, DEPTH) ? n->a : e;
}

expr simplify_sign(struct expr_store *s, const struct expr_node *n)
{
	struct against g = {.sort = expr_sort(s, n->a)};

	if (n->op == EXPR_FNAN) {
		const struct expr_node a = *expr_at(s, n->a);
		return a.op == EXPR_FSQRT && g.sort <= SORT_F64
			   ? expr_not(s, has_root(s, g.sort, a.a))
			   : EXPR_NONE;
	}
	const expr a = without_size(s, n->a), b = without_size(s, n->b);
	if (a != n->a || b != n->b)
		return expr_binary(s, n->op, a, b);
	const bool is_left = node_is_number(s, n->b, &g.value);
	if (!is_left && !node_is_number(s, n->a, &g.value))
		return EXPR_NONE;
	g.x = is_left ? n->a : n->b;
	g.constant = is_left ? n->b : n->a;
	return simplify_against(s, n->op, &g, is_left);
}
