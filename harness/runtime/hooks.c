/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * hooks.c - the hooks.
 *
 * A hook computes the distance of the comparison to both outcomes (distance.h), takes a
 * flag's guide instead where the condition only tests a flag, and keeps the least
 * distance to each side. It also applies the paper's pen (Fu and Su, Def. 3.7): where
 * neither side is saturated r = 0, where one is not, r is the distance to it, else r
 * stays.
 */
#include "harness/runtime/hooks.h"

#include "harness/runtime/guard.h"
#include "harness/runtime/guide.h"

#include <errno.h>
#include <string.h>

/* libFuzzer's; the caller's return address tells it the site, so these are tail calls.
 */
void __sanitizer_cov_trace_cmp8(uint64_t a, uint64_t b) __attribute__((weak));
void __sanitizer_cov_trace_cmp4(uint32_t a, uint32_t b) __attribute__((weak));

/* ---- keeping */

static void note_goal(uint32_t goal, uint64_t distance, coord sign)
{
	struct trace_goal *cell = &trace.goals[goal];

	if (cell->run == trace.run && cell->distance <= distance)
		return;
	cell->run = trace.run;
	cell->distance = distance;
	cell->sign = sign;
	cell->steps = trace.record.steps;
}

static void note_site(const struct me_site *site, const struct distance *d, uint64_t a,
		      uint64_t b)
{
	struct trace_site *cell = trace_touch(site);

	cell->to[0] = d->to[0];
	cell->to[1] = d->to[1];
	cell->sign = d->sign;
	cell->operand[0] = a;
	cell->operand[1] = b;
}

static void note_part(struct trace_flag *flag, int outcome, int decided)
{
	if (flag->run[outcome] != trace.run) {
		flag->parts[outcome] = 0;
		flag->decided[outcome] = 0;
	}
	flag->decided[outcome] |= decided;
	flag->parts[outcome] += !flag->decided[outcome];
}

/* The distance to the outcome after a pass that is `to` away from it. */
static uint64_t gathered(const struct trace_flag *flag, unsigned gathers, int outcome,
			 uint64_t to)
{
	const uint64_t before = flag->to[outcome];

	if (!gathers || flag->run[outcome] != trace.run)
		return to;
	if (gathers & (outcome ? ME_MAY_BE_TRUE : ME_MAY_BE_FALSE))
		return distance_add(trace.session.kind, before, to);
	return before < to ? before : to;
}

/* Each flag that only one side can still make true (false) is as far from that as the
 * side is. */
static void note_influences(const struct me_site *site, const struct distance *d)
{
	const struct program *p = trace.program;
	uint32_t i = p->first_influence[site->id],
		 end = p->first_influence[site->id + 1];

	for (; i < end; i++) {
		const struct program_influence *n = &p->influences[i];
		struct trace_flag *flag = &trace.flags[n->flag];
		for (int outcome = 0; outcome < 2; outcome++) {
			int bit = outcome ? ME_MAY_BE_TRUE : ME_MAY_BE_FALSE;
			int after0 = n->after[0] & bit, after1 = n->after[1] & bit;
			if (!after0 == !after1)
				continue;
			const uint64_t to = d->to[after0 ? 0 : 1];
			if (!n->gathers)
				note_part(flag, outcome, to != 0);
			flag->to[outcome] = gathered(flag, n->gathers, outcome, to);
			flag->run[outcome] = trace.run;
		}
	}
}

/* A side of a site and how far it is. */
struct nearest {
	uint32_t goal; /* PROGRAM_NONE: no side is wanted */
	uint64_t distance;
};

typedef int wanted_fn(uint32_t goal);

static int is_unsaturated(uint32_t goal)
{
	return !trace.asked.saturated[goal];
}

static int leads_there(uint32_t goal)
{
	return trace.asked.levels[goal] != 0;
}

/* The distances of a condition are `to`; those of a switch (null) stand in the cells,
 * where this run measured the side. */
static uint64_t side_distance(uint32_t goal, uint32_t side, const uint64_t *to)
{
	const struct trace_goal *cell = &trace.goals[goal + side];

	if (to)
		return to[side];
	return cell->run == trace.run ? cell->distance : UINT64_MAX;
}

/* The wanted side that is nearest; the side taken is at 0. */
static struct nearest nearest_side(const struct me_site *site, uint32_t goal,
				   uint32_t taken, const uint64_t *to,
				   wanted_fn *wanted)
{
	struct nearest best = {PROGRAM_NONE, UINT64_MAX};

	for (uint32_t side = 0; side < site->sides; side++) {
		uint64_t d = side == taken ? 0 : side_distance(goal, side, to);
		if (wanted(goal + side) && d <= best.distance)
			best = (struct nearest){goal + side, d};
	}
	return best;
}

/* The paper's pen over the sides of one site. */
static void pen(const struct me_site *site, uint32_t goal, uint32_t taken,
		const uint64_t *to)
{
	struct nearest n = nearest_side(site, goal, taken, to, is_unsaturated);

	if (n.goal != PROGRAM_NONE) {
		trace.record.r = n.distance;
		trace.record.r_goal = n.goal;
	}
	trace.record.last_goal = to ? goal + !taken : PROGRAM_NONE;
}

/* Keeps the turn when the side taken does not lead to the wanted site and another does:
 * the side nearest to being taken. */
static void note_turn(const struct me_site *site, uint32_t goal, uint32_t taken,
		      const uint64_t *to, coord sign)
{
	if (leads_there(goal + taken))
		return;
	struct nearest n = nearest_side(site, goal, taken, to, leads_there);
	if (n.goal != PROGRAM_NONE)
		trace.record.turn = (struct trace_turn){
		    sign, n.distance, site->id, trace.asked.levels[n.goal], trace.run};
}

static void note_path(const struct me_site *site, uint32_t side)
{
	if (site->id == trace.asked.aim)
		trace.record.aim_path = trace.record.path;
	trace.record.path = (trace.record.path ^ side) * 0x9e3779b97f4a7c15u + 1;
}

/* What a pass of a site means for the descent under way. */
static void note_sides(const struct me_site *site, uint32_t goal, uint32_t taken,
		       const uint64_t *to, coord sign)
{
	if (trace.asked.levels) {
		note_path(site, goal + taken);
		note_turn(site, goal, taken, to, sign);
	}
	if (trace.session.pen)
		pen(site, goal, taken, to);
}

/* As the cell of a goal with parts has it. */
static void note_goal_parts(uint32_t goal, uint64_t distance, coord sign,
			    uint32_t parts)
{
	struct trace_goal *cell = &trace.goals[goal];

	if (cell->run == trace.run && cell->parts < parts)
		cell->distance = UINT64_MAX;
	if (cell->run == trace.run && cell->parts > parts)
		return;
	note_goal(goal, distance, sign);
	cell->parts = parts;
}

/* A predicate has one side, and does not say where the control goes on. */
static void pass_predicate(const struct me_site *site, uint32_t goal, uint64_t distance)
{
	if (trace.asked.levels && site->id == trace.asked.aim)
		trace.record.aim_path = trace.record.path;
	if (trace.session.pen && is_unsaturated(goal)) {
		trace.record.r = distance;
		trace.record.r_goal = goal;
	}
}

static void note_predicate(const struct me_site *site, const struct distance *d)
{
	const uint32_t goal = program_site_goal(trace.program, site->id);

	note_goal_parts(goal, d->to[0], d->sign, guide_parts(site));
	pass_predicate(site, goal, d->to[0]);
}

/* Whether a condition on a value from memory may test a flag: it asks whether that is
 * 0, or the value is one of a flag. Of another number its own distance tells more. */
static int may_test_flag(const struct me_site *site, uint64_t a, uint64_t b)
{
	return a <= 1 || (b == 0 && (site->op == ME_EQ || site->op == ME_NE));
}

void hook_note(struct me_site *site, struct distance *d, uint64_t a, uint64_t b)
{
	trace.hooks++;
	if (site->flags & ME_SITE_FLAG)
		guide_apply(site, d);
	else if (trace.kept.row[site->id] != PROGRAM_NONE && may_test_flag(site, a, b))
		guide_apply_kept(site, d);
	note_site(site, d, a, b);
	note_influences(site, d);
	if (site->kind == ME_SITE_PREDICATE)
		note_predicate(site, d);
	if (site->kind != ME_SITE_COND)
		return;
	uint32_t goal = program_site_goal(trace.program, site->id);
	for (uint32_t side = 0; side < 2; side++)
		note_goal_parts(goal + side, d->to[side], d->sign,
				d->to[side] ? guide_loop_parts(site, (int)side) : 0);
	note_sides(site, goal, d->to[0] == 0 ? 0 : 1, d->to, d->sign);
	if (trace.asked.listener)
		trace.asked.listener->jump(site, d->to[0] == 0 ? 0 : 1, d);
}

/* ---- the hooks */

/* A loop's site is passed: leaves a run that has used up its steps. Returns whether the
 * pass is counted and nothing else. */
static int only_counts(const struct me_site *site)
{
	if (!(site->flags & ME_SITE_LOOP))
		return 0;
	if (++trace.record.steps > trace.record.budget)
		guard_leave_long_run();
	return *trace.program->site_state[site->id] == TRACE_COUNTED;
}

/* The site is passed: whether that is all that is kept of it. */
static int only_passes(const struct me_site *site)
{
	if (only_counts(site))
		return 1;
	if (trace.asked.omits != OMIT_DISTANCES)
		return 0;
	trace.hooks++;
	trace_touch(site);
	return 1;
}

static void keep_operands(ucoord a, ucoord b)
{
	if (!trace.asked.listener)
		return;
	trace.operands[0] = a;
	trace.operands[1] = b;
}

static ucoord bits_of_f80(long double value)
{
	ucoord bits = 0;

	memcpy(&bits, &value, 10);
	return bits;
}

struct switch_text hook_switch_text;

__attribute__((visibility("default"))) void __me_compare(struct me_site *site,
							 uint64_t a, uint64_t b)
{
	struct distance d;

	if (!trace_listening() || only_passes(site))
		return;
	distance_of(trace.session.kind, site->op, site->type, a, b, &d);
	if (hook_switch_text.entries && hook_switch_text.site == site->id) {
		if (a != b)
			switch_text_distance(&hook_switch_text, (int32_t)b,
					     &d.to[site->op != ME_EQ]);
		hook_switch_text.entries = NULL;
	}
	keep_operands(a, b);
	hook_note(site, &d, a, b);
	if (!trace.asked.feed || a == b || site->op == ME_WORDS || site->type == ME_PTR)
		return;
	if (site->type == ME_F32 || site->type == ME_I32 || site->type == ME_U32 ||
	    site->type == ME_D32) {
		__sanitizer_cov_trace_cmp4((uint32_t)a, (uint32_t)b);
		return;
	}
	__sanitizer_cov_trace_cmp8(a, b);
}

__attribute__((visibility("default"))) void
__me_compare_f80(struct me_site *site, long double a, long double b)
{
	struct distance d;
	uint64_t low[2];

	if (!trace_listening() || only_passes(site))
		return;
	distance_of_f80(trace.session.kind, site->op, a, b, &d);
	memcpy(&low[0], &a, 8);
	memcpy(&low[1], &b, 8);
	keep_operands(bits_of_f80(a), bits_of_f80(b));
	hook_note(site, &d, low[0], low[1]);
	if (trace.asked.feed && low[0] != low[1])
		__sanitizer_cov_trace_cmp8(low[0], low[1]);
}

__attribute__((visibility("default"))) void __me_compare_128(struct me_site *site,
							     ucoord a, ucoord b)
{
	struct distance d;

	if (!trace_listening() || only_passes(site))
		return;
	distance_of_128(trace.session.kind, site->op, site->type, a, b, &d);
	keep_operands(a, b);
	hook_note(site, &d, (uint64_t)a, (uint64_t)b);
	if (trace.asked.feed && (uint64_t)a != (uint64_t)b)
		__sanitizer_cov_trace_cmp8((uint64_t)a, (uint64_t)b);
}

__attribute__((visibility("default"))) void __me_switch(struct me_site *site,
							uint64_t value)
{
	const struct program *p = trace.program;
	struct distance none = {{0, 0}, 0};

	if (!trace_listening() || only_passes(site))
		return;
	uint32_t goal = program_site_goal(p, site->id);
	int whole = trace.session.pen || trace.asked.aim == site->id;
	struct switch_walk walk;
	switch_start(&walk, site, value, whole);
	if (hook_switch_text.entries && hook_switch_text.site == site->id)
		walk.of = &hook_switch_text;
	trace.hooks++;
	note_site(site, &none, value, value);
	note_goal(goal + site->default_side, switch_to_default(&walk), 0);
	while (switch_next(&walk))
		note_goal(goal + walk.side, walk.distance, walk.where);
	hook_switch_text.entries = NULL;
	note_goal(goal + walk.taken, 0, 0);
	note_sides(site, goal, walk.taken, NULL, 0);
	if (trace.asked.listener && trace.asked.listener->select)
		trace.asked.listener->select(site, value, walk.taken);
	if (trace.asked.feed && site->case_count)
		__sanitizer_cov_trace_cmp8(
		    value, (uint64_t)site->cases[trace.run % site->case_count].low);
}

__attribute__((visibility("default"))) uint64_t __me_force(struct me_site *site,
							   uint64_t value)
{
	if (!trace_listening() || !trace.asked.forces)
		return value;
	return trace.asked.listener->force(site, value);
}

/* ---- predicates */

enum { ALL_MASKED = 0x1f80 }; /* of MXCSR: no exception traps */

__attribute__((visibility("default"))) void
__me_observe(struct me_environment *environment, uint32_t uses_x87)
{
	uint32_t mxcsr;

	environment->error = errno;
	environment->uses_x87 = uses_x87;
	if (uses_x87)
		__asm__ volatile("fnstenv %0" : "=m"(environment->x87));
	__asm__ volatile("stmxcsr %0" : "=m"(environment->mxcsr));
	mxcsr = environment->mxcsr | ALL_MASKED;
	__asm__ volatile("ldmxcsr %0" : : "m"(mxcsr));
}

void hook_leave_observer(const struct me_environment *environment)
{
	if (!environment)
		return;
	if (environment->uses_x87)
		__asm__ volatile("fldenv %0" : : "m"(environment->x87));
	__asm__ volatile("ldmxcsr %0" : : "m"(environment->mxcsr));
	errno = environment->error;
}

/* A predicate is computed: a step. Where each operation of a loop has its predicates
 * they are most of a run. */
static void count_predicate(void)
{
	if (trace.session.counts && ++trace.record.steps > trace.record.budget)
		guard_leave_long_run();
}

/* Without its distance. */
static void note_truth(const struct me_site *site, uint64_t truth)
{
	trace.hooks++;
	if (truth)
		trace_touch(site);
}

__attribute__((visibility("default"))) void
__me_predicate(struct me_site *site, uint64_t truth, struct me_environment *environment)
{
	const struct program *p = trace.program;
	struct distance d;

	hook_leave_observer(environment);
	if (!p)
		return;
	if (truth)
		*p->goals[program_site_goal(p, site->id)]->counter = 1;
	if (!trace_listening())
		return;
	count_predicate();
	trace.predicates++;
	if (trace.asked.omits == OMIT_DISTANCES) {
		note_truth(site, truth);
	} else {
		distance_of(trace.session.kind, site->op, site->type, truth, 0, &d);
		hook_note(site, &d, truth, 0);
	}
	if (truth && trace.session.met)
		trace.session.met(program_site_goal(p, site->id));
}

/* ---- exceptions of operations */

/* It is nearer to its goal than in all passes of this run before. */
static void note_nearer(struct me_site *site, uint32_t goal, const struct operation *o,
			uint64_t distance, coord sign)
{
	struct trace_site *cell = trace_touch(site);

	cell->operand[0] = o->a.bits;
	cell->operand[1] = o->b.bits;
	note_goal(goal, distance, sign);
}

/* One exception of an operation. */
static void note_exception(struct me_site *site, const struct operation *o)
{
	struct trace_exception *cell = &trace.exceptions[site->id];
	coord sign;
	const uint64_t steps =
	    operation_distance(o, (enum me_exception)site->exception, &sign);
	const int is_nearer = cell->run != trace.run || steps < cell->least;

	if (steps &&
	    (trace.asked.omits == OMIT_DISTANCES ||
	     (!is_nearer && site->id != trace.asked.aim && !trace.session.pen)))
		return;
	const uint32_t goal = program_site_goal(trace.program, site->id);
	if (!steps)
		*trace.program->goals[goal]->counter = 1;
	if (!trace_listening_here)
		return;
	const uint64_t distance = distance_image(trace.session.kind, steps);
	if (is_nearer) {
		cell->run = trace.run;
		cell->least = steps;
		note_nearer(site, goal, o, distance, sign);
	}
	pass_predicate(site, goal, distance);
	if (!steps && trace.session.met)
		trace.session.met(goal);
}

/* Whether a result in the range of those of earlier passes tells nothing new. The first
 * passes are measured all the same: that range says nothing of the operands. */
static int is_like_others(const struct me_site *first, uint64_t magnitude)
{
	enum { MEASURED_PASSES = 64 };
	struct trace_operation *o = &trace.operations[first->id];

	if (o->run != trace.run)
		*o = (struct trace_operation){magnitude, magnitude, trace.run, 0};
	else if (magnitude < o->low)
		o->low = magnitude;
	else if (magnitude > o->high)
		o->high = magnitude;
	else if (++o->passes > MEASURED_PASSES)
		return 1;
	return 0;
}

/* Whether the pass of the operation is passed over. */
static int is_omitted(const struct me_site *first, uint64_t result, uint64_t a,
		      uint64_t b)
{
	const enum me_arithmetic arithmetic = (enum me_arithmetic)first->arithmetic;
	const int is_single = first->type == ME_F32;

	if (trace.asked.aim - first->id < first->group || trace.session.pen ||
	    !operation_is_plain(arithmetic, is_single, result, a, b))
		return 0;
	return trace.asked.omits != OMIT_NOTHING ||
	       is_like_others(first, operation_magnitude(
					 is_single || arithmetic == ME_NARROW, result));
}

__attribute__((visibility("default"))) void
__me_operation(struct me_site *first, uint64_t result, uint64_t a, uint64_t b)
{
	struct operation o;

	if (!trace.program)
		return;
	if (trace_listening()) {
		count_predicate();
		trace.hooks++;
		if (is_omitted(first, result, a, b))
			return;
	}
	operation_read(&o, (enum me_arithmetic)first->arithmetic,
		       (enum me_type)first->type, result, a, b);
	for (struct me_site *site = first; site < first + first->group; site++)
		if (trace.exceptions[site->id].is_open)
			note_exception(site, &o);
}
