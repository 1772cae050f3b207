/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/expr/points.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

enum { CONSTANTS_MOST = 32, POINTS = 4000, POINTS_EACH = 250 /* from a new one */ };

static const signed char small[POINT_SMALL] = {0, 1, 2, 3, 4, 5, 10, -1, 64, 100};

struct point_trials {
	struct point_search *search;
	uint64_t *values; /* by expression */
	expr constants[CONSTANTS_MOST]; /* some of the cone */
	uint32_t constant_count;
	uint64_t state; /* of draw() */
};

static uint64_t draw(struct point_trials *t)
{
	t->state ^= t->state << 13;
	t->state ^= t->state >> 7;
	t->state ^= t->state << 17;
	return t->state >> 11;
}

/* ---- values of variables */

static unsigned width_of(const struct point_search *p, uint32_t i)
{
	return expr_sort(p->store, p->variables[i]);
}

static uint64_t mask_of(const struct point_search *p, uint32_t i)
{
	return node_mask(width_of(p, i));
}

uint64_t points_small(const struct point_search *p, uint32_t i, unsigned number)
{
	const signed char x = small[number];

	return p->formats[i]	? node_bits(p->formats[i], x)
	       : width_of(p, i) ? (uint64_t)x & mask_of(p, i)
				: x == 1;
}

static uint64_t end_value(const struct point_search *p, uint32_t i, uint64_t which)
{
	static const double ends[] = {0x1p-1074, -0x1p-1074, 0x1p-149, -0x1p-149,
				      DBL_MAX,	 -DBL_MAX,   FLT_MAX,  -FLT_MAX,
				      INFINITY,	 -INFINITY,  NAN,      -0.0,
				      0.5,	 0.1,	     1e-9,     1e9};
	const uint64_t mask = mask_of(p, i);

	if (p->formats[i])
		return node_bits(p->formats[i], ends[which % 16]);
	return which % 3 == 0 ? mask : which % 3 == 1 ? mask >> 1 : mask / 2 + 1;
}

static uint64_t value_in_range(struct point_trials *t, uint32_t i)
{
	const struct point_search *p = t->search;
	const struct value_interval *range = &p->ranges[i];
	const double part = (double)(draw(t) % 4097) / 4096;
	const uint64_t size = range->high - range->low, bits = draw(t) << 11 ^ draw(t);

	if (p->formats[i] && range->to - range->from < INFINITY)
		return node_bits(p->formats[i],
				 range->from + part * (range->to - range->from));
	if (p->formats[i])
		return bits & mask_of(p, i);
	return (size == UINT64_MAX ? bits : range->low + bits % (size + 1)) &
	       mask_of(p, i);
}

static uint64_t point_value(struct point_trials *t, uint32_t i, uint64_t now)
{
	const struct point_search *p = t->search;
	const uint64_t way = draw(t) % 8, which = draw(t);

	if (way < 2 && t->constant_count) {
		const struct expr_node *n =
		    expr_at(p->store, t->constants[which % t->constant_count]);
		if (n->sort == width_of(p, i))
			return n->value;
	}
	if (way == 2)
		return end_value(p, i, which);
	if (way == 3)
		return (now + which % 9 - 4) & mask_of(p, i);
	return way < 6 ? value_in_range(t, i)
		       : points_small(p, i, (unsigned)(which % POINT_SMALL));
}

/* ---- one point */

static uint64_t variable_value(struct point_trials *t, const uint64_t *point, expr e,
			       bool *known)
{
	const struct point_search *p = t->search;
	const struct variable *v = &p->store->variables[expr_at(p->store, e)->value];
	uint64_t arguments[NATIVE_ARGUMENTS] = {0};

	for (uint32_t i = 0; i < p->variable_count; i++)
		if (p->variables[i] == e && !v->native)
			return point[i];
	*known &= v->native && !native_function_is_opaque(v->native);
	if (!v->native || native_function_is_opaque(v->native))
		return 0;
	for (unsigned i = 0; i < native_function_count(v->native); i++)
		arguments[i] = t->values[v->arguments[i]];
	return native_function_call(v->native, arguments);
}

/* How many expressions are computed until a condition fails; all of them: none does. */
static size_t compute_point(struct point_trials *t, const uint64_t *point)
{
	struct point_search *p = t->search;
	size_t k = 0;

	p->is_sure = true;
	for (; k < p->count && p->effort; k++, p->effort--) {
		const expr e = p->list[k];
		const struct expr_node *n = expr_at(p->store, e);
		const uint64_t operands[3] = {t->values[n->a], t->values[n->b],
					      t->values[n->c]};
		if (n->op == EXPR_CONST)
			t->values[e] = n->value;
		else if (n->op == EXPR_VAR)
			t->values[e] = variable_value(t, point, e, &p->is_sure);
		else
			p->is_sure &= expr_compute(n, expr_sort(p->store, n->a),
						   operands, &t->values[e]);
		if (p->marks[e] & p->required && !t->values[e])
			return k;
	}
	return k;
}

static bool try_all(struct point_trials *t)
{
	struct point_search *p = t->search;
	uint64_t best[POINT_VARIABLES] = {0}, point[POINT_VARIABLES] = {0};
	size_t reached = 0;

	for (unsigned k = 0; k < POINTS && p->effort && !stop_asked(); k++) {
		const bool is_new = k % POINTS_EACH == 0;
		for (uint32_t i = 0; i < p->variable_count; i++) {
			point[i] = best[i];
			if (is_new || draw(t) % p->variable_count < 2)
				point[i] = point_value(t, i, best[i]);
		}
		const size_t now = compute_point(t, point);
		for (uint32_t i = 0; i < p->variable_count; i++) {
			if (is_new || now >= reached)
				best[i] = point[i];
			p->point[i] = point[i];
		}
		if (now == p->count)
			return true;
		if (is_new || now >= reached)
			reached = now;
	}
	return false;
}

bool points_search(struct point_search *p)
{
	const int mode = fegetround();
	struct point_trials t = {.search = p, .state = 0x9e3779b97f4a7c15u};

	for (size_t k = 0; k < p->count && t.constant_count < CONSTANTS_MOST; k++)
		if (expr_at(p->store, p->list[k])->op == EXPR_CONST)
			t.constants[t.constant_count++] = p->list[k];
	t.values =
	    array_new(p->count ? p->list[p->count - 1] + 1u : 1, sizeof *t.values);
	fesetround(FE_TONEAREST);
	const bool holds = try_all(&t);
	fesetround(mode);
	free(t.values);
	return holds;
}

uint64_t points_rounded(uint64_t low, uint64_t high)
{
	while (high > low && (high & (high - 1)) >= low)
		high &= high - 1;
	return high;
}
