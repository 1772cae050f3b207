/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/trial.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

/* ---- the range of each input that constraints between it and a constant leave */

static enum axis_kind kind_of(struct sort sort)
{
	static const struct {
		unsigned exponent, significand;
		enum axis_kind kind;
	} formats[] = {
	    {8, 24, AXIS_F32},
	    {11, 53, AXIS_F64},
	    {15, 64, AXIS_F80},
	    {15, 113, AXIS_F128},
	};

	for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++)
		if (sort.kind == SORT_FLOAT && sort.exponent == formats[i].exponent &&
		    sort.significand == formats[i].significand)
			return formats[i].kind;
	return AXIS_INTEGER;
}

static struct axis whole_axis(struct sort sort)
{
	switch (sort.kind) {
	case SORT_FLOAT:
		return (struct axis){
		    kind_of(sort), coordinate_of(sort, sort_infinity(sort, true)),
		    coordinate_of(sort, sort_infinity(sort, false)) + 1};
	case SORT_ROUNDING:
		return (struct axis){AXIS_INTEGER, 0, ROUNDINGS - 1};
	default:
		return (struct axis){AXIS_INTEGER, 0,
				     coordinate_of(sort, word_mask(sort.width))};
	}
}

/* The place of an input in the list, or -1. */
static long input_of(const struct evaluator *e, uint32_t node)
{
	for (size_t i = 0; i < e->input_count; i++)
		if (e->inputs[i] == node)
			return (long)i;
	return -1;
}

static bool is_constant_node(const struct evaluator *e, uint32_t node)
{
	return e->nodes[node].operation == OP_CONSTANT;
}

/* below <= above, or below < above. Both zeros lie inside a bound of zero. */
static void bound_axis(const struct evaluator *e, struct axis *axes, uint32_t below,
		       uint32_t above, bool or_equal)
{
	const bool from_above = is_constant_node(e, above);
	const uint32_t limit = from_above ? above : below;
	const long i = input_of(e, from_above ? below : above);
	const struct sort sort = e->nodes[limit].sort;
	word value = e->values[limit];
	coord c;

	if (i < 0 || !is_constant_node(e, limit) ||
	    (sort.kind == SORT_FLOAT && float_is_nan(sort, value)))
		return;
	if (sort.kind == SORT_FLOAT && float_is_zero(sort, value))
		value = sort_zero(sort, from_above != or_equal);
	c = coordinate_of(sort, value);
	if (!or_equal && sort.width <= 96)
		c += from_above ? -1 : 1;
	if (from_above && c < axes[i].high)
		axes[i].high = c;
	if (!from_above && c > axes[i].low)
		axes[i].low = c;
}

static void bound_by(const struct evaluator *e, struct axis *axes, uint32_t constraint)
{
	const struct node *n = &e->nodes[constraint];
	const bool is_denied = n->operation == OP_NOT;
	const uint32_t *x;

	if (is_denied)
		n = &e->nodes[n->operands[0]];
	x = n->operands;
	switch (n->operation) {
	case OP_FP_LT:
	case OP_BV_ULT:
		bound_axis(e, axes, x[is_denied], x[!is_denied], is_denied);
		return;
	case OP_FP_LEQ:
	case OP_BV_ULE:
		bound_axis(e, axes, x[is_denied], x[!is_denied], !is_denied);
		return;
	default:
		return;
	}
}

/* Fills one axis for each input, with coordinates as of coordinate_of(). An input for
 * which such constraints contradict each other has its whole range. A float's range
 * ends with one NaN above +oo if nothing bounds it. */
static void box_axes(const struct evaluator *e, struct axis *axes)
{
	for (size_t i = 0; i < e->input_count; i++)
		axes[i] = whole_axis(e->nodes[e->inputs[i]].sort);
	for (size_t i = 0; i < e->constraint_count; i++)
		bound_by(e, axes, e->constraints[i]);
	for (size_t i = 0; i < e->input_count; i++)
		if (axes[i].low > axes[i].high)
			axes[i] = whole_axis(e->nodes[e->inputs[i]].sort);
}

/* ---- values as coordinates */

enum { AXIS_BITS = 96 };

static unsigned hidden_bits(struct sort sort)
{
	return sort.width > AXIS_BITS ? sort.width - AXIS_BITS : 0;
}

coord coordinate_of(struct sort sort, word value)
{
	const unsigned hidden = hidden_bits(sort);

	if (sort.kind == SORT_FLOAT)
		return float_order(sort, value) >> hidden;
	return (coord)(value >> hidden);
}

word coordinate_value(struct sort sort, coord c, word value)
{
	const unsigned hidden = hidden_bits(sort);
	const word low = value & word_mask(hidden);

	if (sort.kind != SORT_FLOAT)
		return (word)c << hidden | low;
	if (c < 0)
		return float_at(sort,
				-1 - (signed_word)((word)(-1 - c) << hidden | low));
	return float_at(sort, (signed_word)((word)c << hidden | low));
}

/* ---- the point */

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

static void trial_allocate(struct trial *t)
{
	const size_t nodes = t->e.count + 1, inputs = t->e.input_count + 1;

	t->axes = array_new(inputs, sizeof(*t->axes));
	t->best = array_new(inputs, sizeof(*t->best));
	t->slopes = array_new(nodes, sizeof(*t->slopes));
	t->kept.values = array_new(nodes, sizeof(*t->kept.values));
	t->kept.open = array_new(nodes, sizeof(*t->kept.open));
	t->kept.distances = array_new(nodes, sizeof(*t->kept.distances));
}

void trial_init(struct trial *t, const struct system *system, gsl_rng *rng,
		uint64_t limit, const struct satisfy_stop *stop)
{
	memset(t, 0, sizeof(*t));
	t->rng = rng;
	t->limit = limit;
	t->stop = stop;
	evaluator_init(&t->e, system);
	trial_allocate(t);
	repair_init(&t->repair, &t->e, rng);
	box_axes(&t->e, t->axes);
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
