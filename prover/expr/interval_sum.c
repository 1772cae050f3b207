/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval_sum.c - comparisons of integers, as sums, by what these have in common:
 * lo <= lo + (hi - lo) / 2. All is counted modulo 2^width, where sums may wrap around; what the
 * intervals of both operands leave of a difference says which of its values it is.
 */
#include "prover/expr/interval.h"

#include <math.h>

#include "prover/expr/linear.h"
#include "prover/expr/node.h"
#include "prover/expr/order.h"

typedef __int128 wide;

enum { SUM_NODES = 64, FACTOR_BITS = 40 };

/* ---- conversions there and back */

expr interval_source(const struct interval_sweep *sweep, expr e)
{
	for (;;) {
		const struct expr_node *n = expr_at(sweep->store, e);
		const struct value_interval *a = &sweep->values[n->a];
		const struct expr_node *number = expr_at(sweep->store, n->a);
		if (n->op == EXPR_ITE && a->may_be_true != a->may_be_false) {
			e = a->may_be_true ? n->b : n->c;
			continue;
		}
		if (n->op != EXPR_TO_SIGNED || number->op != EXPR_FROM_SIGNED ||
		    expr_sort(sweep->store, number->a) != n->sort || n->sort > 64)
			return e;
		const int64_t limit = (int64_t)1
				      << (number->sort == SORT_F32 ? 24 : 53);
		const struct value_interval *i = &sweep->values[number->a];
		if (i->least < -limit || i->most > limit)
			return e;
		e = number->a;
	}
}

/* Whether the lowest bits of an integer are all of it. */
static bool keeps_value(const struct interval_sweep *sweep,
			const struct expr_node *extract)
{
	const struct value_interval *i = &sweep->values[extract->a];
	const int64_t limit = (int64_t)1 << (extract->sort - 1);

	return extract->value == 0 && expr_sort(sweep->store, extract->a) <= 64 &&
	       i->least >= -limit && i->most < limit;
}

expr interval_whole_source(const struct interval_sweep *sweep, expr e)
{
	const struct expr_store *s = sweep->store;
	const struct expr_node *n = expr_at(s, interval_source(sweep, e));

	while (n->op == EXPR_SEXT || (n->op == EXPR_EXTRACT && keeps_value(sweep, n)))
		n = expr_at(s, interval_source(sweep, n->a));
	if (n->op != EXPR_TO_SIGNED || n->sort > 64 ||
	    !node_is_float(expr_sort(s, n->a)))
		return EXPR_NONE;
	const struct value_interval *i = &sweep->values[n->a];
	const double limit = ldexp(1, (int)n->sort - 1);
	return !i->may_be_nan && i->from >= -limit && i->to < limit ? n->a : EXPR_NONE;
}

/* ---- a sum of multiples */

/* Adds factor * e, as choices that are known make it. False: it is too large, or of more nodes
 * than are left. */
static bool add(const struct interval_sweep *sweep, struct linear *sum, expr e,
		int64_t factor, unsigned *left)
{
	const struct expr_store *s = sweep->store;
	const struct expr_node *n = expr_at(s, e = interval_source(sweep, e));
	const bool minus = n->op == EXPR_SUB;
	uint64_t by;

	if (!*left || factor >> FACTOR_BITS != factor >> 63)
		return false;
	--*left;
	switch (n->op) {
	case EXPR_ADD:
	case EXPR_SUB:
		return add(sweep, sum, n->a, factor, left) &&
		       add(sweep, sum, n->b, minus ? -factor : factor, left);
	case EXPR_NEG:
		return add(sweep, sum, n->a, -factor, left);
	case EXPR_MUL:
		return expr_is_const(s, n->b, &by) &&
			       !__builtin_mul_overflow(factor, node_signed(n->sort, by),
						       &factor)
			   ? add(sweep, sum, n->a, factor, left)
			   : linear_add(sum, s, e, factor);
	default:
		return linear_add(sum, s, e, factor);
	}
}

struct sum_bounds {
	wide from, to;
};

static struct sum_bounds bounds_of(const struct interval_sweep *sweep,
				   const struct linear *sum)
{
	struct sum_bounds b = {sum->constant, sum->constant};

	for (size_t i = 0; i < sum->count; i++) {
		const struct value_interval *v = &sweep->values[sum->terms[i]];
		const wide factor = sum->factors[i];
		const bool has_sign =
		    (wide)v->most - v->least <= (wide)v->high - v->low;
		const wide least = factor * (has_sign ? v->least : (wide)v->low),
			   most = factor * (has_sign ? v->most : (wide)v->high);
		b.from += factor > 0 ? least : most;
		b.to += factor > 0 ? most : least;
	}
	return b;
}

/* What of `known` is a value of the sum, but for multiples of 2^width: if only those of one
 * multiple are. */
static struct sum_bounds congruent(struct sum_bounds sum, struct sum_bounds known,
				   unsigned width)
{
	const wide size = (wide)1 << width;
	const wide first = -((sum.to - known.from) >> width), /* rounded up */
	    last = (known.to - sum.from) >> width;

	if (first < last)
		return known;
	sum.from += first * size;
	sum.to += first * size;
	return (struct sum_bounds){sum.from > known.from ? sum.from : known.from,
				   sum.to < known.to ? sum.to : known.to};
}

/* ---- comparisons */

static struct value_interval by_difference(const struct interval_sweep *sweep,
					   const struct expr_node *n,
					   struct value_interval truth)
{
	const struct value_interval *a = &sweep->values[n->a],
				    *b = &sweep->values[n->b];
	const bool has_sign = n->op == EXPR_SLT || n->op == EXPR_SLE;
	const struct sum_bounds known =
	    has_sign
		? (struct sum_bounds){(wide)a->least - b->most,
				      (wide)a->most - b->least}
		: (struct sum_bounds){(wide)a->low - b->high, (wide)a->high - b->low};
	struct linear sum = {0};
	unsigned left = SUM_NODES;

	if (!add(sweep, &sum, n->a, 1, &left) || !add(sweep, &sum, n->b, -1, &left))
		return truth;
	const struct sum_bounds d =
	    congruent(bounds_of(sweep, &sum), known, expr_sort(sweep->store, n->a));
	switch (n->op) {
	case EXPR_EQ:
		return interval_of_truth(d.from != 0 || d.to != 0,
					 d.from <= 0 && d.to >= 0);
	case EXPR_ULT:
	case EXPR_SLT:
		return interval_of_truth(d.to >= 0, d.from < 0);
	default:
		return interval_of_truth(d.to > 0, d.from <= 0);
	}
}

struct value_interval interval_of_difference(const struct interval_sweep *sweep,
					     const struct expr_node *n,
					     struct value_interval truth)
{
	const bool is_strict = n->op == EXPR_SLT || n->op == EXPR_ULT;
	const bool is_equal = n->op == EXPR_EQ;

	if (is_equal && interval_source(sweep, n->a) == interval_source(sweep, n->b))
		return interval_of_truth(false, true);
	if (!sweep->order || truth.may_be_true != truth.may_be_false)
		return truth;
	truth = by_difference(sweep, n, truth);
	if (truth.may_be_true != truth.may_be_false ||
	    ((n->op == EXPR_ULT || n->op == EXPR_ULE) &&
	     (sweep->values[n->a].least < 0 || sweep->values[n->b].least < 0)))
		return truth;
	if (order_holds(sweep, n->b, n->a, is_equal || !is_strict) ||
	    (is_equal && order_holds(sweep, n->a, n->b, true)))
		truth.may_be_true = false;
	else if (!is_equal && order_holds(sweep, n->a, n->b, is_strict))
		truth.may_be_false = false;
	return truth;
}
