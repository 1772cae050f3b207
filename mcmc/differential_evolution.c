/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * differential_evolution.c - DE/rand/1/bin (Storn and Price, Differential Evolution,
 * 1997): a population of points, of which each is challenged by
 *
 *	u = a + F (b - c)	in the coordinates that the crossover picks,
 *				the point's own in the others
 *
 * where a, b, c are other points at random; the lower of the two stays. F = 0.5, each
 * coordinate is taken from u with probability CR = 0.9, and one always. Differences are
 * of ordered integers, so that a step fits the scale on which the population is spread.
 *
 * The population is the start and points around it at all scales.
 */
#include "mcmc/minimiser.h"

#include <math.h>
#include <string.h>

#include "mcmc/axis.h"
#include "mcmc/descent.h"

#define FACTOR 0.5
#define CROSSOVER 0.9

enum { POINTS = 24, GENERATIONS = 60 };

struct evolution {
	struct descent d;
	gsl_rng *rng;
	coord *points; /* POINTS rows of n coordinates */
	coord *trial; /* n */
	struct reading readings[POINTS];
	unsigned generation; /* 0: the population is still to be read */
};

static coord *point(const struct evolution *s, size_t k)
{
	return s->points + k * s->d.f->n;
}

/* A step of any scale that the axis has. */
static coord weighted_step(struct evolution *s, const struct axis *axis)
{
	const unsigned scale =
	    (unsigned)gsl_rng_uniform_int(s->rng, axis_width(axis) + 1ul);
	const long double size = ldexpl(gsl_rng_uniform(s->rng), (int)scale);

	return gsl_rng_uniform_int(s->rng, 2) ? (coord)size : -(coord)size;
}

static void populate(struct evolution *s, const coord *x0)
{
	const size_t n = s->d.f->n;

	for (size_t k = 0; k < POINTS; k++)
		for (size_t i = 0; i < n; i++) {
			const struct axis *axis = &s->d.f->axes[i];
			point(s, k)[i] =
			    k ? axis_add(axis, x0[i], weighted_step(s, axis)) : x0[i];
		}
}

/* Another point than k. */
static const coord *other(struct evolution *s, size_t k)
{
	const size_t pick = gsl_rng_uniform_int(s->rng, POINTS - 1);

	return point(s, pick + (pick >= k));
}

static void cross(struct evolution *s, size_t k)
{
	const size_t n = s->d.f->n, always = gsl_rng_uniform_int(s->rng, n);
	const coord *a = other(s, k), *b = other(s, k), *c = other(s, k);

	memcpy(s->trial, point(s, k), n * sizeof *s->trial);
	for (size_t i = 0; i < n; i++) {
		const long double step =
		    FACTOR * ((long double)b[i] - (long double)c[i]);
		if (i == always || gsl_rng_uniform(s->rng) < CROSSOVER)
			s->trial[i] = axis_add(&s->d.f->axes[i], a[i], (coord)step);
	}
}

/* ---- the method */

static void *evolution_start(const struct objective *f,
			     const struct minimiser_options *options, gsl_rng *rng,
			     const coord *x0)
{
	struct evolution *s = descent_start(sizeof *s, f, x0);

	(void)options;
	if (!s)
		return NULL;
	s->rng = rng;
	s->points = descent_room(&s->d, POINTS * f->n, sizeof *s->points);
	s->trial = descent_room(&s->d, f->n, sizeof *s->trial);
	if (!descent_ready(s))
		return NULL;
	populate(s, x0);
	return s;
}

/* One generation. */
static enum minimiser_status evolution_step(void *state)
{
	struct evolution *s = state;
	struct reading r;

	for (size_t k = 0; k < POINTS && !s->d.over; k++) {
		if (!s->generation || !s->d.f->n) {
			descent_eval(&s->d, point(s, k), &s->readings[k]);
			continue;
		}
		cross(s, k);
		if (!descent_eval(&s->d, s->trial, &r) ||
		    descent_lower(&s->readings[k], &r))
			continue;
		memcpy(point(s, k), s->trial, s->d.f->n * sizeof *s->trial);
		s->readings[k] = r;
	}
	if (!s->d.over && (s->generation++ == GENERATIONS || !s->d.f->n))
		return MINIMISER_DONE;
	return descent_status(&s->d);
}

const struct minimiser minimiser_differential_evolution = {
    .name = "de",
    .summary = "differential evolution of a population of points",
    .start = evolution_start,
    .step = evolution_step,
    .stop = descent_stop,
};
