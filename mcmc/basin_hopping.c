/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * basin_hopping.c - basin-hopping (Li and Scheraga, 1987; Leary, 2000; Fu and Su,
 * Mathematical Execution, Algorithm 1, lines 24-34), a Monte Carlo walk over local
 * minima:
 *
 *	x_L = LM(f, x_0)
 *	n_iter times:
 *		y = LM(f, x_L + delta)
 *		x_L = y if f(y) < f(x_L) or m < exp((f(x_L) - f(y)) / T), m in [0, 1)
 *
 * The paper runs SciPy's; its perturbation is taken: delta is uniform in +-stepsize for
 * each coordinate as a number, stepsize starts at 0.5, and every 50 hops it is divided
 * by 0.9 when more than half of the hops were accepted, else multiplied by it.
 * An integer moves by twice that, because rounding would undo all of +-0.5.
 */
#include "mcmc/minimiser.h"

#include <math.h>
#include <string.h>

#include "mcmc/axis.h"
#include "mcmc/descent.h"

#define STEPSIZE 0.5
#define STEPSIZE_FACTOR 0.9
#define STEPSIZE_INTERVAL 50
#define ACCEPT_RATE 0.5

struct hopping {
	struct descent d; /* the best of all descents */
	const struct minimiser *local;
	struct minimiser_options options;
	gsl_rng *rng;
	void *descent; /* the local method's state, or null between descents */
	coord *here, *next; /* n each: x_L, and where a descent starts */
	double here_value;
	unsigned hops, accepted;
	double stepsize;
};

static void hopping_stop(void *state)
{
	struct hopping *s = state;

	if (s)
		s->local->stop(s->descent);
	descent_stop(s);
}

static bool begin_descent(struct hopping *s)
{
	s->descent = s->local->start(s->d.f, &s->options, s->rng, s->next);
	return s->descent != NULL;
}

static void *hopping_start(const struct objective *f,
			   const struct minimiser_options *options, gsl_rng *rng,
			   const coord *x0)
{
	struct hopping *s = descent_start(sizeof *s, f, x0);

	if (!s)
		return NULL;
	s->rng = rng;
	s->options = *options;
	s->options.local = NULL;
	s->local = options->local;
	if (!s->local || s->local == &minimiser_basin_hopping)
		s->local = &minimiser_powell;
	s->stepsize = STEPSIZE;
	s->here = descent_room(&s->d, f->n, sizeof *s->here);
	s->next = descent_room(&s->d, f->n, sizeof *s->next);
	if (!descent_ready(s))
		return NULL;
	memcpy(s->next, s->d.best, f->n * sizeof *s->next);
	if (begin_descent(s))
		return s;
	hopping_stop(s);
	return NULL;
}

/* The acceptance of Metropolis et al. (1953); T = 0 takes improvements only. */
static bool accepts(struct hopping *s, double value)
{
	if (value < s->here_value)
		return true;
	return gsl_rng_uniform(s->rng) <
	       exp((s->here_value - value) / s->options.temperature);
}

/* The end of a descent: its minimum becomes x_L or is left. */
static void accept_or_stay(struct hopping *s)
{
	struct reading r;
	const coord *x = descent_best(s->descent, &r);

	if (s->hops == 0 || accepts(s, r.value)) {
		s->accepted += s->hops > 0;
		s->here_value = r.value;
		memcpy(s->here, x, s->d.f->n * sizeof *x);
	}
	s->local->stop(s->descent);
	s->descent = NULL;
}

static void adapt_stepsize(struct hopping *s)
{
	if (s->hops % STEPSIZE_INTERVAL != 0)
		return;
	if (s->accepted > ACCEPT_RATE * s->hops)
		s->stepsize /= STEPSIZE_FACTOR;
	else
		s->stepsize *= STEPSIZE_FACTOR;
}

static coord perturb(struct hopping *s, const struct axis *axis, coord c)
{
	const double width = axis->kind == AXIS_INTEGER ? 2 * s->stepsize : s->stepsize;
	const double delta = width * (2 * gsl_rng_uniform(s->rng) - 1);

	return axis_from_long_double(axis, axis_to_long_double(axis->kind, c) + delta);
}

static bool hop(struct hopping *s)
{
	s->hops++;
	adapt_stepsize(s);
	for (size_t i = 0; i < s->d.f->n; i++)
		s->next[i] = perturb(s, &s->d.f->axes[i], s->here[i]);
	return begin_descent(s);
}

static void keep_best_hop(struct hopping *s)
{
	struct reading r;
	const coord *x = descent_best(s->descent, &r);

	if (r.value >= s->d.reading.value)
		return;
	s->d.reading = r;
	memcpy(s->d.best, x, s->d.f->n * sizeof *x);
}

static enum minimiser_status hopping_step(void *state)
{
	struct hopping *s = state;
	enum minimiser_status status;

	if (!s->descent)
		return MINIMISER_DONE;
	status = s->local->step(s->descent);
	keep_best_hop(s);
	if (status != MINIMISER_DONE)
		return status;
	accept_or_stay(s);
	if (s->d.reading.value <= 0 || s->hops >= s->options.n_iter)
		return MINIMISER_DONE;
	return hop(s) ? MINIMISER_GO_ON : MINIMISER_ERROR;
}

const struct minimiser minimiser_basin_hopping = {
    .name = "basin-hopping",
    .summary = "a Monte Carlo walk over local minima, as CoverMe",
    .start = hopping_start,
    .step = hopping_step,
    .stop = hopping_stop,
};
