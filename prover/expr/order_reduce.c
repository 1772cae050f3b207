/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * order_reduce.c - rules of operations that keep the order of their operands, of quotients
 * beside 1, and of roots of squares: rounded to nearest, sqrt(x * x) is |x| if x * x neither
 * overflows nor is subnormal (S. Boldo, Stupid is as stupid does: taking the square root of
 * the square of a floating-point number, 2015).
 */
#include "prover/expr/order.h"

#include <math.h>

#include "prover/expr/node.h"

struct order_ends {
	const struct interval_sweep *sweep;
	expr x, y;
	struct order_reductions *to;
};

static const struct expr_node *at(const struct order_ends *g, expr e)
{
	return expr_at(g->sweep->store, e);
}

static const struct value_interval *values(const struct order_ends *g, expr e)
{
	return &g->sweep->values[e];
}

static void reduce_both(const struct order_ends *g, expr low, expr high, expr low_too,
			expr high_too)
{
	if (g->to->count < ORDER_REDUCTIONS)
		g->to->list[g->to->count++] =
		    (struct order_reduction){2, {low, low_too}, {high, high_too}};
}

static void reduce(const struct order_ends *g, expr low, expr high)
{
	if (g->to->count < ORDER_REDUCTIONS)
		g->to->list[g->to->count++] =
		    (struct order_reduction){1, {low}, {high}};
}

/* ---- f(p) <= f(r) if p <= r */

static void reduce_products(const struct order_ends *g, const struct expr_node *x,
			    const struct expr_node *y)
{
	if (x->b == y->b && values(g, x->b)->from >= 0)
		reduce(g, x->a, y->a);
	else if (x->a == y->a && values(g, x->a)->from >= 0)
		reduce(g, x->b, y->b);
	else if (x->b == y->b && values(g, x->b)->to <= 0)
		reduce(g, y->a, x->a);
	else if (values(g, x->a)->from >= 0 && values(g, x->b)->from >= 0)
		reduce_both(g, x->a, y->a, x->b, y->b);
}

static void reduce_same(const struct order_ends *g, const struct expr_node *x,
			const struct expr_node *y)
{
	const bool one_mode = !g->sweep->each;

	if (!one_mode && x->op <= EXPR_FDIV)
		return;
	switch (x->op) {
	case EXPR_FADD:
		reduce_both(g, x->a, y->a, x->b, y->b);
		reduce_both(g, x->a, y->b, x->b, y->a);
		break;
	case EXPR_FSUB:
		reduce_both(g, x->a, y->a, y->b, x->b);
		break;
	case EXPR_FMUL:
		reduce_products(g, x, y);
		break;
	case EXPR_FDIV:
		if (x->b == y->b && values(g, x->b)->from > 0)
			reduce(g, x->a, y->a);
		break;
	case EXPR_FROM_SIGNED:
	case EXPR_FSQRT:
	case EXPR_FRINT:
	case EXPR_FRESIZE:
		if (at(g, x->a)->sort == at(g, y->a)->sort &&
		    (one_mode ||
		     (x->op == EXPR_FRESIZE && at(g, x->a)->sort < x->sort)))
			reduce(g, x->a, y->a);
		break;
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
		reduce(g, x->a, y->a);
		break;
	case EXPR_FNEG:
		reduce(g, y->a, x->a);
		break;
	default:
		break;
	}
}

/* ---- quotients beside 1 */

static void reduce_quotient(const struct order_ends *g)
{
	const struct expr_node *x = at(g, g->x), *y = at(g, g->y);

	if (x->op == EXPR_FDIV && values(g, x->b)->from > 0 &&
	    values(g, g->y)->from >= 1)
		reduce(g, x->a, x->b);
	if (y->op == EXPR_FDIV && values(g, y->b)->from > 0 && values(g, g->x)->to <= 1)
		reduce(g, y->b, y->a);
}

/* ---- roots */

/* The number without a sign. */
static expr size_of(const struct order_ends *g, expr e)
{
	while (at(g, e)->op == EXPR_FABS || at(g, e)->op == EXPR_FNEG)
		e = at(g, e)->a;
	return e;
}

/* Whether it is the square of e or -e. */
static bool is_square(const struct order_ends *g, expr square, expr e)
{
	const struct expr_node *n = at(g, square);

	return n->op == EXPR_FMUL && size_of(g, n->a) == size_of(g, e) &&
	       size_of(g, n->b) == size_of(g, e);
}

/* x <= sqrt(sum) if x * x is a part of the sum that it is not below. */
static void reduce_root_above(const struct order_ends *g, expr sum, unsigned depth)
{
	const struct expr_node *n = at(g, sum);

	if (is_square(g, sum, g->x))
		reduce(g, sum, at(g, g->y)->a);
	if (n->op != EXPR_FADD || !depth)
		return;
	reduce_root_above(g, n->a, depth - 1);
	reduce_root_above(g, n->b, depth - 1);
}

/* sqrt(y * y - z) <= y if it is at most y * y. */
static void reduce_root_below(const struct order_ends *g)
{
	const expr all = at(g, g->x)->a;
	expr e = all;

	while (!is_square(g, e, g->y) && at(g, e)->op == EXPR_FSUB)
		e = at(g, e)->a;
	if (is_square(g, e, g->y))
		reduce(g, all, e);
}

static void reduce_roots(const struct order_ends *g)
{
	enum { DEPTH = 3 };
	const bool is_float = at(g, g->x)->sort == SORT_F32;
	const double least = is_float ? 0x1p-63 : 0x1p-511;
	const double most = is_float ? 0x1p63 : 0x1p511;

	if (!g->sweep->nearest || !node_is_float(at(g, g->x)->sort))
		return;
	if (at(g, g->y)->op == EXPR_FSQRT && values(g, g->x)->from >= least)
		reduce_root_above(g, at(g, g->y)->a, DEPTH);
	if (at(g, g->x)->op == EXPR_FSQRT && values(g, g->y)->from >= least &&
	    values(g, g->y)->to <= most)
		reduce_root_below(g);
}

/* ---- all of them */

void order_reduce(const struct interval_sweep *sweep, expr x, expr y, bool is_strict,
		  struct order_reductions *reductions)
{
	const struct order_ends g = {sweep, x, y, reductions};
	const struct expr_node *n = at(&g, x), *m = at(&g, y);
	/* All whole numbers made of a number are between its floor and its ceiling. */
	const bool is_between = node_is_whole(n) && node_is_whole(m) &&
				(n->op == EXPR_FFLOOR || m->op == EXPR_FCEIL);

	reductions->count = 0;
	if ((n->op == m->op || is_between) && (!is_strict || n->op == EXPR_FNEG))
		reduce_same(&g, n, m);
	if (is_strict)
		return;
	reduce_quotient(&g);
	reduce_roots(&g);
}
