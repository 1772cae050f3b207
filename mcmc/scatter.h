/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scatter.h - random points, for methods that begin again by themselves. */
#ifndef MCMC_SCATTER_H
#define MCMC_SCATTER_H

#include <gsl/gsl_rng.h>

#include "mcmc/objective.h"

/* A coordinate, uniform over the axis: of a full axis random bits. */
coord scatter_coordinate(const struct axis *axis, gsl_rng *rng);

/* scatter_coordinate() for each of the n coordinates of x. */
void scatter_bits(const struct objective *f, gsl_rng *rng, coord *x);

/*
 * A point whose sizes are drawn first: it is moderate, or any. The exponent of a float is
 * of that size, or next to an end of its range, or that of an earlier coordinate, turned,
 * doubled or halved, at a distance that decides what a sum or a product of both is: 0, the
 * precision, or the range. Where an operation overflows, underflows or cancels, such a
 * relation holds; uniform bits meet one of them rarely, and two hardly ever. Others are
 * small integers, halves of them, or next to these. Integers are of all sizes alike.
 */
void scatter_sizes(const struct objective *f, gsl_rng *rng, coord *x);
/* Draws the size of coordinate i alone, related to any other one. */
void scatter_size(const struct objective *f, gsl_rng *rng, coord *x, size_t i);

/*
 * Multiplies all coordinates, as numbers, by one factor between 2^-16 and 2^16, the orders of
 * magnitude of its distance from 1 alike: a condition that is homogeneous in them, n < 2 m + x,
 * stays as it is, where a step of one number alone turns it. Zeros, infinities and NaNs stay;
 * what leaves its axis becomes the bound.
 */
void scatter_scale(const struct objective *f, gsl_rng *rng, coord *x);

/* Whether some coordinates in a row are bytes, as of a text. */
int scatter_has_text(const struct objective *f);
/* Repeats 1 to 4 bytes, as often as may be, from a place on that is drawn: a run of digits, or of
 * brackets, becomes a long one, which a buffer may not hold. Where no bytes are it does nothing. */
void scatter_repeat(const struct objective *f, gsl_rng *rng, coord *x);

/* The number nearest to an integer, uniform in [low, high), inside the axis. */
coord scatter_integer(const struct axis *axis, gsl_rng *rng, int low, int high);

#endif
