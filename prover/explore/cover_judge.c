/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover_judge.c - the verdicts of the goals that a round has left open: a goal that no
 * model takes is infeasible if another solver confirms it and no run through the
 * frontier of the walk comes to it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/explore/cover_internal.h"
#include "system/stop.h"

static bool is_left(const struct cover *c, size_t goal)
{
	return c->goals[goal].verdict == VERDICT_OPEN && !c->refuted[goal];
}

/* Gives one that is left its verdict; false when another round is needed. */
static bool judge_left(struct cover *c, struct prove_goal *goal,
		       const struct prove_goal *claim)
{
	struct verdict_attempt *a = &c->attempt;

	a->goal = goal;
	a->nearest = false;
	if (claim->verdict == VERDICT_UNKNOWN || stop_asked()) {
		attempt_unknown(goal, claim->why);
		return true;
	}
	switch (
	    unwinding_close(a, encoding_goal(&a->encoding, a->function, a->number))) {
	case UNWINDING_CLOSED:
		if (stop_asked()) { /* the walk may have left out a part */
			attempt_unknown(goal, "");
			return true;
		}
		goal->verdict = a->nearest ? VERDICT_NEAREST : claim->verdict;
		memcpy(goal->how, claim->how, sizeof goal->how);
		return true;
	case UNWINDING_EXHAUSTED:
		goal->verdict = VERDICT_WITHIN;
		attempt_bounds(a, goal->why, sizeof goal->why);
		return true;
	case UNWINDING_GROWN:
		return false;
	default:
		return true;
	}
}

/* Over the integers a proof says nothing of the machine; loops are not looked at. */
static void judge_integers(const struct cover *c, struct prove_goal *goal,
			   const struct prove_goal *claim)
{
	if (claim->verdict == VERDICT_UNKNOWN || stop_asked()) {
		attempt_unknown(goal, claim->why);
	} else if (c->attempt.encoding.frontier_count) {
		attempt_unknown(
		    goal, "over the integers, unwinding assertions are not checked");
	} else {
		goal->verdict = VERDICT_INTEGERS;
		memcpy(goal->how, claim->how, sizeof goal->how);
	}
}

/* Returns whether all that is left has its verdict. */
static bool judge_all(struct cover *c)
{
	bool *wanted = array_new(c->condition.place_count, sizeof *wanted);
	struct prove_goal claim = {0};
	bool done = true, any = false;

	for (uint32_t i = 0; i < c->condition.place_count; i++)
		wanted[i] = cover_is_wanted(c, i);
	for (size_t i = 0; i < c->goal_count; i++)
		any |= is_left(c, i);
	if (any)
		cover_confirm(c, wanted, &claim);
	for (size_t i = 0; i < c->goal_count && done; i++) {
		if (!is_left(c, i))
			continue;
		c->attempt.goal = &c->goals[i];
		if (!attempt_find(&c->attempt))
			attempt_unknown(&c->goals[i],
					"the GIMPLE of its function was not exported");
		else if (c->options->integers)
			judge_integers(c, &c->goals[i], &claim);
		else
			done = judge_left(c, &c->goals[i], &claim);
	}
	free(wanted);
	return done;
}

void cover_give_up(struct cover *c, const char *why)
{
	for (size_t i = 0; i < c->goal_count; i++)
		if (is_left(c, i))
			attempt_unknown(&c->goals[i], why);
}

/* Models that runs refute rest on calls that were not walked: once more with them. */
static bool walks_calls_next(struct cover *c)
{
	bool any = false;

	for (size_t i = 0; i < c->goal_count; i++)
		any |= c->goals[i].verdict == VERDICT_OPEN && c->refuted[i];
	if (!any || c->attempt.inlining || c->options->proposing)
		return false;
	c->attempt.inlining = true;
	memset(c->refuted, 0, c->goal_count + 1);
	memset(c->claimed, 0, c->goal_count + 1);
	memset(c->missed, 0, c->goal_count + 1);
	return true;
}

/* A cover of paths has them all when no run comes to the end of a loop's bound; the
 * goals may have had their verdicts before. Whether other rounds may bring more of
 * them. */
static bool has_more_paths(struct cover *c)
{
	struct cover_statistics *s = c->statistics;
	char bounds[128];

	if (!cover_has_paths(c) || c->options->integers || c->options->proposing)
		return false;
	const enum unwinding grown = unwinding_grow(&c->attempt);
	if (stop_asked()) {
		snprintf(s->stopped, sizeof s->stopped, "%s", stop_why());
		return false;
	}
	if (grown == UNWINDING_EXHAUSTED) {
		attempt_bounds(&c->attempt, bounds, sizeof bounds);
		snprintf(s->stopped, sizeof s->stopped, "only paths within %s", bounds);
	}
	return grown == UNWINDING_GROWN;
}

bool cover_judge(struct cover *c, enum solver_answer answer)
{
	snprintf(c->statistics->stopped, sizeof c->statistics->stopped, "%s",
		 stop_asked()		  ? stop_why()
		 : answer == ANSWER_UNSAT ? ""
					  : c->why);
	if (c->options->proposing)
		cover_give_up(c, "only inputs were wanted");
	else if (answer != ANSWER_UNSAT || stop_asked())
		cover_give_up(c, c->why);
	else if (!judge_all(c) && !stop_asked())
		return false;
	if (!cover_ends(c) && walks_calls_next(c))
		return false;
	for (size_t i = 0; i < c->goal_count; i++)
		if (c->goals[i].verdict == VERDICT_OPEN)
			attempt_unknown(&c->goals[i], "the run refutes the model");
	return answer != ANSWER_UNSAT || !has_more_paths(c);
}
