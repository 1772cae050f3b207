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

struct value_interval interval_related(const struct interval_sweep *sweep,
				       const struct expr_node *n, bool nan,
				       struct value_interval i)
{
	const bool is_less = n->op == EXPR_FLT;

	if (!sweep->order || n->op == EXPR_FNAN || !i.may_be_true || !i.may_be_false)
		return i;
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
