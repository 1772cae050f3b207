/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/draw.h"

unsigned draw_below(gsl_rng *rng, unsigned n)
{
	return (unsigned)gsl_rng_uniform_int(rng, n);
}

word draw_bits(gsl_rng *rng, unsigned width)
{
	word bits = 0;

	for (int i = 0; i < 8; i++)
		bits = bits << 16 | gsl_rng_uniform_int(rng, 1 << 16);
	return bits & word_mask(width);
}
