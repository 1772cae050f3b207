/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/scatter.h"

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

coord scatter_integer(const struct axis *axis, gsl_rng *rng, int low, int high)
{
	const int v = low + (int)gsl_rng_uniform_int(rng, (unsigned long)(high - low));

	return axis_from_double(axis, v);
}
