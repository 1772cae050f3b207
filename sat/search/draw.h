/* SPDX-License-Identifier: GPL-3.0-or-later */
/* draw.h - whole numbers at random. */
#ifndef SAT_DRAW_H
#define SAT_DRAW_H

#include <gsl/gsl_rng.h>

#include "sat/number/sort.h"

/* 0 to n - 1. */
unsigned draw_below(gsl_rng *rng, unsigned n);
/* Any of `width` bits. */
word draw_bits(gsl_rng *rng, unsigned width);

#endif
