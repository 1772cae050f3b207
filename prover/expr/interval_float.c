/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * interval_float.c - floating point over intervals. While a sweep lasts the thread rounds
 * upward, or to nearest if only that counts: an upper bound is computed as it is, and a
 * lower one from the negated operands. So each result in any mode is between them.
 */

#include <float.h>
#include <math.h>

#include "prover/expr/interval.h"
#include "prover/expr/affine.h"
#include "prover/expr/node.h"
#include "prover/expr/order.h"

static bool is_empty(const struct value_interval *i)
{
	return i->from > i->to;
}

static bool holds_zero(const struct value_interval *i)
{
	return i->from <= 0 && i->to >= 0;
}

static bool holds_infinity(const struct value_interval *i)
{
	return i->from == -INFINITY || i->to == INFINITY;
}

/* ---- one operation, rounded as the thread does */

/* The compiler computes volatile operands when the program does, in its mode. */
static double up_double(enum expr_op op, double x, double y)
{
	volatile double a = x, b = y, r;

	r = op == EXPR_FADD   ? a + b
	    : op == EXPR_FMUL ? a * b
	    : op == EXPR_FDIV ? a / b
			      : sqrt(a);
	return r;
}

/* To the format, upward or downward. */
static double resized_up(unsigned sort, double x)
{
	volatile double a = x;
	volatile float f;

	if (sort != SORT_F32)
		return x;
	f = (float)a;
	return f;
}

/* A float by way of a double, as evaluate.c does. */
static double up(enum expr_op op, unsigned sort, double x, double y)
{
	return resized_up(sort, up_double(op, x, y));
}

static double down(enum expr_op op, unsigned sort, double x, double y)
{
	return op == EXPR_FADD ? -up(op, sort, -x, -y) : -up(op, sort, -x, y);
}

/* The root's upper bound is the root itself, or the number above it. */
static double root_down(const struct interval_sweep *sweep, unsigned sort, double x)
{
	const double root = up(EXPR_FSQRT, sort, x, 0);

	if (sweep->nearest || !(fma(root, root, -x) > 0))
		return root;
	return sort == SORT_F32 ? nextafterf((float)root, -INFINITY)
				: nextafter(root, -INFINITY);
}

static double resized_down(unsigned sort, double x)
{
	return -resized_up(sort, -x);
}

/* ---- arithmetic */

static struct value_interval add(unsigned sort, const struct value_interval *a,
				 const struct value_interval *b)
{
	const bool opposite = (a->to == INFINITY && b->from == -INFINITY) ||
			      (a->from == -INFINITY && b->to == INFINITY);
	const double from = down(EXPR_FADD, sort, a->from, b->from),
		     to = up(EXPR_FADD, sort, a->to, b->to);

	return interval_of_numbers(isnan(from) ? -INFINITY : from,
				   isnan(to) ? INFINITY : to,
				   a->may_be_nan | b->may_be_nan | opposite);
}

/* The bounds of a product or a quotient are at the ends of its operands. Next to ends
 * that are 0 * infinity or infinity / infinity there may be 0. */
static struct value_interval at_ends(enum expr_op op, unsigned sort,
				     const struct value_interval *a,
				     const struct value_interval *b)
{
	struct value_interval i = interval_of_none(a->may_be_nan | b->may_be_nan);

	for (int k = 0; k < 4; k++) {
		const double x = k & 1 ? a->from : a->to, y = k & 2 ? b->from : b->to;
		double low = down(op, sort, x, y), high = up(op, sort, x, y);
		i.may_be_nan |= isnan(high);
		low = isnan(high) ? 0 : low;
		high = isnan(high) ? 0 : high;
		i.from = low < i.from ? low : i.from;
		i.to = high > i.to ? high : i.to;
	}
	return i;
}

static struct value_interval multiply_numbers(unsigned sort,
					      const struct value_interval *a,
					      const struct value_interval *b,
					      bool is_square)
{
	const struct value_interval size = interval_magnitude(a);

	if (is_square)
		return interval_of_numbers(down(EXPR_FMUL, sort, size.from, size.from),
					   up(EXPR_FMUL, sort, size.to, size.to),
					   a->may_be_nan);
	struct value_interval i = at_ends(EXPR_FMUL, sort, a, b);
	i.may_be_nan |= (holds_zero(a) && holds_infinity(b)) ||
			(holds_zero(b) && holds_infinity(a));
	return i;
}

/* x * (x * c) has the sign of c, also where it is rounded to 0. */
static struct value_interval product(const struct interval_sweep *sweep,
				     const struct expr_node *n,
				     const struct value_interval *a,
				     const struct value_interval *b)
{
	struct value_interval i = multiply_numbers(n->sort, a, b, n->a == n->b);

	for (int k = 0; k < 2; k++) {
		const expr x = k ? n->b : n->a;
		const struct expr_node *m = expr_at(sweep->store, k ? n->a : n->b);
		if (m->op != EXPR_FMUL || (m->a != x && m->b != x))
			continue;
		const struct value_interval *c =
		    &sweep->values[m->a == x ? m->b : m->a];
		if (c->from >= 0 && i.from < 0)
			i.from = 0;
		if (c->to <= 0 && i.to > 0)
			i.to = 0;
	}
	return i;
}

/* Whether no operand makes it -0 or less. */
static bool is_plus(const struct expr_store *s, expr e, unsigned depth)
{
	const struct expr_node *n = expr_at(s, e);
	double value;

	switch (n->op) {
	case EXPR_FABS:
	case EXPR_FROM_UNSIGNED:
		return true;
	case EXPR_FSQRT:
		return depth && is_plus(s, n->a, depth - 1);
	case EXPR_FADD:
	case EXPR_FMUL:
	case EXPR_FDIV:
		return (n->op == EXPR_FMUL && n->a == n->b) ||
		       (depth && is_plus(s, n->a, depth - 1) &&
			is_plus(s, n->b, depth - 1));
	default:
		return node_is_number(s, e, &value) && !signbit(value);
	}
}

/* Whether it is no -0, though it may be 0. */
static bool is_never_minus_zero(const struct expr_store *s, expr e)
{
	enum { DEPTH = 6 };

	return expr_at(s, e)->op == EXPR_FROM_SIGNED || is_plus(s, e, DEPTH);
}

/* `plus`: the divisor is no -0. */
static struct value_interval divide_numbers(unsigned sort,
					    const struct value_interval *a,
					    const struct value_interval *b, bool plus)
{
	struct value_interval i;

	if (holds_zero(b)) {
		i = interval_of_all(sort);
		i.may_be_nan = a->may_be_nan || b->may_be_nan || holds_zero(a) ||
			       (holds_infinity(a) && holds_infinity(b));
		plus &= b->from == 0;
		const bool is_bounded = b->to < INFINITY;
		if (plus && a->from > 0)
			i.from = is_bounded
				     ? down(EXPR_FDIV, sort, a->from, fabs(b->to))
				     : 0;
		if (plus && a->to < 0)
			i.to = is_bounded ? up(EXPR_FDIV, sort, a->to, fabs(b->to)) : 0;
		return i;
	}
	i = at_ends(EXPR_FDIV, sort, a, b);
	i.may_be_nan |= holds_infinity(a) && holds_infinity(b);
	return i;
}

static struct value_interval root(const struct interval_sweep *sweep, unsigned sort,
				  const struct value_interval *a)
{
	if (a->to < 0)
		return interval_of_none(true);
	return interval_of_numbers(a->from > 0 ? root_down(sweep, sort, a->from) : 0,
				   up(EXPR_FSQRT, sort, a->to, 0),
				   a->may_be_nan || a->from < 0);
}

/* Of a result that was rounded to nearest: the bounds of the exact one. */
static void widen(const struct interval_sweep *sweep, struct value_interval *i)
{
	if (sweep->nearest) {
		i->from = nextafter(i->from, -INFINITY);
		i->to = nextafter(i->to, INFINITY);
	}
}

/* a * b + c, rounded once: between the bounds of what is rounded twice. */
static struct value_interval fused(const struct interval_sweep *sweep,
				   const struct expr_node *n,
				   const struct value_interval *a,
				   const struct value_interval *b)
{
	const struct value_interval *c = &sweep->values[n->c];
	struct value_interval product = multiply_numbers(SORT_F64, a, b, n->a == n->b);

	if (is_empty(c))
		return interval_of_none(true);
	widen(sweep, &product);
	struct value_interval i = add(SORT_F64, &product, c);
	widen(sweep, &i);
	i.from = resized_down(n->sort, i.from);
	i.to = resized_up(n->sort, i.to);
	return i;
}

/* Whether the operands are x and x or x and |x|, or each other's negation: then the
 * quotient of numbers that are finite and not 0 is 1 or -1. */
static bool have_one_size(const struct expr_store *s, expr a, expr b)
{
	const struct expr_node *x = expr_at(s, a), *y = expr_at(s, b);

	while (x->op == EXPR_FABS || x->op == EXPR_FNEG)
		x = expr_at(s, a = x->a);
	while (y->op == EXPR_FABS || y->op == EXPR_FNEG)
		y = expr_at(s, b = y->a);
	return a == b;
}

static struct value_interval quotient(const struct interval_sweep *sweep,
				      const struct expr_node *n,
				      const struct value_interval *a,
				      const struct value_interval *b)
{
	const bool has_sign =
	    (a->from >= 0 || a->to <= 0) && (b->from >= 0 || b->to <= 0);
	const double one = (a->from >= 0) == (b->from >= 0) ? 1 : -1;

	if (!have_one_size(sweep->store, n->a, n->b) || !has_sign ||
	    (a->from == 0 && a->to == 0)) {
		struct value_interval i = divide_numbers(
		    n->sort, a, b, is_never_minus_zero(sweep->store, n->b));
		if (sweep->order)
			interval_narrow_ratio(sweep, n, &i);
		/* A part by the whole. */
		if (sweep->order && a->from >= 0 && b->from >= 0 && i.to > 1 &&
		    order_holds(sweep, n->a, n->b, false)) {
			i.from = i.from > 0 ? i.from : 0;
			i.to = 1;
		}
		return i;
	}
	return interval_of_numbers(one, one,
				   a->may_be_nan || holds_zero(a) || holds_infinity(a));
}

/* ---- whole numbers, and other formats */

static struct value_interval whole_interval(const struct interval_sweep *sweep,
					    enum expr_op op,
					    const struct value_interval *a)
{
	if (op == EXPR_FRINT && !sweep->nearest)
		return interval_of_numbers(floor(a->from), ceil(a->to), a->may_be_nan);
	return interval_of_numbers(node_whole(op, a->from), node_whole(op, a->to),
				   a->may_be_nan);
}

/* An integer as a number, as the thread rounds. */
static double integer_up(unsigned sort, __int128 i)
{
	volatile int64_t with = (int64_t)i;
	volatile uint64_t without = (uint64_t)i;
	volatile float f;
	volatile double d;

	if (sort == SORT_F32) {
		f = i < 0 ? (float)with : (float)without;
		return f;
	}
	d = i < 0 ? (double)with : (double)without;
	return d;
}

static double integer_down(const struct interval_sweep *sweep, unsigned sort,
			   __int128 i)
{
	const double d = integer_up(sort, i);

	if (sweep->nearest || (__int128)d <= i)
		return d;
	return sort == SORT_F32 ? nextafterf((float)d, -INFINITY)
				: nextafter(d, -INFINITY);
}

static struct value_interval from_integer(const struct interval_sweep *sweep,
					  const struct expr_node *n, unsigned width,
					  const struct value_interval *a)
{
	const bool has_sign = n->op == EXPR_FROM_SIGNED;

	if (width > 64)
		return interval_of_all(n->sort);
	return interval_of_numbers(
	    integer_down(sweep, n->sort, has_sign ? (__int128)a->least : a->low),
	    integer_up(n->sort, has_sign ? (__int128)a->most : a->high), false);
}

static struct value_interval to_integer(unsigned width, const struct value_interval *a)
{
	const double limit = ldexp(1, (int)width - 1);
	struct value_interval i = interval_of_all(width);

	if (width > 64 || a->may_be_nan || is_empty(a) || a->from < -limit ||
	    a->to >= limit)
		return i;
	const int64_t least = (int64_t)a->from, most = (int64_t)a->to;
	const uint64_t mask = UINT64_MAX >> (64 - width);
	if ((least < 0) == (most < 0))
		return interval_of_bits(width, (uint64_t)least & mask,
					(uint64_t)most & mask);
	i.least = least;
	i.most = most;
	return i;
}

/* ---- numbers and their bits */

/* Whether the bits, of which some are always set, are those of a NaN. */
static bool is_set_to_nan(const struct expr_store *s, unsigned sort, expr bits)
{
	const struct expr_node *n = expr_at(s, bits);
	const uint64_t infinity = node_bits(sort, INFINITY);
	const uint64_t fraction = infinity & -infinity;
	uint64_t set = 0;

	return n->op == EXPR_BITOR &&
	       (expr_is_const(s, n->a, &set) || expr_is_const(s, n->b, &set)) &&
	       (set & infinity) == infinity && set & (fraction - 1);
}

/* Where zero may have either sign, or a NaN any bits, nothing is known. */
static struct value_interval bits_of_numbers(unsigned width, unsigned sort,
					     const struct value_interval *a)
{
	if (!node_is_float(sort) || a->may_be_nan || is_empty(a) || holds_zero(a))
		return interval_of_all(width);
	const uint64_t one = node_bits(sort, a->from), other = node_bits(sort, a->to);
	return interval_of_bits(width, one < other ? one : other,
				one < other ? other : one);
}

/* ---- with what is known beside the box */

/* A sum or difference by what its operands have in common, and by their order. */
static struct value_interval related(const struct interval_sweep *sweep,
				     const struct expr_node *n, struct value_interval i)
{
	double from, to;

	if (!sweep->order || i.from >= i.to)
		return i;
	if (affine_bounds(sweep, n, &from, &to))
		interval_keep(&i, resized_down(n->sort, from), resized_up(n->sort, to));
	if (n->op == EXPR_FADD)
		interval_narrow_circle(sweep, n, &i);
	if (n->op != EXPR_FSUB)
		return i;
	interval_narrow_fraction(sweep->store, n, &i);
	/* Different numbers have a difference: it is a multiple of the smallest one. */
	const double least = n->sort == SORT_F32 ? FLT_TRUE_MIN : DBL_TRUE_MIN;
	if (i.from <= 0 && order_holds(sweep, n->b, n->a, true))
		i.from = least;
	else if (i.from < 0 && order_holds(sweep, n->b, n->a, false))
		i.from = 0;
	if (i.to >= 0 && order_holds(sweep, n->a, n->b, true))
		i.to = -least;
	else if (i.to > 0 && order_holds(sweep, n->a, n->b, false))
		i.to = 0;
	return i;
}

/* ---- comparisons */

static struct value_interval compare_numbers(const struct expr_node *n,
					     const struct value_interval *a,
					     const struct value_interval *b)
{
	const bool nan = a->may_be_nan || b->may_be_nan, same = n->a == n->b;

	if (n->op == EXPR_FNAN)
		return interval_of_truth(!is_empty(a), a->may_be_nan);
	if (is_empty(a) || is_empty(b))
		return interval_of_truth(true, false);
	switch (n->op) {
	case EXPR_FLT:
		return interval_of_truth(nan || same || a->to >= b->from,
					 !same && a->from < b->to);
	case EXPR_FLE:
		return interval_of_truth(nan || (!same && a->to > b->from),
					 same || a->from <= b->to);
	default: /* EXPR_FEQ */
		return interval_of_truth(
		    nan || (!same && (a->from != a->to || b->from != b->to ||
				      a->from != b->from)),
		    same || (a->from <= b->to && b->from <= a->to));
	}
}

/* ---- one expression */

/* Infinity less infinity, 0 times infinity, and quotients of either by itself. */
static bool is_nan_at_point(enum expr_op op, unsigned sort,
			    const struct value_interval *a,
			    const struct value_interval *b)
{
	const bool is_binary =
	    op == EXPR_FADD || op == EXPR_FSUB || op == EXPR_FMUL || op == EXPR_FDIV;

	return is_binary && a->from == a->to && b->from == b->to &&
	       isnan(up(op == EXPR_FSUB ? EXPR_FADD : op, sort, a->from, b->from));
}

static struct value_interval compute_numbers(const struct interval_sweep *sweep,
					     const struct expr_node *n, unsigned sort,
					     const struct value_interval *a,
					     const struct value_interval *b)
{
	const struct value_interval minus = interval_negated(b);

	if (is_nan_at_point((enum expr_op)n->op, sort, a,
			    n->op == EXPR_FSUB ? &minus : b))
		return interval_of_none(true);
	switch (n->op) {
	case EXPR_FADD:
		return related(sweep, n, add(sort, a, b));
	case EXPR_FSUB:
		return n->a == n->b ? interval_of_numbers(
					  0, 0, a->may_be_nan || holds_infinity(a))
				    : related(sweep, n, add(sort, a, &minus));
	case EXPR_FMUL:
		return product(sweep, n, a, b);
	case EXPR_FDIV:
		return quotient(sweep, n, a, b);
	case EXPR_FMA:
		return fused(sweep, n, a, b);
	case EXPR_FSQRT:
		return root(sweep, sort, a);
	case EXPR_FNEG:
		return interval_negated(a);
	case EXPR_FABS:
		return interval_magnitude(a);
	case EXPR_FRESIZE:
		return node_is_float(n->sort)
			   ? interval_of_numbers(resized_down(n->sort, a->from),
						 resized_up(n->sort, a->to),
						 a->may_be_nan)
			   : interval_of_all(n->sort);
	default:
		return whole_interval(sweep, n->op, a);
	}
}

struct value_interval interval_compute_float(const struct interval_sweep *sweep,
					     const struct expr_node *n, unsigned sort)
{
	const struct value_interval *a = &sweep->values[n->a],
				    *b = &sweep->values[n->b];
	const bool has_two = n->op == EXPR_FADD || n->op == EXPR_FSUB ||
			     n->op == EXPR_FMUL || n->op == EXPR_FDIV ||
			     n->op == EXPR_FMA;

	switch (n->op) {
	case EXPR_TOFP:
		if (!node_is_float(n->sort))
			return interval_of_all(n->sort);
		if (expr_at(sweep->store, n->a)->op == EXPR_VAR)
			return interval_of_variable(sweep, n->sort, n->a);
		return is_set_to_nan(sweep->store, n->sort, n->a)
			   ? interval_of_none(true)
			   : interval_read(n->sort, a);
	case EXPR_BITS:
		return bits_of_numbers(n->sort, sort, a);
	case EXPR_FROM_SIGNED:
	case EXPR_FROM_UNSIGNED:
		return node_is_float(n->sort) ? from_integer(sweep, n, sort, a)
					      : interval_of_all(n->sort);
	case EXPR_TO_SIGNED:
		return node_is_float(sort) ? to_integer(n->sort, a)
					   : interval_of_all(n->sort);
	case EXPR_FLT:
	case EXPR_FLE:
	case EXPR_FEQ:
	case EXPR_FNAN:
		return node_is_float(sort)
			   ? interval_related(sweep, n, a->may_be_nan || b->may_be_nan,
					      compare_numbers(n, a, b))
			   : interval_of_all(SORT_BOOL);
	default:
		break;
	}
	if (!node_is_float(sort))
		return interval_of_all(n->sort);
	if (is_empty(a) || (has_two && is_empty(b)))
		return interval_of_none(true);
	return compute_numbers(sweep, n, sort, a, b);
}
