/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute_float.c - operations on floating point as expressions. A value is its bits;
 * each operation converts them to a number and its result back.
 */
#include "prover/encode/encode_internal.h"

expr number_of(struct encoding *e, struct type type, expr bits)
{
	return expr_convert(&e->store, EXPR_TOFP, SORT_FLOAT + type.bits, bits);
}

expr bits_of(struct encoding *e, expr number)
{
	return expr_make(&e->store, EXPR_BITS,
			 expr_sort(&e->store, number) - SORT_FLOAT, number, EXPR_NONE,
			 EXPR_NONE, ++e->results);
}

expr rounded(struct encoding *e, enum expr_op op, unsigned sort, expr a, expr b, expr c)
{
	return expr_make(&e->store, op, sort, a, b, c,
			 e->fixed_mode	       ? e->fixed_mode
			 : e->changes_rounding ? ++e->roundings
					       : 0);
}

expr rounded_bits(struct encoding *e, enum expr_op op, struct type type, expr a, expr b)
{
	return bits_of(e, rounded(e, op, SORT_FLOAT + type.bits, a, b, EXPR_NONE));
}

expr power_of_two(struct encoding *e, struct type type, unsigned exponent)
{
	struct expr_store *s = &e->store;
	const uint64_t f32 = (uint64_t)(exponent + 127) << 23;
	const uint64_t f64 = (uint64_t)(exponent + 1023) << 52;

	if (type.bits == 80)
		return number_of(e, type,
				 expr_wide(s, 80, (uint64_t)1 << 63, exponent + 16383));
	return number_of(e, type,
			 expr_const(s, type.bits, type.bits == 32 ? f32 : f64));
}

/* The sign bit alone. */
static expr sign_bit(struct encoding *e, struct type type)
{
	const uint64_t top = (uint64_t)1 << (type.bits - 1) % 64;

	return expr_wide(&e->store, type.bits, type.bits > 64 ? 0 : top, top);
}

expr compute_order(struct expr_store *s, enum code code, enum expr_op less,
		   enum expr_op most, enum expr_op equal, expr a, expr b)
{
	switch (code) {
	case CODE_LT:
		return expr_binary(s, less, a, b);
	case CODE_LE:
		return expr_binary(s, most, a, b);
	case CODE_GT:
		return expr_binary(s, less, b, a);
	case CODE_GE:
		return expr_binary(s, most, b, a);
	case CODE_EQ:
		return expr_binary(s, equal, a, b);
	case CODE_NE:
		return expr_not(s, expr_binary(s, equal, a, b));
	default:
		return EXPR_NONE;
	}
}

expr compute_float_compare(struct encoding *e, enum code code, expr a, expr b)
{
	struct expr_store *s = &e->store;
	const expr unordered =
	    expr_or(s, expr_unary(s, EXPR_FNAN, a), expr_unary(s, EXPR_FNAN, b));

	switch (code) {
	case CODE_UNORDERED:
		return unordered;
	case CODE_ORDERED:
		return expr_not(s, unordered);
	case CODE_UNLT:
		return expr_not(s, expr_binary(s, EXPR_FLE, b, a));
	case CODE_UNLE:
		return expr_not(s, expr_binary(s, EXPR_FLT, b, a));
	case CODE_UNGT:
		return expr_not(s, expr_binary(s, EXPR_FLE, a, b));
	case CODE_UNGE:
		return expr_not(s, expr_binary(s, EXPR_FLT, a, b));
	case CODE_UNEQ:
		return expr_or(s, unordered, expr_binary(s, EXPR_FEQ, a, b));
	case CODE_LTGT:
		return expr_or(s, expr_binary(s, EXPR_FLT, a, b),
			       expr_binary(s, EXPR_FLT, b, a));
	default:
		return compute_order(s, code, EXPR_FLT, EXPR_FLE, EXPR_FEQ, a, b);
	}
}

/* Which of two numbers it is where none is less, as with NaN and with zeros, GCC leaves open. */
static expr extreme_number(struct encoding *e, enum code code, struct type type, expr a,
			   expr b)
{
	struct expr_store *s = &e->store;
	const expr x = number_of(e, type, a), y = number_of(e, type, b);
	const expr less = expr_binary(s, EXPR_FLT, x, y),
		   greater = expr_binary(s, EXPR_FLT, y, x),
		   either = expr_ite(s, fresh(e, SORT_BOOL, "min or max"), a, b);

	return expr_ite(s, code == CODE_MIN ? less : greater, a,
			expr_ite(s, code == CODE_MIN ? greater : less, b, either));
}

expr compute_float_two(struct encoding *e, enum code code, struct type type, expr a,
		       expr b)
{
	if (code == CODE_MIN || code == CODE_MAX)
		return extreme_number(e, code, type, a, b);

	const enum expr_op op = code == CODE_ADD	    ? EXPR_FADD
				: code == CODE_SUBTRACT	    ? EXPR_FSUB
				: code == CODE_MULTIPLY	    ? EXPR_FMUL
				: code == CODE_FLOAT_DIVIDE ? EXPR_FDIV
							    : EXPR_OP_COUNT;

	if (op == EXPR_OP_COUNT)
		return EXPR_NONE;
	return rounded_bits(e, op, type, number_of(e, type, a), number_of(e, type, b));
}

/* -2^31 - 1 as a double or long double. */
static expr below_least(struct encoding *e, struct type type)
{
	struct expr_store *s = &e->store;

	return number_of(e, type,
			 type.bits == 64
			     ? expr_const(s, 64, 0xc1e0000000200000u)
			     : expr_wide(s, 80, 0x8000000100000000u, 0xc01e));
}

/* cvttsd2si and the like: a number out of range becomes the least integer. `width`: 32
 * or 64. */
static expr truncate_to(struct encoding *e, struct type from, unsigned width, expr x)
{
	struct expr_store *s = &e->store;
	const expr limit = power_of_two(e, from, width - 1),
		   least = expr_unary(s, EXPR_FNEG, limit);
	/* x > -2^31 - 1, where floats have that number; else x >= the least integer. */
	const expr above = width == 32 && from.bits > 32
			       ? expr_binary(s, EXPR_FLT, below_least(e, from), x)
			       : expr_binary(s, EXPR_FLE, least, x);
	const expr fits = expr_and(s, above, expr_binary(s, EXPR_FLT, x, limit));

	return expr_ite(s, fits, expr_convert(s, EXPR_TO_SIGNED, width, x),
			expr_const(s, width, (uint64_t)1 << (width - 1)));
}

/* What gcc makes of each conversion; unsigned long in two halves. */
static expr truncate_number(struct encoding *e, struct type type, struct type from,
			    expr a)
{
	struct expr_store *s = &e->store;
	const expr x = number_of(e, from, a);

	/* The conversions left out have instructions or functions of their own. */
	if (type.bits > 64 || from.bits > 80 || (from.bits == 80 && type.bits < 32))
		return EXPR_NONE;
	if (type.bits < 32 || (type.bits == 32 && type.kind == TYPE_SIGNED))
		return expr_resize(s, truncate_to(e, from, 32, x), type.bits, false);
	if (type.bits <= 32 || type.kind == TYPE_SIGNED)
		return expr_resize(s, truncate_to(e, from, 64, x), type.bits, false);
	if (type.bits != 64)
		return EXPR_NONE;
	const expr limit = power_of_two(e, from, 63);
	const expr upper =
	    expr_binary(s, EXPR_BITXOR,
			truncate_to(e, from, 64,
				    rounded(e, EXPR_FSUB, SORT_FLOAT + from.bits, x,
					    limit, EXPR_NONE)),
			expr_const(s, 64, (uint64_t)1 << 63));
	return expr_ite(s, expr_binary(s, EXPR_FLE, limit, x), upper,
			truncate_to(e, from, 64, x));
}

expr compute_float_one(struct encoding *e, enum code code, struct type type,
		       struct type from, expr a)
{
	struct expr_store *s = &e->store;

	switch (code) {
	case CODE_MOVE:
	case CODE_PAREN:
		return a;
	case CODE_NEGATE:
		return expr_binary(s, EXPR_BITXOR, a, sign_bit(e, from));
	case CODE_ABS:
		return expr_binary(s, EXPR_BITAND, a,
				   expr_unary(s, EXPR_BITNOT, sign_bit(e, from)));
	case CODE_TRUNCATE:
		return type_is_word(type) ? truncate_number(e, type, from, a)
					  : EXPR_NONE;
	case CODE_CONVERT:
		if (!type_is_number(type))
			return EXPR_NONE;
		if (type.bits == from.bits)
			return a;
		return rounded_bits(e, EXPR_FRESIZE, type, number_of(e, from, a),
				    EXPR_NONE);
	default:
		return EXPR_NONE;
	}
}

expr compute_float_of_word(struct encoding *e, struct type type, struct type from,
			   expr a)
{
	const enum expr_op op =
	    from.kind == TYPE_SIGNED ? EXPR_FROM_SIGNED : EXPR_FROM_UNSIGNED;

	return rounded_bits(e, op, type, a, EXPR_NONE);
}
