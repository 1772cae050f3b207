/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sort.h - the sorts of SMT-LIB whose values fit into 128 bits, and their values.
 *
 * A value is a number below 2^width:
 *
 *	Bool		0 or 1
 *	RoundingMode	enum rounding_mode
 *	bit-vector	itself, unsigned
 *	float		sign, exponent, significand without its first bit (IEEE 754);
 *			of all NaNs only sort_nan() is a value
 */
#ifndef SAT_SORT_H
#define SAT_SORT_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 word;
__extension__ typedef __int128 signed_word;

enum {
	SORT_BITS_MOST = 128,
	SORT_EXPONENT_MOST = 30,
	/* Two bits more are needed to round, see float_arithmetic.c. */
	SORT_SIGNIFICAND_MOST = 124,
};

enum sort_kind { SORT_BOOL, SORT_ROUNDING, SORT_WORD, SORT_FLOAT };

struct sort {
	uint8_t kind;
	uint8_t width; /* bits */
	uint8_t exponent, significand; /* of a float, as in (_ FloatingPoint e s) */
};

enum rounding_mode {
	ROUND_NEAREST_EVEN,
	ROUND_NEAREST_AWAY,
	ROUND_UP,
	ROUND_DOWN,
	ROUND_ZERO,
	ROUNDINGS,
};

enum { SORT_TEXT = 48, SORT_VALUE_TEXT = 256 };

struct sort sort_bool(void);
struct sort sort_rounding(void);
/* 1 to SORT_BITS_MOST bits. */
struct sort sort_word(unsigned width);
/* 2 to SORT_EXPONENT_MOST and 2 to SORT_SIGNIFICAND_MOST, together at most
 * SORT_BITS_MOST. */
struct sort sort_float(unsigned exponent, unsigned significand);
bool sort_float_fits(unsigned exponent, unsigned significand);
bool sort_equal(struct sort a, struct sort b);

/* The lowest `width` bits set; 0 to 128. */
word word_mask(unsigned width);
/* The value of a bit-vector as a signed number. */
signed_word word_signed(word value, unsigned width);

/* The values of a float sort. */
word sort_nan(struct sort sort);
word sort_infinity(struct sort sort, bool is_negative);
word sort_zero(struct sort sort, bool is_negative);
bool float_is_nan(struct sort sort, word value);
bool float_is_infinite(struct sort sort, word value);
bool float_is_zero(struct sort sort, word value);
bool float_is_subnormal(struct sort sort, word value);
bool float_is_negative(struct sort sort, word value); /* the sign bit */
/* Replaces any NaN by sort_nan(). */
word float_canonical(struct sort sort, word value);

/*
 * The place of a float in the order of values: of sign bit s and magnitude m it is m,
 * or -1 - m. It fits into 128 bits with its sign; neighbours differ by 1. NaN's is
 * above that of +oo or below that of -oo.
 */
signed_word float_order(struct sort sort, word value);
word float_at(struct sort sort, signed_word order);

/* In SMT-LIB: "(_ BitVec 8)"; SORT_TEXT bytes. */
void sort_print(struct sort sort, char *text);
/* "(fp #b0 #b01111 #b0000000000)"; SORT_VALUE_TEXT bytes. */
void sort_print_value(struct sort sort, word value, char *text);

#endif
