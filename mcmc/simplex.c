/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * simplex.c - the downhill simplex of Nelder and Mead (A simplex method for function
 * minimization, 1965), as GSL's nmsimplex2, on the real values of the coordinates.
 */
#include "mcmc/minimiser.h"

#include <gsl/gsl_multimin.h>
#include <math.h>

#include "mcmc/descent.h"

/*
 * The first simplex goes 5 % away from the start along each axis, or 0.00025 where the
 * start is 0 (the convention of Matlab's fminsearch and SciPy, so that results
 * compare). A relative step keeps the simplex well shaped at any magnitude; an integer
 * has to move by 1 at least, else the first simplex is a plateau.
 */
#define FIRST_STEP 0.05
#define FIRST_STEP_AT_ZERO 0.00025
/* Below this a start is as good as 0: from a subnormal number a relative step would
 * take a thousand doublings. */
#define NEAR_ZERO 1e-10

#define STEP_ITERATIONS 32
#define ITERATIONS_PER_DIMENSION 1000
/* Without progress for so many iterations a dimension: a plateau. */
#define PATIENCE_PER_DIMENSION 60
/* The simplex is a point in double precision. */
#define RELATIVE_SIZE 1e-16

struct simplex {
	struct real v;
	gsl_multimin_function function;
	gsl_multimin_fminimizer *gsl;
	gsl_vector *start, *first_step;
	size_t iterations, last_progress;
	double lowest;
};

static double simplex_value(const gsl_vector *x, void *params)
{
	struct simplex *s = params;

	return real_read(&s->v, x->data);
}

static void simplex_stop(void *state)
{
	struct simplex *s = state;

	if (s && s->gsl)
		gsl_multimin_fminimizer_free(s->gsl);
	if (s) {
		gsl_vector_free(s->start);
		gsl_vector_free(s->first_step);
	}
	descent_stop(s);
}

static void *simplex_start(const struct objective *f,
			   const struct minimiser_options *options, gsl_rng *rng,
			   const coord *x0)
{
	const size_t n = f->n ? f->n : 1; /* GSL has no empty vectors */
	struct simplex *s = real_start(sizeof *s, f, x0);

	(void)options;
	(void)rng;
	if (!s)
		return NULL;
	s->function = (gsl_multimin_function){simplex_value, n, s};
	s->gsl = gsl_multimin_fminimizer_alloc(gsl_multimin_fminimizer_nmsimplex2, n);
	s->start = gsl_vector_calloc(n);
	s->first_step = gsl_vector_calloc(n);
	if (s->v.d.failed || !s->gsl || !s->start || !s->first_step) {
		simplex_stop(s);
		return NULL;
	}
	return s;
}

static double first_step(const struct axis *axis, double x)
{
	const double step = fabs(x) < NEAR_ZERO ? FIRST_STEP_AT_ZERO : FIRST_STEP * x;

	if (axis->kind == AXIS_INTEGER && fabs(step) < 1)
		return 1;
	return step;
}

/* Reads the start and the corners of the first simplex. */
static bool simplex_begin(struct simplex *s)
{
	const struct objective *f = s->v.d.f;

	if (!real_begin(&s->v, s->start->data) || f->n == 0)
		return false;
	for (size_t i = 0; i < f->n; i++)
		s->first_step->data[i] = first_step(&f->axes[i], s->start->data[i]);
	s->lowest = s->v.d.reading.value;
	return gsl_multimin_fminimizer_set(s->gsl, &s->function, s->start,
					   s->first_step) == GSL_SUCCESS;
}

static bool simplex_converged(const struct simplex *s)
{
	const double size = gsl_multimin_fminimizer_size(s->gsl);
	double magnitude = 0;

	for (size_t i = 0; i < s->function.n; i++)
		magnitude = fmax(magnitude, fabs(s->gsl->x->data[i]));
	return size <= RELATIVE_SIZE * magnitude ||
	       s->iterations >= ITERATIONS_PER_DIMENSION * s->function.n ||
	       s->iterations - s->last_progress >=
		   PATIENCE_PER_DIMENSION * s->function.n;
}

static enum minimiser_status simplex_step(void *state)
{
	struct simplex *s = state;
	bool more = s->v.d.evals > 0 || simplex_begin(s);

	for (int k = 0; more && k < STEP_ITERATIONS && !s->v.d.over; k++) {
		more = gsl_multimin_fminimizer_iterate(s->gsl) == GSL_SUCCESS;
		s->iterations++;
		if (s->v.d.reading.value < s->lowest)
			s->last_progress = s->iterations;
		s->lowest = s->v.d.reading.value;
		more = more && !simplex_converged(s);
	}
	if (s->v.d.over)
		return descent_status(&s->v.d);
	return more ? MINIMISER_GO_ON : MINIMISER_DONE;
}

const struct minimiser minimiser_simplex = {
    .name = "simplex",
    .summary = "downhill simplex of Nelder and Mead (GSL) over reals",
    .start = simplex_start,
    .step = simplex_step,
    .stop = simplex_stop,
};
