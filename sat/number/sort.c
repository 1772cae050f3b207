/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/number/sort.h"

#include <stdio.h>
#include <string.h>

struct sort sort_bool(void)
{
	return (struct sort){.kind = SORT_BOOL, .width = 1};
}

struct sort sort_rounding(void)
{
	return (struct sort){.kind = SORT_ROUNDING, .width = 3};
}

struct sort sort_word(unsigned width)
{
	return (struct sort){.kind = SORT_WORD, .width = (uint8_t)width};
}

struct sort sort_float(unsigned exponent, unsigned significand)
{
	return (struct sort){SORT_FLOAT, (uint8_t)(exponent + significand),
			     (uint8_t)exponent, (uint8_t)significand};
}

bool sort_float_fits(unsigned exponent, unsigned significand)
{
	return exponent >= 2 && exponent <= SORT_EXPONENT_MOST && significand >= 2 &&
	       significand <= SORT_SIGNIFICAND_MOST &&
	       exponent + significand <= SORT_BITS_MOST;
}

bool sort_equal(struct sort a, struct sort b)
{
	return a.kind == b.kind && a.width == b.width && a.exponent == b.exponent;
}

word word_mask(unsigned width)
{
	return width >= 128 ? ~(word)0 : ((word)1 << width) - 1;
}

signed_word word_signed(word value, unsigned width)
{
	const unsigned shift = 128 - width;

	return (signed_word)(value << shift) >> shift;
}

static word sign_bit(struct sort sort)
{
	return (word)1 << (sort.width - 1);
}

/* The magnitude of infinity; what is above it is NaN. */
static word infinite(struct sort sort)
{
	return word_mask(sort.exponent) << (sort.significand - 1);
}

static word magnitude(struct sort sort, word value)
{
	return value & (sign_bit(sort) - 1);
}

word sort_nan(struct sort sort)
{
	return infinite(sort) | (word)1 << (sort.significand - 2);
}

word sort_infinity(struct sort sort, bool is_negative)
{
	return infinite(sort) | sort_zero(sort, is_negative);
}

word sort_zero(struct sort sort, bool is_negative)
{
	return is_negative ? sign_bit(sort) : 0;
}

bool float_is_nan(struct sort sort, word value)
{
	return magnitude(sort, value) > infinite(sort);
}

bool float_is_infinite(struct sort sort, word value)
{
	return magnitude(sort, value) == infinite(sort);
}

bool float_is_zero(struct sort sort, word value)
{
	return magnitude(sort, value) == 0;
}

bool float_is_subnormal(struct sort sort, word value)
{
	const word m = magnitude(sort, value);

	return m != 0 && m < (word)1 << (sort.significand - 1);
}

bool float_is_negative(struct sort sort, word value)
{
	return (value & sign_bit(sort)) != 0;
}

word float_canonical(struct sort sort, word value)
{
	return float_is_nan(sort, value) ? sort_nan(sort) : value;
}

signed_word float_order(struct sort sort, word value)
{
	const signed_word m = (signed_word)magnitude(sort, value);

	return float_is_negative(sort, value) ? -1 - m : m;
}

word float_at(struct sort sort, signed_word order)
{
	const word bits = order < 0 ? sign_bit(sort) | (word)(-1 - order) : (word)order;

	return float_canonical(sort, bits);
}

void sort_print(struct sort sort, char *text)
{
	switch (sort.kind) {
	case SORT_BOOL:
		strcpy(text, "Bool");
		return;
	case SORT_ROUNDING:
		strcpy(text, "RoundingMode");
		return;
	case SORT_WORD:
		sprintf(text, "(_ BitVec %u)", sort.width);
		return;
	default:
		sprintf(text, "(_ FloatingPoint %u %u)", sort.exponent,
			sort.significand);
	}
}

/* "#b0101"; returns the end. */
static char *print_bits(word value, unsigned width, char *text)
{
	*text++ = '#';
	*text++ = 'b';
	while (width-- > 0)
		*text++ = (char)('0' + (unsigned)(value >> width & 1));
	*text = '\0';
	return text;
}

static void print_float_bits(struct sort sort, word value, char *text)
{
	const unsigned fraction = sort.significand - 1u;

	if (float_is_nan(sort, value)) {
		sprintf(text, "(_ NaN %u %u)", sort.exponent, sort.significand);
		return;
	}
	text = print_bits(value >> (sort.width - 1), 1, text + sprintf(text, "(fp "));
	*text++ = ' ';
	text = print_bits(value >> fraction, sort.exponent, text);
	*text++ = ' ';
	text = print_bits(value, fraction, text);
	strcpy(text, ")");
}

void sort_print_value(struct sort sort, word value, char *text)
{
	static const char *const roundings[] = {"RNE", "RNA", "RTP", "RTN", "RTZ"};

	switch (sort.kind) {
	case SORT_BOOL:
		strcpy(text, value ? "true" : "false");
		return;
	case SORT_ROUNDING:
		strcpy(text, roundings[(unsigned)value]);
		return;
	case SORT_WORD:
		print_bits(value, sort.width, text);
		return;
	default:
		print_float_bits(sort, value, text);
	}
}
