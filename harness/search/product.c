/* SPDX-License-Identifier: GPL-3.0-or-later */
/* product.c - the product of the distances to boundaries. */
#include "harness/search/product.h"

#include <string.h>

#include "harness/goals/kinds.h"

int product_has(const struct me_goal *goal)
{
	const char *dot = goal->predicate ? strrchr(goal->predicate->name, '.') : NULL;

	return dot && !strcmp(dot, ".at") && !strcmp(kinds_of(goal), "boundary");
}

/* log2 of a number from 1 on, linear between powers of two. */
static double logarithm(uint64_t n)
{
	const int whole = 63 - __builtin_clzll(n);
	const uint64_t power = (uint64_t)1 << whole;

	return whole + (double)(n - power) / (double)power;
}

double product_value(const struct goals *goals)
{
	const struct program *p = goals->program;
	double value = 1;

	for (uint32_t t = 0; t < trace.touched_count; t++) {
		const uint32_t goal = program_site_goal(p, trace.touched[t]);
		if (p->sites[trace.touched[t]]->kind == ME_SITE_PREDICATE &&
		    !goals->done[goal] && product_has(p->goals[goal]) &&
		    trace_passed(goal) && trace.goals[goal].distance)
			value += logarithm(trace.goals[goal].distance);
	}
	return value;
}
