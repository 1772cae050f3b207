/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prove.c - one goal: encodes, asks, and looks at the cuts. A goal is infeasible only
 * when no run that went through a cut can come to it: each cut from which the goal can
 * be reached must be out of reach itself. A loop's cut that is not makes the loop's
 * bound double; a loop that no input comes near is never unwound.
 */
#include "prover/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "prover/nest.h"

enum { FIRST_BOUND = 1 };

struct attempt {
	struct prover *prover;
	struct prove_goal *goal;
	const struct function *function;
	struct encoding encoding;
	struct bounds bounds;
	bool inlining, nearest;
};

static void set_why(struct prove_goal *goal, enum verdict verdict, const char *why)
{
	goal->verdict = verdict;
	snprintf(goal->why, sizeof goal->why, "%s", why);
}

static void title_of(const struct attempt *a, const char *what, char *title,
		     size_t size)
{
	snprintf(title, size, "%s of %s, condition %u, edge %u", what,
		 a->function->name, a->goal->ordinal, a->goal->rank);
}

/* ---- cuts */

/* Whether a run may go on from the cut to the goal. */
static bool may_lead(const struct attempt *a, const struct cut *cut,
		     const struct encoded_goal *goal)
{
	if (cut->kind == CUT_CALL || cut->function != a->function || cut->in_callee ||
	    cut->block == GRAPH_NONE ||
	    strcmp(a->function->name, a->prover->entry->name) != 0 || !goal)
		return true;
	bool *reaches = calloc(a->function->block_count, sizeof *reaches);
	if (!reaches)
		return true;
	nest_reaches(a->function, cut->block, reaches);
	const bool leads = reaches[goal->block];
	free(reaches);
	return leads;
}

static void describe_cut(const struct cut *cut, char *text, size_t size)
{
	static const char *const what[] = {[CUT_LOOP] = "a loop is cut",
					   [CUT_RECURSION] = "recursion is cut",
					   [CUT_STORE] = "a store to what is not known",
					   [CUT_TWICE] = "a call returns twice",
					   [CUT_CALL] =
					       "a call may come back into the program",
					   [CUT_SIZE] = "the formulas grow too large"};

	snprintf(text, size, "%s: %.100s, line %u", what[cut->kind],
		 cut->function->name, cut->line);
}

/* "k={loop at line 12:64}" of all bounds that are at their end. */
static void describe_bounds(const struct attempt *a, char *text, size_t size)
{
	size_t n = (size_t)snprintf(text, size, "k={");

	for (size_t i = 0; i < a->bounds.count && n < size; i++) {
		const struct bound *b = &a->bounds.list[i];
		const struct function *f = b->function;
		const uint32_t line =
		    b->block == GRAPH_NONE ? f->line : f->blocks[b->block].end.line;
		if (b->limit < a->prover->unwind)
			continue;
		n += (size_t)snprintf(
		    text + n, size - n, "%s%s line %u:%u", n > 3 ? ", " : "",
		    b->block == GRAPH_NONE ? "recursion" : "loop", line, b->limit);
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
static enum finding ask_cut(struct attempt *a, size_t number)
{
	struct prover *p = a->prover;
	const uint64_t bounds = bounds_hash(a);
	char title[256];
	struct question question = {.encoding = &a->encoding,
				    .condition = a->encoding.cuts[number].reach,
				    .title = title};

	for (size_t i = 0; i < p->memo_count; i++)
		if (p->memos[i].bounds == bounds && p->memos[i].cut == number)
			return (enum finding)p->memos[i].finding;
	title_of(a, "a cut before the goal", title, sizeof title);
	const enum finding finding = ask(p, &question);
	p->memos = array_grow(p->memos, p->memo_count, &p->memo_room, sizeof *p->memos);
	p->memos[p->memo_count++] = (struct cut_memo){bounds, number, (int)finding};
	return finding;
}

enum cuts {
	CUTS_CLOSED, /* none leads to the goal */
	CUTS_MOVED, /* a bound has grown: encode again */
	CUTS_SPENT, /* a bound is at its end */
	CUTS_BLOCKED, /* the goal has its verdict: unknown */
};

/* Looks at one cut; doubles its bound when it can be come to. */
static enum cuts close_cut(struct attempt *a, size_t number)
{
	const struct cut *cut = &a->encoding.cuts[number];
	const uint32_t limit = bounds_limit(&a->bounds, cut->function, cut->block);
	const enum finding finding = ask_cut(a, number);
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
		set_why(a->goal, VERDICT_UNKNOWN, why);
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

static enum cuts close_cuts(struct attempt *a, const struct encoded_goal *goal)
{
	enum cuts worst = CUTS_CLOSED;
	const bool inlining = a->inlining;

	for (size_t i = 0; i < a->encoding.cut_count; i++) {
		if (!may_lead(a, &a->encoding.cuts[i], goal))
			continue;
		const enum cuts one = close_cut(a, i);
		if (a->inlining != inlining)
			return CUTS_MOVED; /* other cuts than these */
		if (one > worst)
			worst = one;
		if (one == CUTS_BLOCKED)
			break;
	}
	return worst;
}

/* ---- what a refuted model rests on */

/* Names some of the values that the condition depends on and that are not told. */
static void describe_unknown(const struct attempt *a, expr condition, char *text,
			     size_t size)
{
	const struct expr_store *s = &a->encoding.store;
	bool *seen = calloc(condition + 1u, sizeof *seen);
	size_t n = (size_t)snprintf(text, size, "the run refutes the model; not told:");
	unsigned named = 0;

	if (!seen)
		return;
	seen[condition] = true;
	for (expr e = condition; e > 0; e--) {
		const struct expr_node *node = expr_at(s, e);
		if (!seen[e])
			continue;
		seen[node->a] = seen[node->b] = seen[node->c] = true;
		if (node->op != EXPR_VAR ||
		    s->variables[node->value].kind != VARIABLE_FRESH)
			continue;
		const char *what = s->variables[node->value].what;
		if (named < 4 && n < size && !strstr(text, what)) {
			n += (size_t)snprintf(text + n, size - n, "%s %.40s",
					      named ? "," : "", what);
			named++;
		}
	}
	free(seen);
}

/* ---- one goal */

/* Returns whether the goal has its verdict; else it is encoded again. */
static bool settle(struct attempt *a, const struct encoded_goal *goal)
{
	switch (close_cuts(a, goal)) {
	case CUTS_CLOSED:
		a->goal->verdict = a->nearest ? VERDICT_NEAREST : VERDICT_INFEASIBLE;
		return true;
	case CUTS_MOVED:
		return false;
	case CUTS_SPENT:
		a->goal->verdict = VERDICT_WITHIN;
		describe_bounds(a, a->goal->why, sizeof a->goal->why);
		return true;
	default:
		return true;
	}
}

/* Where no input is as assumed every proof would be empty. */
static bool has_inputs(struct attempt *a)
{
	struct question question = {.encoding = &a->encoding,
				    .condition = expr_bool(&a->encoding.store, true),
				    .title = "the inputs"};

	if (!a->prover->has_inputs && a->encoding.assumption_count) {
		const enum finding finding = ask(a->prover, &question);
		a->prover->has_inputs = finding != FINDING_NEVER &&
					finding != FINDING_NEVER_NEAREST &&
					finding != FINDING_NONE;
	} else {
		a->prover->has_inputs = true;
	}
	return a->prover->has_inputs;
}

static bool judge(struct attempt *a)
{
	const struct encoded_goal *goal =
	    encoding_goal(&a->encoding, a->function, a->goal->ordinal, a->goal->rank);
	char title[256];
	struct question question = {
	    .encoding = &a->encoding, .goal = a->goal, .title = title};

	a->nearest = false;
	title_of(a, "goal", title, sizeof title);
	question.condition = goal ? goal->reach : expr_bool(&a->encoding.store, false);
	switch (ask(a->prover, &question)) {
	case FINDING_MET:
		a->goal->verdict = VERDICT_COVERED;
		return true;
	case FINDING_NEVER_NEAREST:
		a->nearest = true;
		/* fallthrough */
	case FINDING_NEVER:
		memcpy(a->goal->how, question.how, sizeof question.how);
		if (!settle(a, goal))
			return false;
		if (a->prover->explain && question.proven != EXPR_NONE)
			explain(a->prover, &question, a->goal);
		return true;
	case FINDING_REFUTED:
		if (!a->inlining) {
			a->inlining = true;
			return false;
		}
		describe_unknown(a, question.condition, a->goal->why,
				 sizeof a->goal->why);
		a->goal->verdict = VERDICT_UNKNOWN;
		return true;
	default:
		set_why(a->goal, VERDICT_UNKNOWN, question.why);
		return true;
	}
}

void prove(struct prover *prover, struct prove_goal *goal)
{
	struct attempt a = {.prover = prover, .goal = goal};
	bool done = false;

	a.bounds.otherwise = FIRST_BOUND;
	a.function = graph_find(prover->program, goal->function, goal->unit);
	if (!a.function) {
		set_why(goal, VERDICT_UNKNOWN,
			"the GIMPLE of its function was not exported");
		return;
	}
	/* A goal of another function is reached through calls alone. */
	a.inlining = strcmp(goal->function, prover->entry->name) != 0;
	while (!done) {
		if (encode(&a.encoding, prover->program, prover->entry, &a.bounds,
			   a.inlining ? ENCODE_INLINING : 0, goal->why)) {
			goal->verdict = VERDICT_UNKNOWN;
			done = true;
		} else if (!has_inputs(&a)) {
			set_why(goal, VERDICT_UNKNOWN, "no input is in its ranges");
			done = true;
		} else {
			done = judge(&a);
		}
		encoding_done(&a.encoding);
	}
	free(a.bounds.list);
}

void prove_done(struct prover *prover)
{
	for (size_t i = 0; i < prover->answer_count; i++)
		free(prover->answers[i].values);
	free(prover->answers);
	free(prover->memos);
}
