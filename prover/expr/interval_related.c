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

struct value_interval interval_related(const struct interval_sweep *sweep,
				       const struct expr_node *n, bool nan,
				       struct value_interval i)
{
	const bool is_less = n->op == EXPR_FLT;

	if (!sweep->order || n->op == EXPR_FNAN || i.may_be_true != i.may_be_false)
		return i;
	by_difference(sweep, n, nan, &i);
	if (i.may_be_true != i.may_be_false)
		return i;
	if (n->op == EXPR_FEQ)
		i.may_be_true = !order_holds(sweep, n->a, n->b, true) &&
				!order_holds(sweep, n->b, n->a, true);
	else if (order_holds(sweep, n->b, n->a, !is_less))
		i.may_be_true = false;
	else if (!nan && order_holds(sweep, n->a, n->b, is_less))
		i.may_be_false = false;
	return i;
}
