/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simple_number.h - numbers that a person would write: 0, small whole numbers, short
 * decimals.
 */
#ifndef VALUE_SIMPLE_NUMBER_H
#define VALUE_SIMPLE_NUMBER_H

#include <stddef.h>

#include "mcmc/objective.h"

enum { SIMPLE_NUMBERS = 64 };

/* How far the coordinate is from simple: 0 for 0; the more digits, the more. */
unsigned simple_number_rank(const struct axis *axis, coord c);

/* Whether it is plain: a whole number below 10^6, or a decimal of at most 6 digits. */
int simple_number_is_plain(const struct axis *axis, coord c);

/* Whether it is 0, 1, ... 10. */
int simple_number_is_small(const struct axis *axis, coord c);

/* The coordinates of simpler numbers that may take the place of c, the simplest first:
 * small ones, and c with fewer digits. Returns how many. */
size_t simple_numbers(const struct axis *axis, coord c, coord out[SIMPLE_NUMBERS]);

/* c with at most that many significant digits; what has none stays. */
coord simple_number_shorten(const struct axis *axis, coord c, int digits);

#endif
