/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alternation.c - see alternation.h. */
#include "harness/search/alternation.h"

unsigned alternation_budget(unsigned budget, unsigned brought, double slice)
{
	const unsigned next = brought > slice * budget ? 2 * budget : budget / 2;

	if (next < ALTERNATION_LEAST)
		return ALTERNATION_LEAST;
	return next > ALTERNATION_MOST ? ALTERNATION_MOST : next;
}
