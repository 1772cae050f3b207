/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prove.c - one goal: encodes the program, asks the solvers, and checks the frontier.
 */
#include "prover/verify/prove.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/verify/explain.h"
#include "prover/verify/prove_path.h"
#include "prover/verify/unwinding.h"
#include "system/stop.h"

/* Names some unconstrained values that the condition depends on. */
static void describe_unknown(const struct attempt *a, expr condition, char *text,
			     size_t size)
{
	const struct expr_store *s = &a->encoding.store;
	bool *seen = array_new(condition + 1u, sizeof *seen);
	size_t n =
	    (size_t)snprintf(text, size, "the run refutes the model; unconstrained:");
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
		if (!attempt_settle(a, goal))
			return false;
		if (a->prover->explain && question.proven != EXPR_NONE &&
		    a->goal->verdict != VERDICT_STOPPED)
			explain(a->prover, &question, a->goal);
		return true;
	case FINDING_REFUTED:
		if (!a->inlining) {
			a->inlining = true;
			return false;
		}
		describe_unknown(a, question.condition, question.why,
				 sizeof question.why);
		attempt_unknown(a->goal, question.why);
		return true;
	default:
		attempt_unknown(a->goal, question.why);
		return true;
	}
}

/* ---- all */

void prove(struct prover *prover, struct prove_goal *goal)
{
	struct attempt a = {.prover = prover, .goal = goal};
	const char *missing;
	char why[256];
	bool done = false;

	if (goal->path) {
		prove_path(prover, goal);
		return;
	}
	a.bounds.otherwise = FIRST_BOUND;
	if (stop_asked() || !attempt_find(&a)) {
		attempt_unknown(goal, "the GIMPLE of its function was not exported, or "
				      "the linker may take another definition");
		return;
	}
	/* A goal of another function is reached only through calls. */
	a.inlining = strcmp(goal->function, prover->entry->name) != 0;
	while (!done) {
		if (encode(&a.encoding, prover->program, prover->entry, &a.bounds,
			   a.inlining ? ENCODE_INLINING : 0, why)) {
			attempt_unknown(goal, why);
			done = true;
		} else if ((missing = attempt_inputs(&a))) {
			attempt_unknown(goal, missing);
			done = true;
		} else {
			done = judge(&a);
		}
		encoding_done(&a.encoding);
	}
	attempt_forget(&a);
	free(a.bounds.list);
}

void prove_done(struct prover *prover)
{
	for (size_t i = 0; i < prover->answer_count; i++) {
		free(prover->answers[i].text);
		free(prover->answers[i].values);
	}
	free(prover->answers);
	for (size_t i = 0; i < prover->memo_count; i++) {
		free(prover->memos[i].bounds.list);
		free(prover->memos[i].findings);
	}
	free(prover->memos);
	for (size_t i = 0; i < SOLVER_LIMIT; i++)
		open_sessions_done(&prover->sessions[i]);
}
