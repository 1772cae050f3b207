/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/repair_walk.h"

#include "sat/search/relaxation.h"

enum {
	UPHILL_ONE_IN = 50,
	RELAXATION_ONE_IN = 4,
	NEIGHBOUR_ONE_IN = 6,
};

/* One input by a power of two of its numbers. */
static void neighbour(struct trial *t)
{
	const size_t i = draw_below(t->rng, (unsigned)t->e.input_count);
	const struct sort sort = t->e.nodes[t->e.inputs[i]].sort;
	word *value = evaluator_input(&t->e, i);
	coord step = (coord)1 << draw_below(t->rng, axis_width(&t->axes[i]) + 1);

	if (sort.kind == SORT_BOOL || sort.kind == SORT_ROUNDING) {
		*value = draw_below(t->rng, sort.kind == SORT_BOOL ? 2 : ROUNDINGS);
		return;
	}
	if (draw_below(t->rng, 2))
		step = -step;
	*value = coordinate_value(
	    sort,
	    axis_add(&t->axes[i], axis_clamp(&t->axes[i], coordinate_of(sort, *value)),
		     step),
	    *value);
}

static void change(struct trial *t)
{
	const uint32_t constraint = trial_violated(t);
	const unsigned kind = draw_below(t->rng, 12);

	if (kind < 12 / RELAXATION_ONE_IN &&
	    relaxation_step(t, constraint, draw_below(t->rng, 2)))
		return;
	if (kind >= 12 - 12 / NEIGHBOUR_ONE_IN ||
	    !repair_constraint(&t->repair, constraint, true))
		neighbour(t);
}

/* One change, or some in a row: an operation that has a variable in both operands, such
 * as x ^ x >> 16, is solved by repairs that follow each other. */
static void changes(struct trial *t)
{
	do {
		change(t);
		trial_run(t);
	} while (!trial_is_over(t) && draw_below(t->rng, 3) == 0);
}

void walk_run(struct trial *t, unsigned patience)
{
	unsigned idle = 0;
	double lowest = t->cost;

	while (idle < patience && !trial_is_over(t)) {
		trial_keep(t);
		changes(t);
		idle++;
		if (t->cost < lowest) {
			lowest = t->cost;
			idle = 0;
		}
		if (t->cost > t->kept.cost && !trial_is_over(t) &&
		    draw_below(t->rng, UPHILL_ONE_IN) != 0)
			trial_restore(t);
	}
}
