/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * es.c - (mu + lambda) evolution strategies (Rechenberg, 1973; Schwefel, 1981), as
 * FloPSy has them (Lakhotia, Tillmann, Harman and de Halleux, 2010, section 3.2): an
 * individual is the variables v and as many strategy parameters sigma, which start at
 * 1. mu = 15 parents have lambda = 100 offspring, each recombined of two parents and
 * then mutated; the lowest mu of both live on.
 *
 *	single	sigma' = sigma exp(N / sqrt(n))			v_i += sigma' N_i
 *	multi	sigma_i' = sigma_i exp(N / sqrt(2 n)
 *			+ N_i / sqrt(2 sqrt(n)))		v_i += sigma_i' N_i'
 *
 * with N from the standard normal distribution. Single mutation uses the first strategy
 * parameter. An integer moves to the nearest. The first parents are the start and, as
 * in FloPSy's program, integers in [-100, 100).
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
	FIRST_LOW = -100,
	FIRST_HIGH = 100,
	STEP_EVALS = 100,
	GENERATIONS_WITHOUT_PROGRESS = 200,
};

/* More powers of two than a float has. */
#define STEP_MOST 0x1p16

struct individual {
	coord *v; /* n */
	double *sigma; /* n */
	double value;
	size_t born; /* among equal values the older one lives on */
};

struct es {
	struct descent d;
	gsl_rng *rng;
	enum recombination recombination;
	enum mutation mutation;
	unsigned parents, offspring;
	bool ordered; /* steps and means of floats count representable numbers */
	struct individual *list; /* parents, then offspring */
	coord *coords; /* the room of all of them */
	double *sigmas;
	unsigned next; /* the individual to be read */
	size_t born, improvements;
	unsigned without_progress; /* generations */
};

/* ---- recombination */

static const struct individual *any_parent(struct es *s)
{
	return &s->list[gsl_rng_uniform_int(s->rng, s->parents)];
}

static const struct individual *other_parent(struct es *s, const struct individual *a)
{
	const struct individual *b = any_parent(s);

	while (b == a && s->parents > 1)
		b = any_parent(s);
	return b;
}

static coord mean(const struct es *s, const struct axis *axis, coord a, coord b)
{
	const long double u = axis_to_long_double(axis->kind, a);
	const long double v = axis_to_long_double(axis->kind, b);

	if (s->ordered || axis->kind == AXIS_INTEGER)
		return a + (b - a) / 2;
	return axis_from_long_double(axis, (u + v) / 2);
}

static bool is_global(const struct es *s)
{
	return s->recombination == RECOMBINE_GLOBAL_DISCRETE ||
	       s->recombination == RECOMBINE_GLOBAL_INTERMEDIATE;
}

static void recombine(struct es *s, struct individual *child)
{
	const bool discrete = s->recombination == RECOMBINE_DISCRETE ||
			      s->recombination == RECOMBINE_GLOBAL_DISCRETE;
	const struct individual *a = any_parent(s), *b = other_parent(s, a);

	for (size_t i = 0; i < s->d.f->n; i++) {
		if (is_global(s) && i > 0) {
			a = any_parent(s);
			b = other_parent(s, a);
		}
		if (discrete) {
			const struct individual *from =
			    gsl_rng_uniform_int(s->rng, 2) ? b : a;
			child->v[i] = from->v[i];
			child->sigma[i] = from->sigma[i];
		} else {
			child->v[i] = mean(s, &s->d.f->axes[i], a->v[i], b->v[i]);
			child->sigma[i] = (a->sigma[i] + b->sigma[i]) / 2;
		}
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
	const bool single = s->mutation == MUTATE_SINGLE;
	const double all = gsl_ran_ugaussian(s->rng) / (single ? sqrt(n) : sqrt(2 * n));

	for (size_t i = 0; i < s->d.f->n; i++) {
		const struct axis *axis = &s->d.f->axes[i];
		if (!single)
			child->sigma[i] =
			    scaled(child->sigma[i],
				   all + gsl_ran_ugaussian(s->rng) / sqrt(2 * sqrt(n)));
		else if (i == 0)
			child->sigma[0] = scaled(child->sigma[0], all);
		const double step =
		    child->sigma[single ? 0 : i] * gsl_ran_ugaussian(s->rng);
		child->v[i] = moved_by_sigma(s, axis, child->v[i], step);
	}
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
	qsort(s->list, s->parents + s->offspring, sizeof *s->list, compare_individuals);
	s->next = s->parents;
	s->without_progress =
	    s->d.improvements > s->improvements ? 0 : s->without_progress + 1;
	s->improvements = s->d.improvements;
}

static void read_next(struct es *s)
{
	struct individual *x = &s->list[s->next++];
	struct reading r;

	if (s->next > s->parents) {
		recombine(s, x);
		mutate(s, x);
	}
	descent_eval(&s->d, x->v, &r);
	x->value = r.value;
	x->born = s->born++;
	if (s->next == s->parents + s->offspring)
		select_parents(s);
}

static void populate(struct es *s)
{
	const size_t n = s->d.f->n;

	for (unsigned k = 0; k < s->parents + s->offspring; k++) {
		s->list[k].v = s->coords + k * n;
		s->list[k].sigma = s->sigmas + k * n;
		for (size_t i = 0; i < n; i++)
			s->list[k].sigma[i] = 1;
	}
	memcpy(s->list[0].v, s->d.best, n * sizeof(coord));
	for (unsigned k = 1; k < s->parents; k++)
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

	if (!s)
		return NULL;
	s->rng = rng;
	s->recombination = options->recombination;
	s->mutation = options->mutation;
	s->parents = options->parents ? options->parents : PARENTS;
	s->offspring = options->offspring ? options->offspring : OFFSPRING;
	const size_t count = s->parents + s->offspring;
	s->list = descent_room(&s->d, count, sizeof *s->list);
	s->coords = descent_room(&s->d, count * f->n, sizeof *s->coords);
	s->sigmas = descent_room(&s->d, count * f->n, sizeof *s->sigmas);
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
    .summary = "evolution strategies, (15+100) by default, as FloPSy",
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
