/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * trace.c - the hooks.
 *
 * A hook computes the distance of the comparison to both outcomes (distance.h), takes a
 * flag's guide instead where the condition only tests a flag, and keeps the least
 * distance to each side. It also applies the paper's pen (Fu and Su, Def. 3.7): where
 * neither side is saturated r = 0, where one is not, r is the distance to it, else r
 * stays.
 */
#include "harness/trace.h"

#include <stdlib.h>
#include <string.h>

struct trace trace;

/* libFuzzer's; the caller's return address tells it the site, so these are tail calls. */
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) __attribute__((weak));
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) __attribute__((weak));

int trace_init(const struct program *program, enum distance_kind kind)
{
	memset(&trace, 0, sizeof trace);
	trace.program = program;
	trace.kind = kind;
	trace.goals = calloc(program->goal_count + 1, sizeof *trace.goals);
	trace.sites = calloc(program->site_count + 1, sizeof *trace.sites);
	trace.flags = calloc(program->flag_count + 1, sizeof *trace.flags);
	trace.touched = calloc(program->site_count + 1, sizeof *trace.touched);
	trace.data = calloc(program->site_count + 1, sizeof *trace.data);
	if (trace.goals && trace.sites && trace.flags && trace.touched && trace.data &&
	    !kept_init(&trace.kept, program))
		return 0;
	trace_done();
	return -1;
}

void trace_done(void)
{
	free(trace.goals);
	free(trace.sites);
	free(trace.flags);
	free(trace.touched);
	free(trace.data);
	kept_done(&trace.kept);
	memset(&trace, 0, sizeof trace);
}

void trace_begin(void)
{
	trace.run++;
	trace.touched_count = 0;
	trace.data_count = 0;
	trace.kept.changed_count = 0;
	trace.r_goal = PROGRAM_NONE;
	trace.last_goal = PROGRAM_NONE;
}

/* ---- guides (include/me/abi.h) */

enum { STACK = 64, MAX_NESTING = 8 };

/* Images to false [0] and to true [1]. UNKNOWN is never 0 and never the least. */
struct truth {
	uint64_t to[2];
};

#define UNKNOWN (UINT64_MAX - 1)
static const struct truth unknown = {{UNKNOWN, UNKNOWN}};

static struct truth evaluate(uint32_t unit, const uint32_t *guide, int nesting);

static struct truth flag_truth(uint32_t unit, uint32_t flag, int nesting)
{
	const struct program_unit *u = &trace.program->units[unit];
	const struct trace_flag *cell = &trace.flags[u->flag + flag];
	const uint32_t *const *values = u->record->flags[flag].values;
	struct truth t = unknown;

	for (int outcome = 0; outcome < 2; outcome++)
		if (cell->run[outcome] == trace.run)
			t.to[outcome] = cell->to[outcome];
	if (!values || nesting == MAX_NESTING)
		return t;
	/* Outcomes still open after the last influence depend on the values. */
	for (; *values; values++) {
		struct truth v = evaluate(unit, *values, nesting + 1);
		for (int o = 0; o < 2; o++)
			if (t.to[o] == UNKNOWN || t.to[o] == 0)
				t.to[o] = v.to[o];
	}
	return t;
}

static struct truth call_truth(uint32_t unit, uint32_t callee, int nesting)
{
	const struct program *p = trace.program;
	uint32_t f = p->units[unit].callees[callee];

	if (f == PROGRAM_NONE || p->functions[f]->returns == ME_NO_FLAG ||
	    nesting == MAX_NESTING)
		return unknown;
	return flag_truth(p->function_unit[f], p->functions[f]->returns, nesting + 1);
}

static struct truth site_truth(uint32_t unit, uint32_t site)
{
	const struct trace_site *cell =
		&trace.sites[trace.program->units[unit].site + site];
	struct truth t = {{cell->to[1], cell->to[0]}};

	return cell->run == trace.run ? t : unknown;
}

static uint64_t sum(uint64_t a, uint64_t b)
{
	if (a >= UNKNOWN || b >= UNKNOWN)
		return a >= UNKNOWN ? (b >= UNKNOWN || !b ? UNKNOWN : b) : (a ? a : UNKNOWN);
	uint64_t s = distance_add(trace.kind, a, b);
	return s >= UNKNOWN ? UNKNOWN - 1 : s;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* a op b, op one of AND, OR, XOR: of a conjunction the distances add, of a disjunction
 * the least counts. */
static struct truth combine(unsigned op, struct truth a, struct truth b)
{
	struct truth t;

	switch (op) {
	case ME_GUIDE_AND:
		t.to[1] = sum(a.to[1], b.to[1]);
		t.to[0] = least(a.to[0], b.to[0]);
		return t;
	case ME_GUIDE_OR:
		t.to[1] = least(a.to[1], b.to[1]);
		t.to[0] = sum(a.to[0], b.to[0]);
		return t;
	default:
		t.to[1] = least(sum(a.to[1], b.to[0]), sum(a.to[0], b.to[1]));
		t.to[0] = least(sum(a.to[1], b.to[1]), sum(a.to[0], b.to[0]));
		return t;
	}
}

static struct truth leaf(uint32_t unit, uint32_t token, int nesting)
{
	uint32_t argument = token & 0xffffff;
	struct truth constant = {{argument ? UNKNOWN : 0, argument ? 0 : UNKNOWN}};

	switch (token >> 24) {
	case ME_GUIDE_SITE:
		return site_truth(unit, argument);
	case ME_GUIDE_PHI:
		return flag_truth(unit, argument, nesting);
	case ME_GUIDE_CALL:
		return call_truth(unit, argument, nesting);
	case ME_GUIDE_CONST:
		return constant;
	default:
		return unknown;
	}
}

static struct truth evaluate(uint32_t unit, const uint32_t *guide, int nesting)
{
	struct truth stack[STACK];
	int n = 0;

	for (; *guide >> 24 != ME_GUIDE_END; guide++) {
		unsigned kind = *guide >> 24;
		if (kind == ME_GUIDE_NOT && n >= 1) {
			uint64_t t = stack[n - 1].to[0];
			stack[n - 1].to[0] = stack[n - 1].to[1];
			stack[n - 1].to[1] = t;
		} else if (kind >= ME_GUIDE_AND && kind <= ME_GUIDE_XOR && n >= 2) {
			n--;
			stack[n - 1] = combine(kind, stack[n - 1], stack[n]);
		} else if (n < STACK) {
			stack[n++] = leaf(unit, *guide, nesting);
		}
	}
	return n ? stack[n - 1] : unknown;
}

/* The signed difference of the one site that a guide consists of, else 0. */
static coord guide_sign(uint32_t unit, const uint32_t *guide)
{
	const uint32_t *end = guide + 1;

	while (*end >> 24 == ME_GUIDE_NOT)
		end++;
	if (*guide >> 24 != ME_GUIDE_SITE || *end >> 24 != ME_GUIDE_END)
		return 0;
	uint32_t site = trace.program->units[unit].site + (*guide & 0xffffff);
	return trace.sites[site].run == trace.run ? trace.sites[site].sign : 0;
}

/* The distances of a condition that tests a flag, where its guide knows better. The
 * outcome itself stays that of the operands. */
static void apply_guide(const struct me_site *site, struct distance *d)
{
	uint32_t unit = trace.program->site_unit[site->id];
	struct truth t = evaluate(unit, site->guide, 0);
	int taken = d->to[0] == 0 ? 0 : 1; /* side */

	/* A side's distance: side 0 wants true. */
	uint64_t wanted = t.to[taken == 0 ? 0 : 1];
	if (wanted != 0 && wanted < UNKNOWN)
		d->to[!taken] = wanted;
	d->sign = guide_sign(unit, site->guide);
}

/* The same for a condition on a value from memory: the nearest of the comparisons that
 * may have made it. */
static void apply_kept(const struct me_site *site, struct distance *d)
{
	int taken = d->to[0] == 0 ? 0 : 1;
	int flag = (site->op == ME_NE) == (taken == 0); /* the value was not 0 */
	uint64_t best = UINT64_MAX;

	for (uint32_t i = 0; i < trace.data_count; i++) {
		const struct trace_site *cell = &trace.sites[trace.data[i]];
		int outcome = cell->to[0] == 0;
		uint64_t other = cell->to[outcome]; /* the distance to the other outcome */
		if (kept_note(&trace.kept, site->id, trace.data[i], flag, outcome) &&
		    other && other < best) {
			best = other;
			d->sign = cell->sign;
		}
	}
	if (best != UINT64_MAX)
		d->to[!taken] = best;
}

/* ---- keeping */

static void note_goal(uint32_t goal, uint64_t distance, coord sign)
{
	struct trace_goal *cell = &trace.goals[goal];

	if (cell->run == trace.run && cell->distance <= distance)
		return;
	cell->run = trace.run;
	cell->distance = distance;
	cell->sign = sign;
}

static void note_site(const struct me_site *site, const struct distance *d, uint64_t a,
		      uint64_t b)
{
	struct trace_site *cell = &trace.sites[site->id];

	if (cell->run != trace.run) {
		trace.touched[trace.touched_count++] = site->id;
		if (site->kind == ME_SITE_DATA)
			trace.data[trace.data_count++] = site->id;
	}
	cell->run = trace.run;
	cell->to[0] = d->to[0];
	cell->to[1] = d->to[1];
	cell->sign = d->sign;
	cell->operand[0] = a;
	cell->operand[1] = b;
}

/* Each flag that only one side can still make true (false) is as far from that as the
 * side is. */
static void note_influences(const struct me_site *site, const struct distance *d)
{
	const struct program *p = trace.program;
	uint32_t i = p->first_influence[site->id], end = p->first_influence[site->id + 1];

	for (; i < end; i++) {
		const struct program_influence *n = &p->influences[i];
		struct trace_flag *flag = &trace.flags[n->flag];
		for (int outcome = 0; outcome < 2; outcome++) {
			int bit = outcome ? ME_MAY_BE_TRUE : ME_MAY_BE_FALSE;
			int after0 = n->after[0] & bit, after1 = n->after[1] & bit;
			if (!after0 == !after1)
				continue;
			flag->to[outcome] = d->to[after0 ? 0 : 1];
			flag->run[outcome] = trace.run;
		}
	}
}

/* The paper's pen over the sides of one site. */
static void pen(uint32_t goal, uint32_t sides, const uint64_t *to, uint32_t taken)
{
	uint64_t best = UINT64_MAX;
	uint32_t towards = PROGRAM_NONE, saturated = 0;

	for (uint32_t side = 0; side < sides; side++) {
		if (trace.saturated[goal + side]) {
			saturated++;
		} else if (to[side] <= best) {
			best = to[side];
			towards = goal + side;
		}
	}
	if (saturated < sides) {
		trace.r = best;
		trace.r_goal = towards;
	}
	trace.last_goal = sides == 2 ? goal + !taken : PROGRAM_NONE;
}

/* Keeps the turn when the side taken does not lead to the wanted site and another does:
 * the side nearest to being taken. */
static void note_turn(const struct me_site *site, uint32_t goal, uint32_t taken,
		      const uint64_t *to, coord sign)
{
	uint64_t best = UINT64_MAX;
	uint32_t towards = PROGRAM_NONE;

	if (trace.levels[goal + taken])
		return;
	for (uint32_t side = 0; side < site->sides; side++) {
		uint64_t d = to ? to[side] : trace.goals[goal + side].distance;
		if (trace.levels[goal + side] && d <= best) {
			best = d;
			towards = goal + side;
		}
	}
	if (towards != PROGRAM_NONE)
		trace.turn = (struct trace_turn){sign, best, site->id,
						 trace.levels[towards], trace.run};
}

static void note(struct me_site *site, struct distance *d, uint64_t a, uint64_t b)
{
	trace.hooks++;
	if (site->flags & ME_SITE_FLAG)
		apply_guide(site, d);
	else if (trace.kept.row[site->id] != PROGRAM_NONE)
		apply_kept(site, d);
	note_site(site, d, a, b);
	note_influences(site, d);
	if (site->kind != ME_SITE_COND)
		return;
	uint32_t goal = program_site_goal(trace.program, site->id);
	note_goal(goal, d->to[0], d->sign);
	note_goal(goal + 1, d->to[1], d->sign);
	if (trace.levels)
		note_turn(site, goal, d->to[0] == 0 ? 0 : 1, d->to, d->sign);
	if (trace.pen)
		pen(goal, 2, d->to, d->to[0] == 0 ? 0 : 1);
}

/* ---- the hooks */

__attribute__((visibility("default"))) void __me_compare(struct me_site *site, uint64_t a,
							 uint64_t b)
{
	struct distance d;

	if (!trace.on)
		return;
	distance_of(trace.kind, site->op, site->type, a, b, &d);
	note(site, &d, a, b);
	if (!trace.feed || a == b || site->op == ME_WORDS || site->type == ME_PTR)
		return;
	if (site->type == ME_F32 || site->type == ME_I32 || site->type == ME_U32) {
		__sanitizer_cov_trace_cmp4((uint32_t)a, (uint32_t)b);
		return;
	}
	__sanitizer_cov_trace_cmp8(a, b);
}

__attribute__((visibility("default"))) void __me_compare_f80(struct me_site *site,
							     long double a, long double b)
{
	struct distance d;
	uint64_t low[2];

	if (!trace.on)
		return;
	distance_of_f80(trace.kind, site->op, a, b, &d);
	memcpy(&low[0], &a, 8);
	memcpy(&low[1], &b, 8);
	note(site, &d, low[0], low[1]);
	if (trace.feed && low[0] != low[1])
		__sanitizer_cov_trace_cmp8(low[0], low[1]);
}

__attribute__((visibility("default"))) void __me_compare_128(struct me_site *site, ucoord a,
							     ucoord b)
{
	struct distance d;

	if (!trace.on)
		return;
	distance_of_128(trace.kind, site->op, site->type, a, b, &d);
	note(site, &d, (uint64_t)a, (uint64_t)b);
	if (trace.feed && (uint64_t)a != (uint64_t)b)
		__sanitizer_cov_trace_cmp8((uint64_t)a, (uint64_t)b);
}

/* A controlling value or the bound of a case as a number. */
static coord type_value(unsigned type, int64_t bits)
{
	return type == ME_U64 || type == ME_PTR ? (coord)(uint64_t)bits : (coord)bits;
}

static int64_t in_range(const struct me_site *site, coord v, const struct me_case *c)
{
	coord low = type_value(site->type, c->low), high = type_value(site->type, c->high);

	return v < low ? -1 : v > high ? 1 : 0;
}

/* Distance from v to the nearest value that no case takes. */
static uint64_t to_default(const struct me_site *site, coord v)
{
	coord down = v, up = v;

	for (uint32_t i = 0, moved = 1; moved;) {
		for (i = 0, moved = 0; i < site->case_count; i++) {
			const struct me_case *c = &site->cases[i];
			if (!in_range(site, down, c)) {
				down = type_value(site->type, c->low) - 1;
				moved = 1;
			}
			if (!in_range(site, up, c)) {
				up = type_value(site->type, c->high) + 1;
				moved = 1;
			}
		}
	}
	return least(distance_between(v, down), distance_between(v, up));
}

static void note_case(const struct me_site *site, uint32_t goal, coord v,
		      const struct me_case *c, uint32_t *taken)
{
	int64_t where = in_range(site, v, c);
	coord nearest = type_value(site->type, where < 0 ? c->low : c->high);

	if (!where)
		*taken = c->side;
	note_goal(goal + c->side, where ? distance_between(v, nearest) : 0, where);
}

/* pen for a switch: the nearest side that is not saturated. */
static void pen_switch(const struct me_site *site, uint32_t goal, uint32_t taken)
{
	uint64_t best = UINT64_MAX;
	uint32_t towards = PROGRAM_NONE;

	for (uint32_t side = 0; side < site->sides; side++) {
		uint64_t to = side == taken ? 0 : trace.goals[goal + side].distance;
		if (!trace.saturated[goal + side] && to <= best) {
			best = to;
			towards = goal + side;
		}
	}
	if (towards != PROGRAM_NONE) {
		trace.r = best;
		trace.r_goal = towards;
	}
	trace.last_goal = PROGRAM_NONE;
}

__attribute__((visibility("default"))) void __me_switch(struct me_site *site,
							uint64_t value)
{
	const struct program *p = trace.program;
	struct distance none = {{0, 0}, 0};
	uint32_t taken;

	if (!trace.on)
		return;
	uint32_t goal = program_site_goal(p, site->id);
	coord v = type_value(site->type, (int64_t)value);
	taken = site->default_side;
	trace.hooks++;
	note_site(site, &none, value, value);
	note_goal(goal + site->default_side, to_default(site, v), 0);
	for (uint32_t i = 0; i < site->case_count; i++)
		note_case(site, goal, v, &site->cases[i], &taken);
	note_goal(goal + taken, 0, 0);
	if (trace.levels)
		note_turn(site, goal, taken, NULL, 0);
	if (trace.pen)
		pen_switch(site, goal, taken);
	if (trace.feed && site->case_count)
		__sanitizer_cov_trace_cmp8(
			value, (uint64_t)site->cases[trace.run % site->case_count].low);
}
