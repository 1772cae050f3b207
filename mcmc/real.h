/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * real.h - a descent seen by methods over real numbers: a point is n doubles. An F80
 * is narrowed, an integer rounded to nearest, a number outside its axis clamped.
 */
#ifndef MCMC_REAL_H
#define MCMC_REAL_H

#include "mcmc/descent.h"

struct real {
	struct descent d;
	coord *at; /* n coordinates, scratch */
};

/* False when memory is out. real_done is safe in both cases. */
bool real_init(struct real *v, const struct objective *f, const coord *x0);
void real_done(struct real *v);

/*
 * Reads the objective at the start itself, and then puts the start's numbers into x[n]:
 * all finite (GSL's simplex refuses others), what is not replaced by a number far out
 * (1e300, of a float 1e37) with its sign. Returns false when the descent is over.
 */
bool real_begin(struct real *v, double *x);

/* The value at x[n], a finite number; DBL_MAX once the descent is over. */
double real_read(struct real *v, const double *x);

/* Makes x[n] the best point if it is as low as the best. */
void real_prefer(struct real *v, const double *x);

#endif
