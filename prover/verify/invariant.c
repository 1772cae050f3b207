/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * invariant.c - bounds of what loops change, by abstract interpretation with intervals: a bound
 * climbs a ladder of numbers, those of the program among them, until all that comes to the header
 * is within it, if the header has values within its bounds. What intervals exclude is asked of the
 * formulas, so that conditions and relations count. A bound that climbs often skips more and more
 * of the ladder (widening); such ones then sink to the first rung that holds, and may climb again.
 * Proven is what is left when no bound climbs any more.
 *
 * P. Cousot, R. Cousot, Abstract Interpretation: A Unified Lattice Model for Static Analysis of
 * Programs by Construction or Approximation of Fixpoints, POPL 1977.
 */
#include "prover/verify/unwinding.h"

#include <math.h>
#include <stdlib.h>

#include "prover/encode/encode_internal.h"
#include "prover/expr/node.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

enum {
	RUNGS_MOST = 600, /* of each ladder */
	CONSTANTS_MOST = 64, /* of the program's */
	ASKED_MOST = 2000, /* conditions */
	WORK_MOST = 100000000, /* expressions of the encoding, for each of them, and more */
	WORK_CONDITION = 1000, /* of a condition */
	CLIMBS_FREE = 3, /* of one bound, before it skips rungs */
	SINKS_MOST = 100, /* rungs that are tried */
};

enum side { SIDE_LOW, SIDE_HIGH };

struct ladder {
	double rungs[RUNGS_MOST]; /* ascending; of numbers from -INFINITY to INFINITY */
	size_t count;
};

/* The bounds of a loop_value: rungs of the ladder of its type. */
struct bounded {
	bool is_bounded; /* else anything */
	bool has_entered; /* some visit was seen */
	size_t rungs[2];
	unsigned climbs[2];
};

struct climb {
	struct encoding *e;
	enum interval_modes modes;
	struct ladder numbers, words;
	struct bounded *values; /* as loop_values of the encoding */
	expr *conditions;
	size_t asked, work;
};

static bool is_spent(const struct climb *c)
{
	return c->asked >= ASKED_MOST || c->work >= WORK_MOST ||
	       stop_asked();
}

/* ---- ladders */

static int compare_rungs(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void add_rung(struct ladder *l, double rung)
{
	for (int sign = -1; sign <= 1; sign += 2)
		if (l->count < RUNGS_MOST)
			l->rungs[l->count++] = sign * rung;
}

static void add_constants(struct climb *c)
{
	const struct expr_store *s = &c->e->store;
	size_t numbers = 0, words = 0;

	for (expr e = 1; e < s->count; e++) {
		const struct expr_node *n = expr_at(s, e);
		double x;
		if (node_is_number(s, e, &x) && isfinite(x) && numbers++ < CONSTANTS_MOST)
			add_rung(&c->numbers, x);
		if (n->op != EXPR_CONST || n->sort < 8 || n->sort > 64)
			continue;
		x = (double)node_signed(n->sort, n->value);
		for (int k = -1; k <= 1 && fabs(x) < 0x1p52 && words++ < 3 * CONSTANTS_MOST; k++)
			add_rung(&c->words, x + k);
	}
}

static void finish_ladder(struct ladder *l)
{
	size_t count = 0;

	qsort(l->rungs, l->count, sizeof *l->rungs, compare_rungs);
	for (size_t i = 0; i < l->count; i++)
		if (!count || l->rungs[count - 1] != l->rungs[i])
			l->rungs[count++] = l->rungs[i];
	l->count = count;
}

static void make_ladders(struct climb *c)
{
	add_rung(&c->numbers, INFINITY);
	add_rung(&c->words, INFINITY);
	add_rung(&c->numbers, 0x1p24); /* where counting stops */
	add_rung(&c->numbers, 0x1p53);
	for (int k = -4; k <= 12; k++) {
		add_rung(&c->numbers, ldexp(1, k));
		add_rung(&c->numbers, pow(10, k));
		add_rung(&c->words, trunc(ldexp(1, 3 * k)));
	}
	add_constants(c);
	finish_ladder(&c->numbers);
	finish_ladder(&c->words);
}

static bool has_ladder(struct type type)
{
	return type.kind == TYPE_FLOAT ? type.bits == 32 || type.bits == 64
				       : (type.kind == TYPE_SIGNED ||
					  type.kind == TYPE_UNSIGNED) &&
					     type.bits >= 8 && type.bits <= 64;
}

static const struct ladder *ladder_of(const struct climb *c, struct type type)
{
	return type.kind == TYPE_FLOAT ? &c->numbers : &c->words;
}

/* ---- conditions */

/* An integer's rung in its type: all beyond the ends are those. */
static uint64_t word_of(struct type type, double rung)
{
	const bool has_sign = type.kind == TYPE_SIGNED;
	const double end = ldexp(1, type.bits - has_sign);
	const uint64_t most = node_mask(type.bits) >> has_sign;

	if (rung >= end)
		return most;
	if (rung >= 0)
		return (uint64_t)rung;
	return !has_sign ? 0
	       : rung < -end ? most + 1
			     : (uint64_t)(int64_t)rung & node_mask(type.bits);
}

/* That the value, bits of the type, is within the rung. */
static expr within(struct climb *c, struct type type, expr value, double rung, enum side side)
{
	struct expr_store *s = &c->e->store;
	const bool is_number = type.kind == TYPE_FLOAT;
	const expr v = is_number ? number_of(c->e, type, value) : value;
	const expr bound =
	    is_number ? expr_number(s, SORT_FLOAT + type.bits,
				    node_bits(SORT_FLOAT + type.bits, rung))
		      : expr_const(s, type.bits, word_of(type, rung));
	const enum expr_op most = is_number			  ? EXPR_FLE
				  : type.kind == TYPE_SIGNED ? EXPR_SLE
							     : EXPR_ULE;

	return side == SIDE_LOW ? expr_binary(s, most, bound, v)
				: expr_binary(s, most, v, bound);
}

/* Whether no value of the type is between the bounds: two rungs may be one there. */
static bool has_none(struct type type, const double bounds[2])
{
	const unsigned sort = SORT_FLOAT + type.bits;
	const uint64_t low = word_of(type, bounds[SIDE_LOW]),
		       high = word_of(type, bounds[SIDE_HIGH]);

	if (type.kind == TYPE_FLOAT)
		return node_number(sort, node_bits(sort, bounds[SIDE_LOW])) >
		       node_number(sort, node_bits(sort, bounds[SIDE_HIGH]));
	return type.kind == TYPE_SIGNED
		   ? node_signed(type.bits, low) > node_signed(type.bits, high)
		   : low > high;
}

/* Adds that the value is within the bounds at each header where it may be assumed: those to which a
 * run comes before that visit of one, so that it is known there. Without a value between the bounds
 * no run comes to the header. */
static size_t add_facts(struct climb *c, const struct loop_value *v, size_t order,
			const double bounds[2], expr *conditions)
{
	struct expr_store *s = &c->e->store;
	const bool is_empty = has_none(v->type, bounds);
	size_t count = 0;

	for (int k = SIDE_LOW; k <= SIDE_HIGH; k++) {
		if (v->at != EXPR_NONE && v->order < order)
			conditions[count++] =
			    is_empty ? expr_not(s, v->reach)
				     : within(c, v->type, v->at, bounds[k], (enum side)k);
		for (size_t i = 0; i < v->count; i++)
			if (v->visits[i].is_fact && v->visits[i].order < order)
				conditions[count++] = expr_or(
				    s, expr_not(s, v->visits[i].reach),
				    within(c, v->type, v->visits[i].value, bounds[k],
					   (enum side)k));
	}
	return count;
}

static double rung_of(const struct climb *c, size_t value, enum side side)
{
	return ladder_of(c, c->e->loop_values[value].type)
	    ->rungs[c->values[value].rungs[side]];
}

/* Whether no run comes so to the header with a value beyond the rung, if all headers have values
 * within their bounds. */
static bool holds(struct climb *c, size_t value, const struct loop_visit *visit, size_t rung,
		  enum side side)
{
	struct encoding *e = c->e;
	struct expr_store *s = &e->store;
	const struct type type = e->loop_values[value].type;
	const double bound = ladder_of(c, type)->rungs[rung];
	size_t count = 0;

	c->conditions[count++] = visit->reach;
	c->conditions[count++] =
	    expr_not(s, within(c, type, visit->value, bound, side));
	if (visit->is_fact || expr_is_false(s, c->conditions[0]) ||
	    expr_is_false(s, c->conditions[1]))
		return true;
	if (is_spent(c))
		return false;
	c->asked++;
	for (size_t i = 0; i < e->assumption_count; i++)
		c->conditions[count++] = e->assumptions[i];
	for (size_t i = 0; i < e->loop_value_count; i++)
		if (c->values[i].has_entered && c->values[i].is_bounded) {
			const double bounds[2] = {rung_of(c, i, SIDE_LOW),
						  rung_of(c, i, SIDE_HIGH)};
			count += add_facts(c, &e->loop_values[i], visit->order, bounds,
					   &c->conditions[count]);
		}
	c->work += s->count + WORK_CONDITION * count;
	return interval_decide(s, c->conditions, count, c->modes | INTERVAL_BRIEF, NULL) ==
	       INTERVAL_NEVER;
}

static bool all_hold(struct climb *c, size_t value, size_t rung, enum side side)
{
	const struct loop_value *v = &c->e->loop_values[value];

	for (size_t i = 0; i < v->count; i++)
		if (!holds(c, value, &v->visits[i], rung, side))
			return false;
	return true;
}

/* ---- climbing */

/* The rung that is so many steps outside of the innermost one. */
static size_t rung_at(const struct ladder *l, size_t step, enum side side)
{
	return side == SIDE_HIGH ? step : l->count - 1 - step;
}

/* The first step from `from` on that holds for the visit; `to` does. */
static size_t first_step(struct climb *c, size_t value, const struct loop_visit *visit,
			 size_t from, size_t to, enum side side)
{
	const struct ladder *l = ladder_of(c, c->e->loop_values[value].type);

	while (from < to) {
		const size_t middle = from + (to - from) / 2;
		if (holds(c, value, visit, rung_at(l, middle, side), side))
			to = middle;
		else
			from = middle + 1;
	}
	return to;
}

/* The bound becomes one that the visit is within; whether it was not. */
static bool climb_side(struct climb *c, size_t value, const struct loop_visit *visit,
		       enum side side)
{
	struct bounded *b = &c->values[value];
	const struct ladder *l = ladder_of(c, c->e->loop_values[value].type);
	const size_t last = l->count - 1;
	const bool is_first = !b->has_entered;

	if (!is_first && holds(c, value, visit, b->rungs[side], side))
		return false;
	if (!holds(c, value, visit, rung_at(l, last, side), side)) {
		b->is_bounded = false; /* it may be NaN */
		return true;
	}
	size_t step = first_step(c, value, visit,
				 is_first ? 0 : rung_at(l, b->rungs[side], side), last, side);
	if (!is_first && ++b->climbs[side] > CLIMBS_FREE) {
		step += (size_t)1 << (b->climbs[side] - CLIMBS_FREE);
		step = step < last ? step : last;
	}
	b->rungs[side] = rung_at(l, step, side);
	return true;
}

static bool climb_value(struct climb *c, size_t value, const struct loop_visit *visit)
{
	struct bounded *b = &c->values[value];
	bool climbs = false;

	for (int side = SIDE_LOW; side <= SIDE_HIGH && b->is_bounded; side++)
		climbs |= climb_side(c, value, visit, (enum side)side);
	b->has_entered = true;
	return climbs;
}

/* Until no bound climbs; false: it takes too long. */
static bool climb_all(struct climb *c)
{
	const struct loop_value *values = c->e->loop_values;
	bool climbs = true;

	while (climbs && !is_spent(c)) {
		climbs = false;
		for (size_t i = 0; i < c->e->loop_value_count; i++)
			for (size_t k = 0; k < values[i].count; k++)
				climbs |= climb_value(c, i, &values[i].visits[k]);
	}
	return !climbs && !is_spent(c);
}

/* The least bound that holds at all visits, if it does at those before. */
static void sink_side(struct climb *c, size_t value, enum side side)
{
	struct bounded *b = &c->values[value];
	const struct loop_value *v = &c->e->loop_values[value];
	const struct ladder *l = ladder_of(c, v->type);
	const size_t before = b->rungs[side], last = rung_at(l, before, side);
	size_t step = first_step(c, value, &v->visits[0], 0, last, side);

	for (unsigned k = 0; k < SINKS_MOST && step < last; k++, step++) {
		b->rungs[side] = rung_at(l, step, side);
		if (all_hold(c, value, b->rungs[side], side))
			return;
	}
	b->rungs[side] = before;
}

static void sink_all(struct climb *c)
{
	for (size_t i = 0; i < c->e->loop_value_count; i++)
		for (int k = SIDE_LOW; k <= SIDE_HIGH; k++)
			if (c->values[i].is_bounded && c->values[i].climbs[k] > CLIMBS_FREE)
				sink_side(c, i, (enum side)k);
}

/* ---- all */

static bool find_bounds(struct climb *c)
{
	const struct encoding *e = c->e;

	for (size_t i = 0; i < e->loop_value_count; i++)
		c->values[i].is_bounded = has_ladder(e->loop_values[i].type);
	for (size_t i = 0; i < e->loop_value_count; i++)
		climb_value(c, i, &e->loop_values[i].visits[0]);
	if (!climb_all(c))
		return false;
	sink_all(c);
	return climb_all(c);
}

/* What is kept of it, or a new one. */
static struct invariant *find_kept(struct prover *p, uint32_t passes, enum interval_modes modes)
{
	for (size_t i = 0; i < p->invariant_count; i++)
		if (p->invariants[i].passes == passes && p->invariants[i].modes == (int)modes)
			return &p->invariants[i];
	ARRAY_ADD(p->invariants, p->invariant_count, p->invariant_room,
		  (struct invariant){.passes = passes, .modes = (int)modes});
	return &p->invariants[p->invariant_count - 1];
}

static size_t condition_count(const struct encoding *e)
{
	size_t count = e->assumption_count + 2;

	for (size_t i = 0; i < e->loop_value_count; i++)
		count += 2 * (e->loop_values[i].count + 1);
	return count;
}

static void make_bounds(struct climb *c, struct invariant *kept)
{
	const struct encoding *e = c->e;
	const size_t count = e->loop_value_count;

	make_ladders(c);
	c->values = array_new(count, sizeof *c->values);
	c->conditions = array_new(condition_count(e), sizeof *c->conditions);
	if (find_bounds(c)) {
		kept->count = count;
		kept->bounds = array_new(2 * count, sizeof *kept->bounds);
		for (size_t i = 0; i < 2 * count; i++)
			kept->bounds[i] =
			    c->values[i / 2].is_bounded
				? rung_of(c, i / 2, (enum side)(i % 2))
				: NAN;
	}
	free(c->values);
	free(c->conditions);
}

bool invariant_assume(struct prover *prover, struct encoding *encoding,
		      enum interval_modes modes)
{
	const size_t count = encoding->loop_value_count;
	struct invariant *kept = find_kept(prover, encoding->bounds->passes, modes);
	struct climb c = {.e = encoding, .modes = modes};
	bool is_known = false;

	if (!kept->is_made && count)
		make_bounds(&c, kept);
	kept->is_made = !stop_asked();
	expr *facts = array_new(condition_count(encoding), sizeof *facts);
	for (size_t i = 0; i < count && kept->count == count; i++) {
		const double *bounds = &kept->bounds[2 * i];
		const size_t added = isnan(*bounds)
					 ? 0
					 : add_facts(&c, &encoding->loop_values[i],
						     SIZE_MAX, bounds, facts);
		for (size_t k = 0; k < added; k++)
			assume(encoding, facts[k]);
		is_known |= added > 0;
	}
	free(facts);
	return is_known;
}
