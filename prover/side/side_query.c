/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_query.c - the path condition of a side, its transitive dependents, and the proof
 * that covers the runs which the walk has left out. */
#include "prover/side/side_query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/side/dependents.h"
#include "prover/side/input_values.h"
#include "prover/side/side_solving.h"
#include "system/stop.h"

/*
 * Conditions under the guess that code which is not seen leaves memory as it was. A
 * call of such code may write to each object whose address it has, so that the formulas
 * leave these bytes open; most calls write to few of them, or to none: they read an
 * array, or fill in a result. So a solution of the guessed conditions mostly is one of
 * the others, which tell of the input no more. That there is none proves nothing.
 */

/*
 * Rewrites the store's expressions in their order: operands come first, and what a byte
 * was before a call comes before what it is behind it.
 */
/* Whether a call of unknown code is followed at all. */
static bool has_calls(const struct expr_store *s)
{
	for (size_t i = 0; i < s->variable_count; i++)
		if (s->variables[i].before != EXPR_NONE)
			return true;
	return false;
}

static expr rewrite_variable(struct expr_store *s, const expr *now, expr e)
{
	const struct variable v = s->variables[expr_at(s, e)->value];
	expr arguments[NATIVE_ARGUMENTS] = {EXPR_NONE};
	bool changed = false;

	if (v.before != EXPR_NONE)
		return now[v.before];
	for (unsigned i = 0; v.native && i < native_function_count(v.native); i++) {
		arguments[i] = now[v.arguments[i]];
		changed |= arguments[i] != v.arguments[i];
	}
	return changed ? expr_call(s, v.native, arguments) : e;
}

static expr rewrite_memory(struct expr_store *s, const expr *now, expr e)
{
	return expr_at(s, e)->op == EXPR_VAR ? rewrite_variable(s, now, e)
					     : expr_over(s, e, now);
}

/* Replaces the conditions of the list. Returns how many of them have changed. */
static size_t kept_memory(struct expr_store *store, expr *conditions, size_t count)
{
	const size_t before = store->count;
	size_t changed = 0;

	if (!has_calls(store))
		return 0;
	expr *now = array_new(before, sizeof *now);
	for (expr e = 1; e < before; e++)
		now[e] = rewrite_memory(store, now, e);
	for (size_t i = 0; i < count; i++) {
		changed += now[conditions[i]] != conditions[i];
		conditions[i] = now[conditions[i]];
	}
	free(now);
	return changed;
}

static void collect(struct path_conditions *c, const struct side_query *q)
{
	const struct path_walk *p = q->path;
	const struct encoding *e = &p->encoding;

	c->assumptions = e->assumption_count;
	c->list = array_new(c->assumptions + p->count, sizeof *c->list);
	c->wanted = array_new(c->assumptions + p->count, sizeof *c->wanted);
	for (size_t i = 0; i < c->assumptions; i++)
		c->list[c->count++] = e->assumptions[i];
	for (size_t i = 0; i + 1 < p->count; i++)
		c->list[c->count++] = p->choices[i].conditions[p->choices[i].taken];
	c->list[c->count++] = side_last_choice(q)->conditions[q->edge];
}

static void start_values(const struct side_query *q, struct input_values *values)
{
	input_values_init(values, &q->path->encoding.store, q->start,
			  entry_file_size(q->prover->entry));
}

/* Whether the start satisfies all that leads to the side. */
static bool start_fits(const struct side_query *q, const struct path_conditions *c)
{
	struct input_values values;
	bool fits = true;

	if (!q->start)
		return false;
	start_values(q, &values);
	for (size_t i = 0; i + 1 < c->count && fits; i++)
		fits = input_values_say(&values, c->list[i]) != INPUT_FALSE;
	input_values_done(&values);
	return fits;
}

/* Whether it satisfies the side's condition, too. */
static bool start_solves(const struct side_query *q, const struct path_conditions *c)
{
	struct input_values values;

	start_values(q, &values);
	const bool solves =
	    input_values_say(&values, c->list[c->count - 1]) == INPUT_TRUE;
	input_values_done(&values);
	return solves;
}

/* ---- what the walk has left out */

/* Whether no run on the path comes to one of the points of the frontier before the
 * side: behind it the run could do anything. */
static bool close_frontier(struct side_query *q, bool *nearest)
{
	struct encoding *e = &q->path->encoding;

	for (size_t i = 0; i < side_last_choice(q)->frontier; i++) {
		struct question question = {.encoding = e,
					    .condition = e->frontier[i].reach,
					    .title = "the frontier on a path"};
		const enum finding finding = ask(q->prover, &question);
		*nearest |= finding == FINDING_NEVER_NEAREST;
		if (finding == FINDING_NEVER || finding == FINDING_NEVER_NEAREST)
			continue;
		snprintf(
		    q->why, sizeof q->why,
		    "runs of the path may do what is not followed: %.100s, line %u",
		    e->frontier[i].function->name, e->frontier[i].line);
		return false;
	}
	if (!q->prover->program->catches_signals)
		return true;
	snprintf(q->why, sizeof q->why, "a signal handler may change what follows");
	return false;
}

static enum side_state settle_side(struct side_query *q, bool nearest)
{
	if (!close_frontier(q, &nearest))
		return stop_asked() ? SIDE_OPEN : SIDE_UNKNOWN;
	if (stop_asked())
		return SIDE_OPEN;
	return nearest ? SIDE_NEAREST : SIDE_INFEASIBLE;
}

static enum side_state judge_answer(struct side_query *q, enum finding finding)
{
	switch (finding) {
	case FINDING_MET:
		return SIDE_SEEN;
	case FINDING_NEVER:
		return settle_side(q, false);
	case FINDING_NEVER_NEAREST:
		return settle_side(q, true);
	case FINDING_REFUTED:
		snprintf(q->why, sizeof q->why, "the run took another path");
		return stop_asked() ? SIDE_OPEN
				    : SIDE_UNKNOWN; /* it may have been ended */
	default:
		return stop_asked() ? SIDE_OPEN : SIDE_UNKNOWN;
	}
}

/* ---- one side */

bool side_run(struct side_query *q, const uint8_t *bytes, bool is_exact)
{
	const size_t size = entry_file_size(q->prover->entry);
	const bool met = q->run(q->context, bytes, size, is_exact && !q->is_guess);

	if (met || !q->ended || !*q->ended || q->early)
		return met;
	q->early = array_new(size, 1);
	memcpy(q->early, bytes, size);
	return false;
}

/* With other numbers: a solution whose run ended before the choice; or the start, where
 * the side depends on an opaque call, which may do otherwise in a run than in a search. */
static enum finding solve_changed(struct side_query *q, expr own, enum finding finding)
{
	const bool is_deferred = q->is_deferred;
	const uint8_t *from = q->early ? q->early
			      : dependents_has_opaque(&q->path->encoding.store, own)
				  ? q->start
				  : NULL;

	if (side_is_final(finding) || !from || stop_asked() ||
	    q->method != SIDE_PORTFOLIO)
		return finding;
	const enum finding changed = side_chance(q, from);
	q->is_deferred = is_deferred && changed != FINDING_MET;
	return changed == FINDING_MET ? changed : finding;
}

static enum finding solve_from(struct side_query *q, struct path_conditions *c,
			       const uint8_t *sliced, uint8_t *start)
{
	switch (q->method) {
	case SIDE_SMT:
		return side_ask(q, c, side_whole_effort, sliced, start);
	case SIDE_SIMPLIFY:
		return side_simplified(q, c, sliced, start);
	case SIDE_MIXED:
		return side_mixed(q, c, start);
	case SIDE_CORRECTED:
		return side_corrected(q, c, sliced, start);
	case SIDE_SEARCH:
		return side_search(q, c, start);
	default:
		return side_portfolio(q, c, sliced, start);
	}
}

/* The conditions that the side depends on, or all of them where the start is no solution
 * of the others. */
static void find_wanted(const struct side_query *q, struct path_conditions *c,
			bool fits)
{
	memset(c->wanted, true, c->count * sizeof *c->wanted);
	if (fits)
		dependents_find(&q->path->encoding.store, c->list, c->count, c->wanted);
}

/* By the query's method, with the wanted conditions. */
static enum finding solve_wanted(struct side_query *q, struct path_conditions *c,
				 bool fits)
{
	const size_t size = entry_file_size(q->prover->entry);
	uint8_t *start = array_new(size, 1);

	if (q->start)
		memcpy(start, q->start, size);
	const enum finding finding = solve_from(q, c, fits ? q->start : NULL, start);
	free(start);
	return finding;
}

/* Inputs left to chance (side_portfolio.c) take less time than a solver. */
enum { PROOF_ATTEMPT = 2 };

/* A condition on addresses, or on what is unconstrained: it may have a proof, as that the
 * end of an object is not before its beginning; of its models no run says anything. */
static enum finding solve_without_input(struct side_query *q, struct path_conditions *c)
{
	struct prover *p = q->prover;
	struct encoding *e = &q->path->encoding;
	struct question question = {.encoding = e,
				    .condition = c->list[c->count - 1],
				    .title = "a side of a path, without input"};

	if (q->method == SIDE_SMT || (q->method == SIDE_CORRECTED && !q->attempt) ||
	    (q->method == SIDE_PORTFOLIO &&
	     (!q->start || q->attempt == PROOF_ATTEMPT))) {
		const enum finding finding = ask(p, &question);
		memcpy(q->how, question.how, sizeof question.how);
		if (finding == FINDING_NEVER || finding == FINDING_NEVER_NEAREST)
			return finding;
	}
	*q->how = '\0';
	snprintf(q->why, sizeof q->why, "it does not depend on the input");
	return q->method == SIDE_PORTFOLIO && q->start ? side_chance(q, q->start)
						       : FINDING_NONE;
}

/* Whether the guess says something else of what is wanted. */
static bool asks_other(const struct path_conditions *plain,
		       const struct path_conditions *guess)
{
	for (size_t i = 0; i < guess->count; i++)
		if (guess->wanted[i] && guess->list[i] != plain->list[i])
			return true;
	return false;
}

/* Solves conditions that are guessed: FINDING_MET or none, which is also where they ask
 * what the plain ones ask. */
static enum finding solve_guessed(struct side_query *q,
				  const struct path_conditions *plain,
				  struct path_conditions *c)
{
	const struct expr_store *s = &q->path->encoding.store;
	const expr own = c->list[c->count - 1];
	const bool fits = start_fits(q, c);

	if (expr_is_false(s, own) || !dependents_has_input(s, own))
		return FINDING_NONE;
	/* Where the start solves them and its run does otherwise, they are wrong. */
	if (fits && start_solves(q, c))
		return side_run(q, q->start, false) ? FINDING_MET : FINDING_NONE;
	find_wanted(q, c, fits);
	if (!asks_other(plain, c))
		return FINDING_NONE;
	const enum finding finding = solve_wanted(q, c, fits);
	*q->how = '\0';
	return finding == FINDING_MET ? finding : FINDING_NONE;
}

/* Nothing is guessed that the run to the choice refutes. */
static void drop_refuted(const struct side_query *q, const struct path_conditions *c,
			 struct path_conditions *kept)
{
	struct input_values values;

	if (!q->start)
		return;
	start_values(q, &values);
	for (size_t i = 0; i + 1 < c->count; i++)
		if (kept->list[i] != c->list[i] &&
		    input_values_say(&values, kept->list[i]) == INPUT_FALSE)
			kept->list[i] = c->list[i];
	input_values_done(&values);
}

/* As if code that is not seen left memory as it was; `is_guessed`: these are other
 * conditions. */
static enum finding solve_kept(struct side_query *q, const struct path_conditions *c,
			       bool *is_guessed)
{
	struct path_conditions kept = *c;
	enum finding finding = FINDING_NONE;

	kept.list = array_new(c->count, sizeof *kept.list);
	kept.wanted = array_new(c->count, sizeof *kept.wanted);
	memcpy(kept.list, c->list, c->count * sizeof *kept.list);
	*is_guessed = kept_memory(&q->path->encoding.store, kept.list, kept.count);
	if (*is_guessed) {
		drop_refuted(q, c, &kept);
		q->is_guess = true;
		finding = solve_guessed(q, c, &kept);
		q->is_guess = false;
	}
	free(kept.list);
	free(kept.wanted);
	return finding;
}

static enum finding solve_side(struct side_query *q, struct path_conditions *c)
{
	const struct expr_store *s = &q->path->encoding.store;
	const expr own = c->list[c->count - 1];
	const bool fits = start_fits(q, c);

	if (expr_is_false(s, own)) {
		snprintf(q->how, sizeof q->how, "by simplification");
		return FINDING_NEVER;
	}
	if (fits && start_solves(q, c) && side_run(q, q->start, false))
		return FINDING_MET;
	if (!dependents_has_input(s, own))
		return solve_without_input(q, c);
	find_wanted(q, c, fits);
	return solve_changed(q, own, solve_wanted(q, c, fits));
}

enum side_state side_query_solve(struct side_query *q)
{
	struct path_conditions c = {0};

	*q->why = *q->how = '\0';
	q->searches = q->evaluations = 0;
	q->is_deferred = q->is_last = false;
	memset(&q->counts, 0, sizeof q->counts);
	collect(&c, q);
	bool is_guessed;
	enum finding finding = solve_kept(q, &c, &is_guessed);
	/* The second attempt of a correction is one search. */
	const bool is_done =
	    is_guessed && q->method == SIDE_CORRECTED && q->attempt && q->searches;
	if (finding != FINDING_MET && !is_done && !stop_asked())
		finding = solve_side(q, &c);
	if (side_is_final(finding)) /* a guess has asked for one more attempt */
		q->is_deferred = false;
	const enum side_state state =
	    q->is_deferred ? SIDE_OPEN : judge_answer(q, finding);
	free(c.list);
	free(c.wanted);
	q->is_early = q->early != NULL;
	free(q->early);
	q->early = NULL;
	return state;
}
