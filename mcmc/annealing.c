/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * annealing.c - simulated annealing (Kirkpatrick, Gelatt and Vecchi, 1983) by GSL's
 * gsl_siman_solve, on the real values of the coordinates.
 *
 * GSL's function runs a whole schedule. Here each call gets one temperature, so that a
 * step is bounded: it ends where the next temperature would be below t_min, and leaves
 * the lowest point of that temperature, from which the next one starts.
 *
 * The energy is the logarithm of the value: values span hundreds of orders of
 * magnitude, and what counts on the way to 0 is by which factor they fall. A step
 * changes one coordinate, or all of them, by up to size * max(1, |x|); the size falls
 * with the temperature.
 */
#include "mcmc/minimiser.h"

#include <gsl/gsl_siman.h>
#include <math.h>

#include "mcmc/descent.h"

enum { TEMPERATURES = 160, POINTS = 50 };

#define FIRST_TEMPERATURE 10.0
#define LAST_TEMPERATURE 0.01
#define FIRST_SIZE 10.0
#define LAST_SIZE 1e-16
/* The energy of the value 0: below the logarithm of all others. */
#define LOWEST_ENERGY (-800.0)

struct annealing {
	struct real v;
	gsl_rng *rng;
	/* What GSL moves and copies: a configuration, and whose it is. */
	struct configuration *at;
	unsigned temperature; /* how many there were */
};

struct configuration {
	struct annealing *s;
	double x[];
};

static double energy(void *config)
{
	struct configuration *c = config;
	const double value = real_read(&c->s->v, c->x);

	return value > 0 ? log(value) : LOWEST_ENERGY;
}

static void move_by(struct configuration *c, const gsl_rng *rng, size_t i, double size)
{
	const struct axis *axis = &c->s->v.d.f->axes[i];
	double most = size * fmax(1, fabs(c->x[i]));

	if (axis->kind == AXIS_INTEGER)
		most = fmax(most, 1);
	c->x[i] += most * (2 * gsl_rng_uniform(rng) - 1);
	/* GSL's other points start from here: it stays a number. */
	if (!isfinite(c->x[i]))
		c->x[i] = copysign(1e300, c->x[i]);
}

static void take_step(const gsl_rng *rng, void *config, double size)
{
	struct configuration *c = config;
	const size_t n = c->s->v.d.f->n;

	if (gsl_rng_uniform_int(rng, 2)) {
		move_by(c, rng, gsl_rng_uniform_int(rng, n), size);
		return;
	}
	for (size_t i = 0; i < n; i++)
		move_by(c, rng, i, size);
}

static double geometric(double first, double last, unsigned k)
{
	return first * pow(last / first, (double)k / (TEMPERATURES - 1));
}

/* ---- the method */

static void *annealing_start(const struct objective *f,
			     const struct minimiser_options *options, gsl_rng *rng,
			     const coord *x0)
{
	struct annealing *s = real_start(sizeof *s, f, x0);

	(void)options;
	if (!s)
		return NULL;
	s->rng = rng;
	s->at = descent_room(&s->v.d, 1, sizeof *s->at + f->n * sizeof *s->at->x);
	if (!descent_ready(s))
		return NULL;
	s->at->s = s;
	return s;
}

/* One temperature. */
static enum minimiser_status annealing_step(void *state)
{
	struct annealing *s = state;
	const size_t n = s->v.d.f->n;
	const double t = geometric(FIRST_TEMPERATURE, LAST_TEMPERATURE, s->temperature);
	const gsl_siman_params_t p = {
	    .iters_fixed_T = POINTS,
	    .step_size = geometric(FIRST_SIZE, LAST_SIZE, s->temperature),
	    .k = 1,
	    .t_initial = t,
	    .mu_t = 2,
	    .t_min = t,
	};

	if (s->v.d.evals == 0 && !real_begin(&s->v, s->at->x))
		return descent_status(&s->v.d);
	if (!n || s->temperature == TEMPERATURES)
		return MINIMISER_DONE;
	gsl_siman_solve(s->rng, s->at, energy, take_step, NULL, NULL, NULL, NULL, NULL,
			sizeof *s->at + n * sizeof *s->at->x, p);
	s->temperature++;
	return descent_status(&s->v.d);
}

const struct minimiser minimiser_annealing = {
    .name = "annealing",
    .summary = "simulated annealing (GSL) over reals",
    .restarts = true,
    .start = annealing_start,
    .step = annealing_step,
    .stop = descent_stop,
};
