/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * operation_exception.c - the distances of exceptions, in integers.
 *
 * With |x| the bits of a float without its sign, I those of the infinity and M those of
 * the least normal number:
 *
 *	overflow	I - |r|; of exp and its like the way of a to one that overflows;
 *			of a + b, |a| > |b|, I - |r| or I - |a|, the lesser one, and the
 *			way of b to a great number with the sign of a
 *	invalid, a * b	|a| + I - |b| or |b| + I - |a|, the lesser one
 *	invalid, a / b	|a| + |b| or I - |a| + I - |b|
 *	invalid, a + b	the way of both to infinities of opposite signs
 *	invalid, f (a)	the way of a out of the domain of the function
 *	divzero		|b|; of functions the way of a to a pole, of log |a|
 *	underflow	|r| - M + 1; of exp and its like as above
 */
#include <float.h>

#include "harness/runtime/distance.h"

/* Farther than any sum of two magnitudes, which are below 2^63. */
#define FAR 0xfff0000000000000u

/* Bits of a double, and of a float. */
struct limit {
	uint64_t of[2];
};

static const struct limit one = {{0x3ff0000000000000, 0x3f800000}};

static uint64_t limit_of(const struct operation *o, const struct limit *l)
{
	return l->of[o->is_single];
}

/* ---- numbers */

static uint64_t infinity_of(int is_single)
{
	return is_single ? 0x7f800000 : 0x7ff0000000000000;
}

static struct operation_number read_number(int is_single, uint64_t bits)
{
	struct operation_number n;
	const int negative = bits >> (is_single ? 31 : 63) & 1;

	n.bits = bits;
	n.magnitude = bits & (is_single ? 0x7fffffffu : 0x7fffffffffffffffu);
	n.key = negative ? -(int64_t)n.magnitude : (int64_t)n.magnitude;
	return n;
}

void operation_read(struct operation *o, enum me_arithmetic arithmetic,
		    enum me_type type, uint64_t result, uint64_t a, uint64_t b)
{
	const int is_single = type == ME_F32,
		  is_short = is_single || arithmetic == ME_NARROW;

	o->arithmetic = arithmetic;
	o->is_single = is_single;
	o->infinity = infinity_of(is_single);
	o->result_infinity = infinity_of(is_short);
	o->least_normal = is_short ? 0x00800000 : 0x0010000000000000;
	o->result = read_number(is_short, result);
	o->a = read_number(is_single, a);
	o->b = read_number(is_single, b);
}

static int is_finite(const struct operation *o, struct operation_number n)
{
	return n.magnitude < o->infinity;
}

static int is_number(const struct operation *o, struct operation_number n)
{
	return n.magnitude <= o->infinity;
}

static int is_zero(struct operation_number n)
{
	return n.magnitude == 0;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* How far the number is below the limit, at least 1; *sign likewise. */
static uint64_t below(int64_t key, uint64_t limit, coord *sign)
{
	const coord d = (coord)key - (coord)limit;

	*sign = d < 0 ? d : -1;
	return (uint64_t) - *sign;
}

static uint64_t above(int64_t key, int64_t limit, coord *sign)
{
	const coord d = (coord)key - limit;

	*sign = d > 0 ? d : 1;
	return (uint64_t)*sign;
}

/* ---- zero, and poles of functions */

/* Steps between two numbers. */
static uint64_t way(int64_t from, int64_t to)
{
	return from < to ? (uint64_t)to - (uint64_t)from
			 : (uint64_t)from - (uint64_t)to;
}

static uint64_t to_zero(struct operation_number n, coord *sign)
{
	*sign = n.key;
	return n.magnitude;
}

/* To a pole of a function. */
static uint64_t to_pole(const struct operation *o, coord *sign)
{
	const int64_t unit = (int64_t)limit_of(o, &one);

	switch (o->arithmetic) {
	case ME_LOG1P:
		*sign = (coord)o->a.key + unit;
		return way(o->a.key, -unit);
	case ME_ACOS:
		*sign = (coord)o->a.magnitude - unit;
		return way((int64_t)o->a.magnitude, unit);
	case ME_POW:
		if (!is_finite(o, o->b))
			return FAR;
		return o->b.key < 0 ? to_zero(o->a, sign)
				    : o->a.magnitude + o->b.magnitude + 1;
	case ME_GAMMA:
		if (is_finite(o, o->a) && o->a.key <= 0 &&
		    o->result.magnitude == o->result_infinity)
			return 0;
		*sign = o->a.key;
		return o->a.magnitude ? o->a.magnitude : 1;
	default:
		return to_zero(o->a, sign);
	}
}

/* Whether an infinite result is that of a pole. */
static int is_at_pole(const struct operation *o)
{
	coord sign;

	return (o->arithmetic == ME_POW || o->arithmetic == ME_GAMMA ||
		o->arithmetic == ME_TGAMMA || o->arithmetic == ME_NOT_NEGATIVE) &&
	       to_pole(o, &sign) == 0;
}

/* ---- overflow */

/* From which argument on the functions overflow, and below which or from which on they
 * underflow: one that surely does. */
static const struct limit exp_most = {{0x4086300000000000, 0x42b20000}}, /* 710, 89 */
    exp2_most = {{0x4090000000000000, 0x43000000}}, /* 1024, 128 */
    exp10_most = {{0x4073500000000000, 0x421c0000}}, /* 309, 39 */
    cosh_most = {{0x4086380000000000, 0x42b40000}}, /* 711, 90 */
    exp_least = {{0x4086280000000000, 0x42b00000}}, /* -709, -88 */
    exp2_least = {{0x408ff80000000000, 0x42fe0000}}, /* -1023, -127 */
    exp10_least = {{0x4073400000000000, 0x42180000}}, /* -308, -38 */
    erfc_most = {{0x403b000000000000, 0x41200000}}; /* 27, 10 */

/* 2^997 and 2^116, from which on an addend makes half of the digits of the greatest number
 * overflow. One below 2^970 and 2^103 changes no number. */
static const struct limit great_addend = {{0x7e40000000000000, 0x79800000}};

/* Of a sum or difference: with a lesser term of the other sign it does not overflow, and
 * with a small one it does only in a few numbers, or none, as near to overflow as the
 * greater term may be. */
static uint64_t to_great_sum(const struct operation *o, coord *sign)
{
	const int64_t b = o->arithmetic == ME_ADD ? o->b.key : -o->b.key;
	const int is_a = o->a.magnitude > o->b.magnitude;
	const int64_t great = is_a ? o->a.key : b, other = is_a ? b : o->a.key;
	const uint64_t magnitude = is_a ? o->a.magnitude : o->b.magnitude;
	const uint64_t sum = o->result.magnitude;
	const int64_t towards = great < 0 ? -other : other,
		      limit = (int64_t)limit_of(o, &great_addend);
	const uint64_t d = o->infinity - (sum > magnitude ? sum : magnitude) +
			   (towards < limit ? way(towards, limit) : 0);

	*sign = -(coord)d;
	return d;
}

static uint64_t to_overflow(const struct operation *o, coord *sign)
{
	switch (o->arithmetic) {
	case ME_ADD:
	case ME_SUBTRACT:
		return to_great_sum(o, sign);
	case ME_EXP:
		return below(o->a.key, limit_of(o, &exp_most), sign);
	case ME_EXP2:
		return below(o->a.key, limit_of(o, &exp2_most), sign);
	case ME_EXP10:
		return below(o->a.key, limit_of(o, &exp10_most), sign);
	case ME_COSH:
		return below((int64_t)o->a.magnitude, limit_of(o, &cosh_most), sign);
	default:
		if (o->result.magnitude > o->result_infinity)
			return FAR;
		return below((int64_t)o->result.magnitude, o->result_infinity, sign);
	}
}

static uint64_t overflow(const struct operation *o, coord *sign)
{
	if (!is_finite(o, o->a) || !is_finite(o, o->b))
		return FAR;
	if (o->arithmetic == ME_DIVIDE && is_zero(o->b))
		return is_zero(o->a) ? FAR : 1;
	if (is_at_pole(o))
		return 1;
	if (o->result.magnitude == o->result_infinity)
		return 0;
	return to_overflow(o, sign);
}

/* ---- underflow */

/* Whether the result is exact, or none of finite numbers. */
static int cannot_underflow(const struct operation *o)
{
	switch (o->arithmetic) {
	case ME_MULTIPLY:
		return is_zero(o->a) || !is_number(o, o->a) || is_zero(o->b) ||
		       !is_number(o, o->b);
	case ME_DIVIDE:
		return is_zero(o->a) || !is_number(o, o->a) || !is_finite(o, o->b);
	case ME_NARROW:
		return is_zero(o->a) || !is_number(o, o->a);
	case ME_POW:
	case ME_FUNCTION_2:
		return is_zero(o->a) || !is_finite(o, o->a) || !is_finite(o, o->b);
	default:
		return !is_finite(o, o->a) || !is_finite(o, o->b);
	}
}

static uint64_t to_underflow(const struct operation *o, coord *sign)
{
	switch (o->arithmetic) {
	case ME_EXP:
		return above(o->a.key, -(int64_t)limit_of(o, &exp_least), sign);
	case ME_EXP2:
		return above(o->a.key, -(int64_t)limit_of(o, &exp2_least), sign);
	case ME_EXP10:
		return above(o->a.key, -(int64_t)limit_of(o, &exp10_least), sign);
	case ME_ERFC:
		return below(o->a.key, limit_of(o, &erfc_most), sign);
	default:
		return above((int64_t)o->result.magnitude, (int64_t)o->least_normal - 1,
			     sign);
	}
}

static uint64_t underflow(const struct operation *o, coord *sign)
{
	if (cannot_underflow(o))
		return FAR;
	if (o->result.magnitude < o->least_normal)
		return 0;
	return to_underflow(o, sign);
}

/* ---- invalid */

static uint64_t to_infinity(const struct operation *o, struct operation_number n)
{
	return o->infinity - n.magnitude;
}

/* To a + b with infinities of opposite signs. */
static uint64_t to_opposites(const struct operation *o, int64_t a, int64_t b)
{
	const int64_t infinity = (int64_t)o->infinity;
	const uint64_t up = way(a, infinity) / 2 + way(b, -infinity) / 2,
		       down = way(a, -infinity) / 2 + way(b, infinity) / 2;
	const uint64_t d = least(up, down);
	const int met =
	    (a == infinity && b == -infinity) || (a == -infinity && b == infinity);

	return met ? 0 : d ? d : 1;
}

/* A function that is not defined where its first argument is below `limit`. */
static uint64_t leave_below(const struct operation *o, int64_t limit, coord *sign)
{
	return above(o->a.key, limit - 1, sign);
}

static uint64_t leave_domain(const struct operation *o, coord *sign)
{
	const int64_t unit = (int64_t)limit_of(o, &one);

	switch (o->arithmetic) {
	case ME_NOT_NEGATIVE:
		return leave_below(o, 0, sign);
	case ME_LOG1P:
		return leave_below(o, -unit, sign);
	case ME_ACOSH:
		return leave_below(o, unit, sign);
	case ME_ACOS:
		return below((int64_t)o->a.magnitude, (uint64_t)unit + 1, sign);
	case ME_COS:
		return below((int64_t)o->a.magnitude, o->infinity, sign);
	case ME_FMOD:
		return 1 + least(o->b.magnitude, to_infinity(o, o->a));
	default: /* pow and tgamma: of a negative number */
		return o->a.key < 0 ? 1 : leave_below(o, 0, sign);
	}
}

static uint64_t invalid(const struct operation *o, coord *sign)
{
	if (!is_number(o, o->a) || !is_number(o, o->b))
		return FAR;
	switch (o->arithmetic) {
	case ME_ADD:
		return to_opposites(o, o->a.key, o->b.key);
	case ME_SUBTRACT:
		return to_opposites(o, o->a.key, -o->b.key);
	case ME_MULTIPLY:
		return least(o->a.magnitude + to_infinity(o, o->b),
			     o->b.magnitude + to_infinity(o, o->a));
	case ME_DIVIDE:
		return least(o->a.magnitude + o->b.magnitude,
			     to_infinity(o, o->a) + to_infinity(o, o->b));
	default:
		if (o->result.magnitude > o->result_infinity)
			return 0;
		return leave_domain(o, sign);
	}
}

/* ---- division by zero */

static uint64_t divzero(const struct operation *o, coord *sign)
{
	if (o->arithmetic != ME_DIVIDE)
		return is_number(o, o->a) ? to_pole(o, sign) : FAR;
	if (!is_finite(o, o->a) || !is_number(o, o->b))
		return FAR;
	if (is_zero(o->a))
		return o->b.magnitude + 1;
	return to_zero(o->b, sign);
}

uint64_t operation_distance(const struct operation *o, enum me_exception exception,
			    coord *sign)
{
	*sign = 0;
	switch (exception) {
	case ME_OVERFLOW:
		return overflow(o, sign);
	case ME_INVALID:
		return invalid(o, sign);
	case ME_DIVZERO:
		return divzero(o, sign);
	default:
		return underflow(o, sign);
	}
}

/* In integers: hooks convert none to a float. */
uint64_t distance_image(enum distance_kind kind, uint64_t steps)
{
	if (kind == DISTANCE_ULP || !steps)
		return steps;
	const unsigned e = 63 - (unsigned)__builtin_clzll(steps);
	const uint64_t fraction = steps << (63 - e) & ~((uint64_t)1 << 63);
	return (uint64_t)(DBL_MAX_EXP - 1 + e) << (DBL_MANT_DIG - 1) | fraction >> 11;
}
