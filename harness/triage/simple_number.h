/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simple_number.h - which numbers a person calls simple: 0, small whole numbers, short
 * decimals.
 */
#ifndef HARNESS_SIMPLE_NUMBER_H
#define HARNESS_SIMPLE_NUMBER_H

#include <stddef.h>

#include "mcmc/objective.h"

enum { SIMPLE_NUMBERS = 64 };

/* How far the coordinate is from simple: 0 for 0; the more digits, the more. */
unsigned simple_number_rank(const struct axis *axis, coord c);

/* The coordinates of simpler numbers that may take the place of c, the simplest first:
 * small ones, and c with fewer digits. Returns how many. */
size_t simple_numbers(const struct axis *axis, coord c, coord out[SIMPLE_NUMBERS]);

#endif
