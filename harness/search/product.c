/* SPDX-License-Identifier: GPL-3.0-or-later */
/* product.c - the product of the distances to boundaries. */
#include "harness/search/product.h"

#include <math.h>
#include <string.h>

#include "harness/goals/goal_names.h"

int product_has(const struct me_goal *goal)
{
	const char *dot = goal->predicate ? strrchr(goal->predicate->name, '.') : NULL;

	return dot && !strcmp(dot, ".at") && !strcmp(kinds_of(goal), "boundary");
}

/* Grows with the logarithm of the product, from 0 to infinity, and is the logarithm plus
 * 1 where the product is 1 or more. */
static double positive(double logarithm)
{
	return logarithm >= 0 ? 1 + logarithm : 1 / (1 - logarithm);
}

double product_value(const struct goals *goals)
{
	const struct program *p = goals->program;
	double logarithm = 0;

	for (uint32_t t = 0; t < trace.touched_count; t++) {
		const uint32_t goal = program_site_goal(p, trace.touched[t]);
		if (p->sites[trace.touched[t]]->kind != ME_SITE_PREDICATE ||
		    goals->done[goal] || !product_has(p->goals[goal]) ||
		    !trace_passed(goal))
			continue;
		const double d = distance_value(trace.kind, trace.goals[goal].distance);
		if (d <= 0)
			return 0;
		logarithm += log2(d);
	}
	return positive(logarithm);
}
