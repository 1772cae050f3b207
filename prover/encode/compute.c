/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * compute.c - what each GIMPLE code means, as an expression; operation.c computes the
 * same on values. A value is its bits. The result of an operation without a formula
 * (complex numbers, some conversions of wide types) is unconstrained.
 */
#include "prover/encode/encode_internal.h"

unsigned sort_of(struct type type)
{
	return type.kind == TYPE_OTHER ? 8 : type.bits;
}

bool is_flushed(const struct encoding *e, struct type type)
{
	if (!type_is_number(type))
		return false;
	return type.bits <= 64 ? e->flushes : type.bits == 80 && e->shortens;
}

/* Operations on the bits alone do not flush. */
static bool is_flushing(const struct encoding *e, enum code code, struct type type,
			const struct type *types, unsigned count)
{
	switch (code) {
	case CODE_MOVE:
	case CODE_VIEW:
	case CODE_PAREN:
	case CODE_NEGATE:
	case CODE_ABS:
	case CODE_SELECT:
		return false;
	default:
		return is_flushed(e, type) || (count > 0 && is_flushed(e, types[0]));
	}
}

/* ---- conditions */

static expr compare_words(struct encoding *e, enum code code, bool is_signed, expr a,
			  expr b)
{
	return compute_order(&e->store, code, is_signed ? EXPR_SLT : EXPR_ULT,
			     is_signed ? EXPR_SLE : EXPR_ULE, EXPR_EQ, a, b);
}

/* A truth value as an integer. */
static expr truth_word(struct encoding *e, struct type type, expr condition)
{
	struct expr_store *s = &e->store;

	return expr_resize(
	    s, expr_ite(s, condition, expr_const(s, 1, 1), expr_const(s, 1, 0)),
	    type.bits, false);
}

expr compute_condition(struct encoding *e, enum code code, struct type type, expr a,
		       expr b)
{
	expr c = EXPR_NONE;

	if (expr_sort(&e->store, a) != expr_sort(&e->store, b))
		return fresh(e, SORT_BOOL, "comparison");
	if (is_flushed(e, type))
		return fresh(e, SORT_BOOL, FLUSHED);
	if (type_is_number(type))
		c = compute_float_compare(e, code, number_of(e, type, a),
					  number_of(e, type, b));
	else if (type_is_word(type))
		c = compare_words(e, code, type.kind == TYPE_SIGNED, a, b);
	return c == EXPR_NONE ? fresh(e, SORT_BOOL, "comparison") : c;
}

/* ---- integers */

/* The inverse of an odd number, modulo 2^64: each step doubles the bits that are right.
 */
static uint64_t inverse_of(uint64_t odd)
{
	uint64_t x = odd;

	for (int i = 0; i < 5; i++)
		x *= 2 - odd * x;
	return x;
}

/* GCC divides without remainder by a shift and a multiplication by the inverse of the
 * divisor's odd part. If there is a remainder, as for pointers into two arrays, the
 * result is not the quotient. */
static expr divide_exactly(struct encoding *e, bool is_signed, expr a, uint64_t divisor)
{
	struct expr_store *s = &e->store;
	const unsigned width = expr_sort(s, a),
		       zeros = (unsigned)__builtin_ctzll(divisor);
	const expr shifted = expr_binary(s, is_signed ? EXPR_ASHR : EXPR_LSHR, a,
					 expr_const(s, width, zeros));

	return expr_binary(s, EXPR_MUL, shifted,
			   expr_const(s, width, inverse_of(divisor >> zeros)));
}

static expr compute_quotient(struct encoding *e, enum code code, bool is_signed, expr a,
			     expr b)
{
	uint64_t divisor;

	if (code == CODE_EXACT_DIVIDE && expr_is_const(&e->store, b, &divisor) &&
	    divisor && divisor <= INT32_MAX)
		return divide_exactly(e, is_signed, a, divisor);
	if (code == CODE_REMAINDER)
		return expr_binary(&e->store, is_signed ? EXPR_SREM : EXPR_UREM, a, b);
	return expr_binary(&e->store, is_signed ? EXPR_SDIV : EXPR_UDIV, a, b);
}

/* The machine takes the count modulo 32, 64 or 128; narrower types are shifted in 32
 * bits.
 */
static expr compute_shift(struct encoding *e, enum code code, struct type type, expr a,
			  expr count)
{
	struct expr_store *s = &e->store;
	const unsigned width = expr_sort(s, a);
	const unsigned limit = width <= 32 ? 31 : width <= 64 ? 63 : 127;
	const enum expr_op op = code == CODE_SHIFT_LEFT	   ? EXPR_SHL
				: type.kind == TYPE_SIGNED ? EXPR_ASHR
							   : EXPR_LSHR;

	if (width < 8)
		return EXPR_NONE;
	const expr low = expr_resize(s, expr_resize(s, count, 8, false), width, false);
	return expr_binary(
	    s, op, a, expr_binary(s, EXPR_BITAND, low, expr_wide(s, width, limit, 0)));
}

static expr rotate(struct encoding *e, enum code code, expr a, expr count)
{
	struct expr_store *s = &e->store;
	const unsigned width = expr_sort(s, a);

	if (width != 8 && width != 16 && width != 32 && width != 64)
		return EXPR_NONE;
	expr n = expr_resize(s, expr_resize(s, count, 8, false), width, false);
	n = expr_binary(s, EXPR_BITAND, n, expr_const(s, width, width - 1));
	const expr back = expr_binary(s, EXPR_BITAND, expr_unary(s, EXPR_NEG, n),
				      expr_const(s, width, width - 1));
	const bool left = code == CODE_ROTATE_LEFT;
	return expr_binary(s, EXPR_BITOR, expr_binary(s, EXPR_SHL, a, left ? n : back),
			   expr_binary(s, EXPR_LSHR, a, left ? back : n));
}

static expr one_word(struct encoding *e, enum code code, struct type type,
		     struct type from, expr a)
{
	struct expr_store *s = &e->store;
	const bool is_signed = from.kind == TYPE_SIGNED;

	switch (code) {
	case CODE_MOVE:
	case CODE_PAREN:
	case CODE_CONVERT:
		return expr_resize(s, a, type.bits, is_signed);
	case CODE_NEGATE:
		return expr_unary(s, EXPR_NEG, a);
	case CODE_NOT:
		return expr_unary(s, EXPR_BITNOT, a);
	case CODE_TRUTH_NOT:
		return truth_word(e, type,
				  expr_eq(s, a, expr_wide(s, from.bits, 0, 0)));
	case CODE_ABS:
	case CODE_ABSU:
		if (!is_signed)
			return a;
		return expr_ite(
		    s, expr_binary(s, EXPR_SLT, a, expr_wide(s, from.bits, 0, 0)),
		    expr_unary(s, EXPR_NEG, a), a);
	default:
		return EXPR_NONE;
	}
}

static expr least_value(struct encoding *e, enum code code, bool is_signed, expr a,
			expr b)
{
	const expr less =
	    compare_words(e, code == CODE_MIN ? CODE_LT : CODE_GT, is_signed, a, b);

	return expr_ite(&e->store, less, a, b);
}

static expr two_words(struct encoding *e, enum code code, struct type type, expr a,
		      expr b)
{
	static const struct {
		enum code code;
		enum expr_op op;
	} plain[] = {{CODE_ADD, EXPR_ADD},	    {CODE_POINTER_ADD, EXPR_ADD},
		     {CODE_SUBTRACT, EXPR_SUB},	    {CODE_POINTER_DIFF, EXPR_SUB},
		     {CODE_MULTIPLY, EXPR_MUL},	    {CODE_AND, EXPR_BITAND},
		     {CODE_TRUTH_AND, EXPR_BITAND}, {CODE_OR, EXPR_BITOR},
		     {CODE_TRUTH_OR, EXPR_BITOR},   {CODE_XOR, EXPR_BITXOR},
		     {CODE_TRUTH_XOR, EXPR_BITXOR}};
	const bool is_signed = type.kind == TYPE_SIGNED;

	if (code == CODE_SHIFT_LEFT || code == CODE_SHIFT_RIGHT)
		return compute_shift(e, code, type, a, b);
	if (code == CODE_ROTATE_LEFT || code == CODE_ROTATE_RIGHT)
		return rotate(e, code, a, b);
	if (expr_sort(&e->store, a) != expr_sort(&e->store, b))
		return EXPR_NONE;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (plain[i].code == code)
			return expr_binary(&e->store, plain[i].op, a, b);
	switch (code) {
	case CODE_DIVIDE:
	case CODE_EXACT_DIVIDE:
	case CODE_REMAINDER:
		return compute_quotient(e, code, is_signed, a, b);
	case CODE_MIN:
	case CODE_MAX:
		return least_value(e, code, is_signed, a, b);
	default:
		return EXPR_NONE;
	}
}

/* ---- all */

static expr compute_one(struct encoding *e, enum code code, struct type type,
			struct type from, expr a)
{
	if (code == CODE_VIEW)
		return expr_sort(&e->store, a) == sort_of(type) ? a : EXPR_NONE;
	if (code == CODE_FLOAT)
		return type_is_number(type) && type_is_word(from) && from.bits <= 64
			   ? compute_float_of_word(e, type, from, a)
			   : EXPR_NONE;
	if (type_is_number(from))
		return compute_float_one(e, code, type, from, a);
	if (type_is_word(from) && type_is_word(type))
		return one_word(e, code, type, from, a);
	return code == CODE_MOVE && expr_sort(&e->store, a) == sort_of(type)
		   ? a
		   : EXPR_NONE;
}

static expr compute_two(struct encoding *e, enum code code, struct type type,
			const struct type *types, expr a, expr b)
{
	if (code_compares(code))
		return truth_word(e, type, compute_condition(e, code, types[0], a, b));
	if (type_is_number(types[0]) && type_is_number(types[1]) &&
	    types[0].bits == types[1].bits)
		return compute_float_two(e, code, type, a, b);
	if (type_is_word(types[0]) && type_is_word(types[1]) && type_is_word(type))
		return two_words(e, code, types[0], a, b);
	return EXPR_NONE;
}

expr compute(struct encoding *e, enum code code, struct type type,
	     const struct type *types, const expr *o, unsigned count, const char *what)
{
	struct expr_store *s = &e->store;
	expr value = EXPR_NONE;

	if (is_flushing(e, code, type, types, count))
		return fresh(e, sort_of(type), FLUSHED);
	if (count == 1)
		value = compute_one(e, code, type, types[0], o[0]);
	else if (count == 2 && (type_is_word(type) || type_is_number(type)))
		value = compute_two(e, code, type, types, o[0], o[1]);
	else if (count == 3 && code == CODE_SELECT && type_is_word(types[0]) &&
		 expr_sort(s, o[1]) == expr_sort(s, o[2]))
		value = expr_ite(s, expr_eq(s, o[0], expr_wide(s, types[0].bits, 0, 0)),
				 o[2], o[1]);
	if (value != EXPR_NONE && expr_sort(s, value) == sort_of(type))
		return value;
	for (unsigned i = 0; i < count; i++)
		memory_escape(e, o[i]); /* an address may be in the result */
	return fresh(e, sort_of(type), what);
}
