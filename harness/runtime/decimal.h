/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decimal.h - decimal floating-point numbers of 32, 64 and 128 bits as ordered
 * integers: IEEE 754-2008, Sect. 3.5.2, in the encoding with a binary coefficient.
 */
#ifndef HARNESS_DECIMAL_H
#define HARNESS_DECIMAL_H

#include "mcmc/objective.h"
#include "me/abi.h"

/* What a bit pattern means. Every pattern means something: a coefficient that is too
 * large is 0. */
struct decimal {
	ucoord coefficient; /* of a number: the value is coefficient * 10^exponent */
	int exponent;
	int negative; /* the sign bit */
	int is_infinite, is_nan;
};

/* type is ME_D32, ME_D64 or ME_D128; higher bits than it has are 0. */
void decimal_read(enum me_type type, ucoord bits, struct decimal *out);

/*
 * The place of a number or an infinity among the values of its type, of 0 that is 0:
 * equal for equal values (1.0 and 1.00), one more for the next value above, below 2^127
 * in magnitude.
 */
coord decimal_key(enum me_type type, const struct decimal *d);
/* The key of infinity. */
coord decimal_infinity(enum me_type type);

/* The number, nearly; raises flags of floating point. */
double decimal_to_double(const struct decimal *d);

#endif
