/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/trial.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "sat/search/box.h"

enum { STOP_EVERY = 64 }; /* runs between two questions */

word trial_clamp(const struct trial *t, size_t input, word value)
{
	const struct sort sort = t->e.nodes[t->e.inputs[input]].sort;
	const coord c = coordinate_of(sort, value);
	const coord inside = axis_clamp(&t->axes[input], c);

	if (c == inside || (sort.kind == SORT_FLOAT && float_is_nan(sort, value)))
		return value;
	return coordinate_value(sort, inside, 0);
}

/* ---- life */

static bool allocate(struct trial *t)
{
	const size_t nodes = t->e.count + 1, inputs = t->e.input_count + 1;

	t->axes = calloc(inputs, sizeof(*t->axes));
	t->best = calloc(inputs, sizeof(*t->best));
	t->slopes = calloc(nodes, sizeof(*t->slopes));
	t->kept.values = calloc(nodes, sizeof(*t->kept.values));
	t->kept.open = calloc(nodes, sizeof(*t->kept.open));
	t->kept.distances = calloc(nodes, sizeof(*t->kept.distances));
	return t->axes && t->best && t->slopes && t->kept.values && t->kept.open &&
	       t->kept.distances;
}

int trial_init(struct trial *t, const struct system *system, gsl_rng *rng,
	       uint64_t limit, const struct satisfy_stop *stop)
{
	memset(t, 0, sizeof(*t));
	t->rng = rng;
	t->limit = limit;
	t->stop = stop;
	if (evaluator_init(&t->e, system) != 0 || !allocate(t) ||
	    repair_init(&t->repair, &t->e, rng) != 0)
		return -1;
	box_axes(&t->e, t->axes);
	return 0;
}

void trial_done(struct trial *t)
{
	repair_done(&t->repair);
	evaluator_done(&t->e);
	free(t->axes);
	free(t->best);
	free(t->slopes);
	free(t->kept.values);
	free(t->kept.open);
	free(t->kept.distances);
	memset(t, 0, sizeof(*t));
}

/* ---- runs */

void trial_begin(struct trial *t, uint64_t runs)
{
	t->best_cost = DBL_MAX;
	t->end = t->e.runs + runs;
}

static void best_set(struct trial *t)
{
	t->best_cost = t->cost;
	for (size_t i = 0; i < t->e.input_count; i++)
		t->best[i] = *evaluator_input(&t->e, i);
}

double trial_run(struct trial *t)
{
	t->cost = evaluator_run(&t->e);
	if (t->cost < t->best_cost && !t->is_solved)
		best_set(t);
	if (t->cost == 0)
		t->is_solved = true;
	if (t->stop->ask && t->e.runs % STOP_EVERY == 0 &&
	    t->stop->ask(t->stop->context))
		t->is_stopped = true;
	return t->cost;
}

void trial_to_best(struct trial *t)
{
	for (size_t i = 0; i < t->e.input_count; i++)
		*evaluator_input(&t->e, i) = t->best[i];
	trial_run(t);
}

void trial_keep(struct trial *t)
{
	const size_t n = t->e.count;

	memcpy(t->kept.values, t->e.values, n * sizeof(*t->kept.values));
	memcpy(t->kept.open, t->e.open, n * sizeof(*t->kept.open));
	memcpy(t->kept.distances, t->e.distances, n * sizeof(*t->kept.distances));
	t->kept.cost = t->cost;
}

void trial_restore(struct trial *t)
{
	const size_t n = t->e.count;

	memcpy(t->e.values, t->kept.values, n * sizeof(*t->kept.values));
	memcpy(t->e.open, t->kept.open, n * sizeof(*t->kept.open));
	memcpy(t->e.distances, t->kept.distances, n * sizeof(*t->kept.distances));
	t->cost = t->kept.cost;
	evaluator_replaced(&t->e);
}

uint32_t trial_violated(struct trial *t)
{
	uint32_t chosen = t->e.constraints[0];
	unsigned seen = 0;

	for (size_t i = 0; i < t->e.constraint_count; i++)
		if (!node_is(&t->e, t->e.constraints[i], true) &&
		    draw_below(t->rng, ++seen) == 0)
			chosen = t->e.constraints[i];
	return chosen;
}
