/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compute_term.c - what each operation means, by SMT-LIB 2.6. */
#include "sat/formula/term.h"
#include "sat/number/float_arithmetic.h"

struct term_operands {
	const struct sort *sorts;
	const word *values;
};

/* ---- bit-vectors */

static word unsigned_divide(unsigned width, word a, word b)
{
	return b ? a / b : word_mask(width);
}

static word unsigned_remainder(word a, word b)
{
	return b ? a % b : a;
}

static word magnitude(unsigned width, word a)
{
	return word_signed(a, width) < 0 ? -a & word_mask(width) : a;
}

static word signed_divide(unsigned width, word a, word b)
{
	const bool is_negative =
	    (word_signed(a, width) < 0) != (word_signed(b, width) < 0);
	const word q = unsigned_divide(width, magnitude(width, a), magnitude(width, b));

	return is_negative ? -q : q;
}

static word signed_remainder(unsigned width, word a, word b)
{
	const word r = unsigned_remainder(magnitude(width, a), magnitude(width, b));

	return word_signed(a, width) < 0 ? -r : r;
}

/* The remainder that has the sign of b. */
static word signed_modulo(unsigned width, word a, word b)
{
	const word r = signed_remainder(width, a, b) & word_mask(width);
	const bool differs = (word_signed(r, width) < 0) != (word_signed(b, width) < 0);

	return r != 0 && b != 0 && differs ? r + b : r;
}

static word shift_right_signed(unsigned width, word a, word b)
{
	const signed_word s = word_signed(a, width);

	return (word)(s >> (b < width ? (unsigned)b : width - 1));
}

/* Bits above the width are of no account. */
static word compute_word(const struct term *term, struct term_operands x)
{
	const unsigned width = x.sorts[0].width;
	const word a = x.values[0], b = term->count > 1 ? x.values[1] : 0;

	switch (term->operation) {
	case OP_BV_NOT:
		return ~a;
	case OP_BV_NEG:
		return -a;
	case OP_BV_AND:
		return a & b;
	case OP_BV_OR:
		return a | b;
	case OP_BV_XOR:
		return a ^ b;
	case OP_BV_ADD:
		return a + b;
	case OP_BV_SUB:
		return a - b;
	case OP_BV_MUL:
		return a * b;
	case OP_BV_UDIV:
		return unsigned_divide(width, a, b);
	case OP_BV_UREM:
		return unsigned_remainder(a, b);
	case OP_BV_SDIV:
		return signed_divide(width, a, b);
	case OP_BV_SREM:
		return signed_remainder(width, a, b);
	case OP_BV_SMOD:
		return signed_modulo(width, a, b);
	case OP_BV_SHL:
		return b < width ? a << (unsigned)b : 0;
	case OP_BV_LSHR:
		return b < width ? a >> (unsigned)b : 0;
	case OP_BV_ASHR:
		return shift_right_signed(width, a, b);
	case OP_BV_CONCAT:
		return a << x.sorts[1].width | b;
	case OP_BV_EXTRACT:
		return a >> term->number;
	case OP_BV_SIGN_EXTEND:
		return (word)word_signed(a, width);
	default: /* OP_BV_ZERO_EXTEND */
		return a;
	}
}

/* ---- floats */

static bool classify(const struct term *term, struct sort sort, word a)
{
	const bool is_nan = float_is_nan(sort, a);

	switch (term->operation) {
	case OP_FP_IS_NORMAL:
		return !is_nan && !float_is_infinite(sort, a) &&
		       !float_is_zero(sort, a) && !float_is_subnormal(sort, a);
	case OP_FP_IS_SUBNORMAL:
		return float_is_subnormal(sort, a);
	case OP_FP_IS_ZERO:
		return float_is_zero(sort, a);
	case OP_FP_IS_INFINITE:
		return float_is_infinite(sort, a);
	case OP_FP_IS_NAN:
		return is_nan;
	case OP_FP_IS_NEGATIVE:
		return !is_nan && float_is_negative(sort, a);
	default: /* OP_FP_IS_POSITIVE */
		return !is_nan && !float_is_negative(sort, a);
	}
}

static word compute_float(const struct term *term, struct term_operands x)
{
	const enum rounding_mode rounding = (enum rounding_mode)x.values[0];
	const word *a = x.values + 1;

	switch (term->operation) {
	case OP_FP_OF_FP:
		return float_of_float(term->sort, rounding, x.sorts[1], a[0]);
	case OP_FP_OF_SIGNED:
		return float_of_signed(term->sort, rounding,
				       word_signed(a[0], x.sorts[1].width));
	case OP_FP_OF_UNSIGNED:
		return float_of_unsigned(term->sort, rounding, a[0]);
	default:
		return float_compute(
		    (enum float_operation)(FLOAT_ADD + term->operation - OP_FP_ADD),
		    term->sort, rounding, a);
	}
}

static word change_sign(struct sort sort, word a, word sign)
{
	return float_is_nan(sort, a) ? a : sign;
}

/* fp.min, fp.max: false for zeros of both signs. */
static bool extreme(struct sort sort, word a, word b, bool is_min, word *result)
{
	if (float_is_nan(sort, a) || float_is_nan(sort, b)) {
		*result = float_is_nan(sort, a) ? b : a;
		return true;
	}
	*result = float_less(sort, a, b) == is_min ? a : b;
	return a == b || !float_is_zero(sort, a) || !float_is_zero(sort, b);
}

static bool compute_partial(const struct term *term, struct term_operands x,
			    word *result)
{
	const word *v = x.values;

	switch (term->operation) {
	case OP_FP_MIN:
	case OP_FP_MAX:
		return extreme(term->sort, v[0], v[1], term->operation == OP_FP_MIN,
			       result);
	case OP_FP_TO_UNSIGNED:
		return float_to_unsigned(x.sorts[1], (enum rounding_mode)v[0], v[1],
					 term->sort.width, result);
	case OP_FP_TO_SIGNED:
		return float_to_signed(x.sorts[1], (enum rounding_mode)v[0], v[1],
				       term->sort.width, result);
	default: /* OP_FP_TO_BITS */
		*result = v[0];
		return !float_is_nan(x.sorts[0], v[0]);
	}
}

/* All others. */
static word compute_total(const struct term *term, struct term_operands x)
{
	const struct sort sort = x.sorts[0];
	const word sign = sort.kind == SORT_FLOAT ? sort_zero(sort, true) : 0;
	const word *v = x.values;

	switch (term->operation) {
	case OP_NOT:
		return !v[0];
	case OP_AND:
		return v[0] && v[1];
	case OP_OR:
		return v[0] || v[1];
	case OP_EQUAL:
		return v[0] == v[1];
	case OP_ITE:
		return v[0] ? v[1] : v[2];
	case OP_FP_ABS:
		return change_sign(sort, v[0], v[0] & ~sign);
	case OP_FP_NEG:
		return change_sign(sort, v[0], v[0] ^ sign);
	case OP_FP_REM:
		return float_compute(FLOAT_REMAINDER, sort, ROUND_NEAREST_EVEN, v);
	case OP_FP_LEQ:
		return float_less_equal(sort, v[0], v[1]);
	case OP_FP_LT:
		return float_less(sort, v[0], v[1]);
	case OP_FP_EQ:
		return float_equal(sort, v[0], v[1]);
	case OP_FP_OF_BITS:
		return float_canonical(term->sort, v[0]);
	case OP_BV_ULT:
		return v[0] < v[1];
	case OP_BV_ULE:
		return v[0] <= v[1];
	case OP_BV_SLT:
		return word_signed(v[0], sort.width) < word_signed(v[1], sort.width);
	case OP_BV_SLE:
		return word_signed(v[0], sort.width) <= word_signed(v[1], sort.width);
	default:
		break;
	}
	if (term->operation >= OP_FP_IS_NORMAL && term->operation <= OP_FP_IS_POSITIVE)
		return classify(term, sort, v[0]);
	return term->operation >= OP_BV_NOT
		   ? compute_word(term, x) & word_mask(term->sort.width)
		   : compute_float(term, x);
}

bool term_compute(const struct term *term, const struct sort *sorts, const word *values,
		  word *result)
{
	const struct term_operands x = {sorts, values};

	switch (term->operation) {
	case OP_FP_MIN:
	case OP_FP_MAX:
	case OP_FP_TO_UNSIGNED:
	case OP_FP_TO_SIGNED:
	case OP_FP_TO_BITS:
		return compute_partial(term, x, result);
	default:
		*result = compute_total(term, x);
		return true;
	}
}
