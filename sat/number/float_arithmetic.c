/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * float_arithmetic.c - on MPFR, whose numbers of 128 bits hold every float exactly.
 *
 * An operation is computed toward zero with 128 bits of significand, and MPFR tells
 * whether that was exact. So the result is known up to a "sticky" part below its last
 * bit, and is rounded once more to the format, by integers: two bits more than the
 * format has, and the sticky part, decide every rounding mode, also at subnormals.
 */
#include "sat/number/float_arithmetic.h"

#include <mpfr.h>
#include <string.h>

enum { PRECISION = 128 };

/* A number of MPFR with its significand beside it: nothing is allocated. */
struct exact {
	mpfr_t number;
	mp_limb_t limbs[PRECISION / 64];
	bool is_inexact; /* the true value is farther from zero */
};

static void exact_init(struct exact *e)
{
	memset(e->limbs, 0, sizeof(e->limbs));
	e->is_inexact = false;
	mpfr_custom_init_set(e->number, MPFR_ZERO_KIND, 0, PRECISION, e->limbs);
}

static unsigned leading_zeros(word m)
{
	const uint64_t high = (uint64_t)(m >> 64), low = (uint64_t)m;

	return high ? (unsigned)__builtin_clzll(high)
		    : 64 + (unsigned)__builtin_clzll(low);
}

/* m * 2^exponent, not zero. */
static void exact_set(struct exact *e, bool is_negative, word m, long exponent)
{
	const unsigned shift = leading_zeros(m);

	m <<= shift;
	e->limbs[0] = (mp_limb_t)m;
	e->limbs[1] = (mp_limb_t)(m >> 64);
	mpfr_custom_init_set(e->number,
			     is_negative ? -MPFR_REGULAR_KIND : MPFR_REGULAR_KIND,
			     exponent + PRECISION - (long)shift, PRECISION, e->limbs);
}

static long bias(struct sort sort)
{
	return (1L << (sort.exponent - 1)) - 1;
}

/* The exponent of the last bit of a subnormal number. */
static long least_exponent(struct sort sort)
{
	return 2 - bias(sort) - (long)sort.significand;
}

static void exact_of(struct exact *e, struct sort sort, word value)
{
	const unsigned fraction = sort.significand - 1u;
	const word biased = value >> fraction & word_mask(sort.exponent);
	const word rest = value & word_mask(fraction);
	const bool is_negative = float_is_negative(sort, value);

	exact_init(e);
	if (float_is_nan(sort, value))
		mpfr_set_nan(e->number);
	else if (float_is_infinite(sort, value))
		mpfr_set_inf(e->number, is_negative ? -1 : 1);
	else if (float_is_zero(sort, value))
		mpfr_set_zero(e->number, is_negative ? -1 : 1);
	else if (biased == 0)
		exact_set(e, is_negative, rest, least_exponent(sort));
	else
		exact_set(e, is_negative, rest | (word)1 << fraction,
			  least_exponent(sort) + (long)biased - 1);
}

/* Whether a magnitude with this last bit, half of it, and less than that is rounded
 * away from zero. */
static bool rounds_away(enum rounding_mode rounding, bool is_negative, bool last,
			bool half, bool sticky)
{
	switch (rounding) {
	case ROUND_NEAREST_EVEN:
		return half && (sticky || last);
	case ROUND_NEAREST_AWAY:
		return half;
	case ROUND_UP:
		return !is_negative && (half || sticky);
	case ROUND_DOWN:
		return is_negative && (half || sticky);
	default:
		return false;
	}
}

/* What is too large: infinity, or the largest number. */
static word float_overflow(struct sort sort, enum rounding_mode rounding,
			   bool is_negative)
{
	const bool is_infinite = rounding == ROUND_NEAREST_EVEN ||
				 rounding == ROUND_NEAREST_AWAY ||
				 rounding == (is_negative ? ROUND_DOWN : ROUND_UP);

	return sort_infinity(sort, is_negative) - !is_infinite;
}

/* (m + less than 1 when sticky) * 2^exponent, where m has its highest bit. */
static word round_number(struct sort sort, enum rounding_mode rounding,
			 bool is_negative, word m, long exponent, bool sticky)
{
	const long normal = exponent + PRECISION - (long)sort.significand;
	const long least = least_exponent(sort);
	const long last = normal > least ? normal : least;
	const long shift = last - exponent;
	const word kept = shift >= PRECISION ? 0 : m >> shift;
	const bool half = shift <= PRECISION && (m >> (shift - 1) & 1);
	const word below =
	    shift <= PRECISION ? word_mask((unsigned)shift - 1) : ~(word)0;
	word result;

	sticky = sticky || (m & below) != 0;
	/* Too large by far: the exponent would not fit its bits. */
	if (last - least > (long)word_mask(sort.exponent))
		return float_overflow(sort, rounding, is_negative);
	/* A carry out of the significand goes into the exponent, as it should. */
	result = kept + rounds_away(rounding, is_negative, kept & 1, half, sticky) +
		 ((word)(last - least) << (sort.significand - 1));
	if (result >= sort_infinity(sort, false))
		return float_overflow(sort, rounding, is_negative);
	return result | sort_zero(sort, is_negative);
}

static word exact_round(const struct exact *e, struct sort sort,
			enum rounding_mode rounding)
{
	const bool is_negative = mpfr_signbit(e->number) != 0;

	if (mpfr_nan_p(e->number))
		return sort_nan(sort);
	if (mpfr_inf_p(e->number))
		return sort_infinity(sort, is_negative);
	if (mpfr_zero_p(e->number))
		return sort_zero(sort, is_negative);
	return round_number(sort, rounding, is_negative,
			    (word)e->limbs[1] << 64 | e->limbs[0],
			    mpfr_get_exp(e->number) - PRECISION, e->is_inexact);
}

static mpfr_rnd_t mpfr_rounding(enum rounding_mode rounding)
{
	switch (rounding) {
	case ROUND_NEAREST_EVEN:
		return MPFR_RNDN;
	case ROUND_UP:
		return MPFR_RNDU;
	case ROUND_DOWN:
		return MPFR_RNDD;
	default:
		return MPFR_RNDZ;
	}
}

static void exact_integer(struct exact *to, const struct exact *from,
			  enum rounding_mode rounding)
{
	exact_init(to);
	if (rounding == ROUND_NEAREST_AWAY)
		mpfr_round(to->number, from->number);
	else
		mpfr_rint(to->number, from->number, mpfr_rounding(rounding));
}

static int compute_mpfr(enum float_operation operation, mpfr_t r, const struct exact *a,
			mpfr_rnd_t mode)
{
	switch (operation) {
	case FLOAT_ADD:
		return mpfr_add(r, a[0].number, a[1].number, mode);
	case FLOAT_SUBTRACT:
		return mpfr_sub(r, a[0].number, a[1].number, mode);
	case FLOAT_MULTIPLY:
		return mpfr_mul(r, a[0].number, a[1].number, mode);
	case FLOAT_DIVIDE:
		return mpfr_div(r, a[0].number, a[1].number, mode);
	case FLOAT_FMA:
		return mpfr_fma(r, a[0].number, a[1].number, a[2].number, mode);
	case FLOAT_SQRT:
		return mpfr_sqrt(r, a[0].number, mode);
	default:
		return mpfr_remainder(r, a[0].number, a[1].number, mode);
	}
}

static unsigned operand_count(enum float_operation operation)
{
	if (operation == FLOAT_FMA)
		return 3;
	return operation == FLOAT_SQRT || operation == FLOAT_ROUND ? 1 : 2;
}

word float_compute(enum float_operation operation, struct sort sort,
		   enum rounding_mode rounding, const word *operands)
{
	struct exact result, a[3];

	for (unsigned i = 0; i < operand_count(operation); i++)
		exact_of(&a[i], sort, operands[i]);
	if (operation == FLOAT_ROUND) {
		exact_integer(&result, &a[0], rounding);
		return exact_round(&result, sort, rounding);
	}
	exact_init(&result);
	result.is_inexact = compute_mpfr(operation, result.number, a, MPFR_RNDZ) != 0;
	/* x - x is -0 when rounded down. */
	if (rounding == ROUND_DOWN && mpfr_zero_p(result.number))
		compute_mpfr(operation, result.number, a, MPFR_RNDD);
	return exact_round(&result, sort, rounding);
}

word float_of_float(struct sort to, enum rounding_mode rounding, struct sort from,
		    word value)
{
	struct exact e;

	exact_of(&e, from, value);
	return exact_round(&e, to, rounding);
}

static word of_magnitude(struct sort to, enum rounding_mode rounding, bool is_negative,
			 word m)
{
	struct exact e;

	if (m == 0)
		return sort_zero(to, false);
	exact_init(&e);
	exact_set(&e, is_negative, m, 0);
	return exact_round(&e, to, rounding);
}

word float_of_signed(struct sort to, enum rounding_mode rounding, signed_word value)
{
	return of_magnitude(to, rounding, value < 0,
			    value < 0 ? -(word)value : (word)value);
}

word float_of_unsigned(struct sort to, enum rounding_mode rounding, word value)
{
	return of_magnitude(to, rounding, false, value);
}

bool float_of_fraction(struct sort to, enum rounding_mode rounding, const char *text,
		       word *value)
{
	struct exact e;
	mpq_t q;
	bool is_read;

	mpq_init(q);
	is_read = mpq_set_str(q, text, 10) == 0 && mpz_sgn(mpq_denref(q)) != 0;
	if (is_read) {
		mpq_canonicalize(q);
		exact_init(&e);
		e.is_inexact = mpfr_set_q(e.number, q, MPFR_RNDZ) != 0;
		*value = exact_round(&e, to, rounding);
	}
	mpq_clear(q);
	return is_read;
}

/* The magnitude of an integer in *m; false when it is not below 2^128. */
static bool integer_magnitude(const struct exact *e, word *m)
{
	*m = 0;
	if (mpfr_zero_p(e->number))
		return true;
	if (!mpfr_number_p(e->number) || mpfr_get_exp(e->number) > PRECISION)
		return false;
	*m = ((word)e->limbs[1] << 64 | e->limbs[0]) >>
	     (PRECISION - mpfr_get_exp(e->number));
	return true;
}

static bool to_integer(struct sort from, enum rounding_mode rounding, word value,
		       bool *sign, word *m)
{
	struct exact e, integer;

	exact_of(&e, from, value);
	exact_integer(&integer, &e, rounding);
	*sign = mpfr_signbit(integer.number) != 0;
	return integer_magnitude(&integer, m);
}

bool float_to_unsigned(struct sort from, enum rounding_mode rounding, word value,
		       unsigned width, word *integer)
{
	bool is_negative;

	return to_integer(from, rounding, value, &is_negative, integer) &&
	       !(is_negative && *integer != 0) && *integer <= word_mask(width);
}

bool float_to_signed(struct sort from, enum rounding_mode rounding, word value,
		     unsigned width, word *integer)
{
	bool is_negative;
	word m;

	if (!to_integer(from, rounding, value, &is_negative, &m) ||
	    m > word_mask(width - 1) + is_negative)
		return false;
	*integer = (is_negative ? -m : m) & word_mask(width);
	return true;
}

bool float_equal(struct sort sort, word a, word b)
{
	if (float_is_nan(sort, a) || float_is_nan(sort, b))
		return false;
	return a == b || (float_is_zero(sort, a) && float_is_zero(sort, b));
}

bool float_less_equal(struct sort sort, word a, word b)
{
	if (float_is_nan(sort, a) || float_is_nan(sort, b))
		return false;
	return float_order(sort, a) <= float_order(sort, b) || float_equal(sort, a, b);
}

bool float_less(struct sort sort, word a, word b)
{
	return float_less_equal(sort, a, b) && !float_equal(sort, a, b);
}

static bool is_double(struct sort sort)
{
	return sort.exponent == 11 && sort.significand == 53;
}

double float_to_double(struct sort sort, word value)
{
	const struct sort to = sort_float(11, 53);
	uint64_t bits = (uint64_t)value;
	double number;

	if (sort.exponent == 8 && sort.significand == 24) {
		const uint32_t low = (uint32_t)value;
		float single;

		memcpy(&single, &low, sizeof(single));
		return single;
	}
	if (!is_double(sort))
		bits = (uint64_t)float_of_float(to, ROUND_NEAREST_EVEN, sort, value);
	memcpy(&number, &bits, sizeof(number));
	return number;
}

word float_of_double(struct sort sort, double value)
{
	uint64_t low;

	memcpy(&low, &value, sizeof(low));
	if (is_double(sort))
		return float_canonical(sort, low);
	return float_of_float(sort, ROUND_NEAREST_EVEN, sort_float(11, 53), low);
}
