/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unwinding.c - the frontier of the walk. A goal is infeasible only if no run that
 * passes the frontier comes to it: each frontier point from which the goal can be
 * reached must be unreachable itself. If the unwinding assertion of a loop fails, the
 * loop's bound is doubled; a loop that no input reaches is never unwound.
 */
#include "prover/verify/unwinding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/ir/callback.h"
#include "prover/ir/loop_forest.h"
#include "system/stop.h"

/* Up to it more iterations cost less than a solver that says that there are no more. */
enum { SMALL_BOUND = 8 };

void attempt_unknown(struct prove_goal *goal, const char *why)
{
	goal->verdict = stop_asked() ? VERDICT_STOPPED : VERDICT_UNKNOWN;
	snprintf(goal->why, sizeof goal->why, "%s", stop_asked() ? stop_why() : why);
	*goal->how = '\0';
}

void attempt_title(const struct verdict_attempt *a, const char *what, char *title,
		   size_t size)
{
	snprintf(title, size, "%s %s of %s", what, a->goal->name, a->function->name);
}

void attempt_forget(struct verdict_attempt *a)
{
	onward_free(a->onward);
	a->onward = NULL;
}

bool attempt_find(struct verdict_attempt *a)
{
	attempt_forget(a);
	a->function = gimple_find(a->prover->program, a->goal->function, a->goal->unit);
	a->number = a->function ? gimple_goal(a->function, a->goal->name) : GIMPLE_NONE;
	return a->number != GIMPLE_NONE;
}

/* ---- the frontier */

/* Whether a run that has come to the point may return from the entry. */
static bool may_return(const struct frontier_point *point)
{
	return point->block == GIMPLE_NONE ||
	       !termination_never(point->function, point->block);
}

/* Whether a run may continue from the point to the goal. */
static bool may_lead(struct verdict_attempt *a, const struct frontier_point *point)
{
	if (a->on_path)
		return true;
	if (!a->onward)
		a->onward = onward_new(a->prover->program, a->function,
				       a->function->goals[a->number].block);
	return onward_may_come(a->onward, point);
}

/* Where runs have to return, frontier points behind the goal count too. */
static bool matters(struct verdict_attempt *a, const struct frontier_point *point)
{
	return a->goal->returning ? may_return(point) : may_lead(a, point);
}

static void describe_point(const struct frontier_point *point, char *text, size_t size)
{
	static const char *const what[] = {
	    [FRONTIER_LOOP] = "the unwinding assertion of a loop",
	    [FRONTIER_RECURSION] = "the unwinding assertion of a recursion",
	    [FRONTIER_STORE] = "a store to an unknown object",
	    [FRONTIER_VALUE] = "memory that holds no value of its type",
	    [FRONTIER_TWICE] = "a call returns twice",
	    [FRONTIER_CALL] = "a call may call back into the program",
	    [FRONTIER_SIZE] = "the formulas grow too large"};

	const struct function *f = point->function;
	const int n = snprintf(text, size, "%s: %.100s", what[point->kind],
			       *f->source_name ? f->source_name : f->name);

	if (point->line)
		snprintf(text + n, size - (size_t)n, ", line %u", point->line);
}

/* A run is deterministic: both conditions hold for the same values. */
expr attempt_condition(struct verdict_attempt *a)
{
	struct expr_store *s = &a->encoding.store;
	const struct encoded_goal *goal =
	    encoding_goal(&a->encoding, a->function, a->number);

	if (!goal)
		return expr_bool(s, false);
	return a->goal->returning ? expr_and(s, a->encoding.returns, goal->reach)
				  : goal->reach;
}

void attempt_assumes(struct verdict_attempt *a)
{
	a->goal->may_overlap = a->encoding.rests_on_overlap;
	a->goal->may_read_bools = a->encoding.rests_on_bools;
	a->goal->assumed_first = a->encoding.assumed_first;
	a->goal->assumed_last = a->encoding.assumed_last;
}

void attempt_bounds(const struct verdict_attempt *a, char *text, size_t size)
{
	size_t n = (size_t)snprintf(text, size, "k={");

	for (size_t i = 0; i < a->bounds.count && n < size; i++) {
		const struct bound *b = &a->bounds.list[i];
		const struct function *f = b->function;
		const uint32_t line =
		    b->block == GIMPLE_NONE ? f->line : f->blocks[b->block].end.line;
		if (b->limit < a->prover->unwind)
			continue;
		n += (size_t)snprintf(
		    text + n, size - n, "%s%s line %u:%u", n > 3 ? ", " : "",
		    b->block == GIMPLE_NONE ? "recursion" : "loop", line, b->limit);
	}
	if (n < size)
		snprintf(text + n, size - n, "}");
}

/* Whether each limit of the one is a limit of the other. */
static bool has_limits(const struct bounds *one, const struct bounds *other)
{
	for (size_t i = 0; i < one->count; i++) {
		const struct bound *b = &one->list[i];
		if (bounds_limit(other, b->function, b->block) != b->limit)
			return false;
	}
	return one->otherwise == other->otherwise;
}

/* The findings about this walk; a new list where there is none yet. */
static struct frontier_memo *find_memo(const struct verdict_attempt *a)
{
	struct prover *p = a->prover;
	const struct bounds *now = &a->bounds;
	const struct frontier_memo like = {.inlining = a->inlining,
					   .names_edges = a->encoding.names_edges,
					   .summarises = a->encoding.summarises,
					   .is_near = a->is_near,
					   .point_count = a->encoding.frontier_count,
					   .bounds.otherwise = now->otherwise};

	for (size_t i = 0; i < p->memo_count; i++) {
		struct frontier_memo *m = &p->memos[i];
		if (m->inlining == like.inlining &&
		    m->names_edges == like.names_edges &&
		    m->summarises == like.summarises && m->is_near == like.is_near &&
		    m->point_count == like.point_count && has_limits(&m->bounds, now) &&
		    has_limits(now, &m->bounds))
			return m;
	}
	p->memos = array_grow(p->memos, p->memo_count, &p->memo_room, sizeof *p->memos);
	struct frontier_memo *m = &p->memos[p->memo_count++];
	*m = like;
	m->findings = array_new(like.point_count + 1, sizeof *m->findings);
	for (size_t i = 0; i < now->count; i++)
		bounds_set(&m->bounds, now->list[i].function, now->list[i].block,
			   now->list[i].limit);
	return m;
}

/* Asks, once, whether a run can come to the point; no solver where the bound is `small`. */
static enum finding ask_point(struct verdict_attempt *a, size_t number, bool brief,
			      bool small)
{
	/* Of a summary, bounds that are assumed are of this walk alone. */
	unsigned char none = 0,
		      *kept = a->without_solvers ? &none : &find_memo(a)->findings[number];
	char title[256];
	struct question question = {.encoding = &a->encoding,
				    .condition = a->encoding.frontier[number].reach,
				    .title = title,
				    .brief = brief,
				    .no_solver = small || a->without_solvers,
				    .coarse = a->encoding.summarises};

	if (*kept)
		return (enum finding)(*kept - 1);
	attempt_title(a, "the frontier before goal", title, sizeof title);
	const enum finding finding = ask(a->prover, &question);
	if (!stop_asked()) /* else it may be about a part of the walk */
		*kept = (unsigned char)(finding + 1);
	return finding;
}

/* Whether the condition, that a run comes to a point in some way, can hold. */
static enum finding ask_when(struct verdict_attempt *a, const char *where,
			     expr condition)
{
	char title[256];
	struct question question = {
	    .encoding = &a->encoding, .condition = condition, .title = title};

	attempt_title(a, where, title, sizeof title);
	return ask(a->prover, &question);
}

static enum unwinding grow_bound(struct verdict_attempt *a,
				 const struct frontier_point *point, uint32_t limit)
{
	const uint32_t most = a->prover->unwind;
	const uint32_t next = 2 * limit < most ? 2 * limit : most;

	bounds_set(&a->bounds, point->function, point->block,
		   limit >= most ? limit : next);
	return limit >= most ? UNWINDING_EXHAUSTED : UNWINDING_GROWN;
}

/* Checks one point; doubles its bound if a run can come to it. */
static enum unwinding close_point(struct verdict_attempt *a, size_t number,
				  const struct encoded_goal *goal)
{
	const struct frontier_point *point = &a->encoding.frontier[number];
	const uint32_t limit = bounds_limit(&a->bounds, point->function, point->block);
	const bool can_double =
	    a->encoding.summarises ||
	    ((point->kind == FRONTIER_LOOP || point->kind == FRONTIER_RECURSION) &&
	     limit < a->prover->unwind);
	const enum finding finding =
	    a->on_path ? ask_when(a, "the frontier on", a->on_path[number])
	    : !goal || may_lead(a, point)
		? ask_point(a, number, can_double,
			    can_double && !a->encoding.summarises &&
				limit < SMALL_BOUND)
		: ask_when(a, "the frontier behind goal",
			   expr_and(&a->encoding.store, goal->reach, point->reach));
	char why[256];

	if (finding == FINDING_NEVER)
		return UNWINDING_CLOSED;
	if (finding == FINDING_NEVER_NEAREST) {
		a->nearest = true;
		return UNWINDING_CLOSED;
	}
	if (a->encoding.summarises) /* the loops will be unwound */
		return UNWINDING_BLOCKED;
	if (point->kind == FRONTIER_CALL && !a->inlining) {
		a->inlining = true;
		return UNWINDING_GROWN;
	}
	if (point->kind != FRONTIER_LOOP && point->kind != FRONTIER_RECURSION) {
		describe_point(point, why, sizeof why);
		attempt_unknown(a->goal, why);
		return UNWINDING_BLOCKED;
	}
	return grow_bound(a, point, limit);
}

/* Whether a signal handler, which may run at any time, may come to the goal. */
static bool is_interrupted(const struct verdict_attempt *a)
{
	const struct gimple_program *p = a->prover->program;

	return p->catches_signals &&
	       (a->on_path || strcmp(a->function->name, a->prover->entry->name) != 0 ||
		callback_comes(p, a->function));
}

/* Checks each point of the frontier from which the goal (null: the walk did not reach
 * it) may be reached: if a run can come to the point, doubles its bound. Where runs
 * have to return, also checks each point that a run may pass after the goal and before
 * it returns. Sets `nearest` if the result holds only when rounding to nearest. */
static enum unwinding close_frontier(struct verdict_attempt *a,
				     const struct encoded_goal *goal)
{
	enum unwinding worst = UNWINDING_CLOSED;
	const bool inlining = a->inlining;

	if (is_interrupted(a)) {
		attempt_unknown(a->goal, "a signal handler may reach it");
		return UNWINDING_BLOCKED;
	}
	for (size_t i = 0; i < a->encoding.frontier_count; i++) {
		if (!matters(a, &a->encoding.frontier[i]))
			continue;
		const enum unwinding one = close_point(a, i, goal);
		if (a->inlining != inlining)
			return UNWINDING_GROWN; /* the frontier will be another one */
		if (one > worst)
			worst = one;
		if (one == UNWINDING_BLOCKED)
			break;
	}
	return worst;
}

enum unwinding unwinding_grow(struct verdict_attempt *a)
{
	struct prove_goal all = {.name = "of any path",
				 .function = a->prover->entry->name};
	enum unwinding worst = UNWINDING_CLOSED;

	a->goal = &all;
	a->function = a->encoding.entry;
	for (size_t i = 0; i < a->encoding.frontier_count; i++) {
		const struct frontier_point *point = &a->encoding.frontier[i];
		const uint32_t limit =
		    bounds_limit(&a->bounds, point->function, point->block);
		if (point->kind != FRONTIER_LOOP && point->kind != FRONTIER_RECURSION)
			continue;
		const enum finding finding =
		    ask_point(a, i, limit < a->prover->unwind, false);
		if (finding == FINDING_NEVER || finding == FINDING_NEVER_NEAREST)
			continue;
		const enum unwinding one = grow_bound(a, point, limit);
		if (worst != UNWINDING_GROWN)
			worst = one;
	}
	a->goal = NULL;
	return worst;
}

/* If no input satisfied the assumptions, every proof would be vacuous. */
const char *attempt_inputs(struct verdict_attempt *a)
{
	enum finding finding = FINDING_REFUTED;
	struct question question = {.encoding = &a->encoding,
				    .condition = expr_bool(&a->encoding.store, true),
				    .title = "the inputs"};

	if (!a->prover->has_inputs && a->encoding.assumption_count)
		finding = ask(a->prover, &question);
	if (finding == FINDING_NONE)
		return "no solver decides whether any input is in the declared ranges";
	if (finding == FINDING_NEVER || finding == FINDING_NEVER_NEAREST)
		return "no input is in the declared ranges";
	if (stop_asked())
		return stop_why();
	a->prover->has_inputs = true;
	return NULL;
}

/* When it was to stop, the walk may have left out a part. */
bool attempt_settle(struct verdict_attempt *a, const struct encoded_goal *goal)
{
	switch (close_frontier(a, goal)) {
	case UNWINDING_CLOSED:
		a->goal->verdict = a->nearest ? VERDICT_NEAREST : VERDICT_INFEASIBLE;
		break;
	case UNWINDING_GROWN:
		return false;
	case UNWINDING_EXHAUSTED:
		a->goal->verdict = VERDICT_WITHIN;
		attempt_bounds(a, a->goal->why, sizeof a->goal->why);
		break;
	default:
		break;
	}
	if (stop_asked())
		attempt_unknown(a->goal, "");
	return true;
}
