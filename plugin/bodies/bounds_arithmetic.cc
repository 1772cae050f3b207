/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bounds_arithmetic.cc - intervals of results. */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"

interval bounds_number(HOST_WIDE_INT value)
{
	interval r = {true, true, value, value, NULL_TREE};

	return r;
}

HOST_WIDE_INT bounds_addend(tree c)
{
	const unsigned bits = TYPE_PRECISION(TREE_TYPE(c));
	const HOST_WIDE_INT n = (HOST_WIDE_INT)TREE_INT_CST_LOW(c);

	return TYPE_UNSIGNED(TREE_TYPE(c)) && bits < 64 && n >> (bits - 1)
		   ? n - ((HOST_WIDE_INT)1 << bits)
		   : n;
}

interval bounds_add(interval a, interval b)
{
	interval r = UNBOUNDED;

	r.base = a.base ? a.base : b.base;
	r.has_low =
	    a.has_low && b.has_low && !__builtin_add_overflow(a.low, b.low, &r.low);
	r.has_high = a.has_high && b.has_high &&
		     !__builtin_add_overflow(a.high, b.high, &r.high);
	return r;
}

interval bounds_negate(interval a)
{
	interval r = {a.has_high, a.has_low, 0, 0, NULL_TREE};

	r.has_low =
	    r.has_low && !__builtin_sub_overflow((HOST_WIDE_INT)0, a.high, &r.low);
	r.has_high =
	    r.has_high && !__builtin_sub_overflow((HOST_WIDE_INT)0, a.low, &r.high);
	return r;
}

interval bounds_multiply(interval a, interval b)
{
	interval r = UNBOUNDED;
	HOST_WIDE_INT p[4];

	if (!a.has_low || !b.has_low)
		a.has_low = b.has_low = true, a.low = MAX(a.low, 0),
		b.low = MAX(b.low, 0);
	if (!a.has_high || !b.has_high || __builtin_mul_overflow(a.low, b.low, &p[0]) ||
	    __builtin_mul_overflow(a.low, b.high, &p[1]) ||
	    __builtin_mul_overflow(a.high, b.low, &p[2]) ||
	    __builtin_mul_overflow(a.high, b.high, &p[3]))
		return r;
	r.has_low = r.has_high = true;
	r.low = MIN(MIN(p[0], p[1]), MIN(p[2], p[3]));
	r.high = MAX(MAX(p[0], p[1]), MAX(p[2], p[3]));
	return r;
}

static interval divide(interval a, interval b)
{
	if (!b.has_low || !b.has_high || b.low != b.high || b.low <= 0)
		return UNBOUNDED;
	a.low /= b.low;
	a.high /= b.low;
	return a;
}

/* Of the smaller of two numbers one bound from above is enough. */
static interval extreme(interval a, interval b, bool most)
{
	a.low = most ? MAX(a.low, b.low) : MIN(a.low, b.low);
	if (most)
		a.high = MAX(a.high, b.high);
	else if (!a.has_high || (b.has_high && b.high < a.high))
		a.high = b.high;
	a.has_high = most ? a.has_high && b.has_high : a.has_high || b.has_high;
	a.has_low = a.has_low && b.has_low;
	return a;
}

static interval remainder(interval m)
{
	interval r = {true, m.has_high, 0, m.high - 1, NULL_TREE};

	return r;
}

static interval mask(interval a, interval m)
{
	interval r = {true, m.has_high, 0, m.high, NULL_TREE};

	if (a.has_low && a.has_high && a.low == a.high && a.low >= 0 &&
	    (!m.has_high || m.high != a.low)) {
		r.has_high = true;
		r.high = a.low;
	}
	return r;
}

static interval powers(interval b)
{
	interval r = {true, true, (HOST_WIDE_INT)1 << b.low, (HOST_WIDE_INT)1 << b.high,
		      NULL_TREE};

	return r;
}

interval bounds_binary(tree_code code, interval a, interval b)
{
	switch (code) {
	case PLUS_EXPR:
	case POINTER_PLUS_EXPR:
		return bounds_add(a, b);
	case MINUS_EXPR: {
		tree base = a.base;
		a = bounds_add(a, bounds_negate(b));
		a.base = base;
		return a;
	}
	case MULT_EXPR:
		return bounds_multiply(a, b);
	case TRUNC_DIV_EXPR:
	case EXACT_DIV_EXPR:
		return divide(a, b);
	case RSHIFT_EXPR:
		return b.has_low && b.low >= 0 && b.low < 31
			   ? divide(a, bounds_number((HOST_WIDE_INT)1 << b.low))
			   : UNBOUNDED;
	case LSHIFT_EXPR:
		return b.has_low && b.has_high && b.low >= 0 && b.high < 31
			   ? bounds_multiply(a, powers(b))
			   : UNBOUNDED;
	case TRUNC_MOD_EXPR:
		return remainder(b);
	case BIT_AND_EXPR:
		return mask(a, b);
	case MAX_EXPR:
	case MIN_EXPR:
		return extreme(a, b, code == MAX_EXPR);
	default:
		return UNBOUNDED;
	}
}
