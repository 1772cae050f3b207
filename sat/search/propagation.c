/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/search/propagation.h"

#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

void repair_init(struct repair *r, struct evaluator *e, gsl_rng *rng)
{
	*r = (struct repair){.e = e, .rng = rng};
	r->is_varied = array_new(e->count, sizeof(*r->is_varied));
	for (size_t i = 0; i < e->count; i++)
		r->is_varied[i] = e->nodes[i].operation != OP_CONSTANT;
}

void repair_done(struct repair *r)
{
	free(r->is_varied);
	r->is_varied = NULL;
}

static bool chance(const struct repair *r, unsigned one_in)
{
	return draw_below(r->rng, one_in) == 0;
}

static bool repair_bool(struct repair *r, uint32_t node, bool wanted);

/* ---- a number is to have a value */

/* Among operands that may change, the one that is computed last of all, or first of all,
 * or any. */
static unsigned choose_among(const struct repair *r, const struct node *n,
			     const unsigned *list, unsigned count)
{
	unsigned chosen = list[draw_below(r->rng, count)];

	for (unsigned i = 0; i < count && r->way != REPAIR_ANY; i++) {
		const bool is_later = n->operands[list[i]] > n->operands[chosen];

		if (is_later == (r->way == REPAIR_DEEP))
			chosen = list[i];
	}
	return chosen;
}

/* An operand to change: seldom a rounding mode, if there is another. */
static unsigned choose_operand(const struct repair *r, const struct node *n)
{
	unsigned varied[TERM_OPERANDS], count = 0;

	for (unsigned k = 0; k < n->count; k++) {
		const uint32_t x = n->operands[k];

		if (!r->is_varied[x])
			continue;
		if (r->e->nodes[x].sort.kind == SORT_ROUNDING && !chance(r, 8) &&
		    n->count > 1)
			continue;
		varied[count++] = k;
	}
	if (count)
		return choose_among(r, n, varied, count);
	for (unsigned k = 0; k < n->count; k++)
		if (r->is_varied[n->operands[k]])
			return k;
	return 0;
}

/* Turns the condition, or says which operand of an ite is to get the target. */
static bool choose_branch(struct repair *r, const struct node *n, word target,
			  unsigned *k)
{
	const uint32_t condition = n->operands[0];
	const bool now = node_is(r->e, condition, true);
	const unsigned active = now ? 1 : 2, other = 3 - active;
	const bool other_fits = r->e->values[n->operands[other]] == target;

	if (r->is_varied[condition] &&
	    (other_fits || !r->is_varied[n->operands[active]] || chance(r, 4))) {
		*k = other;
		return repair_bool(r, condition, !now);
	}
	*k = active;
	return false;
}

static bool repair_value(struct repair *r, uint32_t node, word target)
{
	bool changed = false;

	for (;;) {
		const struct node *n = &r->e->nodes[node];
		unsigned k;

		if (!r->is_varied[node] || r->e->values[node] == target)
			return changed;
		if (n->operation == OP_VARIABLE) {
			r->e->values[node] = target;
			return true;
		}
		if (n->sort.kind == SORT_BOOL)
			return repair_bool(r, node, target != 0) || changed;
		if (n->operation == OP_ITE) {
			changed |= choose_branch(r, n, target, &k);
			node = n->operands[k];
			continue;
		}
		if (n->operation == OP_BV_CONCAT) {
			changed |= repair_value(
			    r, n->operands[0],
			    inverse_operand(r->e, r->rng, node, 0, target));
			target = inverse_operand(r->e, r->rng, node, 1, target);
			node = n->operands[1];
			continue;
		}
		k = choose_operand(r, n);
		target = inverse_operand(r->e, r->rng, node, k, target);
		node = n->operands[k];
	}
}

/* ---- an atom is to be true or false */

/* 0, 1, or now and then more, up to 2^width. */
static word repair_random_step(const struct repair *r, unsigned width)
{
	if (!chance(r, 3))
		return draw_below(r->rng, 2);
	return draw_bits(r->rng, draw_below(r->rng, width));
}

/* `steps` above the value, or below it; the last number there if that is too far. */
static word beside(struct sort sort, word value, bool above, bool with_sign, word steps)
{
	signed_word at, low, high, to;

	if (sort.kind == SORT_FLOAT) {
		at = float_order(sort, value);
		high = float_order(sort, sort_infinity(sort, false));
		low = -1 - high;
	} else if (with_sign) {
		at = word_signed(value, sort.width);
		high = (signed_word)(word_mask(sort.width) >> 1);
		low = -1 - high;
	} else {
		const word mask = word_mask(sort.width);

		if (above)
			return steps > mask - value ? mask : value + steps;
		return steps > value ? 0 : value - steps;
	}
	to = above ? (steps > (word)high - (word)at ? high : at + (signed_word)steps)
		   : (steps > (word)at - (word)low ? low : at - (signed_word)steps);
	return sort.kind == SORT_FLOAT ? float_at(sort, to)
				       : (word)to & word_mask(sort.width);
}

/* a < b, or a <= b, is to be true. */
static bool repair_less(struct repair *r, uint32_t a, uint32_t b, bool or_equal,
			bool with_sign)
{
	const struct sort sort = r->e->nodes[a].sort;
	const bool moves_a = r->is_varied[a] && (!r->is_varied[b] || chance(r, 2));
	const uint32_t moved = moves_a ? a : b, fixed = moves_a ? b : a;
	word bound = r->e->values[fixed], steps = repair_random_step(r, sort.width);

	if (sort.kind == SORT_FLOAT) {
		if (float_is_nan(sort, bound))
			bound = sort_zero(sort, false);
		/* The zeros are equal: the step has to leave both of them. */
		if (!or_equal && float_is_zero(sort, bound))
			bound = sort_zero(sort, moves_a);
	}
	if (!or_equal && steps == 0)
		steps = 1;
	return repair_value(r, moved, beside(sort, bound, !moves_a, with_sign, steps));
}

static bool repair_equal(struct repair *r, uint32_t a, uint32_t b, bool wanted)
{
	const struct sort sort = r->e->nodes[a].sort;
	const bool moves_a = r->is_varied[a] && (!r->is_varied[b] || chance(r, 2));
	const uint32_t moved = moves_a ? a : b, fixed = moves_a ? b : a;
	word target = r->e->values[fixed];

	if (!wanted) {
		if (sort.kind == SORT_ROUNDING)
			target = (target + 1 + draw_below(r->rng, ROUNDINGS - 1)) %
				 ROUNDINGS;
		else
			target = beside(sort, target, chance(r, 2), false,
					1 + repair_random_step(r, sort.width));
	}
	return repair_value(r, moved, target);
}

/* A number of the class, or one that is not in it. */
static word member(const struct repair *r, enum term_operation class, struct sort sort)
{
	const word sign = sort_zero(sort, chance(r, 2));
	const word fraction = word_mask(sort.significand - 1u);

	switch (class) {
	case OP_FP_IS_NAN:
		return sort_nan(sort);
	case OP_FP_IS_INFINITE:
		return sort_infinity(sort, sign != 0);
	case OP_FP_IS_ZERO:
		return sign;
	case OP_FP_IS_SUBNORMAL:
		return sign | 1 | (draw_bits(r->rng, 128) & fraction);
	case OP_FP_IS_NEGATIVE:
		return sort_zero(sort, true) | ((fraction + 1) * (fraction > 1));
	case OP_FP_IS_POSITIVE:
		return (fraction + 1) * (fraction > 1);
	default: /* OP_FP_IS_NORMAL: 1 */
		return sign | (word_mask(sort.exponent - 1u) << (sort.significand - 1));
	}
}

static bool repair_class(struct repair *r, uint32_t node, bool wanted)
{
	const struct node *n = &r->e->nodes[node];
	const uint32_t x = n->operands[0];
	const struct sort sort = r->e->nodes[x].sort;
	const word now = r->e->values[x];
	enum term_operation class = n->operation;
	const bool is_sign = class == OP_FP_IS_NEGATIVE || class == OP_FP_IS_POSITIVE;

	if (is_sign && !float_is_nan(sort, now))
		return repair_value(r, x, now ^ sort_zero(sort, true));
	while (!wanted && class == n->operation)
		class = OP_FP_IS_NORMAL + draw_below(r->rng, 5);
	return repair_value(r, x, float_canonical(sort, member(r, class, sort)));
}

static bool repair_atom(struct repair *r, uint32_t node, bool wanted)
{
	const struct node *n = &r->e->nodes[node];
	const uint32_t a = n->operands[0], b = n->operands[1];

	switch (n->operation) {
	case OP_FP_LT:
	case OP_BV_ULT:
	case OP_FP_LEQ:
	case OP_BV_ULE:
	case OP_BV_SLT:
	case OP_BV_SLE: {
		const bool or_equal = n->operation == OP_FP_LEQ ||
				      n->operation == OP_BV_ULE ||
				      n->operation == OP_BV_SLE;
		const bool with_sign =
		    n->operation == OP_BV_SLT || n->operation == OP_BV_SLE;

		if (wanted)
			return repair_less(r, a, b, or_equal, with_sign);
		return repair_less(r, b, a, !or_equal, with_sign);
	}
	case OP_EQUAL:
	case OP_FP_EQ:
		return repair_equal(r, a, b, wanted);
	default:
		return repair_class(r, node, wanted);
	}
}

/* ---- a Bool term */

/* The part of a junction to go on with: at random among those that are not as wanted;
 * where one is enough, rather a near one. */
static uint32_t choose_part(const struct repair *r, const struct node *n, bool wanted)
{
	const uint32_t a = n->operands[0], b = n->operands[1];
	const double da = r->e->distances[a][wanted], db = r->e->distances[b][wanted];

	if ((n->operation == OP_AND) == wanted) {
		if (da == 0 || db == 0)
			return da == 0 ? b : a;
		return chance(r, 2) ? a : b;
	}
	if (!r->is_varied[a] || !r->is_varied[b])
		return r->is_varied[a] ? a : b;
	if (chance(r, 3))
		return chance(r, 2) ? a : b;
	return da <= db ? a : b;
}

static bool repair_bool(struct repair *r, uint32_t node, bool wanted)
{
	for (;;) {
		const struct node *n = &r->e->nodes[node];
		unsigned k;

		switch (n->operation) {
		case OP_CONSTANT:
			return false;
		case OP_VARIABLE:
			r->e->values[node] = wanted;
			return true;
		case OP_NOT:
			wanted = !wanted;
			node = n->operands[0];
			continue;
		case OP_AND:
		case OP_OR:
			node = choose_part(r, n, wanted);
			continue;
		case OP_ITE:
			if (choose_branch(r, n, wanted, &k))
				return true;
			node = n->operands[k];
			continue;
		case OP_EQUAL:
			if (r->e->nodes[n->operands[0]].sort.kind != SORT_BOOL)
				break;
			k = choose_operand(r, n);
			node = n->operands[k];
			wanted = !node_is(r->e, node, true);
			continue;
		default:
			break;
		}
		return repair_atom(r, node, wanted);
	}
}

bool repair_constraint(struct repair *r, uint32_t node, bool wanted)
{
	r->way = (enum repair_way)draw_below(r->rng, REPAIR_WAYS);
	return repair_bool(r, node, wanted);
}
