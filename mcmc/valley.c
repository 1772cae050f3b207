/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * valley.c - leaps of one coordinate at all scales, each followed by secants down into
 * the nearest valley: for |g(x)| < eps, whose roots are many and whose sign does not
 * show.
 *
 * A distance in ulps between |g| and a small number is a logarithm of |g|, so that
 *
 *	q = |g(a)| / |g(b)| = 2^((d(a) - d(b)) / 2^f)	    f: bits of the fraction
 *
 * and with g nearly linear its root lies at (b q -+ a) / (q -+ 1): minus where a and b
 * are on one side of it, plus where it is between them. The point with the lower
 * reading is kept, the leaps go out from the best one (a random restart, Solis and
 * Wets, 1981).
 */
#include "mcmc/minimiser.h"

#include <math.h>
#include <string.h>

#include "mcmc/axis.h"
#include "mcmc/descent.h"

#define LEAPS 150 /* for each coordinate */
#define SECANTS 12
#define WIDTHS 5 /* how far apart the first two points of a secant may be */
#define WIDTH_BITS 8

struct valley {
	struct descent d;
	gsl_rng *rng;
	coord *x; /* n coordinates */
	unsigned leaps;
	unsigned width; /* the one that served last */
};

struct valley_mark {
	coord c;
	struct reading r;
};

static double distance_of(const struct reading *r)
{
	return r->value < OBJECTIVE_UNREACHED ? fmax(r->value, fabs(r->sign))
					      : fabs(r->sign);
}

static bool comparable(const struct reading *a, const struct reading *b)
{
	return a->site == b->site &&
	       (a->value < OBJECTIVE_UNREACHED) == (b->value < OBJECTIVE_UNREACHED);
}

/* The root of g on the line through both, side: -1 outside, 1 between them; a->c when
 * there is none. */
static coord root_of(const struct axis *axis, const struct valley_mark *a,
		     const struct valley_mark *b, int side)
{
	const double d = distance_of(&a->r) - distance_of(&b->r);
	const double q = exp2(ldexp(d, -(int)axis_fraction_bits(axis->kind)));
	const long double va = axis_to_long_double(axis->kind, a->c);
	const long double vb = axis_to_long_double(axis->kind, b->c);
	const long double root = va + (vb - va) * (q / (q + side));

	return isfinite(root) ? axis_from_long_double(axis, root) : a->c;
}

static bool probe(struct valley *s, size_t i, struct valley_mark *m)
{
	s->x[i] = m->c;
	return descent_eval(&s->d, s->x, &m->r);
}

/* Reads both roots, a being the lower point: true when one is lower still, which
 * becomes a, and a becomes b. */
static bool secant(struct valley *s, size_t i, struct valley_mark *a,
		   struct valley_mark *b)
{
	const struct axis *axis = &s->d.f->axes[i];

	for (int side = -1; side <= 1; side += 2) {
		struct valley_mark m = {.c = root_of(axis, a, b, side)};
		if (m.c == a->c || m.c == b->c)
			continue;
		if (!probe(s, i, &m))
			return false;
		if (comparable(&m.r, &a->r) && descent_lower(&m.r, &a->r)) {
			*b = *a;
			*a = m;
			return true;
		}
	}
	return false;
}

/* Down from a, the first step being `width`; how many secants led down. */
static unsigned follow_valley(struct valley *s, size_t i, struct valley_mark a,
			      unsigned width)
{
	const struct axis *axis = &s->d.f->axes[i];
	const unsigned bits = axis_fraction_bits(axis->kind);
	const unsigned less = WIDTH_BITS * (width + 1);
	struct valley_mark b = {
	    .c = axis_add(axis, a.c, (coord)1 << (bits > less ? bits - less : 0))};
	unsigned n = 0;

	if (b.c == a.c || !probe(s, i, &b) || !comparable(&a.r, &b.r))
		return 0;
	if (descent_lower(&b.r, &a.r)) {
		const struct valley_mark m = a;
		a = b;
		b = m;
	}
	while (n < SECANTS && !s->d.over && secant(s, i, &a, &b))
		n++;
	return n;
}

/* Down from the point at hand. */
static void polish(struct valley *s, size_t i, const struct reading *r)
{
	const struct valley_mark a = {s->x[i], *r};
	const unsigned other = (unsigned)gsl_rng_uniform_int(s->rng, WIDTHS);

	if (s->d.over || follow_valley(s, i, a, s->width) > 1 || s->d.over)
		return;
	if (follow_valley(s, i, a, other) > 1)
		s->width = other;
}

/* A leap of any scale, or, for a float, of about that of the number itself. */
static coord leap_of(struct valley *s, const struct axis *axis)
{
	const unsigned bits = axis_fraction_bits(axis->kind);
	unsigned scale = (unsigned)gsl_rng_uniform_int(s->rng, axis_width(axis));

	if (bits && gsl_rng_uniform_int(s->rng, 2))
		scale = bits - 16 + (unsigned)gsl_rng_uniform_int(s->rng, 20);
	const long double step = ldexpl(1 + gsl_rng_uniform(s->rng), (int)scale);

	return gsl_rng_uniform_int(s->rng, 2) ? (coord)step : -(coord)step;
}

/* ---- the method */

static void *valley_start(const struct objective *f,
			  const struct minimiser_options *options, gsl_rng *rng,
			  const coord *x0)
{
	struct valley *s = descent_start(sizeof *s, f, x0);

	(void)options;
	if (!s)
		return NULL;
	s->rng = rng;
	s->width = 2;
	s->x = descent_room(&s->d, f->n, sizeof *s->x);
	return descent_ready(s);
}

/* The start itself, and down from it along each coordinate; then leaps. */
static enum minimiser_status valley_step(void *state)
{
	struct valley *s = state;
	const size_t n = s->d.f->n;
	struct reading r;

	if (!n && descent_eval(&s->d, s->x, &r))
		return MINIMISER_DONE;
	if (!n || s->leaps > (LEAPS + 1) * n)
		return s->d.stopped ? MINIMISER_STOP : MINIMISER_DONE;
	memcpy(s->x, s->d.best, n * sizeof *s->x);
	const size_t i = s->leaps < n ? s->leaps : gsl_rng_uniform_int(s->rng, n);
	if (s->leaps++ >= n)
		s->x[i] =
		    axis_add(&s->d.f->axes[i], s->x[i], leap_of(s, &s->d.f->axes[i]));
	if (descent_eval(&s->d, s->x, &r) && s->d.f->axes[i].kind != AXIS_INTEGER)
		polish(s, i, &r);
	return descent_status(&s->d);
}

const struct minimiser minimiser_valley = {
    .name = "valley",
    .summary = "leaps at all scales, each with secants on a logarithm",
    .start = valley_start,
    .step = valley_step,
    .stop = descent_stop,
};
