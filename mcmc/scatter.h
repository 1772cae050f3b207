/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scatter.h - random points, for methods that begin again by themselves. */
#ifndef MCMC_SCATTER_H
#define MCMC_SCATTER_H

#include <gsl/gsl_rng.h>

#include "mcmc/objective.h"

/* A coordinate, uniform over the axis: of a full axis random bits. */
coord scatter_coordinate(const struct axis *axis, gsl_rng *rng);

/* The same for each of the n coordinates of x. */
void scatter_bits(const struct objective *f, gsl_rng *rng, coord *x);

/* The number nearest to an integer, uniform in [low, high), inside the axis. */
coord scatter_integer(const struct axis *axis, gsl_rng *rng, int low, int high);

#endif
