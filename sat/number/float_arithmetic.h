/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * float_arithmetic.h - the operations of SMT-LIB's theory FloatingPoint, bit exact in
 * every sort and rounding mode. Values are those of sort.h.
 */
#ifndef SAT_FLOAT_ARITHMETIC_H
#define SAT_FLOAT_ARITHMETIC_H

#include "sat/number/sort.h"

/* In the order of OP_FP_ADD to OP_FP_ROUND. */
enum float_operation {
	FLOAT_ADD,
	FLOAT_SUBTRACT,
	FLOAT_MULTIPLY,
	FLOAT_DIVIDE,
	FLOAT_FMA, /* a * b + c */
	FLOAT_SQRT,
	FLOAT_REMAINDER, /* is exact */
	FLOAT_ROUND, /* to an integer */
};

/* The result of an operation; `operands` has as many values of `sort` as it takes. */
word float_compute(enum float_operation operation, struct sort sort,
		   enum rounding_mode rounding, const word *operands);

/* Conversions from another sort of floats, from an integer, and from a fraction such as
 * "-3/10", as GMP reads it. The last one returns false when the text is no fraction. */
word float_of_float(struct sort to, enum rounding_mode rounding, struct sort from,
		    word value);
word float_of_signed(struct sort to, enum rounding_mode rounding, signed_word value);
word float_of_unsigned(struct sort to, enum rounding_mode rounding, word value);
bool float_of_fraction(struct sort to, enum rounding_mode rounding, const char *text,
		       word *value);

/* Rounded to an integer; false when that does not fit into the bit-vector. */
bool float_to_unsigned(struct sort from, enum rounding_mode rounding, word value,
		       unsigned width, word *integer);
bool float_to_signed(struct sort from, enum rounding_mode rounding, word value,
		     unsigned width, word *integer);

/* fp.lt, fp.leq and fp.eq: false for NaN, and the zeros are equal. */
bool float_less(struct sort sort, word a, word b);
bool float_less_equal(struct sort sort, word a, word b);
bool float_equal(struct sort sort, word a, word b);

/* The nearest double; infinite beyond its range; NaN for NaN. */
double float_to_double(struct sort sort, word value);
/* The nearest value of the sort. */
word float_of_double(struct sort sort, double value);

#endif
