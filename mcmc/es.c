/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * es.c - (mu + lambda) evolution strategies (Rechenberg, 1973; Schwefel, 1981), as
 * FloPSy has them (Lakhotia, Tillmann, Harman and de Halleux, 2010, section 3.2): an
 * individual is the variables v and a strategy parameter sigma, which starts at
 * 1. mu = 15 parents have lambda = 100 offspring; the lowest mu of both live on. Each
 * variable of an offspring is that of one of two parents of its own (global discrete
 * recombination), and is then mutated with one strategy parameter for all of them:
 *
 *	sigma' = sigma exp(N / sqrt(n))		v_i += sigma' N_i
 *
 * with N from the standard normal distribution. An integer moves to the nearest. The first
 * parents are the start and, as in FloPSy's program, integers in [-100, 100).
 *
 * It is done after GENERATIONS_WITHOUT_PROGRESS without a lower value; FloPSy goes on for ever.
 */
#include "mcmc/minimiser.h"

#include <float.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "mcmc/descent.h"
#include "mcmc/scatter.h"

enum {
	PARENTS = 15,
	OFFSPRING = 100,
	ALL = PARENTS + OFFSPRING,
	FIRST_LOW = -100,
	FIRST_HIGH = 100,
	STEP_EVALS = 100,
	GENERATIONS_WITHOUT_PROGRESS = 200,
};

/* More powers of two than a float has. */
#define STEP_MOST 0x1p16

struct individual {
	coord *v; /* n */
	double sigma;
	double value;
	size_t born; /* among equal values the older one lives on */
};

struct es {
	struct descent d;
	gsl_rng *rng;
	bool ordered; /* steps of floats count representable numbers */
	struct individual *list; /* ALL: parents, then offspring */
	coord *coords; /* the room of all of them */
	unsigned next; /* the individual to be read */
	size_t born, improvements;
	unsigned without_progress; /* generations */
};

/* ---- recombination */

static const struct individual *any_parent(struct es *s)
{
	return &s->list[gsl_rng_uniform_int(s->rng, PARENTS)];
}

static const struct individual *other_parent(struct es *s, const struct individual *a)
{
	const struct individual *b = any_parent(s);

	while (b == a)
		b = any_parent(s);
	return b;
}

static void recombine(struct es *s, struct individual *child)
{
	for (size_t i = 0; i < s->d.f->n; i++) {
		const struct individual *a = any_parent(s), *b = other_parent(s, a);
		const struct individual *from = gsl_rng_uniform_int(s->rng, 2) ? b : a;
		child->v[i] = from->v[i];
		if (i == 0)
			child->sigma = from->sigma;
	}
}

/* ---- mutation */

/* sigma stays a normal number: neither 0, from which there is no way back, nor
 * infinite.
 */
static double scaled(double sigma, double exponent)
{
	return fmin(fmax(sigma * exp(exponent), DBL_MIN), DBL_MAX);
}

/* A step of 1 of a float, where numbers are counted, is as many as lie between two powers of
 * two. */
static coord moved_by_sigma(const struct es *s, const struct axis *axis, coord c,
			    double step)
{
	if (!s->ordered || axis->kind == AXIS_INTEGER)
		return axis_from_long_double(axis,
					     axis_to_long_double(axis->kind, c) + step);
	const double numbers =
	    ldexp(fmin(fabs(step), STEP_MOST), (int)axis_fraction_bits(axis->kind));
	const coord count = (coord)(numbers + 0.5);

	return axis_add(axis, c, step < 0 ? -count : count);
}

static void mutate(struct es *s, struct individual *child)
{
	const double n = (double)s->d.f->n;

	child->sigma = scaled(child->sigma, gsl_ran_ugaussian(s->rng) / sqrt(n));
	for (size_t i = 0; i < s->d.f->n; i++)
		child->v[i] = moved_by_sigma(s, &s->d.f->axes[i], child->v[i],
					     child->sigma * gsl_ran_ugaussian(s->rng));
}

/* ---- generations */

static int compare_individuals(const void *a, const void *b)
{
	const struct individual *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? -1 : 1;
	return x->born < y->born ? -1 : x->born > y->born;
}

/* The lowest individuals become the parents. */
static void select_parents(struct es *s)
{
	qsort(s->list, ALL, sizeof *s->list, compare_individuals);
	s->next = PARENTS;
	s->without_progress =
	    s->d.improvements > s->improvements ? 0 : s->without_progress + 1;
	s->improvements = s->d.improvements;
}

static void read_next(struct es *s)
{
	struct individual *x = &s->list[s->next++];
	struct reading r;

	if (s->next > PARENTS) {
		recombine(s, x);
		mutate(s, x);
	}
	descent_eval(&s->d, x->v, &r);
	x->value = r.value;
	x->born = s->born++;
	if (s->next == ALL)
		select_parents(s);
}

static void populate(struct es *s)
{
	const size_t n = s->d.f->n;

	for (unsigned k = 0; k < ALL; k++) {
		s->list[k].v = s->coords + k * n;
		s->list[k].sigma = 1;
	}
	memcpy(s->list[0].v, s->d.best, n * sizeof(coord));
	for (unsigned k = 1; k < PARENTS; k++)
		for (size_t i = 0; i < n; i++)
			s->list[k].v[i] = scatter_integer(&s->d.f->axes[i], s->rng,
							  FIRST_LOW, FIRST_HIGH);
}

/* ---- the method */

static void *es_start(const struct objective *f,
		      const struct minimiser_options *options, gsl_rng *rng,
		      const coord *x0)
{
	struct es *s = descent_start(sizeof *s, f, x0);

	(void)options;
	if (!s)
		return NULL;
	s->rng = rng;
	s->list = descent_room(&s->d, ALL, sizeof *s->list);
	s->coords = descent_room(&s->d, ALL * f->n, sizeof *s->coords);
	if (!descent_ready(s))
		return NULL;
	populate(s);
	return s;
}

static void *es_ordered_start(const struct objective *f,
			      const struct minimiser_options *options, gsl_rng *rng,
			      const coord *x0)
{
	struct es *s = es_start(f, options, rng, x0);

	if (s)
		s->ordered = true;
	return s;
}

static enum minimiser_status es_step(void *state)
{
	struct es *s = state;

	for (int k = 0; k < STEP_EVALS && !s->d.over && (k == 0 || s->d.f->n); k++)
		read_next(s);
	if (!s->d.over &&
	    (!s->d.f->n || s->without_progress >= GENERATIONS_WITHOUT_PROGRESS))
		return MINIMISER_DONE;
	return descent_status(&s->d);
}

const struct minimiser minimiser_es = {
    .name = "es",
    .summary = "(15+100) evolution strategies, as FloPSy",
    .restarts = true,
    .start = es_start,
    .step = es_step,
    .stop = descent_stop,
};

const struct minimiser minimiser_es_ordered = {
    .name = "es-ordered",
    .summary = "evolution strategies on ordered integers",
    .restarts = true,
    .start = es_ordered_start,
    .step = es_step,
    .stop = descent_stop,
};
