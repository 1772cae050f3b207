/* SPDX-License-Identifier: GPL-3.0-or-later */
/* affine.c - sums as linear forms over what is not linear, in real arithmetic. */
#include "prover/expr/affine.h"

#include <float.h>
#include <math.h>

#include "prover/expr/interval.h"
#include "prover/expr/node.h"
#include "prover/expr/order.h"

/* Of histories of loops, which INTERVAL_BRIEF asks about, forms are longer; in effort a step is as
 * many expressions. */
enum { TERMS = 24, TERMS_SHORT = 8, STEPS = 256, STEPS_SHORT = 64, STEP_EFFORT = 8 };

struct affine {
	unsigned count;
	struct term {
		expr base; /* finite in the whole box; EXPR_NONE: 1 */
		double factor;
	} terms[TERMS];
	double from, to; /* what is added to them */
};

struct affine_sweep {
	const struct interval_sweep *sweep;
	struct affine_memo {
		expr e;
		struct affine form;
	} memo[STEPS]; /* forms that were made in so many steps, of operations */
	unsigned memo_count;
	unsigned steps; /* that are left */
	bool linearises; /* products and quotients: else they are terms themselves */
	bool has_product; /* one was met */
};

/* ---- real arithmetic, rounded outward only if it is inexact */

/* A sum is exact if it gives back both of its parts: one of the differences is exact. */
static double outward_sum(double x, double y, double toward)
{
	volatile double a = x, b = y, r, first, second;

	r = a + b;
	first = r - b;
	second = r - a;
	return first == x && second == y ? r : nextafter(r, toward);
}

/* Whether a tiny product is exact is not asked. */
static double outward_product(double x, double y, double toward)
{
	volatile double a = x, b = y, r;

	r = a * b;
	if (x == 0 || y == 0)
		return 0;
	return fabs(r) > 1e-280 && fma(x, y, -r) == 0 ? r : nextafter(r, toward);
}

static double sum_down(double x, double y)
{
	return outward_sum(x, y, -INFINITY);
}

static double sum_up(double x, double y)
{
	return outward_sum(x, y, INFINITY);
}

/* Adds a multiple of an interval. */
static void add_multiple(struct affine *f, double factor, double from, double to)
{
	const double one = factor < 0 ? to : from, other = factor < 0 ? from : to;

	f->from = sum_down(f->from, outward_product(factor, one, -INFINITY));
	f->to = sum_up(f->to, outward_product(factor, other, INFINITY));
}

static void add_error(struct affine *f, double size)
{
	f->from = sum_down(f->from, -size);
	f->to = sum_up(f->to, size);
}

static const struct value_interval *value_at(const struct affine_sweep *a, expr e)
{
	static const struct value_interval one = {.from = 1, .to = 1};

	return e == EXPR_NONE ? &one : &a->sweep->values[e];
}

static double size_of(const struct value_interval *i)
{
	return fmax(fabs(i->from), fabs(i->to));
}

/* ---- forms */

/* Adds the multiple of an expression; what is inexact of the factor goes to the interval.
 */
static bool add_term(const struct affine_sweep *a, struct affine *f, expr base,
		     double factor)
{
	unsigned k = 0;

	while (k < f->count && f->terms[k].base != base)
		k++;
	if (k == (a->sweep->is_brief ? TERMS : TERMS_SHORT))
		return false;
	if (k == f->count)
		f->terms[f->count++] = (struct term){base, 0};
	const double down = sum_down(f->terms[k].factor, factor),
		     up = sum_up(f->terms[k].factor, factor);
	f->terms[k].factor = down;
	if (down != up)
		add_error(f, outward_product(sum_up(up, -down),
					     size_of(value_at(a, base)), INFINITY));
	if (f->terms[k].factor == 0)
		f->terms[k] = f->terms[--f->count];
	return true;
}

/* Adds `factor` times the other form. */
static bool add_form(const struct affine_sweep *a, struct affine *f,
		     const struct affine *other, double factor)
{
	add_multiple(f, factor, other->from, other->to);
	for (unsigned k = 0; k < other->count; k++) {
		const struct term *t = &other->terms[k];
		const double down = outward_product(t->factor, factor, -INFINITY),
			     up = outward_product(t->factor, factor, INFINITY);
		if (!add_term(a, f, t->base, down))
			return false;
		if (down != up)
			add_error(f, outward_product(sum_up(up, -down),
						     size_of(value_at(a, t->base)),
						     INFINITY));
	}
	return true;
}

static bool is_finite(const struct value_interval *i)
{
	return i->from <= i->to && i->from > -INFINITY && i->to < INFINITY;
}

static bool form_is_finite(const struct affine *f)
{
	return f->from > -INFINITY && f->to < INFINITY;
}

static void form_interval(const struct affine_sweep *a, const struct affine *f,
			  double *from, double *to)
{
	struct affine sum = {.from = f->from, .to = f->to};

	for (unsigned k = 0; k < f->count; k++) {
		const struct value_interval *i = value_at(a, f->terms[k].base);
		add_multiple(&sum, f->terms[k].factor, i->from, i->to);
	}
	*from = sum.from;
	*to = sum.to;
}

/* ---- rounding */

/* How far at most a result of that size is from what it was before it was rounded: the
 * distance of numbers up to the size, or half of it to nearest. */
static double rounding_error(const struct affine_sweep *a, unsigned sort, double size)
{
	const int digits = sort == SORT_F32 ? FLT_MANT_DIG : DBL_MANT_DIG;
	const int least = sort == SORT_F32 ? -149 : -1074;
	int exponent;

	if (frexp(size, &exponent) == 0.5)
		exponent--;
	exponent -= digits;
	const double spacing = ldexp(1, exponent < least ? least : exponent);
	/* Half of the least one is no number. */
	return a->sweep->nearest && exponent > least ? spacing / 2 : spacing;
}

/* Whether it is a number of the format, or its negation. */
static bool is_of_format(const struct affine_sweep *a, unsigned sort,
			 const struct affine *f)
{
	return f->count == 1 && f->terms[0].base != EXPR_NONE &&
	       fabs(f->terms[0].factor) == 1 && f->from == 0 && f->to == 0 &&
	       expr_sort(a->sweep->store, f->terms[0].base) <= sort;
}

static bool add_rounding(const struct affine_sweep *a, unsigned sort, struct affine *f)
{
	double from, to;

	if (is_of_format(a, sort, f))
		return true;
	form_interval(a, f, &from, &to);
	if (!(from > -INFINITY && to < INFINITY))
		return false;
	add_error(f, rounding_error(a, sort, fmax(fabs(from), fabs(to))));
	return true;
}

/* ---- operations */

static bool form_of(struct affine_sweep *a, expr e, struct affine *f);

static bool form_of_sum(struct affine_sweep *a, const struct expr_node *n,
			struct affine *f)
{
	struct affine second;

	return form_of(a, n->a, f) && form_of(a, n->b, &second) &&
	       add_form(a, f, &second, n->op == EXPR_FSUB ? -1 : 1);
}

/* Whether an expression is `factor` times another one. */
static bool is_multiple(const struct expr_store *s, expr e, expr of, double factor)
{
	const struct expr_node *n = expr_at(s, e);
	double value;

	if (n->op == EXPR_FADD)
		return n->a == of && n->b == of && factor == 2;
	if (n->op == EXPR_FMUL && n->b == of)
		return node_is_number(s, n->a, &value) && value == factor;
	if ((n->op != EXPR_FMUL && n->op != EXPR_FDIV) || n->a != of ||
	    !node_is_number(s, n->b, &value))
		return false;
	return value == (n->op == EXPR_FMUL ? factor : 1 / factor);
}

/* Whether a condition says that x <= 2 y, or that x / 2 <= y, rounded. It is rounded for so small
 * an x only that differences are exact: they are few times the least number. */
static bool is_at_most_twice(const struct affine_sweep *a, expr x, expr y)
{
	const struct number_order *o = a->sweep->order;
	const struct expr_store *s = a->sweep->store;

	for (size_t k = 0; o && k < o->base; k++) {
		const struct order_fact *f = &o->facts[k];
		if ((f->low == x && is_multiple(s, f->high, y, 2)) ||
		    (f->high == y && is_multiple(s, f->low, x, 0.5)))
			return true;
	}
	return false;
}

/* Numbers that differ by a factor of at most two: their difference is exact.
 * P. H. Sterbenz, Floating-Point Computation, 1974. */
static bool is_exact_difference(const struct affine_sweep *a, const struct expr_node *n)
{
	const struct value_interval *x = value_at(a, n->a), *y = value_at(a, n->b);

	return n->op == EXPR_FSUB &&
	       ((y->from > 0 && x->from >= y->to / 2 && x->to / 2 <= y->from) ||
		(y->to < 0 && x->to <= y->from / 2 && x->from / 2 >= y->to) ||
		(is_at_most_twice(a, n->a, n->b) && is_at_most_twice(a, n->b, n->a)));
}

/* A multiple by a constant; 1 / c is a number if c is a power of two. */
static bool form_of_multiple(struct affine_sweep *a, const struct expr_node *n,
			     struct affine *f)
{
	const struct expr_store *s = a->sweep->store;
	struct affine one;
	double factor;
	expr other = n->a;
	int exponent;

	if (!node_is_number(s, n->b, &factor)) {
		other = n->b;
		if (n->op == EXPR_FDIV || !node_is_number(s, n->a, &factor))
			return false;
	}
	if (n->op == EXPR_FDIV) {
		if (fabs(frexp(factor, &exponent)) != 0.5 || fabs(factor) > 0x1p500)
			return false;
		factor = 1 / factor;
	}
	if (!(fabs(factor) < INFINITY) || !form_of(a, other, &one))
		return false;
	*f = (struct affine){.count = 0};
	return add_form(a, f, &one, factor);
}

/*
 * ---- products and quotients of what is not constant, about the middle of each: the rest
 * grows with the square of the box.
 */

/* A number with its form, in the box. */
struct affine_factor {
	struct affine form;
	double from, to;
};

static double middle_of(const struct affine_factor *x)
{
	return x->from / 2 + x->to / 2;
}

static double radius_of(const struct affine_factor *x)
{
	return fmax(sum_up(x->to, -middle_of(x)), sum_up(middle_of(x), -x->from));
}

/* x y = v x + u y - u v + (x - u)(y - v) */
static bool form_of_product(const struct affine_sweep *a, const struct affine_factor *x,
			    const struct affine_factor *y, bool is_square,
			    struct affine *f)
{
	const double u = middle_of(x), v = middle_of(y);
	const double rest = outward_product(radius_of(x), radius_of(y), INFINITY);

	*f = (struct affine){.from = is_square ? 0 : -rest, .to = rest};
	f->from = sum_down(f->from, -outward_product(u, v, INFINITY));
	f->to = sum_up(f->to, -outward_product(u, v, -INFINITY));
	return add_form(a, f, &x->form, v) && add_form(a, f, &y->form, u);
}

/* Makes 1 / x of x > 0: 1 / x + k x, which is convex, is between its least value 2 sqrt(k)
 * and the greater one of those at the ends. */
static bool invert(const struct affine_sweep *a, struct affine_factor *x)
{
	const double middle = middle_of(x), k = 1 / (middle * middle);
	const volatile double low = 1 / x->to, high = 1 / x->from, root = sqrt(k);
	struct affine f = {.from = 2 * nextafter(nextafter(root, 0), 0)};

	f.to = fmax(
	    sum_up(nextafter(low, INFINITY), outward_product(k, x->to, INFINITY)),
	    sum_up(nextafter(high, INFINITY), outward_product(k, x->from, INFINITY)));
	if (!add_form(a, &f, &x->form, -k))
		return false;
	x->form = f;
	x->from = nextafter(nextafter(low, 0), 0);
	x->to = nextafter(high, INFINITY);
	return true;
}

static bool factor_of(struct affine_sweep *a, expr e, struct affine_factor *x)
{
	const struct value_interval *i = value_at(a, e);

	x->from = i->from;
	x->to = i->to;
	return form_of(a, e, &x->form) && fmax(-i->from, i->to) < 1e100;
}

static bool form_of_nonlinear(struct affine_sweep *a, const struct expr_node *n,
			      struct affine *f)
{
	struct affine_factor x, y;

	a->has_product = true;
	if (!a->linearises || !factor_of(a, n->a, &x) || !factor_of(a, n->b, &y))
		return false;
	if (n->op == EXPR_FDIV && (!(y.from > 1e-100) || !invert(a, &y)))
		return false;
	return form_of_product(a, &x, &y, n->op == EXPR_FMUL && n->a == n->b, f);
}

/* How far the whole number may be from what it is made of: where it is nearer to 0, by
 * less than 1 in the digits of the format. */
static bool add_whole(const struct affine_sweep *a, enum expr_op op, expr of,
		      struct affine *f)
{
	const struct value_interval *i = value_at(a, of);
	const bool is_f32 = expr_sort(a->sweep->store, of) == SORT_F32;
	const double part = 1 - (is_f32 ? FLT_EPSILON : DBL_EPSILON) / 2;
	const bool is_near =
	    op == EXPR_FROUND || (op == EXPR_FRINT && a->sweep->nearest);
	double below = is_near ? 0.5 : 1, above = below;

	if (op == EXPR_FTRUNC || (op == EXPR_FFLOOR && i->from >= 0))
		below = i->to <= 0 ? 0 : part;
	if (op == EXPR_FTRUNC || (op == EXPR_FCEIL && i->to <= 0))
		above = i->from >= 0 ? 0 : part;
	f->from = sum_down(f->from, op == EXPR_FCEIL ? 0 : -below);
	f->to = sum_up(f->to, op == EXPR_FFLOOR ? 0 : above);
	return true;
}

static bool form_of_integer(struct affine_sweep *a, const struct expr_node *n,
			    struct affine *f)
{
	const expr of = interval_whole_source(a->sweep, n->a);

	return of != EXPR_NONE && form_of(a, of, f) &&
	       add_whole(a, EXPR_FTRUNC, of, f) &&
	       (expr_sort(a->sweep->store, of) <= n->sort ||
		add_rounding(a, n->sort, f));
}

static bool form_of_operation(struct affine_sweep *a, const struct expr_node *n,
			      struct affine *f)
{
	switch (n->op) {
	case EXPR_FADD:
	case EXPR_FSUB:
		return form_of_sum(a, n, f) &&
		       (is_exact_difference(a, n) || add_rounding(a, n->sort, f));
	case EXPR_FMUL:
	case EXPR_FDIV:
		return (form_of_multiple(a, n, f) || form_of_nonlinear(a, n, f)) &&
		       add_rounding(a, n->sort, f);
	case EXPR_FNEG:
	case EXPR_FABS: {
		const struct value_interval *i = value_at(a, n->a);
		struct affine one;
		*f = (struct affine){.count = 0};
		if (n->op == EXPR_FABS && i->from < 0 && i->to > 0)
			return false;
		return form_of(a, n->a, &one) &&
		       add_form(a, f, &one,
				n->op == EXPR_FABS && i->from >= 0 ? 1 : -1);
	}
	case EXPR_FRESIZE:
		return node_is_float(expr_sort(a->sweep->store, n->a)) &&
		       form_of(a, n->a, f) &&
		       (n->sort == SORT_F64 || add_rounding(a, n->sort, f));
	case EXPR_FRINT:
	case EXPR_FFLOOR:
	case EXPR_FCEIL:
	case EXPR_FTRUNC:
	case EXPR_FROUND:
		return form_of(a, n->a, f) && add_whole(a, n->op, n->a, f);
	case EXPR_FROM_SIGNED:
		return form_of_integer(a, n, f);
	default:
		return false;
	}
}

/* That of an operation: what several others share is looked at once. */
static bool form_of_step(struct affine_sweep *a, expr e, struct affine *f)
{
	unsigned k = 0;

	while (k < a->memo_count && a->memo[k].e != e)
		k++;
	if (k == a->memo_count) {
		if (!a->steps || !a->steps-- ||
		    !form_of_operation(a, expr_at(a->sweep->store, e), f) ||
		    !form_is_finite(f))
			return false;
		k = a->memo_count++;
		a->memo[k] = (struct affine_memo){e, *f};
	}
	*f = a->memo[k].form;
	return true;
}

/* The form of a number that is finite in the whole box; false: there is none. */
static bool form_of(struct affine_sweep *a, expr e, struct affine *f)
{
	e = interval_source(a->sweep, e);
	const struct value_interval *i = value_at(a, e);

	if (!is_finite(i))
		return false;
	*f = (struct affine){.count = i->from != 0, .terms[0] = {EXPR_NONE, i->from}};
	if (i->from == i->to)
		return true;
	if (form_of_step(a, e, f))
		return true;
	*f = (struct affine){.count = 1, .terms[0] = {e, 1}};
	return true;
}

bool affine_bounds(const struct interval_sweep *sweep, const struct expr_node *n,
		   double *from, double *to)
{
	struct affine_sweep a;
	bool is_known = false;
	struct affine f;

	*from = -INFINITY;
	*to = INFINITY;
	a.sweep = sweep;
	a.has_product = false;
	do {
		double low, high;
		a.linearises = a.has_product;
		a.steps = sweep->is_brief ? STEPS : STEPS_SHORT;
		a.memo_count = 0;
		const bool has_form = form_of_sum(&a, n, &f) && form_is_finite(&f);
		if (sweep->is_brief && sweep->order)
			sweep->order->spent += STEP_EFFORT * (uint64_t)a.memo_count;
		if (!has_form)
			continue;
		form_interval(&a, &f, &low, &high);
		if (!(low > -INFINITY && high < INFINITY))
			continue;
		*from = fmax(*from, low);
		*to = fmin(*to, high);
		is_known = true;
	} while (a.has_product && !a.linearises);
	return is_known;
}

bool affine_difference(const struct interval_sweep *sweep, expr x, expr y, double *from,
		       double *to)
{
	const struct expr_node n = {.op = EXPR_FSUB, .a = x, .b = y};

	return affine_bounds(sweep, &n, from, to);
}
