/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample.c - evaluates conditions, and repairs those that do not hold by changing one
 * input at a time: a local search. The branch distance of a comparison divided by its
 * finite difference in an input is the step for that input. Of all inputs, the one is
 * changed that leaves the fewest conditions unsatisfied.
 */
#include "prover/sample/sample.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/solver/integers.h"
#include "prover/expr/node.h"
#include "system/stop.h"

enum { STEP_LIMIT = 30, DEPTH_LIMIT = 2000 };

void sample_init(struct sample *w, const struct expr_store *store, bool integers)
{
	memset(w, 0, sizeof *w);
	w->store = store;
	w->integers = integers;
	w->values = array_new(store->variable_count + 1, sizeof *w->values);
	w->now = 1;
}

void sample_done(struct sample *w)
{
	free(w->values);
	free(w->computed);
	free(w->when);
	free(w->is_known);
	free(w->support);
	memset(w, 0, sizeof *w);
}

void sample_changed(struct sample *w)
{
	if (++w->now)
		return;
	memset(w->when, 0, w->room * sizeof *w->when);
	w->now = 1;
}

static void make_room(struct sample *w)
{
	const size_t before = w->room;

	while (w->room < w->store->count) {
		w->computed =
		    array_grow(w->computed, w->room, &w->room, sizeof *w->computed);
		w->is_known = array_grow(w->is_known, w->known_room, &w->known_room,
					 sizeof *w->is_known);
		w->when =
		    array_grow(w->when, w->when_room, &w->when_room, sizeof *w->when);
	}
	memset(w->when + before, 0, (w->room - before) * sizeof *w->when);
}

/* ---- what an expression depends on */

static uint64_t bit_of(size_t variable)
{
	return UINT64_C(1) << variable % 64;
}

static uint64_t support_of(struct sample *w, expr e)
{
	while (w->supported < w->store->count) {
		const struct expr_node *n = expr_at(w->store, (expr)w->supported);
		const expr operands[3] = {n->a, n->b, n->c};
		uint64_t support = n->op == EXPR_VAR ? bit_of(n->value) : 0;
		for (int i = 0; i < 3; i++)
			if (operands[i] != EXPR_NONE)
				support |= w->support[operands[i]];
		ARRAY_ADD(w->support, w->supported, w->support_room, support);
	}
	return w->support[e];
}

/* ---- evaluating */

static bool is_narrow(unsigned sort)
{
	return sort <= 64 || node_is_float(sort);
}

static bool compute_sample(const struct sample *w, const struct expr_node *n,
			   const int64_t o[3], int64_t *value)
{
	const unsigned sort = expr_sort(w->store, n->a);
	const uint64_t bits[3] = {(uint64_t)o[0], (uint64_t)o[1], (uint64_t)o[2]};
	uint64_t result = n->value;

	if (n->op == EXPR_VAR) {
		*value = w->values[n->value];
		return is_narrow(n->sort);
	}
	if (w->integers)
		return integers_compute(w->store, n, o, value);
	if (!is_narrow(n->sort) || !is_narrow(sort) ||
	    (n->op != EXPR_CONST && !expr_compute(n, sort, bits, &result)))
		return false;
	*value = (int64_t)result;
	return true;
}

/* False if it is unknown. */
static bool evaluate_sample(struct sample *w, expr e, int64_t *value, unsigned depth)
{
	const struct expr_node *n = expr_at(w->store, e);
	const expr operands[3] = {n->a, n->b, n->c};
	int64_t o[3] = {0, 0, 0};
	bool known = depth < DEPTH_LIMIT;

	if (w->when[e] == w->now) {
		*value = w->computed[e];
		return w->is_known[e];
	}
	for (int i = 0; i < 3 && known && operands[i] != EXPR_NONE; i++)
		known = evaluate_sample(w, operands[i], &o[i], depth + 1);
	*value = 0;
	known = known && compute_sample(w, n, o, value);
	w->when[e] = w->now;
	w->computed[e] = *value;
	w->is_known[e] = known;
	return known;
}

enum sample_truth sample_says(struct sample *w, expr condition)
{
	int64_t value;

	make_room(w);
	if (!evaluate_sample(w, condition, &value, 0))
		return TRUTH_UNKNOWN;
	return value ? TRUTH_YES : TRUTH_NO;
}

/* ---- unsatisfied comparisons */

/* A comparison whose outcome has to change. */
struct wish {
	expr comparison;
	bool holds; /* what it is to be */
};

/* A comparison that makes the condition's value differ from `holds`; false: unknown. */
static bool find_wish(struct sample *w, expr e, bool holds, struct wish *wish)
{
	const struct expr_node *n = expr_at(w->store, e);

	while (n->op == EXPR_NOT || n->op == EXPR_AND || n->op == EXPR_OR) {
		const enum sample_truth wrong = holds ? TRUTH_NO : TRUTH_YES;
		holds ^= n->op == EXPR_NOT;
		e = n->op == EXPR_NOT || sample_says(w, n->a) == wrong ? n->a : n->b;
		n = expr_at(w->store, e);
	}
	*wish = (struct wish){e, holds};
	return n->op >= EXPR_EQ && n->op <= EXPR_SLE && expr_sort(w->store, n->a) &&
	       expr_sort(w->store, n->a) <= 64;
}

/* One side minus the other; false when it is unknown or does not fit in 64 bits. */
static bool difference(struct sample *w, const struct wish *wish, int64_t *gap)
{
	const struct expr_node *n = expr_at(w->store, wish->comparison);
	const unsigned width = expr_sort(w->store, n->a);
	int64_t a, b;

	if (!evaluate_sample(w, n->a, &a, 0) || !evaluate_sample(w, n->b, &b, 0))
		return false;
	if (!w->integers && (n->op == EXPR_SLT || n->op == EXPR_SLE)) {
		a = node_signed(width, (uint64_t)a);
		b = node_signed(width, (uint64_t)b);
	}
	return !__builtin_sub_overflow(a, b, gap) && *gap > INT64_MIN / 2 &&
	       *gap < INT64_MAX / 2;
}

static int64_t quotient_up(int64_t a, int64_t b) /* away from 0 */
{
	const int64_t q = a / b;

	return a % b == 0 ? q : (a < 0) == (b < 0) ? q + 1 : q - 1;
}

/* The step along a slope after which the comparison has the outcome; 0: there is none.
 */
static int64_t sample_step(const struct sample *w, const struct wish *wish, int64_t gap,
			   int64_t slope)
{
	const unsigned op = expr_at(w->store, wish->comparison)->op;
	const int64_t strict = op == EXPR_SLT || op == EXPR_ULT;

	if (op == EXPR_EQ && !wish->holds)
		return 1;
	if (op == EXPR_EQ)
		return gap % slope == 0 ? -(gap / slope) : 0;
	if (wish->holds) /* gap <= -strict */
		return quotient_up(-strict - gap, slope);
	return quotient_up(1 - strict - gap, slope); /* gap >= 1 - strict */
}

/* ---- steps */

/* Changes a variable; false when it cannot have that value. */
static bool move_variable(struct sample *w, uint32_t variable, int64_t by)
{
	const unsigned sort = w->store->variables[variable].sort;
	int64_t *value = &w->values[variable], moved, least, most;

	if (!w->integers) {
		*value = (int64_t)(((uint64_t)*value + (uint64_t)by) & node_mask(sort));
	} else if (__builtin_add_overflow(*value, by, &moved) ||
		   (integers_range(w->store, variable, &least, &most) &&
		    (moved < least || moved > most))) {
		return false;
	} else {
		*value = moved;
	}
	sample_changed(w);
	return true;
}

static void put_back(struct sample *w, uint32_t variable, int64_t value)
{
	w->values[variable] = value;
	sample_changed(w);
}

/* The step of one variable after which the comparison has the outcome; 0: none. */
static int64_t find_step(struct sample *w, const struct wish *wish, uint32_t variable)
{
	const int64_t before = w->values[variable];
	int64_t gap, beside;

	if (!difference(w, wish, &gap))
		return 0;
	int64_t one = 1;
	if (!move_variable(w, variable, one) && !move_variable(w, variable, one = -1))
		return 0;
	const bool known = difference(w, wish, &beside);
	put_back(w, variable, before);
	if (!known || beside == gap)
		return 0;
	return sample_step(w, wish, gap, one * (beside - gap));
}

/* ---- steps until all conditions hold */

struct reach {
	struct sample *w;
	const expr *conditions;
	enum sample_truth *truths; /* by condition */
	size_t count;
	uint32_t last; /* variable that was changed */
};

static bool depends_on_variable(struct sample *w, expr e, uint32_t variable)
{
	return support_of(w, e) & bit_of(variable);
}

/* How many conditions do not hold after a change of the variable, counted up to a
 * limit. */
static size_t count_open(const struct reach *r, uint32_t variable, size_t limit)
{
	size_t open = 0;

	for (size_t i = r->count; i-- > 0 && open < limit;) {
		const expr condition = r->conditions[i];
		open += (depends_on_variable(r->w, condition, variable)
			     ? sample_says(r->w, condition)
			     : r->truths[i]) != TRUTH_YES;
	}
	return open;
}

static void change_value(struct reach *r, uint32_t variable, int64_t value)
{
	put_back(r->w, variable, value);
	r->last = variable;
	for (size_t i = 0; i < r->count; i++)
		if (depends_on_variable(r->w, r->conditions[i], variable))
			r->truths[i] = sample_says(r->w, r->conditions[i]);
}

/* Whether the variable may be changed: not the same one twice in a row. */
static bool may_change(const struct reach *r, const struct wish *wish,
		       uint32_t variable)
{
	const struct variable *v = &r->w->store->variables[variable];

	return variable != r->last && v->kind == VARIABLE_INPUT && v->sort <= 64 &&
	       depends_on_variable(r->w, wish->comparison, variable);
}

/* Makes the step that leaves the fewest conditions open; false when there is none. */
static bool make_step(struct reach *r, const struct wish *wish)
{
	struct sample *w = r->w;
	size_t best = SIZE_MAX;
	uint32_t variable = 0;
	int64_t value = 0;

	for (uint32_t v = 0; v < w->store->variable_count && best > 0 && !stop_asked();
	     v++) {
		const int64_t before = w->values[v];
		const int64_t step = may_change(r, wish, v) ? find_step(w, wish, v) : 0;
		if (step == 0 || !move_variable(w, v, step))
			continue;
		const size_t left = count_open(r, v, best);
		if (left < best) {
			best = left;
			variable = v;
			value = w->values[v];
		}
		put_back(w, v, before);
	}
	if (best < SIZE_MAX)
		change_value(r, variable, value);
	return best < SIZE_MAX;
}

static bool reach(struct reach *r)
{
	for (int step = 0; step <= STEP_LIMIT; step++) {
		struct wish wish;
		size_t i = r->count;
		while (i > 0 && r->truths[i - 1] == TRUTH_YES)
			i--;
		if (i == 0)
			return true;
		if (step == STEP_LIMIT || r->truths[i - 1] == TRUTH_UNKNOWN ||
		    !find_wish(r->w, r->conditions[i - 1], true, &wish) ||
		    !make_step(r, &wish))
			break;
	}
	return false;
}

bool sample_reach(struct sample *w, const expr *conditions, size_t count)
{
	const size_t size = w->store->variable_count * sizeof *w->values;
	int64_t *before = array_new(w->store->variable_count + 1, sizeof *before);
	struct reach r = {w, conditions, array_new(count + 1, sizeof *r.truths), count,
			  UINT32_MAX};

	memcpy(before, w->values, size);
	for (size_t i = 0; i < count; i++)
		r.truths[i] = sample_says(w, conditions[i]);
	const bool reached = reach(&r);
	if (!reached) {
		memcpy(w->values, before, size);
		sample_changed(w);
	}
	free(r.truths);
	free(before);
	return reached;
}

/* ---- small values */

enum { SMALL = 1 << 12, SHIFT_START = 28, SHIFT_STEP = 4 };

static int64_t signed_value(const struct sample *w, uint32_t variable)
{
	const int64_t value = w->values[variable];

	return w->integers
		   ? value
		   : node_signed(w->store->variables[variable].sort, (uint64_t)value);
}

static bool all_hold(struct sample *w, const expr *conditions, size_t count)
{
	while (count && sample_says(w, conditions[count - 1]) == TRUTH_YES)
		count--;
	return count == 0;
}

void sample_shrink(struct sample *w, const expr *conditions, size_t count)
{
	for (uint32_t i = 0; i < w->store->variable_count && !stop_asked(); i++) {
		const struct variable *v = &w->store->variables[i];
		const int64_t before = w->values[i];
		if (v->kind != VARIABLE_INPUT || v->sort == SORT_BOOL || v->sort > 64)
			continue;
		const int64_t value = signed_value(w, i);
		if (value > -SMALL && value < SMALL)
			continue;
		for (int shift = SHIFT_START; shift >= 0; shift -= SHIFT_STEP) {
			put_back(w, i, before);
			if (shift &&
			    move_variable(w, i, value / (1 << shift) - value) &&
			    all_hold(w, conditions, count))
				break;
		}
	}
}
