/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover_judge.c - the verdicts of the goals that a round has left open: a goal that no
 * model takes is infeasible if another solver confirms it and no run through the
 * frontier of the walk comes to it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/explore/cover_internal.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

/* ---- the queries of a round, and the second opinion on what is left */

const struct smt_solver *cover_solver(const struct cover *c)
{
	return &c->attempt.prover->solvers.list[c->solver];
}

size_t cover_first_solver(const struct cover *c)
{
	const struct solvers *solvers = &c->attempt.prover->solvers;
	const bool many = c->options->integers || c->options->algorithm == COVER_PATHS;

	/* z3 is the faster one over the integers and for many models, cvc5 for bits. */
	for (size_t i = 0; i < solvers->count && many; i++)
		if (strcmp(solvers->list[i].name, "z3") == 0)
			return i;
	return 0;
}

enum rounding cover_rounding(const struct cover *c)
{
	return c->attempt.encoding.changes_rounding ? ROUNDING_EACH : ROUNDING_NEAREST;
}

static struct query_options options_of(const struct cover *c, enum rounding rounding)
{
	return (struct query_options){.stage = STAGE_FULL,
				      .rounding = rounding,
				      .integers = c->options->integers};
}

void cover_query(struct cover *c, struct query *query, expr more,
		 enum rounding rounding, bool incremental)
{
	const struct encoding *e = &c->attempt.encoding;
	const struct cover_condition *condition = &c->condition;
	struct query_options options = options_of(c, rounding);
	size_t count = 0;
	expr *all =
	    array_new(e->assumption_count + condition->equation_count + 1, sizeof *all);

	for (size_t i = 0; i < e->assumption_count; i++)
		all[count++] = e->assumptions[i];
	for (size_t i = 0; i < condition->equation_count; i++)
		all[count++] = condition->equations[i];
	if (more != EXPR_NONE)
		all[count++] = more;
	options.incremental = incremental;
	smt_write(query, &e->store, all, count, &options, "cover");
	free(all);
}

void cover_begin(struct cover *c)
{
	FILE *out = c->session.out;

	if (c->options->algorithm != COVER_PREFIXES)
		fwrite(c->query.text, 1, c->query.size, out);
	else
		smt_begin(out, &c->query);
	/* z3 keeps what it has learnt from then on, from the first answer too. */
	fputs("(push 1)\n", out);
}

void cover_assert(struct cover *c, struct definitions *defined, expr condition)
{
	const struct query_options options = options_of(c, cover_rounding(c));

	smt_assert(c->session.out, defined, &c->attempt.encoding.store, condition,
		   &options);
}

/* ---- a second opinion */

/* How many solvers say UNSAT that confirm each other, and that of the session unless `all`;
 * -1 when one says SAT. `names` gets theirs. */
static int others(struct cover *c, const struct query *q, bool all, char *names)
{
	struct prover *p = c->attempt.prover;
	const struct smt_solver *first = all ? NULL : cover_solver(c);
	int count = 0;

	for (size_t i = 0; i < p->solvers.count; i++) {
		const struct smt_solver *solver = &p->solvers.list[i];
		struct solution s;
		if (first && !solver_may_confirm(solver, first, q))
			continue;
		ask_solver(p, i, q, p->seconds, &s);
		c->statistics->confirm_cpu += s.seconds;
		free(s.values);
		if (s.answer == ANSWER_SAT)
			return -1;
		if (s.answer != ANSWER_UNSAT)
			continue;
		snprintf(names + strlen(names), 32, ", %s", solver->name);
		first = first ? first : solver;
		count++;
	}
	return count;
}

static const char *title_of(const struct cover *c)
{
	static const char *const titles[] = {[COVER_STATEMENTS] = "statement cover",
					     [COVER_PATHS] = "path cover",
					     [COVER_PREFIXES] = "path cover"};

	return titles[c->options->algorithm];
}

static void disagree(struct cover *c, struct prove_goal *claim)
{
	char text[200];

	snprintf(
	    text, sizeof text,
	    "SOLVERS DISAGREE on a %s: unsat by %s, sat by another; one of them is "
	    "wrong",
	    title_of(c), cover_solver(c)->name);
	prover_note(c->attempt.prover, text);
	attempt_unknown(claim, "the solvers disagree");
}

/* In every rounding mode: two solvers anew. */
static bool confirm_any(struct cover *c, expr any, struct prove_goal *claim)
{
	char names[32 * (SOLVER_LIMIT + 1)] = "";
	struct query q;

	cover_query(c, &q, any, ROUNDING_ANY, false);
	const bool confirmed = others(c, &q, true, names) >= 2;
	smt_done(&q);
	if (confirmed) {
		claim->verdict = VERDICT_INFEASIBLE;
		snprintf(claim->how, sizeof claim->how, "%s%.70s", title_of(c), names);
	}
	return confirmed;
}

/* Whether other solvers agree that no run takes a copy of the wanted places, and in
 * which rounding modes. Sets `how` and the verdict, INFEASIBLE or NEAREST, or UNKNOWN
 * with `why`, of `claim`. */
static void cover_confirm(struct cover *c, const bool *wanted, struct prove_goal *claim)
{
	struct expr_store *s = &c->attempt.encoding.store;
	const expr any = cover_condition_any(&c->condition, s, wanted);
	const bool rounds =
	    c->query.has_rounding && cover_rounding(c) == ROUNDING_NEAREST;
	/* Prefix by prefix it was no question that a solver was asked as a whole. */
	const bool anew = c->options->algorithm == COVER_PREFIXES;
	char names[32 * (SOLVER_LIMIT + 1)] = "";
	struct query q;

	claim->verdict = VERDICT_INFEASIBLE;
	snprintf(claim->how, sizeof claim->how, "by simplification");
	if (expr_is_false(s, any) || (rounds && confirm_any(c, any, claim)))
		return;
	cover_query(c, &q, any, cover_rounding(c), false);
	const int agree = others(c, &q, anew, names);
	smt_done(&q);
	if (agree < 0) {
		disagree(c, claim);
	} else if (agree < (anew ? 2 : 1)) {
		snprintf(claim->why, sizeof claim->why,
			 "unsat by %s alone, unconfirmed", cover_solver(c)->name);
		claim->verdict = VERDICT_UNKNOWN;
	} else {
		claim->verdict = rounds ? VERDICT_NEAREST : VERDICT_INFEASIBLE;
		snprintf(claim->how, sizeof claim->how, "%s%s%s%.60s", title_of(c),
			 anew ? "" : ", ", anew ? "" : cover_solver(c)->name, names);
	}
}

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
	a->nearest = claim->verdict == VERDICT_NEAREST;
	if (claim->verdict == VERDICT_UNKNOWN || stop_asked()) {
		attempt_unknown(goal, claim->why);
		return true;
	}
	if (!attempt_settle(a, encoding_goal(&a->encoding, a->function, a->number)))
		return false;
	if (prove_goal_is_proven(goal))
		memcpy(goal->how, claim->how, sizeof goal->how);
	return true;
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
