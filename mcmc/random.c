/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * random.c - the start, and then points of random bits: each coordinate is uniform over
 * its axis, so that a float has all magnitudes alike. What the other methods are to be
 * better than.
 */
#include "mcmc/minimiser.h"

#include <string.h>

#include "mcmc/descent.h"
#include "mcmc/scatter.h"

enum { STEP_POINTS = 64, POINTS_MOST = 1 << 20 };

struct random_search {
	struct descent d;
	gsl_rng *rng;
	coord *x; /* n coordinates */
};

static void *random_start(const struct objective *f,
			  const struct minimiser_options *options, gsl_rng *rng,
			  const coord *x0)
{
	struct random_search *s = descent_start(sizeof *s, f, x0);

	(void)options;
	if (!s)
		return NULL;
	s->rng = rng;
	s->x = descent_room(&s->d, f->n, sizeof *s->x);
	if (!descent_ready(s))
		return NULL;
	memcpy(s->x, s->d.best, f->n * sizeof *s->x);
	return s;
}

static enum minimiser_status random_step(void *state)
{
	struct random_search *s = state;
	struct reading r;

	for (int k = 0; k < STEP_POINTS && descent_eval(&s->d, s->x, &r); k++)
		scatter_bits(s->d.f, s->rng, s->x);
	if (!s->d.over && (!s->d.f->n || s->d.evals >= POINTS_MOST))
		return MINIMISER_DONE;
	return descent_status(&s->d);
}

const struct minimiser minimiser_random = {
    .name = "random",
    .summary = "points of random bits",
    .restarts = true,
    .start = random_start,
    .step = random_step,
    .stop = descent_stop,
};
