/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decimal.h - decimal floating-point numbers of 32, 64 and 128 bits as ordered
 * integers: IEEE 754-2008, Sect. 3.5.2, in the encoding with a binary coefficient.
 */
#ifndef HARNESS_DECIMAL_H
#define HARNESS_DECIMAL_H

#include "mcmc/objective.h"
#include "me/abi.h"

/* The meaning of a bit pattern. Every pattern is valid: a coefficient that is too large
 * means 0. */
struct decimal {
	ucoord coefficient; /* of a number: the value is coefficient * 10^exponent */
	int exponent;
	int negative; /* the sign bit */
	int is_infinite, is_nan;
};

/* type is ME_D32, ME_D64 or ME_D128; higher bits than it has are 0. */
void decimal_read(enum me_type type, ucoord bits, struct decimal *out);

/*
 * The key of a number or an infinity: its position among the values of its type. The
 * key of 0 is 0, equal values (1.0 and 1.00) have equal keys, the next value above has
 * the key plus 1, and all keys are below 2^127 in magnitude.
 */
coord decimal_key(enum me_type type, const struct decimal *d);
/* The key of infinity. */
coord decimal_infinity(enum me_type type);

/* The approximate number; raises floating-point exceptions. */
double decimal_to_double(const struct decimal *d);

#endif
