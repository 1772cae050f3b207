/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * summary.c - first with bounds of what loops change (invariant.c), by intervals, of any one
 * iteration or of several in a row: what a recurrence does to its bounds in one step, it may make
 * up for in more. Then with nothing known of it, by a solver.
 */
#include "prover/verify/unwinding.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "system/stop.h"

enum { PASSES_MANY = 16, ITERATIONS = 9, WAYS_MOST = 128, CHOICES_MOST = 3, EXPRESSIONS_MOST = 90000 };

/* Whether the goal of the encoding has a proof, as the finding says. */
static bool settles(struct verdict_attempt *a, const struct question *question,
		    enum finding finding)
{
	const struct encoded_goal *goal =
	    encoding_goal(&a->encoding, a->function, a->number);

	const bool is_near = finding == FINDING_NEVER_NEAREST;

	a->nearest = is_near || a->is_near;
	if ((finding != FINDING_NEVER && !is_near) || !attempt_settle(a, goal) ||
	    !prove_goal_is_proven(a->goal))
		return false;
	memcpy(a->goal->how, question->how, sizeof question->how);
	return true;
}

static bool encode_summary(struct verdict_attempt *a, uint32_t passes)
{
	const struct prover *p = a->prover;
	char why[256];

	a->bounds.passes = passes;
	a->bounds.expressions = passes > 1 ? EXPRESSIONS_MOST : p->expressions;
	const bool is_made = encode(&a->encoding, p->program, p->entry, &a->bounds,
				    ENCODE_INLINING | ENCODE_SUMMARIES, why) == 0;
	a->bounds.expressions = p->expressions;
	return is_made && a->encoding.summary_count && !attempt_inputs(a);
}

/* The queries are small, with arithmetic of floating point unconstrained. */
static bool proves_by_solver(struct verdict_attempt *a)
{
	struct prover *prover = a->prover;
	char title[256];
	bool proven = false;

	if (encode_summary(a, 1)) {
		struct question question = {.encoding = &a->encoding,
					    .condition = attempt_condition(a),
					    .title = title,
					    .brief = true,
					    .coarse = true};
		attempt_title(a, "loops and goal", title, sizeof title);
		proven = settles(a, &question, ask(prover, &question));
		if (proven && prover->explain && question.proven != EXPR_NONE)
			explain(prover, &question, a->goal);
	}
	attempt_assumes(a);
	encoding_done(&a->encoding);
	return proven;
}

/* The conditions in which the goal is met in one way: what a run does before is the same. */
struct goal_ways {
	expr list[WAYS_MOST];
	size_t count;
	bool is_whole; /* there are no others */
};

static void add_ways(struct expr_store *s, struct goal_ways *w, expr before, expr e)
{
	const struct expr_node n = *expr_at(s, e);

	if (n.op == EXPR_OR) {
		add_ways(s, w, before, n.a);
		add_ways(s, w, before, n.b);
	} else if (n.op == EXPR_NOT && expr_at(s, n.a)->op == EXPR_AND) {
		const struct expr_node both = *expr_at(s, n.a);
		add_ways(s, w, before, expr_not(s, both.a));
		add_ways(s, w, before, expr_not(s, both.b));
	} else if (n.op == EXPR_AND) {
		add_ways(s, w, expr_and(s, before, n.a), n.b);
	} else if (w->count == WAYS_MOST) {
		w->is_whole = false;
	} else {
		w->list[w->count++] = expr_and(s, before, e);
	}
}

/* A comparison in the condition that is none of those; EXPR_NONE: there is none. */
static expr new_part(const struct expr_store *s, expr condition, const expr *made, unsigned count)
{
	const struct expr_node *n = expr_at(s, condition);

	if (n->op == EXPR_NOT)
		return new_part(s, n->a, made, count);
	if (n->op == EXPR_AND || n->op == EXPR_OR) {
		const expr part = new_part(s, n->a, made, count);
		return part != EXPR_NONE ? part : new_part(s, n->b, made, count);
	}
	for (unsigned i = 0; i < count; i++)
		if (made[i] == condition)
			return EXPR_NONE;
	return n->op == EXPR_CONST ? EXPR_NONE : condition;
}

/* A part of the last choice between values that the way depends on, which is not made yet;
 * EXPR_NONE: there is none. */
static expr last_choice(const struct expr_store *s, expr way, const expr *made, unsigned count)
{
	unsigned char *marks = array_new(way + 1u, 1);
	expr operands[EXPR_OPERANDS], choice = EXPR_NONE;

	marks[way] = 1;
	for (expr e = way; e > 0 && choice == EXPR_NONE; e--) {
		const struct expr_node *n = expr_at(s, e);
		if (!marks[e])
			continue;
		for (unsigned i = expr_operands(s, e, operands); i-- > 0;)
			marks[operands[i]] = 1;
		if (n->op == EXPR_ITE && n->sort >= 32)
			choice = new_part(s, n->a, made, count);
	}
	free(marks);
	return choice;
}

/* By intervals, in that mode, each side of the last choices apart. */
static bool is_excluded(struct verdict_attempt *a, struct question *question,
			enum interval_modes modes, expr *made, unsigned count)
{
	struct expr_store *s = &a->encoding.store;
	const expr way = question->condition;

	if (expr_is_false(s, way) ||
	    ask_intervals(a->prover, question, modes | INTERVAL_BRIEF) == FINDING_NEVER)
		return true;
	if (stop_asked())
		return false;
	made[count] = count < CHOICES_MOST ? last_choice(s, way, made, count) : EXPR_NONE;
	if (made[count] == EXPR_NONE)
		return a->bounds.passes == 1 &&
		       ask_intervals(a->prover, question, modes) == FINDING_NEVER;
	const expr choice = made[count];
	for (int truth = 1; truth >= 0; truth--) {
		question->condition = expr_and(s, way, truth ? choice : expr_not(s, choice));
		if (!is_excluded(a, question, modes, made, count + 1))
			return false;
	}
	return true;
}

static bool are_excluded(struct verdict_attempt *a, struct question *question,
			 enum interval_modes modes)
{
	struct expr_store *s = &a->encoding.store;
	struct goal_ways ways = {.is_whole = true};
	expr made[CHOICES_MOST + 1];
	bool excluded;

	add_ways(s, &ways, expr_bool(s, true), attempt_condition(a));
	excluded = ways.is_whole;
	for (size_t i = 0; i < ways.count && excluded; i++) {
		question->condition = ways.list[i];
		excluded = is_excluded(a, question, modes, made, 0);
	}
	return excluded && !stop_asked();
}

/* In runs of that mode. */
static bool proves_by_bounds(struct verdict_attempt *a, uint32_t passes, bool nearest)
{
	bool proven = false;

	if (encode_summary(a, passes)) {
		const bool each = a->encoding.changes_rounding;
		const enum interval_modes modes = nearest ? INTERVAL_NEAREST
						  : each  ? INTERVAL_EACH
							  : INTERVAL_ANY;
		struct question question = {.encoding = &a->encoding};
		a->without_solvers = a->encoding.store.count < EXPRESSIONS_MOST &&
				invariant_assume(a->prover, &a->encoding, modes);
		if (a->without_solvers && are_excluded(a, &question, modes))
			proven = settles(a, &question,
					 nearest ? FINDING_NEVER_NEAREST : FINDING_NEVER);
		a->without_solvers = false;
	}
	attempt_assumes(a);
	encoding_done(&a->encoding);
	return proven;
}

/* Of loops whose iterations all runs make there is no need for more; when all rounds to nearest, the
 * conditions of more loops are known. */
static bool proves_unwound(struct verdict_attempt *a, bool nearest)
{
	const struct prover *p = a->prover;
	bool proven = false;
	char why[256];

	a->is_near = nearest;
	if (encode(&a->encoding, p->program, p->entry, &a->bounds,
		   ENCODE_INLINING | (nearest ? ENCODE_NEAREST : 0), why) == 0 &&
	    !(nearest && a->encoding.changes_rounding) && !attempt_inputs(a)) {
		struct question question = {.encoding = &a->encoding,
					    .condition = attempt_condition(a),
					    .no_solver = true};
		a->without_solvers = true;
		proven = settles(a, &question, ask(a->prover, &question));
		a->without_solvers = false;
	}
	a->is_near = false;
	attempt_assumes(a);
	encoding_done(&a->encoding);
	return proven;
}

/* The same with some iterations of each loop. */
static bool proves_deeper(struct verdict_attempt *a)
{
	const struct bounds before = a->bounds;
	const uint32_t most = a->prover->unwind;

	a->bounds = (struct bounds){.otherwise = most < ITERATIONS ? most : ITERATIONS,
				    .expressions = EXPRESSIONS_MOST};
	const bool proven = proves_unwound(a, false) || proves_unwound(a, true);
	free(a->bounds.list);
	a->bounds = before;
	return proven;
}

static bool has_loops(struct verdict_attempt *a)
{
	const bool has_some = encode_summary(a, 1);

	a->prover->has_no_loops = !a->encoding.summary_count && !stop_asked();
	encoding_done(&a->encoding);
	return has_some;
}

static bool is_tried(const struct verdict_attempt *a)
{
	const struct prover *p = a->prover;

	for (size_t i = 0; i < p->tried_count; i++)
		if (p->tried[i].function == a->function && p->tried[i].number == a->number)
			return true;
	return false;
}

static void note_tried(const struct verdict_attempt *a)
{
	struct prover *p = a->prover;

	p->tried = array_grow(p->tried, p->tried_count, &p->tried_room, sizeof *p->tried);
	p->tried[p->tried_count++] = (struct tried_goal){a->function, a->number};
}

/* Many iterations in a row are large: what needs little time comes before them. */
static bool proves_all_ways(struct verdict_attempt *a)
{
	if (!has_loops(a))
		return false;
	if (a->prover->explain)
		return proves_by_solver(a);
	return proves_unwound(a, false) || proves_unwound(a, true) ||
	       proves_by_bounds(a, 1, false) || proves_by_bounds(a, 1, true) ||
	       proves_by_solver(a) || proves_deeper(a) ||
	       proves_by_bounds(a, PASSES_MANY, false) ||
	       proves_by_bounds(a, PASSES_MANY, true);
}

bool summary_proves(struct verdict_attempt *a)
{
	if (is_tried(a))
		return false;
	const bool proven = proves_all_ways(a);
	if (!proven && !stop_asked())
		note_tried(a);
	return proven;
}
