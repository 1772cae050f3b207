/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/box.h"

#include "sat/search/coordinate.h"

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

static struct axis whole(struct sort sort)
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

static bool is_constant(const struct evaluator *e, uint32_t node)
{
	return e->nodes[node].operation == OP_CONSTANT;
}

/* below <= above, or below < above. Both zeros lie inside a bound of zero. */
static void bound(const struct evaluator *e, struct axis *axes, uint32_t below,
		  uint32_t above, bool or_equal)
{
	const bool from_above = is_constant(e, above);
	const uint32_t limit = from_above ? above : below;
	const long i = input_of(e, from_above ? below : above);
	const struct sort sort = e->nodes[limit].sort;
	word value = e->values[limit];
	coord c;

	if (i < 0 || !is_constant(e, limit) ||
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
		bound(e, axes, x[is_denied], x[!is_denied], is_denied);
		return;
	case OP_FP_LEQ:
	case OP_BV_ULE:
		bound(e, axes, x[is_denied], x[!is_denied], !is_denied);
		return;
	default:
		return;
	}
}

void box_axes(const struct evaluator *e, struct axis *axes)
{
	for (size_t i = 0; i < e->input_count; i++)
		axes[i] = whole(e->nodes[e->inputs[i]].sort);
	for (size_t i = 0; i < e->constraint_count; i++)
		bound_by(e, axes, e->constraints[i]);
	for (size_t i = 0; i < e->input_count; i++)
		if (axes[i].low > axes[i].high)
			axes[i] = whole(e->nodes[e->inputs[i]].sort);
}
