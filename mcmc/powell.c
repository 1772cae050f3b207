/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * powell.c - Powell's direction-set method (An efficient method for finding the minimum
 * of a function of several variables without calculating derivatives, Computer Journal
 * 7, 1964), with the line minimisation of Brent (Algorithms for minimization without
 * derivatives, 1973, chapter 5) as GSL has it.
 *
 * One iteration, from x_0 with value f_0 and n directions (the axes at first):
 *
 *	minimise along each direction: x_n, f_n; let D be the largest decrease of one
 *	stop when 2 (f_0 - f_n) <= ftol (|f_0| + |f_n|) + 1e-20
 *	f_e = f(2 x_n - x_0)
 *	if f_e < f_0 and 2 (f_0 + f_e - 2 f_n) (f_0 - f_n - D)^2 < D (f_0 - f_e)^2:
 *		minimise along x_n - x_0, which replaces the direction of D
 *
 * CoverMe runs SciPy's Powell, so its parameters are taken: xtol and ftol 1e-4, the
 * line minimisations to 100 xtol relative, at most 1000 n iterations or evaluations,
 * brackets from 0 and 1 by steps of the golden section or to the vertex of a parabola,
 * at most 110 times the last step. Differences: GSL's Brent reads one point more per
 * line and takes smaller last steps, a bracket ends after BRACKET_EVALS evaluations.
 */
#include "mcmc/minimiser.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_min.h>
#include <math.h>
#include <string.h>

#include "mcmc/descent.h"

#define XTOL 1e-4
#define FTOL 1e-4
#define LIMIT_PER_DIMENSION 1000 /* of iterations, and of evaluations */

#define LINE_TOLERANCE (100 * XTOL)
#define LINE_TOLERANCE_ABSOLUTE 1e-11
#define LINE_ITERATIONS 100

#define GOLDEN 1.618034
#define GROWTH_LIMIT 110
#define DENOMINATOR_MIN 1e-21
#define BRACKET_EVALS 200

struct powell {
	struct real v;
	size_t n;
	double *x, *iteration_start, *trial; /* n each */
	double *directions; /* n rows of n */
	double *along; /* n: the direction of the line at hand */
	double f, f_start; /* at x and at iteration_start */
	double drop; /* the largest one of a line of this iteration */
	size_t drop_line, next_line;
	size_t iterations;
	gsl_function function;
	gsl_min_fminimizer *brent;
};

/* ---- one line */

/* A position on the line and the value there. */
struct spot {
	double at, f;
};

static double line_value(double alpha, void *params)
{
	struct powell *s = params;

	/* No 0 * inf: a coordinate across the line stays. */
	for (size_t i = 0; i < s->n; i++)
		s->trial[i] =
		    s->along[i] == 0 ? s->x[i] : s->x[i] + alpha * s->along[i];
	return real_read(&s->v, s->trial);
}

static struct spot read_spot(struct powell *s, double at)
{
	return (struct spot){at, line_value(at, s)};
}

/* The position of the vertex of the parabola through three spots. */
static double vertex(const struct spot *a, const struct spot *b, const struct spot *c)
{
	const double u = (b->at - a->at) * (b->f - c->f);
	const double v = (b->at - c->at) * (b->f - a->f);
	const double difference = v - u;
	const double denominator =
	    2 * (fabs(difference) < DENOMINATOR_MIN ? DENOMINATOR_MIN : difference);

	return b->at - ((b->at - c->at) * v - (b->at - a->at) * u) / denominator;
}

static struct spot golden_spot(struct powell *s, const struct spot *b,
			       const struct spot *c)
{
	return read_spot(s, c->at + GOLDEN * (c->at - b->at));
}

/*
 * Where the search for a bracket goes on from a, b, c (downhill in this order). May
 * move b and c. Returns true when they enclose a minimum at b already.
 */
static bool expand(struct powell *s, struct spot *a, struct spot *b, struct spot *c,
		   struct spot *next)
{
	const double limit = b->at + GROWTH_LIMIT * (c->at - b->at);
	const double w = vertex(a, b, c);

	if ((w - c->at) * (b->at - w) > 0) {
		*next = read_spot(s, w);
		if (next->f < c->f) {
			*a = *b;
			*b = *next;
			return true;
		}
		if (next->f > b->f) {
			*c = *next;
			return true;
		}
		*next = golden_spot(s, b, c);
	} else if ((w - limit) * (limit - c->at) >= 0) {
		*next = read_spot(s, limit);
	} else if ((w - limit) * (c->at - w) > 0) {
		*next = read_spot(s, w);
		if (next->f < c->f) {
			*b = *c;
			*c = *next;
			*next = golden_spot(s, b, c);
		}
	} else {
		*next = golden_spot(s, b, c);
	}
	return false;
}

/* Finds a, b, c in order with b as low as both others; false when there is none. */
static bool find_bracket(struct powell *s, struct spot *a, struct spot *b,
			 struct spot *c)
{
	const size_t limit = s->v.d.evals + BRACKET_EVALS;
	struct spot next;

	*a = (struct spot){0, s->f};
	*b = read_spot(s, 1);
	if (a->f < b->f) {
		next = *a;
		*a = *b;
		*b = next;
	}
	*c = golden_spot(s, a, b);
	while (c->f < b->f) {
		if (expand(s, a, b, c, &next))
			break;
		*a = *b;
		*b = *c;
		*c = next;
		if (s->v.d.over || s->v.d.evals >= limit || !isfinite(c->at))
			return false;
	}
	return !s->v.d.over;
}

/* The stopping rule of SciPy's brent: no point of [low, high] is further than the
 * tolerance from the minimum. */
static bool line_converged(const gsl_min_fminimizer *m)
{
	const double low = m->x_lower, high = m->x_upper, x = m->x_minimum;
	const double tolerance = LINE_TOLERANCE * fabs(x) + LINE_TOLERANCE_ABSOLUTE;

	return fabs(x - (low + high) / 2) < 2 * tolerance - (high - low) / 2;
}

/*
 * Brent's method within the bracket; leaves the minimum in b. GSL wants both ends
 * higher than b but reads their values for nothing else: an end on the same plateau
 * passes as the next higher number.
 */
static void refine_along(struct powell *s, const struct spot *a, struct spot *b,
			 const struct spot *c)
{
	const bool up = a->at < c->at;
	const double above = nextafter(b->f, INFINITY);
	int error = gsl_min_fminimizer_set_with_values(s->brent, &s->function, b->at,
						       b->f, up ? a->at : c->at, above,
						       up ? c->at : a->at, above);

	for (int k = 0; !error && k < LINE_ITERATIONS && !s->v.d.over; k++) {
		if (line_converged(s->brent))
			break;
		error = gsl_min_fminimizer_iterate(s->brent);
	}
	if (!error && s->brent->f_minimum <= b->f)
		*b = (struct spot){s->brent->x_minimum, s->brent->f_minimum};
}

/* Goes to the minimum along s->along, which becomes the way gone. */
static void minimise_line(struct powell *s)
{
	struct spot a, b, c;

	if (find_bracket(s, &a, &b, &c))
		refine_along(s, &a, &b, &c);
	else if (isfinite(c.at) && c.f < b.f)
		b = c;
	if (b.f > s->f)
		b = (struct spot){0, s->f};
	s->f = b.f;
	for (size_t i = 0; i < s->n; i++) {
		s->along[i] *= b.at;
		s->x[i] += s->along[i];
	}
}

/* ---- the directions */

static size_t row_size(const struct powell *s)
{
	return s->n * sizeof(double);
}

static void next_direction(struct powell *s)
{
	const double before = s->f;

	memcpy(s->along, s->directions + s->next_line * s->n, row_size(s));
	minimise_line(s);
	if (before - s->f > s->drop) {
		s->drop = before - s->f;
		s->drop_line = s->next_line;
	}
	s->next_line++;
}

static void begin_iteration(struct powell *s)
{
	memcpy(s->iteration_start, s->x, row_size(s));
	s->f_start = s->f;
	s->drop = 0;
	s->drop_line = 0;
	s->next_line = 0;
}

static bool converged(const struct powell *s)
{
	const double bound = FTOL * (fabs(s->f_start) + fabs(s->f)) + 1e-20;
	const size_t limit = LIMIT_PER_DIMENSION * s->n;

	return 2 * (s->f_start - s->f) <= bound || s->v.d.evals >= limit ||
	       s->iterations >= limit;
}

/* Powell's criterion for the extrapolated value f_e; see the head of the file. */
static bool worth_replacing(const struct powell *s, double f_e)
{
	const double rest = s->f_start - s->f - s->drop, rise = s->f_start - f_e;

	return f_e < s->f_start &&
	       2 * (s->f_start + f_e - 2 * s->f) * rest * rest < s->drop * rise * rise;
}

static void replace_direction(struct powell *s)
{
	double *const last = s->directions + (s->n - 1) * s->n;
	double f_e;

	for (size_t i = 0; i < s->n; i++) {
		s->along[i] = s->x[i] - s->iteration_start[i];
		s->trial[i] = s->x[i] + s->along[i];
	}
	f_e = real_read(&s->v, s->trial);
	if (!worth_replacing(s, f_e) || s->v.d.over) {
		begin_iteration(s);
		return;
	}
	/* The line below counts for the next extrapolation, not for the next decrease.
	 */
	begin_iteration(s);
	minimise_line(s);
	s->f_start = s->f;
	memmove(s->directions + s->drop_line * s->n, last, row_size(s));
	memcpy(last, s->along, row_size(s));
}

/* ---- the method */

static void powell_stop(void *state)
{
	struct powell *s = state;

	if (s && s->brent)
		gsl_min_fminimizer_free(s->brent);
	descent_stop(s);
}

static void *powell_start(const struct objective *f,
			  const struct minimiser_options *options, gsl_rng *rng,
			  const coord *x0)
{
	struct powell *s = real_start(sizeof *s, f, x0);

	(void)options;
	(void)rng;
	if (!s)
		return NULL;
	s->n = f->n;
	s->function = (gsl_function){line_value, s};
	s->x = descent_room(&s->v.d, f->n, sizeof *s->x);
	s->iteration_start = descent_room(&s->v.d, f->n, sizeof *s->iteration_start);
	s->trial = descent_room(&s->v.d, f->n, sizeof *s->trial);
	s->along = descent_room(&s->v.d, f->n, sizeof *s->along);
	s->directions = descent_room(&s->v.d, f->n * f->n, sizeof *s->directions);
	s->brent = gsl_min_fminimizer_alloc(gsl_min_fminimizer_brent);
	if (!s->brent || s->v.d.failed) {
		powell_stop(s);
		return NULL;
	}
	for (size_t i = 0; i < s->n; i++)
		s->directions[i * s->n + i] = 1;
	return s;
}

static bool powell_begin(struct powell *s)
{
	if (!real_begin(&s->v, s->x) || s->n == 0)
		return false;
	s->f = real_read(&s->v, s->x);
	begin_iteration(s);
	return true;
}

static enum minimiser_status powell_step(void *state)
{
	struct powell *s = state;
	bool more = true;

	if (s->v.d.evals == 0) {
		more = powell_begin(s);
	} else if (s->next_line < s->n) {
		next_direction(s);
	} else {
		s->iterations++;
		more = !converged(s);
		if (more)
			replace_direction(s);
	}
	/* On a plateau the last point counts, not the first: the walk of a
	 * basin-hopping drifts there as SciPy's does. */
	if (!more && s->n > 0)
		real_prefer(&s->v, s->x);
	if (s->v.d.over)
		return descent_status(&s->v.d);
	return more ? MINIMISER_GO_ON : MINIMISER_DONE;
}

const struct minimiser minimiser_powell = {
    .name = "powell",
    .summary = "Powell's direction sets with Brent's line search, as CoverMe",
    .start = powell_start,
    .step = powell_step,
    .stop = powell_stop,
};
