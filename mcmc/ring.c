/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "mcmc/ring.h"

enum { LEAST_BITS = 32 };

bool ring_is_whole(const struct axis *axis)
{
	const ucoord count = (ucoord)(axis->high - axis->low) + 1;

	return axis->kind == AXIS_INTEGER && count >> LEAST_BITS &&
	       !(count & (count - 1));
}

bool ring_straddle(const struct axis *axis, unsigned way, coord *a, coord *b)
{
	coord *const less = *a < *b ? a : b, *const greater = *a < *b ? b : a;
	const coord apart = *greater - *less;

	if (!apart)
		return false;
	*less = way ? axis->high - (apart - 1) : axis->high;
	*greater = way ? axis->low : axis->low + (apart - 1);
	return true;
}
