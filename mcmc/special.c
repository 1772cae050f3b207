/* SPDX-License-Identifier: GPL-3.0-or-later */
/* special.c - special coordinates, and steps around the ring. */
#include "mcmc/special.h"

#include <math.h>

/* c with the low bits of its magnitude cleared: 32 of a wide float, else 16. */
static coord clear_low_bits(const struct axis *axis, coord c)
{
	const unsigned bits = axis_fraction_bits(axis->kind) > 32 ? 32 : 16;
	const coord magnitude = c < 0 ? -1 - c : c;
	const coord cleared = magnitude >> bits << bits;

	return axis_clamp(axis, c < 0 ? -1 - cleared : cleared);
}

/* c with all bits of its fraction set: the last value of its binade. */
static coord fill_fraction(const struct axis *axis, coord c)
{
	const coord ones = ((coord)1 << axis_fraction_bits(axis->kind)) - 1;

	return axis_clamp(axis, c < 0 ? -1 - ((-1 - c) | ones) : c | ones);
}

static long double special_number(long double v, enum special how)
{
	switch (how) {
	case SPECIAL_DOUBLE:
		return v * 2;
	case SPECIAL_HALF:
		return v / 2;
	case SPECIAL_INCREMENT:
		return v + 1;
	case SPECIAL_DECREMENT:
		return v - 1;
	case SPECIAL_ROUND:
		return rintl(v);
	default:
		return how == SPECIAL_ONE;
	}
}

coord special_of(const struct axis *axis, coord c, enum special how)
{
	if (how == SPECIAL_NEGATE)
		return axis_negate(axis, c);
	if (how == SPECIAL_CLEAR)
		return clear_low_bits(axis, c);
	if (how == SPECIAL_FILL)
		return fill_fraction(axis, c);
	return axis_from_long_double(
	    axis, special_number(axis_to_long_double(axis->kind, c), how));
}

coord special_edge(const struct axis *axis, coord c, enum special_edge which)
{
	const coord infinity = axis_from_long_double(axis, HUGE_VALL);
	coord e;

	if (which == SPECIAL_EDGE_FILL)
		return fill_fraction(axis, c);
	if (which == SPECIAL_EDGE_INFINITY)
		e = infinity;
	else if (which == SPECIAL_EDGE_MOST)
		e = infinity - 1;
	else
		e = axis->high;
	return axis_clamp(axis, c < 0 ? axis_negate(axis, e) : e);
}

/* ---- around the ring */

enum { RING_LEAST_BITS = 32 };

bool ring_is_whole(const struct axis *axis)
{
	const ucoord count = (ucoord)(axis->high - axis->low) + 1;

	return axis->kind == AXIS_INTEGER && count >> RING_LEAST_BITS &&
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
