/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operation.c - arithmetic of integers; that of floating point is in operation_float.c.
 */
#include "tests/interpret/operation.h"

#include "tests/interpret/operation_float.h"

__extension__ typedef unsigned __int128 wide;
__extension__ typedef __int128 signed_wide;

static wide wide_of(struct value v)
{
	return (wide)v.high << 64 | v.low;
}

static struct value value_of(wide w)
{
	return (struct value){(uint64_t)w, (uint64_t)(w >> 64)};
}

/* The number that an integer's bits stand for, in 128 bits. */
static wide extend(struct type type, struct value v)
{
	const unsigned spare = 128u - type.bits;

	if (type.kind != TYPE_SIGNED || !spare)
		return wide_of(v);
	return (wide)((signed_wide)(wide_of(v) << spare) >> spare);
}

/* ---- integers */

/* The machine takes the count modulo 32, 64 or 128; narrower types are shifted in 32
 * bits. */
static unsigned shift_count(struct type type, struct type count_type,
			    struct value count)
{
	return (unsigned)value_extend(count_type, count) & (type.bits <= 32   ? 31
							    : type.bits <= 64 ? 63
									      : 127);
}

static bool shift(enum code code, struct type type, const struct type *types,
		  const struct value *o, wide *out)
{
	const unsigned n = shift_count(type, types[1], o[1]);
	const wide bits = wide_of(o[0]);

	switch (code) {
	case CODE_SHIFT_LEFT:
		*out = bits << n;
		return true;
	case CODE_SHIFT_RIGHT:
		*out = type.kind == TYPE_SIGNED
			   ? (wide)((signed_wide)extend(type, o[0]) >> n)
			   : bits >> n;
		return true;
	case CODE_ROTATE_LEFT:
	case CODE_ROTATE_RIGHT: {
		const unsigned k = n % type.bits;
		const unsigned left =
		    code == CODE_ROTATE_LEFT ? k : (type.bits - k) % type.bits;
		*out = left ? bits << left | bits >> (type.bits - left) : bits;
		return true;
	}
	default:
		return false;
	}
}

static bool divide(enum code code, struct type type, wide a, wide b, wide *out)
{
	const bool is_signed = type.kind == TYPE_SIGNED;
	const wide least = (wide)1 << 127;

	if (!b || (is_signed && b == (wide)-1 && a == least))
		return false;
	/* INT_MIN / -1 traps like a division by 0. */
	if (is_signed && b == (wide)-1 && type.bits >= 32 &&
	    a == (wide)(-((signed_wide)1 << (type.bits - 1))))
		return false;
	if (code == CODE_EXACT_DIVIDE &&
	    (is_signed ? (wide)((signed_wide)a % (signed_wide)b) : a % b))
		return false; /* the result is no quotient */
	if (code == CODE_REMAINDER)
		*out = is_signed ? (wide)((signed_wide)a % (signed_wide)b) : a % b;
	else
		*out = is_signed ? (wide)((signed_wide)a / (signed_wide)b) : a / b;
	return true;
}

static bool less(struct type type, wide a, wide b)
{
	return type.kind == TYPE_SIGNED ? (signed_wide)a < (signed_wide)b : a < b;
}

static bool compare(enum code code, struct type type, wide a, wide b, bool *out)
{
	switch (code) {
	case CODE_LT:
		*out = less(type, a, b);
		return true;
	case CODE_LE:
		*out = !less(type, b, a);
		return true;
	case CODE_GT:
		*out = less(type, b, a);
		return true;
	case CODE_GE:
		*out = !less(type, a, b);
		return true;
	case CODE_EQ:
		*out = a == b;
		return true;
	case CODE_NE:
		*out = a != b;
		return true;
	default:
		return false;
	}
}

static bool one_operand(enum code code, struct type from, wide a, wide *out)
{
	switch (code) {
	case CODE_MOVE:
	case CODE_PAREN:
	case CODE_CONVERT:
	case CODE_VIEW:
		*out = a;
		return true;
	case CODE_NEGATE:
		*out = -a;
		return true;
	case CODE_NOT:
		*out = ~a;
		return true;
	case CODE_TRUTH_NOT:
		*out = !a;
		return true;
	case CODE_ABS:
	case CODE_ABSU:
		*out = less(from, a, 0) ? -a : a;
		return true;
	default:
		return false;
	}
}

static bool two_operands(enum code code, struct type type, wide a, wide b, wide *out)
{
	switch (code) {
	case CODE_ADD:
	case CODE_POINTER_ADD:
		*out = a + b;
		return true;
	case CODE_SUBTRACT:
	case CODE_POINTER_DIFF:
		*out = a - b;
		return true;
	case CODE_MULTIPLY:
		*out = a * b;
		return true;
	case CODE_DIVIDE:
	case CODE_REMAINDER:
	case CODE_EXACT_DIVIDE:
		return divide(code, type, a, b, out);
	case CODE_AND:
	case CODE_TRUTH_AND:
		*out = a & b;
		return true;
	case CODE_OR:
	case CODE_TRUTH_OR:
		*out = a | b;
		return true;
	case CODE_XOR:
	case CODE_TRUTH_XOR:
		*out = a ^ b;
		return true;
	case CODE_MIN:
		*out = less(type, b, a) ? b : a;
		return true;
	case CODE_MAX:
		*out = less(type, b, a) ? a : b;
		return true;
	default:
		return false;
	}
}

static bool integers(enum code code, struct type type, const struct type *types,
		     const struct value *o, unsigned count, struct value *result)
{
	const wide a = extend(types[0], o[0]);
	wide w = 0;
	bool truth;

	if (count == 1) {
		if (!one_operand(code, types[0], a, &w))
			return false;
	} else if (count == 2 && code_compares(code)) {
		if (!compare(code, types[0], a, extend(types[1], o[1]), &truth))
			return false;
		w = truth;
	} else if (count != 2 ||
		   (!shift(code, type, types, o, &w) &&
		    !two_operands(code, types[0], a, extend(types[1], o[1]), &w))) {
		return false;
	}
	*result = value_truncate(type, value_of(w));
	return true;
}

/* ---- all */

bool operation_compute(enum code code, struct type type, const struct type *types,
		       const struct value *o, unsigned count, struct value *result)
{
	bool has_float = type.kind == TYPE_FLOAT && code != CODE_SELECT;

	for (unsigned i = 0; i < count; i++) {
		if (types[i].kind == TYPE_OTHER)
			return false;
		has_float |= types[i].kind == TYPE_FLOAT && code != CODE_SELECT;
	}
	if (code == CODE_SELECT && count == 3) {
		*result = o[0].low ? o[1] : o[2];
		return true;
	}
	if (code == CODE_VIEW && count == 1) {
		*result = value_truncate(type, o[0]);
		return type_size(type) == type_size(types[0]);
	}
	if (type.kind == TYPE_OTHER || !count)
		return false;
	if (has_float)
		return operation_float_compute(code, type, types, o, count, result);
	return integers(code, type, types, o, count, result);
}
