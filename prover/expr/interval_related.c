/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval_related.c - comparisons of numbers that intervals of each leave open: by what they
 * have in common, and by their order. */

#include "prover/expr/interval.h"
#include "prover/expr/affine.h"
#include "prover/expr/order.h"

/* A comparison by the sign of the difference. */
static void by_difference(const struct interval_sweep *sweep, const struct expr_node *n,
			  bool nan, struct value_interval *i)
{
	double from, to;

	if (!affine_difference(sweep, n->a, n->b, &from, &to))
		return;
	if (n->op == EXPR_FEQ) {
		i->may_be_true = from <= 0 && to >= 0;
		i->may_be_false = nan || from != 0 || to != 0;
	} else if (n->op == EXPR_FLT) {
		i->may_be_true = from < 0;
		i->may_be_false = nan || to >= 0;
	} else {
		i->may_be_true = from <= 0;
		i->may_be_false = nan || to > 0;
	}
}

void interval_narrow_fraction(const struct expr_store *s, const struct expr_node *n,
			      struct value_interval *i)
{
	const struct expr_node *a = expr_at(s, n->a), *b = expr_at(s, n->b);
	const double below_one = n->sort == SORT_F32 ? 1 - 0x1p-24 : 1 - 0x1p-53;

	if (b->op == EXPR_FTRUNC && b->a == n->a)
		interval_keep(i, -below_one, below_one);
	else if (b->op == EXPR_FROUND && b->a == n->a)
		interval_keep(i, -0.5, 0.5);
	else if ((b->op == EXPR_FFLOOR && b->a == n->a) ||
		 (a->op == EXPR_FCEIL && a->a == n->b) ||
		 (a->op == EXPR_FCEIL && b->op == EXPR_FFLOOR && a->a == b->a))
		interval_keep(i, 0, 1);
}

/* Of what number it is the whole part, toward 0, whatever the sign of 0 is; or EXPR_NONE. */
static expr whole_part_of(const struct interval_sweep *sweep, expr e)
{
	const struct expr_node *n = expr_at(sweep->store, e);
	const struct value_interval *x = &sweep->values[n->a];

	if (n->op == EXPR_FTRUNC || (n->op == EXPR_FFLOOR && x->from >= 0) ||
	    (n->op == EXPR_FCEIL && x->to <= 0))
		return n->a;
	if (n->op != EXPR_FROM_SIGNED)
		return EXPR_NONE;
	/* It is a number of the format again. */
	const expr of = interval_whole_source(sweep, n->a);
	return of != EXPR_NONE && expr_sort(sweep->store, of) == n->sort ? of
									 : EXPR_NONE;
}

static bool is_same_whole(const struct interval_sweep *sweep, expr a, expr b)
{
	const expr x = whole_part_of(sweep, a);

	return x != EXPR_NONE && x == whole_part_of(sweep, b);
}

struct value_interval interval_related(const struct interval_sweep *sweep,
				       const struct expr_node *n, bool nan,
				       struct value_interval i)
{
	const bool is_less = n->op == EXPR_FLT;

	if (!sweep->order || n->op == EXPR_FNAN || !i.may_be_true || !i.may_be_false)
		return i;
	if (is_same_whole(sweep, n->a, n->b))
		return interval_of_truth(nan || is_less, !is_less);
	by_difference(sweep, n, nan, &i);
	if (i.may_be_true != i.may_be_false)
		return i;
	if (n->op == EXPR_FEQ) {
		i.may_be_true = !order_holds(sweep, n->a, n->b, true) &&
				!order_holds(sweep, n->b, n->a, true);
		i.may_be_false = nan || !order_holds(sweep, n->a, n->b, false) ||
				 !order_holds(sweep, n->b, n->a, false);
	} else {
		/* Both, if it is a condition that contradicts others: it is a fact, too. */
		i.may_be_true = !order_holds(sweep, n->b, n->a, !is_less);
		i.may_be_false = nan || !order_holds(sweep, n->a, n->b, is_less);
	}
	return i;
}
