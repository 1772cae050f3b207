/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/axis.h"

#include <math.h>
#include <string.h>

/* Bits of each kind's magnitude, and of the fraction within. */
static const struct format {
	unsigned magnitude, fraction;
} formats[] = {
    [AXIS_INTEGER] = {0, 0}, [AXIS_F32] = {31, 23},  [AXIS_F64] = {63, 52},
    [AXIS_F80] = {78, 63},   [AXIS_F128] = {95, 80},
};

#define X87_INTEGER_BIT ((ucoord)1 << 63)
#define X87_EXPONENT_MASK 0x7fffu

static coord axis_low(enum axis_kind kind)
{
	if (kind == AXIS_INTEGER)
		return INT64_MIN;
	return -((coord)1 << formats[kind].magnitude);
}

static coord axis_high(enum axis_kind kind)
{
	if (kind == AXIS_INTEGER)
		return UINT64_MAX;
	return ((coord)1 << formats[kind].magnitude) - 1;
}

struct axis axis_full(enum axis_kind kind)
{
	return (struct axis){kind, axis_low(kind), axis_high(kind)};
}

unsigned axis_fraction_bits(enum axis_kind kind)
{
	return formats[kind].fraction;
}

unsigned axis_width(const struct axis *axis)
{
	const ucoord range = (ucoord)(axis->high - axis->low);
	const uint64_t high = (uint64_t)(range >> 64), low = (uint64_t)range;

	if (high)
		return 128 - (unsigned)__builtin_clzll(high);
	return low ? 64 - (unsigned)__builtin_clzll(low) : 0;
}

coord axis_clamp(const struct axis *axis, coord c)
{
	if (c < axis->low)
		return axis->low;
	return c > axis->high ? axis->high : c;
}

coord axis_add(const struct axis *axis, coord c, coord step)
{
	if (step >= 0)
		return axis->high - c < step ? axis->high : c + step;
	return axis->low - c > step ? axis->low : c + step;
}

coord axis_negate(const struct axis *axis, coord c)
{
	return axis_clamp(axis, axis->kind == AXIS_INTEGER ? -c : -1 - c);
}

/* Inserts the integer bit: set unless zero or subnormal. */
static ucoord x87_expand(ucoord magnitude)
{
	const ucoord exponent = magnitude >> 63;
	const ucoord fraction = magnitude & (X87_INTEGER_BIT - 1);

	return exponent << 64 | (exponent ? X87_INTEGER_BIT : 0) | fraction;
}

static ucoord x87_contract(ucoord bits)
{
	ucoord exponent = bits >> 64 & X87_EXPONENT_MASK;

	if (exponent == 0 && bits & X87_INTEGER_BIT)
		exponent = 1;
	return exponent << 63 | (bits & (X87_INTEGER_BIT - 1));
}

ucoord axis_to_bits(enum axis_kind kind, coord c)
{
	const ucoord magnitude = (ucoord)(c < 0 ? -1 - c : c);
	const ucoord sign = c < 0;

	if (kind == AXIS_INTEGER)
		return (ucoord)c;
	if (kind == AXIS_F80)
		return sign << 79 | x87_expand(magnitude);
	return sign << formats[kind].magnitude | magnitude;
}

coord axis_from_bits(enum axis_kind kind, ucoord bits)
{
	const unsigned sign_bit = kind == AXIS_F80 ? 79 : formats[kind].magnitude;
	ucoord magnitude;

	if (kind == AXIS_INTEGER)
		return (coord)bits;
	if (kind == AXIS_F80)
		magnitude = x87_contract(bits);
	else
		magnitude = bits & (((ucoord)1 << sign_bit) - 1);
	return bits >> sign_bit & 1 ? -1 - (coord)magnitude : (coord)magnitude;
}

/* Exponent and bias are those of x87, whose fraction has 17 bits less. */
static ucoord x87_from_f128(ucoord bits)
{
	const ucoord magnitude = bits & (((ucoord)1 << 95) - 1);
	const ucoord lost = magnitude & 0x1ffff;
	ucoord contracted = magnitude >> 17;

	if (contracted == (ucoord)0x7fff << 63 && lost) /* a NaN stays one */
		contracted++;
	return bits >> 95 << 79 | x87_expand(contracted);
}

static ucoord f128_from_x87(ucoord bits)
{
	return (bits >> 79 & 1) << 95 | x87_contract(bits) << 17;
}

long double axis_to_long_double(enum axis_kind kind, coord c)
{
	ucoord bits = axis_to_bits(kind, c);
	const uint32_t bits32 = (uint32_t)bits;
	const uint64_t bits64 = (uint64_t)bits;
	long double v = 0;
	double d;
	float f;

	switch (kind) {
	case AXIS_F32:
		memcpy(&f, &bits32, sizeof f);
		return f;
	case AXIS_F64:
		memcpy(&d, &bits64, sizeof d);
		return d;
	case AXIS_F128:
		bits = x87_from_f128(bits);
		/* fall through */
	case AXIS_F80:
		memcpy(&v, &bits, 10);
		return v;
	default:
		return (long double)c;
	}
}

double axis_to_double(enum axis_kind kind, coord c)
{
	return (double)axis_to_long_double(kind, c);
}

static coord integer_from_long_double(const struct axis *axis, long double v)
{
	if (isnan(v))
		return axis_clamp(axis, 0);
	if (v >= (long double)axis->high)
		return axis->high;
	if (v <= (long double)axis->low)
		return axis->low;
	return axis_clamp(axis, (coord)rintl(v));
}

/* Each kind converts for itself: a conversion to a format in which v is subnormal costs
 * as much as a run of a small function under test. */
static ucoord bits_from_long_double(enum axis_kind kind, long double v)
{
	const float f = kind == AXIS_F32 ? (float)v : 0;
	const double d = kind == AXIS_F64 ? (double)v : 0;
	ucoord bits = 0;

	switch (kind) {
	case AXIS_F32:
		memcpy(&bits, &f, sizeof f);
		return bits;
	case AXIS_F64:
		memcpy(&bits, &d, sizeof d);
		return bits;
	default:
		memcpy(&bits, &v, 10);
		return kind == AXIS_F128 ? f128_from_x87(bits) : bits;
	}
}

coord axis_from_long_double(const struct axis *axis, long double v)
{
	if (axis->kind == AXIS_INTEGER)
		return integer_from_long_double(axis, v);
	return axis_clamp(
	    axis, axis_from_bits(axis->kind, bits_from_long_double(axis->kind, v)));
}

coord axis_from_double(const struct axis *axis, double v)
{
	return axis_from_long_double(axis, v);
}
