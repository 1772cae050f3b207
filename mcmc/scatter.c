/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/scatter.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

#include "mcmc/axis.h"

static ucoord random_bits(gsl_rng *rng)
{
	ucoord bits = 0;

	for (int i = 0; i < 8; i++)
		bits = bits << 16 | gsl_rng_uniform_int(rng, 1 << 16);
	return bits;
}

coord scatter_coordinate(const struct axis *axis, gsl_rng *rng)
{
	/* Below 2^101: the remainder's bias is below 2^-27. */
	const ucoord count = (ucoord)(axis->high - axis->low) + 1;

	return axis->low + (coord)(random_bits(rng) % count);
}

void scatter_bits(const struct objective *f, gsl_rng *rng, coord *x)
{
	for (size_t i = 0; i < f->n; i++)
		x[i] = scatter_coordinate(&f->axes[i], rng);
}

/* ---- numbers by their sizes */

/* How large the exponents of a point are: below 2^0 .. 2^8, else any. */
enum { SIZES = 16, MODERATE = 8 };

/* Binary logarithms, of the magnitude of the binary logarithm of a factor. */
#define SCALE_LEAST (-6.0)
#define SCALE_MOST 4.0

static int pick(gsl_rng *rng, int n)
{
	return (int)gsl_rng_uniform_int(rng, (unsigned long)n);
}

/* An integer of any size below 2^bits, all sizes alike, and any sign. */
static int any_size(gsl_rng *rng, int bits)
{
	const int v = pick(rng, 1 << pick(rng, bits + 1));

	return pick(rng, 2) ? v : -v;
}

/* What the exponents of a float can be, biased: 0 is that of subnormals. */
struct exponents {
	unsigned fraction; /* bits below them */
	int one, infinite; /* of 1, and of infinities */
};

static struct exponents exponents_of(const struct axis *axis)
{
	const unsigned fraction = axis_fraction_bits(axis->kind);
	const struct axis full = axis_full(axis->kind);
	const coord one = axis_from_double(&full, 1.0);

	return (struct exponents){fraction, (int)(one >> fraction),
				  (int)(axis_from_double(&full, HUGE_VAL) >> fraction)};
}

static int exponent_at(const struct exponents *e, coord c)
{
	return (int)((c < 0 ? -1 - c : c) >> e->fraction) - e->one;
}

/* One that makes a sum or product with a number of exponent `other` special. */
static int related_exponent(const struct exponents *e, int other, gsl_rng *rng)
{
	const int apart[] = {
	    0, 0, 0, (int)e->fraction, e->one, e->one + (int)e->fraction};
	const int turned = pick(rng, 2) ? other : -other;
	const int times = pick(rng, 4) == 0   ? 2 * turned
			  : pick(rng, 4) == 0 ? turned / 2
					      : turned;
	const int distance = apart[pick(rng, sizeof apart / sizeof *apart)];
	const int exponent = times + (pick(rng, 2) ? distance : -distance);

	return exponent + any_size(rng, 4);
}

/* Below 2^bits, all sizes alike; or any, those next to the ends of the range more often. */
static int any_exponent(const struct exponents *e, int bits, gsl_rng *rng)
{
	const int end = pick(rng, 2) ? e->infinite - 1 - e->one : -e->one;

	if (bits > MODERATE && pick(rng, 4) == 0)
		return end - (end > 0 ? 1 : -1) * abs(any_size(rng, 7));
	return bits > MODERATE ? pick(rng, e->infinite) - e->one : any_size(rng, bits);
}

static coord any_fraction(unsigned bits, gsl_rng *rng)
{
	const ucoord fraction = random_bits(rng) & (((ucoord)1 << bits) - 1);

	switch (pick(rng, 4)) {
	case 0:
		return 0;
	case 1: /* the highest bits alone */
		return (coord)(fraction >> (bits - 2) << (bits - 2));
	default:
		return (coord)fraction;
	}
}

static coord compose(const struct axis *axis, const struct exponents *e, int exponent,
		     gsl_rng *rng)
{
	int biased = exponent + e->one;

	biased = biased < 0 ? 0 : biased > e->infinite ? e->infinite : biased;
	coord c = (coord)biased << e->fraction;
	if (biased < e->infinite)
		c += any_fraction(e->fraction, rng);
	return axis_clamp(axis, pick(rng, 2) ? -1 - c : c);
}

/* A small integer or half of one, mostly with some bits of its fraction changed. */
static coord near_integer(const struct axis *axis, gsl_rng *rng)
{
	const coord c = axis_from_double(axis, 0.5 * any_size(rng, 8));
	const int bits = pick(rng, (int)axis_fraction_bits(axis->kind));
	const coord step = (coord)(random_bits(rng) & (((ucoord)1 << bits) - 1));

	return axis_add(axis, c, pick(rng, 2) ? step : -step);
}

/* The exponent of a float; `other` is one of the same kind, or null. */
static coord any_float(const struct axis *axis, const coord *other, int bits,
		       gsl_rng *rng)
{
	const struct exponents e = exponents_of(axis);

	switch (pick(rng, 4)) {
	case 0:
		return near_integer(axis, rng);
	case 1:
	case 2:
		if (other)
			return compose(
			    axis, &e,
			    related_exponent(&e, exponent_at(&e, *other), rng), rng);
		/* fall through */
	default:
		return compose(axis, &e, any_exponent(&e, bits, rng), rng);
	}
}

static coord integer_of_any_size(const struct axis *axis, gsl_rng *rng)
{
	const coord c = scatter_coordinate(axis, rng);
	const unsigned width = axis_width(axis);

	return axis_clamp(axis, c >> pick(rng, (int)width + 1));
}

/* One of the first `count` coordinates that is of that one's kind, or null. */
static const coord *another(const struct objective *f, gsl_rng *rng, const coord *x,
			    size_t i, size_t count)
{
	const size_t k = count ? gsl_rng_uniform_int(rng, count) : i;

	return k != i && f->axes[k].kind == f->axes[i].kind ? &x[k] : NULL;
}

static coord any_coordinate(const struct objective *f, gsl_rng *rng, const coord *x,
			    size_t i, size_t count, int bits)
{
	const struct axis *axis = &f->axes[i];

	return axis->kind == AXIS_INTEGER
		   ? integer_of_any_size(axis, rng)
		   : any_float(axis, another(f, rng, x, i, count), bits, rng);
}

void scatter_sizes(const struct objective *f, gsl_rng *rng, coord *x)
{
	const int bits = pick(rng, SIZES);

	for (size_t i = 0; i < f->n; i++)
		x[i] = any_coordinate(f, rng, x, i, i, bits);
}

void scatter_size(const struct objective *f, gsl_rng *rng, coord *x, size_t i)
{
	x[i] = any_coordinate(f, rng, x, i, f->n, pick(rng, SIZES));
}

void scatter_scale(const struct objective *f, gsl_rng *rng, coord *x)
{
	const double power = exp2(gsl_ran_flat(rng, SCALE_LEAST, SCALE_MOST));
	const double factor = exp2(pick(rng, 2) ? power : -power);

	for (size_t i = 0; i < f->n; i++) {
		const long double v = axis_to_long_double(f->axes[i].kind, x[i]);
		if (v == v)
			x[i] = axis_from_long_double(&f->axes[i], factor * v);
	}
}

static int is_byte(const struct axis *axis)
{
	return axis->kind == AXIS_INTEGER && axis->high - axis->low <= UINT8_MAX &&
	       axis->high - axis->low > 1;
}

/* The number of bytes from coordinate i on that have one axis. */
static size_t bytes_from(const struct objective *f, size_t i)
{
	size_t end = i;

	while (end < f->n && is_byte(&f->axes[end]) &&
	       f->axes[end].low == f->axes[i].low &&
	       f->axes[end].high == f->axes[i].high)
		end++;
	return end - i;
}

int scatter_has_text(const struct objective *f)
{
	enum { TEXT_LEAST = 4 };

	for (size_t i = 0, n; i < f->n; i += n ? n : 1)
		if ((n = bytes_from(f, i)) >= TEXT_LEAST)
			return 1;
	return 0;
}

void scatter_repeat(const struct objective *f, gsl_rng *rng, coord *x)
{
	enum { PERIOD_MOST = 4 };
	const size_t from = gsl_rng_uniform_int(rng, f->n), n = bytes_from(f, from);
	const size_t period = 1 + pick(rng, PERIOD_MOST);

	if (n <= period)
		return;
	const size_t end = from + period + 1 + gsl_rng_uniform_int(rng, n - period);
	for (size_t i = from + period; i < end; i++)
		x[i] = x[i - period];
}

coord scatter_integer(const struct axis *axis, gsl_rng *rng, int low, int high)
{
	const int v = low + (int)gsl_rng_uniform_int(rng, (unsigned long)(high - low));

	return axis_from_double(axis, v);
}
