/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unwinding.c - where the walk stopped. A goal is infeasible only when no run that went
 * through a cut can come to it: each cut from which the goal can be reached must be out
 * of reach itself. A loop's cut that is not makes the loop's bound double; a loop that
 * no input comes near is never unwound.
 */
#include "prover/verify/unwinding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "prover/ir/arena.h"
#include "prover/ir/callback.h"
#include "prover/ir/termination.h"
#include "prover/ir/loop_forest.h"

void attempt_unknown(struct prove_goal *goal, const char *why)
{
	goal->verdict = VERDICT_UNKNOWN;
	snprintf(goal->why, sizeof goal->why, "%s", why);
}

void attempt_title(const struct attempt *a, const char *what, char *title, size_t size)
{
	snprintf(title, size, "%s of %s, condition %u, edge %u", what,
		 a->function->name, a->goal->ordinal, a->goal->rank);
}

/* ---- cuts */

/* Whether a run that has come to the cut may return from the entry. */
static bool may_return(const struct cut *cut)
{
	return cut->block == GIMPLE_NONE ||
	       !termination_never(cut->function, cut->block);
}

/* Whether the entry may be called again by a run of it, as by itself. */
static bool comes_again(struct prover *p, const struct function *entry)
{
	if (!p->is_again_known) {
		p->is_again = callback_again(p->program, entry);
		p->is_again_known = true;
	}
	return p->is_again;
}

/* Whether a run may go on from the cut to the goal: in the entry itself, when it is not
 * called again. */
static bool may_lead(const struct attempt *a, const struct cut *cut,
		     const struct encoded_goal *goal)
{
	if (cut->kind == CUT_CALL || cut->function != a->function || cut->in_callee ||
	    cut->block == GIMPLE_NONE ||
	    strcmp(a->function->name, a->prover->entry->name) != 0 || !goal ||
	    comes_again(a->prover, a->function))
		return true;
	bool *reaches = array_new(a->function->block_count, sizeof *reaches);
	loop_forest_reaches(a->function, cut->block, reaches);
	const bool leads = reaches[goal->block];
	free(reaches);
	return leads;
}

/* Where runs have to return, what is cut behind the goal counts too. */
static bool matters(const struct attempt *a, const struct cut *cut,
		    const struct encoded_goal *goal)
{
	return a->goal->returning ? may_return(cut) : may_lead(a, cut, goal);
}

static void describe_cut(const struct cut *cut, char *text, size_t size)
{
	static const char *const what[] = {
	    [CUT_LOOP] = "a loop is cut",
	    [CUT_RECURSION] = "recursion is cut",
	    [CUT_STORE] = "a store to what is not known",
	    [CUT_VALUE] = "what is read is no value of its type",
	    [CUT_TWICE] = "a call returns twice",
	    [CUT_CALL] = "a call may come back into the program",
	    [CUT_SIZE] = "the formulas grow too large"};

	snprintf(text, size, "%s: %.100s, line %u", what[cut->kind],
		 cut->function->name, cut->line);
}

void attempt_bounds(const struct attempt *a, char *text, size_t size)
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

static uint64_t bounds_hash(const struct attempt *a)
{
	uint64_t hash = a->inlining ? ME_IR_HASH_START : 1;

	for (size_t i = 0; i < a->bounds.count; i++) {
		const struct bound *b = &a->bounds.list[i];
		const uint64_t numbers[] = {
		    (uint64_t)(b->function - a->prover->program->functions), b->block,
		    b->limit};
		/* A sum: the order in which they were set says nothing. */
		uint64_t one = ME_IR_HASH_START;
		for (int k = 0; k < 3; k++)
			one = (one ^ numbers[k]) * ME_IR_HASH_PRIME;
		hash += one * (one >> 32 | 1);
	}
	return hash;
}

/* Asks whether a cut can be come to, once. */
static enum finding ask_cut(struct attempt *a, size_t number, bool brief)
{
	struct prover *p = a->prover;
	const uint64_t bounds = bounds_hash(a);
	char title[256];
	struct question question = {.encoding = &a->encoding,
				    .condition = a->encoding.cuts[number].reach,
				    .title = title,
				    .brief = brief};

	for (size_t i = 0; i < p->memo_count; i++)
		if (p->memos[i].bounds == bounds && p->memos[i].cut == number)
			return (enum finding)p->memos[i].finding;
	attempt_title(a, "a cut before the goal", title, sizeof title);
	const enum finding finding = ask(p, &question);
	p->memos = array_grow(p->memos, p->memo_count, &p->memo_room, sizeof *p->memos);
	p->memos[p->memo_count++] = (struct cut_memo){bounds, number, (int)finding};
	return finding;
}

/* The same of runs that have taken the goal before. */
static enum finding ask_cut_behind(struct attempt *a, size_t number,
				   const struct encoded_goal *goal)
{
	char title[256];
	struct question question = {.encoding = &a->encoding,
				    .condition =
					expr_and(&a->encoding.store, goal->reach,
						 a->encoding.cuts[number].reach),
				    .title = title};

	attempt_title(a, "a cut behind the goal", title, sizeof title);
	return ask(a->prover, &question);
}

/* Looks at one cut; doubles its bound when it can be come to. */
static enum cuts close_cut(struct attempt *a, size_t number,
			   const struct encoded_goal *goal)
{
	const struct cut *cut = &a->encoding.cuts[number];
	const uint32_t limit = bounds_limit(&a->bounds, cut->function, cut->block);
	const bool can_double = (cut->kind == CUT_LOOP || cut->kind == CUT_RECURSION) &&
				limit < a->prover->unwind;
	const enum finding finding = may_lead(a, cut, goal)
					 ? ask_cut(a, number, can_double)
					 : ask_cut_behind(a, number, goal);
	char why[256];

	if (finding == FINDING_NEVER)
		return CUTS_CLOSED;
	if (finding == FINDING_NEVER_NEAREST) {
		a->nearest = true;
		return CUTS_CLOSED;
	}
	if (cut->kind == CUT_CALL && !a->inlining) {
		a->inlining = true;
		return CUTS_MOVED;
	}
	if (cut->kind != CUT_LOOP && cut->kind != CUT_RECURSION) {
		describe_cut(cut, why, sizeof why);
		attempt_unknown(a->goal, why);
		return CUTS_BLOCKED;
	}
	if (limit >= a->prover->unwind) {
		bounds_set(&a->bounds, cut->function, cut->block, limit);
		return CUTS_SPENT;
	}
	bounds_set(&a->bounds, cut->function, cut->block,
		   2 * limit < a->prover->unwind ? 2 * limit : a->prover->unwind);
	return CUTS_MOVED;
}

/* Whether a signal's handler, which runs at any time, may come to the goal. */
static bool is_interrupted(const struct attempt *a)
{
	const struct program *p = a->prover->program;

	return p->catches_signals &&
	       (strcmp(a->function->name, a->prover->entry->name) != 0 ||
		callback_comes(p, a->function));
}

enum cuts cuts_close(struct attempt *a, const struct encoded_goal *goal)
{
	enum cuts worst = CUTS_CLOSED;
	const bool inlining = a->inlining;

	if (is_interrupted(a)) {
		attempt_unknown(a->goal, "a signal's handler may come to it");
		return CUTS_BLOCKED;
	}
	for (size_t i = 0; i < a->encoding.cut_count; i++) {
		if (!matters(a, &a->encoding.cuts[i], goal))
			continue;
		const enum cuts one = close_cut(a, i, goal);
		if (a->inlining != inlining)
			return CUTS_MOVED; /* other cuts than these */
		if (one > worst)
			worst = one;
		if (one == CUTS_BLOCKED)
			break;
	}
	return worst;
}

/* Where no input is as assumed every proof would be empty. */
const char *attempt_inputs(struct attempt *a)
{
	enum finding finding = FINDING_REFUTED;
	struct question question = {.encoding = &a->encoding,
				    .condition = expr_bool(&a->encoding.store, true),
				    .title = "the inputs"};

	if (!a->prover->has_inputs && a->encoding.assumption_count)
		finding = ask(a->prover, &question);
	if (finding == FINDING_NONE)
		return a->prover->deadline > 0 && solver_clock() >= a->prover->deadline
			   ? "the time is up"
			   : "no solver tells whether any input is in its ranges";
	if (finding == FINDING_NEVER || finding == FINDING_NEVER_NEAREST)
		return "no input is in its ranges";
	a->prover->has_inputs = true;
	return NULL;
}
