/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * operation_float.c - floating point by the machine itself: a macro makes one set of
 * functions for each format, since only the type differs.
 */
#include "tests/interpret/operation_float.h"

#include <emmintrin.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;
__extension__ typedef _Float128 quad;

#define OPERATIONS(T, name)                                                            \
	static T name##_load(struct value v)                                           \
	{                                                                              \
		T x = 0;                                                               \
		memcpy(&x, &v, sizeof x);                                              \
		return x;                                                              \
	}                                                                              \
	static struct value name##_bits(T x)                                           \
	{                                                                              \
		struct value v = {0, 0};                                               \
		memcpy(&v, &x, sizeof x);                                              \
		return v;                                                              \
	}                                                                              \
	static bool name##_binary(enum code code, T a, T b, T *out)                    \
	{                                                                              \
		switch (code) {                                                        \
		case CODE_ADD:                                                         \
			*out = a + b;                                                  \
			return true;                                                   \
		case CODE_SUBTRACT:                                                    \
			*out = a - b;                                                  \
			return true;                                                   \
		case CODE_MULTIPLY:                                                    \
			*out = a * b;                                                  \
			return true;                                                   \
		case CODE_FLOAT_DIVIDE:                                                \
			*out = a / b;                                                  \
			return true;                                                   \
		default:                                                               \
			return false;                                                  \
		}                                                                      \
	}                                                                              \
	static unsigned name##_order(T a,                                              \
				     T b) /* which of <, =, > and unordered holds */   \
	{                                                                              \
		return a < b ? 1 : a == b ? 2 : a > b ? 4 : 8;                         \
	}

OPERATIONS(float, f32)
OPERATIONS(double, f64)
OPERATIONS(long double, f80)
OPERATIONS(quad, f128)

/* ---- comparisons */

static unsigned accepted(enum code code)
{
	enum { LESS = 1, EQUAL = 2, GREATER = 4, UNORDERED = 8 };

	switch (code) {
	case CODE_LT:
		return LESS;
	case CODE_LE:
		return LESS | EQUAL;
	case CODE_EQ:
		return EQUAL;
	case CODE_NE:
		return LESS | GREATER | UNORDERED;
	case CODE_GE:
		return GREATER | EQUAL;
	case CODE_GT:
		return GREATER;
	case CODE_UNORDERED:
		return UNORDERED;
	case CODE_ORDERED:
		return LESS | EQUAL | GREATER;
	case CODE_UNLT:
		return UNORDERED | LESS;
	case CODE_UNLE:
		return UNORDERED | LESS | EQUAL;
	case CODE_UNGT:
		return UNORDERED | GREATER;
	case CODE_UNGE:
		return UNORDERED | GREATER | EQUAL;
	case CODE_UNEQ:
		return UNORDERED | EQUAL;
	case CODE_LTGT:
		return LESS | GREATER;
	default:
		return 0;
	}
}

static unsigned order(unsigned bits, struct value a, struct value b)
{
	switch (bits) {
	case 32:
		return f32_order(f32_load(a), f32_load(b));
	case 64:
		return f64_order(f64_load(a), f64_load(b));
	case 80:
		return f80_order(f80_load(a), f80_load(b));
	default:
		return f128_order(f128_load(a), f128_load(b));
	}
}

/* ---- arithmetic */

static bool binary(enum code code, unsigned bits, struct value a, struct value b,
		   struct value *out)
{
	float f = 0;
	double d = 0;
	long double l = 0;
	quad q = 0;
	bool done;

	switch (bits) {
	case 32:
		done = f32_binary(code, f32_load(a), f32_load(b), &f);
		*out = f32_bits(f);
		return done;
	case 64:
		done = f64_binary(code, f64_load(a), f64_load(b), &d);
		*out = f64_bits(d);
		return done;
	case 80:
		done = f80_binary(code, f80_load(a), f80_load(b), &l);
		*out = f80_bits(l);
		return done;
	default:
		done = f128_binary(code, f128_load(a), f128_load(b), &q);
		*out = f128_bits(q);
		return done;
	}
}

/* The sign is one bit; nothing else of a NaN changes. */
static struct value with_sign(unsigned bits, struct value v, bool negate)
{
	uint64_t *word = bits > 64 ? &v.high : &v.low;
	const uint64_t sign = (uint64_t)1 << ((bits - 1) & 63);

	*word = negate ? *word ^ sign : *word & ~sign;
	return v;
}

/* ---- conversions */

static struct value from_long_double(struct type type, long double x)
{
	switch (type.bits) {
	case 32:
		return f32_bits((float)x);
	case 64:
		return f64_bits((double)x);
	case 80:
		return f80_bits(x);
	default:
		return f128_bits((quad)x);
	}
}

/* Rounds once: every narrower format and every integer of 64 bits is a long double. */
static bool from_integer(struct type type, struct type from, struct value v,
			 struct value *out)
{
	const int64_t i = value_extend(from, v);

	if (from.bits > 64)
		return false;
	*out = from_long_double(
	    type, from.kind == TYPE_SIGNED ? (long double)i : (long double)(uint64_t)i);
	return true;
}

static bool resize(struct type type, struct type from, struct value v,
		   struct value *out)
{
	if (type.bits == from.bits) {
		*out = v;
		return true;
	}
	switch (from.bits) {
	case 32:
		*out = from_long_double(type, f32_load(v));
		return true;
	case 64:
		*out = from_long_double(type, f64_load(v));
		return true;
	case 80:
		*out = from_long_double(type, f80_load(v));
		return true;
	default: /* not through long double: that would round twice */
		*out = type.bits == 32	 ? f32_bits((float)f128_load(v))
		       : type.bits == 64 ? f64_bits((double)f128_load(v))
					 : f80_bits((long double)f128_load(v));
		return true;
	}
}

/* As GCC compiles each conversion: to narrow types through 32 bits, to unsigned int
 * through 64, to unsigned long in two halves. The compiler of this file does so too. */
static int64_t from_double(struct type type, double x)
{
	const __m128d v = _mm_set_sd(x);

	if (type.bits < 32 || (type.bits == 32 && type.kind == TYPE_SIGNED))
		return _mm_cvttsd_si32(v);
	if (type.bits <= 32 || type.kind == TYPE_SIGNED)
		return _mm_cvttsd_si64(v);
	return (int64_t)(uint64_t)x;
}

static int64_t from_float(struct type type, float x)
{
	const __m128 v = _mm_set_ss(x);

	if (type.bits < 32 || (type.bits == 32 && type.kind == TYPE_SIGNED))
		return _mm_cvttss_si32(v);
	if (type.bits <= 32 || type.kind == TYPE_SIGNED)
		return _mm_cvttss_si64(v);
	return (int64_t)(uint64_t)x;
}

static int64_t from_extended(struct type type, long double x)
{
	if (type.bits <= 16)
		return (int16_t)x;
	if (type.bits <= 32 && type.kind == TYPE_SIGNED)
		return (int32_t)x;
	return type.bits <= 32 || type.kind == TYPE_SIGNED ? (int64_t)x
							   : (int64_t)(uint64_t)x;
}

static bool to_integer(struct type type, struct type from, struct value v,
		       struct value *out)
{
	int64_t i;

	if (type.bits > 64 || from.bits == 128)
		return false;
	i = from.bits == 32   ? from_float(type, f32_load(v))
	    : from.bits == 64 ? from_double(type, f64_load(v))
			      : from_extended(type, f80_load(v));
	*out = value_truncate(type, (struct value){(uint64_t)i, 0});
	return true;
}

/* ---- all */

static bool one_operand(enum code code, struct type type, struct type from,
			struct value v, struct value *out)
{
	switch (code) {
	case CODE_MOVE:
	case CODE_PAREN:
		*out = v;
		return true;
	case CODE_NEGATE:
	case CODE_ABS:
		*out = with_sign(type.bits, v, code == CODE_NEGATE);
		return true;
	case CODE_CONVERT:
		return from.kind == TYPE_FLOAT && type.kind == TYPE_FLOAT &&
		       resize(type, from, v, out);
	case CODE_FLOAT:
		return from.kind != TYPE_FLOAT && from_integer(type, from, v, out);
	case CODE_TRUNCATE:
		return from.kind == TYPE_FLOAT && to_integer(type, from, v, out);
	default:
		return false;
	}
}

bool operation_float_compute(enum code code, struct type type, const struct type *types,
			     const struct value *o, unsigned count,
			     struct value *result)
{
	if (count == 1)
		return one_operand(code, type, types[0], o[0], result);
	if (count != 2 || types[0].kind != TYPE_FLOAT || types[1].bits != types[0].bits)
		return false;
	if (code_compares(code)) {
		*result = (struct value){
		    (accepted(code) & order(types[0].bits, o[0], o[1])) != 0, 0};
		return true;
	}
	return binary(code, types[0].bits, o[0], o[1], result);
}
