/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval_narrow.c - what the value of an expression leaves of its operands. What rounding
 * may have changed of a result is left to it: a number of the format on each side.
 */
#include <float.h>
#include <math.h>

#include "prover/expr/interval.h"
#include "prover/expr/node.h"

static double next(unsigned sort, double x)
{
	return sort == SORT_F32 ? nextafterf((float)x, INFINITY)
				: nextafter(x, INFINITY);
}

static double previous(unsigned sort, double x)
{
	return -next(sort, -x);
}

/* ---- what is left of one operand */

static void keep(struct interval_sweep *sweep, expr e, const struct value_interval *i)
{
	struct value_interval *to = &sweep->values[e];
	const struct value_interval new =
	    interval_meet(expr_sort(sweep->store, e), to, i);

	sweep->narrowed |= !interval_is_same(&new, to);
	*to = new;
}

/* The least number of the format that is no less. */
static double rounded_up(unsigned sort, double x)
{
	const float f = (float)x;

	return sort == SORT_F64 ? x : f < x ? nextafterf(f, INFINITY) : f;
}

static void keep_numbers(struct interval_sweep *sweep, expr e, double from, double to)
{
	const unsigned sort = expr_sort(sweep->store, e);
	struct value_interval i = interval_of_all(sort);

	if (from > i.from) /* else it may be a NaN */
		i.from = rounded_up(sort, from);
	if (to < i.to)
		i.to = -rounded_up(sort, -to);
	keep(sweep, e, &i);
}

static void keep_no_nan(struct interval_sweep *sweep, expr e)
{
	const struct value_interval i = interval_of_numbers(-INFINITY, INFINITY, false);

	if (node_is_float(expr_sort(sweep->store, e)))
		keep(sweep, e, &i);
}

static void keep_truth(struct interval_sweep *sweep, expr e, bool truth)
{
	const struct value_interval i = interval_of_truth(!truth, truth);

	keep(sweep, e, &i);
}

/* ---- truth values */

/* a and b are both true if `truth`, else at least one of them is false. */
static void narrow_and(struct interval_sweep *sweep, expr a, expr b, bool truth,
		       bool is)
{
	const struct value_interval *x = &sweep->values[a], *y = &sweep->values[b];

	if (truth) {
		keep_truth(sweep, a, is);
		keep_truth(sweep, b, is);
		return;
	}
	if (is ? !x->may_be_false : !x->may_be_true)
		keep_truth(sweep, b, !is);
	if (is ? !y->may_be_false : !y->may_be_true)
		keep_truth(sweep, a, !is);
}

/* The chosen one has the result; one that cannot is not chosen. */
static void narrow_choice(struct interval_sweep *sweep, const struct expr_node *n,
			  const struct value_interval *r)
{
	const struct value_interval *c = &sweep->values[n->a];

	for (int k = 0; k < 2; k++) {
		const expr side = k ? n->c : n->b;
		const struct value_interval i =
		    interval_meet(n->sort, &sweep->values[side], r);
		if (interval_is_empty(&i))
			keep_truth(sweep, n->a, k);
	}
	if (c->may_be_true != c->may_be_false)
		keep(sweep, c->may_be_true ? n->b : n->c, r);
}

/* ---- comparisons */

/* a <= b or a < b, read with or without a sign. */
static void narrow_integers(struct interval_sweep *sweep, expr a, expr b, bool has_sign,
			    bool is_strict)
{
	const struct value_interval x = sweep->values[a], y = sweep->values[b];
	struct value_interval low = interval_of_all(expr_sort(sweep->store, a)),
			      high = low;

	if (has_sign && y.most > low.least)
		low.most = y.most - is_strict;
	if (has_sign && x.least < high.most)
		high.least = x.least + is_strict;
	if (!has_sign && y.high > 0)
		low.high = y.high - is_strict;
	if (!has_sign && x.low < high.high)
		high.low = x.low + is_strict;
	keep(sweep, a, &low);
	keep(sweep, b, &high);
}

/* a is not the one value of b. */
static void narrow_unequal(struct interval_sweep *sweep, expr a, expr b)
{
	const struct value_interval *y = &sweep->values[b];
	struct value_interval x = sweep->values[a];

	if (y->low != y->high || x.low == x.high || x.least == x.most)
		return;
	x.low += x.low == y->low;
	x.high -= x.high == y->low;
	x.least += x.least == y->least;
	x.most -= x.most == y->least;
	keep(sweep, a, &x);
}

static void narrow_equal(struct interval_sweep *sweep, const struct expr_node *n,
			 unsigned sort, bool truth)
{
	if (truth) {
		keep(sweep, n->a, &sweep->values[n->b]);
		keep(sweep, n->b, &sweep->values[n->a]);
	} else if (interval_is_bits(sort)) {
		narrow_unequal(sweep, n->a, n->b);
		narrow_unequal(sweep, n->b, n->a);
	}
}

/* a <= b or a < b, or, unless both are `numbers`, one of them is NaN. */
static void narrow_numbers(struct interval_sweep *sweep, expr a, expr b, bool is_strict,
			   bool numbers)
{
	const unsigned sort = expr_sort(sweep->store, a);
	const struct value_interval x = sweep->values[a], y = sweep->values[b];

	if (numbers) {
		keep_no_nan(sweep, a);
		keep_no_nan(sweep, b);
	}
	if (numbers || !y.may_be_nan)
		keep_numbers(sweep, a, -INFINITY,
			     is_strict ? previous(sort, y.to) : y.to);
	if (numbers || !x.may_be_nan)
		keep_numbers(sweep, b, is_strict ? next(sort, x.from) : x.from,
			     INFINITY);
}

static void narrow_unequal_numbers(struct interval_sweep *sweep, expr a, expr b)
{
	const unsigned sort = expr_sort(sweep->store, a);
	const struct value_interval x = sweep->values[a], y = sweep->values[b];

	if (y.may_be_nan || y.from != y.to)
		return;
	keep_numbers(sweep, a, x.from == y.from ? next(sort, x.from) : x.from,
		     x.to == y.from ? previous(sort, x.to) : x.to);
}

static void narrow_compared_numbers(struct interval_sweep *sweep,
				    const struct expr_node *n, bool truth)
{
	const bool is_less = n->op == EXPR_FLT;
	struct value_interval nan = interval_of_none(true);

	if (n->op == EXPR_FNAN && truth) {
		keep(sweep, n->a, &nan);
	} else if (n->op == EXPR_FNAN) {
		keep_no_nan(sweep, n->a);
	} else if (n->op == EXPR_FEQ && truth) {
		narrow_numbers(sweep, n->a, n->b, false, true);
		narrow_numbers(sweep, n->b, n->a, false, true);
	} else if (n->op == EXPR_FEQ) {
		narrow_unequal_numbers(sweep, n->a, n->b);
		narrow_unequal_numbers(sweep, n->b, n->a);
	} else if (truth) {
		narrow_numbers(sweep, n->a, n->b, is_less, true);
	} else {
		narrow_numbers(sweep, n->b, n->a, !is_less, false);
	}
}

/* ---- arithmetic */

/* a + b, or a - b, is no NaN: an operand is infinite only where the result is. */
static void narrow_sum_of_numbers(struct interval_sweep *sweep,
				  const struct expr_node *n,
				  const struct value_interval *r)
{
	const double most = n->sort == SORT_F32 ? FLT_MAX : DBL_MAX;
	const bool adds = n->op == EXPR_FADD;
	const double low = r->from > -INFINITY ? -most : -INFINITY,
		     high = r->to < INFINITY ? most : INFINITY;

	keep_numbers(sweep, n->a, low, high);
	keep_numbers(sweep, n->b, adds ? low : -high, adds ? high : -low);
}

static void narrow_arithmetic(struct interval_sweep *sweep, const struct expr_node *n,
			      const struct value_interval *r)
{
	const struct value_interval minus = interval_negated(r);

	switch (n->op) {
	case EXPR_FNEG:
		keep(sweep, n->a, &minus);
		break;
	case EXPR_FABS:
		keep_numbers(sweep, n->a, -r->to, r->to);
		break;
	case EXPR_FRESIZE:
		keep_numbers(sweep, n->a, previous(n->sort, r->from),
			     next(n->sort, r->to));
		break;
	case EXPR_FADD:
	case EXPR_FSUB:
		if (!r->may_be_nan)
			narrow_sum_of_numbers(sweep, n, r);
		break;
	default:
		break;
	}
}

/* ---- one expression */

static void narrow_truth(struct interval_sweep *sweep, const struct expr_node *n,
			 bool truth)
{
	const unsigned sort = expr_sort(sweep->store, n->a);
	const bool has_sign = n->op == EXPR_SLT || n->op == EXPR_SLE;
	const bool is_strict = n->op == EXPR_ULT || n->op == EXPR_SLT;

	switch (n->op) {
	case EXPR_NOT:
		keep_truth(sweep, n->a, !truth);
		break;
	case EXPR_AND:
		narrow_and(sweep, n->a, n->b, truth, true);
		break;
	case EXPR_OR:
		narrow_and(sweep, n->a, n->b, !truth, false);
		break;
	case EXPR_EQ:
		narrow_equal(sweep, n, sort, truth);
		break;
	case EXPR_ULT:
	case EXPR_ULE:
	case EXPR_SLT:
	case EXPR_SLE:
		if (interval_is_bits(sort))
			narrow_integers(sweep, truth ? n->a : n->b, truth ? n->b : n->a,
					has_sign, is_strict == truth);
		break;
	default:
		if (node_is_float(sort))
			narrow_compared_numbers(sweep, n, truth);
	}
}

void interval_narrow(struct interval_sweep *sweep, expr e)
{
	const struct expr_node *n = expr_at(sweep->store, e);
	const struct value_interval r = sweep->values[e];
	const unsigned sort = expr_sort(sweep->store, n->a);

	if (n->op == EXPR_CONST || n->op == EXPR_VAR || interval_is_empty(&r))
		return;
	if (n->op == EXPR_ITE)
		narrow_choice(sweep, n, &r);
	else if (n->sort == SORT_BOOL && r.may_be_true != r.may_be_false)
		narrow_truth(sweep, n, r.may_be_true);
	else if (node_is_float(n->sort) && node_is_float(sort) && n->op >= EXPR_FADD) {
		expr operands[EXPR_OPERANDS];
		unsigned count = expr_operands(sweep->store, e, operands);
		while (!r.may_be_nan && count-- > 0)
			keep_no_nan(sweep, operands[count]);
		narrow_arithmetic(sweep, n, &r);
	}
}
