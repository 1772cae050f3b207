/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interval_related.c - comparisons of numbers that intervals of each leave open: by what they
 * have in common, and by their order. Sums and quotients by what their parts have in common. */

#include "prover/expr/interval.h"

#include <math.h>

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

/* ---- weighted means, parts by the whole, a side by the hypotenuse */

/*
 * With weights w[i] >= 0, sum(w[i] * x[i]) / sum(w[i]) is between the least and the largest x[i]. Of
 * n terms, each operation is wrong by a unit in the last place at the most, u of its result: both
 * sums are within 2 * n * u of the sum of their terms' sizes, which is at most max|x[i]| times the
 * other sum, so that the quotient is wrong by 8 * n * u * max|x[i]| at the most. A product that
 * underflows is wrong by the smallest number as well, which is little beside a sum of weights that
 * is not small. No sum is large enough to be the result of an overflow.
 */
enum { RATIO_TERMS = 24, WHOLE_MOST = 1 << 20 };

struct ratio_terms {
	const struct interval_sweep *sweep;
	unsigned sort;
	expr list[RATIO_TERMS];
	double signs[RATIO_TERMS];
	size_t count;
};

/* The weighted numbers, in one interval. */
struct ratio_mean {
	double from, to;
	bool may_underflow; /* a product */
};

static double unit_of(unsigned sort)
{
	return sort == SORT_F32 ? 0x1p-23 : 0x1p-52;
}

static const struct value_interval *value_of(const struct ratio_terms *t, expr e)
{
	return &t->sweep->values[e];
}

/* Whether no overflow has made it. */
static bool is_moderate(const struct ratio_terms *t, expr e)
{
	const struct value_interval *v = value_of(t, e);
	const double most = t->sort == SORT_F32 ? 0x1p120 : 0x1p1000;

	return !v->may_be_nan && v->from >= -most && v->from <= v->to && v->to <= most;
}

/* Adds the terms of the sum. False: there are too many, or some may be too large. */
static bool add_terms(struct ratio_terms *t, expr e, double sign)
{
	e = interval_source(t->sweep, e);
	const struct expr_node *n = expr_at(t->sweep->store, e);
	const struct value_interval *v = value_of(t, e);

	if (!is_moderate(t, e) || t->count == RATIO_TERMS)
		return false;
	if (v->from == 0 && v->to == 0)
		return true;
	if (n->op == EXPR_FADD || n->op == EXPR_FSUB)
		return add_terms(t, n->a, sign) &&
		       add_terms(t, n->b, n->op == EXPR_FSUB ? -sign : sign);
	if (n->op == EXPR_FNEG)
		return add_terms(t, n->a, -sign);
	t->list[t->count] = e;
	t->signs[t->count++] = sign;
	return true;
}

/* Those of a sum of what is not negative, which itself is more than 0. */
static bool add_weights(struct ratio_terms *t, expr sum)
{
	bool are_weights = value_of(t, sum)->from > 0 && add_terms(t, sum, 1);

	for (size_t i = 0; i < t->count && are_weights; i++)
		are_weights = t->signs[i] > 0 && value_of(t, t->list[i])->from >= 0;
	return are_weights;
}

static bool is_large_enough(const struct ratio_terms *weights, expr sum)
{
	return value_of(weights, sum)->from >= (weights->sort == SORT_F32 ? 0x1p-60 : 0x1p-900);
}

/* ---- weighted means */

static void join_number(struct ratio_mean *m, double x)
{
	m->from = fmin(m->from, x);
	m->to = fmax(m->to, x);
}

/* Adds the numbers that are `sign` times the factor. A weight times a whole number is no smaller
 * than the smallest number, and exact where it is small. */
static bool add_factor(const struct ratio_terms *t, struct ratio_mean *m, expr factor, double sign)
{
	const struct value_interval *v = value_of(t, factor);

	if (!is_moderate(t, factor))
		return false;
	join_number(m, sign * v->from);
	join_number(m, sign * v->to);
	m->may_underflow |= v->from != v->to || v->from != trunc(v->from) ||
			    fabs(v->from) > WHOLE_MOST;
	return true;
}

/* Whether it is the weight, or not negative and at most that. */
static bool is_part(const struct ratio_terms *t, expr e, expr weight, bool *is_less)
{
	*is_less = e != weight;
	return !*is_less || (t->sweep->order && value_of(t, e)->from >= 0 &&
			     order_holds(t->sweep, e, weight, false));
}

/* Whether the term is a multiple of (a part of) the weight, and by what. */
static bool add_multiple(const struct ratio_terms *t, struct ratio_mean *m, expr term, double sign,
			 expr weight, bool by_parts)
{
	const struct expr_node *n = expr_at(t->sweep->store, term);
	bool is_less = false;

	if (term == weight) {
		join_number(m, sign);
		return true;
	}
	for (int k = 0; k < 2 && n->op == EXPR_FMUL; k++) {
		const expr e = interval_source(t->sweep, k ? n->b : n->a);
		if (e != weight && (!by_parts || !is_part(t, e, weight, &is_less)))
			continue;
		if (is_less)
			join_number(m, 0);
		return add_factor(t, m, interval_source(t->sweep, k ? n->a : n->b), sign);
	}
	return false;
}

/* Each term is of another weight; those that have none are of 0. */
static bool make_mean(const struct ratio_terms *terms, const struct ratio_terms *weights,
		      bool by_parts, struct ratio_mean *m)
{
	bool taken[RATIO_TERMS] = {false};

	*m = (struct ratio_mean){INFINITY, -INFINITY, false};
	for (size_t i = 0; i < terms->count; i++) {
		size_t k = 0;
		while (k < weights->count &&
		       (taken[k] || !add_multiple(terms, m, terms->list[i], terms->signs[i],
						  weights->list[k], by_parts)))
			k++;
		if (k == weights->count)
			return false;
		taken[k] = true;
	}
	if (terms->count < weights->count)
		join_number(m, 0);
	return true;
}

static bool narrow_to_mean(const struct ratio_terms *terms, const struct ratio_terms *weights,
			   expr sum, bool by_parts, struct value_interval *i)
{
	struct ratio_mean m;

	if (!make_mean(terms, weights, by_parts, &m) || !(m.from <= m.to) ||
	    (m.may_underflow && !is_large_enough(weights, sum)))
		return false;
	const double least = weights->sort == SORT_F32 ? 0x1p-70 : 0x1p-160;
	const double wrong = 10 * (double)(weights->count + 1) * unit_of(weights->sort) *
				 fmax(fabs(m.from), fabs(m.to)) +
			     least;
	interval_keep(i, m.from - wrong, m.to + wrong);
	return true;
}

/* ---- a side by the hypotenuse */

/* Of x / sqrt(s), where x * x is a term of s: the square of that is at most 1. */
static void narrow_side(const struct ratio_terms *squares, expr sum, expr side,
			struct value_interval *i)
{
	if (!is_large_enough(squares, sum))
		return;
	for (size_t k = 0; k < squares->count; k++) {
		const struct expr_node *n = expr_at(squares->sweep->store, squares->list[k]);
		const double most = 1 + 10 * (double)(squares->count + 4) * unit_of(squares->sort);
		if (n->op == EXPR_FMUL && n->a == n->b &&
		    interval_source(squares->sweep, n->a) == side)
			interval_keep(i, -most, most);
	}
}

void interval_narrow_ratio(const struct interval_sweep *sweep, const struct expr_node *n,
			   struct value_interval *i)
{
	const struct expr_node *root = expr_at(sweep->store, interval_source(sweep, n->b));
	const bool has_root = root->op == EXPR_FSQRT;
	const expr sum = interval_source(sweep, has_root ? root->a : n->b);
	struct ratio_terms terms = {.sweep = sweep, .sort = n->sort},
			   weights = {.sweep = sweep, .sort = n->sort},
			   whole = {.sweep = sweep, .sort = n->sort, .list = {sum}, .count = 1};

	if (i->from >= i->to || !add_weights(&weights, sum))
		return;
	if (has_root) {
		narrow_side(&weights, sum, interval_source(sweep, n->a), i);
		return;
	}
	if (add_terms(&terms, n->a, 1) && terms.count &&
	    !narrow_to_mean(&terms, &weights, sum, false, i) && terms.count == 1)
		narrow_to_mean(&terms, &whole, sum, true, i);
}

/* ---- squares of a sine and a cosine */

/* The call of that function, or of the one for float, whose square it is; or null. */
static const struct variable *squared_call(const struct interval_sweep *sweep, expr e)
{
	const struct expr_store *s = sweep->store;
	const struct expr_node *product = expr_at(s, interval_source(sweep, e));

	if (product->op != EXPR_FMUL || product->a != product->b)
		return NULL;
	const struct expr_node *number = expr_at(s, interval_source(sweep, product->a));
	const struct expr_node *bits = expr_at(s, number->a);
	if (number->op != EXPR_TOFP || bits->op != EXPR_VAR)
		return NULL;
	const struct variable *v = &s->variables[bits->value];
	return v->native && !native_function_is_opaque(v->native) &&
		       number->sort == SORT_FLOAT + v->native->bits
		   ? v
		   : NULL;
}

static bool is_call_of(const struct variable *v, const char *name, const char *of_float)
{
	return native_function_find(name) == v->native ||
	       native_function_find(of_float) == v->native;
}

/* Each is within 16 units in the last place, and of a float of that many of its own. */
void interval_narrow_circle(const struct interval_sweep *sweep, const struct expr_node *n,
			    struct value_interval *i)
{
	const struct variable *x = squared_call(sweep, n->a), *y = squared_call(sweep, n->b);
	const double wrong = 80 * unit_of(n->sort);

	if (x && y && x->arguments[0] == y->arguments[0] &&
	    ((is_call_of(x, "sin", "sinf") && is_call_of(y, "cos", "cosf")) ||
	     (is_call_of(x, "cos", "cosf") && is_call_of(y, "sin", "sinf"))))
		interval_keep(i, 1 - wrong, 1 + wrong);
}
