/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prove.c - one goal: encodes the program, asks the solvers, and checks the frontier.
 */
#include "prover/verify/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/verify/unwinding.h"
#include "prover/cover/summary.h"

/* Names some unconstrained values that the condition depends on. */
static void describe_unknown(const struct attempt *a, expr condition, char *text,
			     size_t size)
{
	const struct expr_store *s = &a->encoding.store;
	bool *seen = array_new(condition + 1u, sizeof *seen);
	size_t n = (size_t)snprintf(text, size, "the run refutes the model; not told:");
	unsigned named = 0;

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

/* Returns whether the goal has its verdict; else the caller encodes again. */
static bool settle(struct attempt *a, const struct encoded_goal *goal)
{
	switch (unwinding_close(a, goal)) {
	case UNWINDING_CLOSED:
		a->goal->verdict = a->nearest ? VERDICT_NEAREST : VERDICT_INFEASIBLE;
		return true;
	case UNWINDING_GROWN:
		return false;
	case UNWINDING_EXHAUSTED:
		a->goal->verdict = VERDICT_WITHIN;
		attempt_bounds(a, a->goal->why, sizeof a->goal->why);
		return true;
	default:
		return true;
	}
}

/* A run is deterministic: both conditions hold for the same values. */
static expr condition_of(struct attempt *a, const struct encoded_goal *goal)
{
	struct expr_store *s = &a->encoding.store;

	if (!goal)
		return expr_bool(s, false);
	return a->goal->returning ? expr_and(s, a->encoding.returns, goal->reach)
				  : goal->reach;
}

static bool judge(struct attempt *a)
{
	const struct encoded_goal *goal =
	    encoding_goal(&a->encoding, a->function, a->number);
	char title[256];
	struct question question = {
	    .encoding = &a->encoding, .goal = a->goal, .title = title};

	a->nearest = false;
	attempt_title(a, "goal", title, sizeof title);
	question.condition = condition_of(a, goal);
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
		if (a->prover->summaries && !a->inlining) {
			a->inlining = true; /* it may be easier with a summary */
			return false;
		}
		attempt_unknown(a->goal, question.why);
		return true;
	}
}

/* ---- witnesses */

enum { BOUND_FACTOR = 4 }; /* of the bound, from one encoding to the next */

static bool has_unwinding_assertion(const struct encoding *e)
{
	for (size_t i = 0; i < e->frontier_count; i++)
		if (e->frontier[i].kind == FRONTIER_LOOP ||
		    e->frontier[i].kind == FRONTIER_RECURSION)
			return true;
	return false;
}

/* Unwinds loops more and more often, as long as an unwinding assertion is left. */
static bool find_witness(struct attempt *a)
{
	struct prover *p = a->prover;
	struct bounds bounds = {.otherwise = FIRST_BOUND};
	struct encoding *e = &a->encoding;
	char title[256], why[256];
	bool met = false, more = true;

	attempt_title(a, "a witness of goal", title, sizeof title);
	for (; more && !met && bounds.otherwise <= p->unwind;
	     bounds.otherwise *= BOUND_FACTOR) {
		p->summaries->used = p->summaries->has_constants = false;
		more = !encode_summarized(e, p->program, p->entry, &bounds,
					  p->summaries, why);
		const struct encoded_goal *goal =
		    more ? encoding_goal(e, a->function, a->number) : NULL;
		struct question question = {
		    .encoding = e, .goal = a->goal, .title = title};
		if (goal && p->summaries->used) {
			question.condition = condition_of(a, goal);
			met = ask_witness(p, &question);
		}
		more = more && p->summaries->used && has_unwinding_assertion(e);
		encoding_done(e);
	}
	return met;
}

/* Summaries in the place of calls, and once more under the caller's constants. */
static bool prove_by_summaries(struct attempt *a)
{
	struct summaries *s = a->prover->summaries;

	s->goal = a->function;
	s->again = false;
	a->prover->summary.asked++;
	bool met = find_witness(a);
	s->again = true;
	if (!met && s->has_constants)
		met = find_witness(a);
	a->prover->summary.witnesses += met;
	return met;
}

/* ---- all */

void prove(struct prover *prover, struct prove_goal *goal)
{
	struct attempt a = {.prover = prover, .goal = goal};
	const char *missing;
	bool done = false, summarized = !prover->summaries;

	a.bounds.otherwise = FIRST_BOUND;
	if (!attempt_find(&a)) {
		attempt_unknown(goal, "the GIMPLE of its function was not exported, or "
				      "may give way to another one");
		return;
	}
	/* A goal of another function is reached only through calls. */
	a.inlining = strcmp(goal->function, prover->entry->name) != 0;
	while (!done) {
		if (a.inlining && !summarized) {
			summarized = true;
			if (prove_by_summaries(&a)) {
				goal->verdict = VERDICT_COVERED;
				break;
			}
		}
		if (encode(&a.encoding, prover->program, prover->entry, &a.bounds,
			   a.inlining ? ENCODE_INLINING : 0, goal->why)) {
			goal->verdict = VERDICT_UNKNOWN;
			done = true;
		} else if ((missing = attempt_inputs(&a))) {
			attempt_unknown(goal, missing);
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
	for (size_t i = 0; i < prover->answer_count; i++) {
		free(prover->answers[i].text);
		free(prover->answers[i].values);
	}
	free(prover->answers);
	free(prover->memos);
}
