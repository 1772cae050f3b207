/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * side_portfolio.c - searches and solvers in turn, with more effort from one attempt at a
 * side to the next: what needs little effort on any side comes before what needs much on
 * one. Solvers that have brought little for their time are left out until the last
 * attempt.
 *
 * What they have brought is counted as in a portfolio of algorithms (Huberman, Lukose and
 * Hogg, Science 275, 1997), where the budget of each goes by its yield. Time is estimated
 * from what was done, but for runs of solvers that end at their limit: so one seed gives
 * one order.
 */
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "prover/condition/condition_program.h"
#include "prover/ir/arena.h"
#include "prover/side/dependents.h"
#include "prover/side/side_solving.h"
#include "system/stop.h"

/*
 * A run that divides an integer by zero ends there, which the conditions of its path do
 * not tell. To a search they say so: what it finds is to come to its side. A predicate
 * may divide under a condition of its own, as `b != 0 && a / b > 3`, so that this is a
 * guess, and nothing is proven with it.
 */

static bool divides(enum expr_op op)
{
	return op == EXPR_UDIV || op == EXPR_SDIV || op == EXPR_UREM || op == EXPR_SREM;
}

/* The conditions, and before the last one that each divisor in them is not zero; *all is
 * how many there are. The store grows. The caller frees. */
static expr *divisors_with(struct expr_store *s, const expr *conditions, size_t count,
			   size_t *all)
{
	const size_t before = s->count;
	bool *marked = condition_cone(s, conditions, count);
	size_t room = count, n = count - 1;
	expr *list = array_new(room, sizeof *list);

	memcpy(list, conditions, n * sizeof *list);
	for (expr e = 1; e < before; e++) {
		if (!marked[e] || !divides(expr_at(s, e)->op))
			continue;
		const expr divisor = expr_at(s, e)->b;
		const expr zero = expr_wide(s, expr_sort(s, divisor), 0, 0);
		const expr is_other = expr_not(s, expr_eq(s, divisor, zero));
		if (expr_is_true(s, is_other))
			continue;
		ARRAY_ADD(list, n, room, is_other);
	}
	free(marked);
	ARRAY_ADD(list, n, room, conditions[count - 1]);
	*all = n;
	return list;
}

/* Whether the solvers are asked. */
enum portfolio_asking {
	ASK_NOT,
	ASK_LINEAR, /* for conditions that are linear, without calls */
	ASK_WORTH, /* if they brought enough, for conditions without calls */
	ASK_ALWAYS,
};

/* What is done at an attempt. */
struct side_attempt {
	size_t evaluations, operations; /* the most of each */
	enum portfolio_asking asks;
	struct side_effort effort;
};

/* The 100,000 are FloPSy's. Of large formulas a search has fewer evaluations, so that it
 * takes about as many operations at the most. */
static const struct side_attempt attempts[SIDE_ATTEMPTS] = {
    {3000, 10000000, ASK_LINEAR, {.brief = true, .coarse = true}},
    {30000, 50000000, ASK_LINEAR, {.brief = true}},
    {100000, 200000000, ASK_WORTH, {.brief = true, .coarse = true}},
    {1000000, 4000000000, ASK_NOT, {.brief = false}},
    /* the search where calls are open */
    {4000000, 8000000000, ASK_ALWAYS, {.brief = false}},
};

/* A search by itself. */
static const struct side_attempt alone = {100000, 200000000, ASK_NOT, {.brief = false}};

enum {
	LEAST_EVALUATIONS = 200,
	OPERATIONS_A_MS = 300000, /* about, of a search: operations take time, */
	EVALUATIONS_A_MS = 1000, /* and so does what is made of them */
	OPERATIONS_A_CALL = 3000, /* about, of a process that executes it */
	PRIOR_MS = 3000, /* what was never tried has solved one side in so many */
	WORTH = 20, /* solvers have at least such a part of the searches' yield */
};

/* ---- searches */

static size_t operations_of(const struct side_query *q, size_t evaluations)
{
	const struct expr_store *s = &q->path->encoding.store;
	size_t calls = 0;

	for (size_t i = 0; i < s->variable_count; i++)
		calls += s->variables[i].native &&
			 native_function_is_opaque(s->variables[i].native);
	return evaluations * (s->count + 1 + calls * OPERATIONS_A_CALL);
}

static size_t evaluations_of(const struct side_query *q, const struct side_attempt *a)
{
	const size_t fit = a->operations / operations_of(q, 1);

	return fit > a->evaluations	 ? a->evaluations
	       : fit < LEAST_EVALUATIONS ? LEAST_EVALUATIONS
					 : fit;
}

static enum finding run_found(struct side_query *q, const struct condition_search *s,
			      const uint8_t *found)
{
	return side_run(q, found, !s->is_open) ? FINDING_MET : FINDING_REFUTED;
}

static void count_search(struct side_query *q, const struct condition_search *s,
			 enum finding finding)
{
	q->searches++;
	q->evaluations += s->evaluations;
	q->yields->search.milliseconds +=
	    (double)operations_of(q, s->evaluations) / OPERATIONS_A_MS +
	    (double)s->evaluations / EVALUATIONS_A_MS;
	q->yields->search.solved += finding == FINDING_MET;
}

/* What follows a solver: one or two searches. */
struct correction {
	struct search_counts *counts;
	bool floats_only; /* variables without floating point keep their values */
	bool is_told, has_floats; /* the problem was counted; it has some */
	bool is_limited;
	size_t variables; /* that were moved */
	size_t kept; /* and that floats_only has left as they were */
};

static void count_problem(void *context, const struct condition_problem *problem)
{
	struct correction *correction = context;

	if (!correction->is_told)
		correction->has_floats =
		    search_counts_problem(correction->counts, problem);
	correction->is_told = true;
}

static void note_search(struct correction *correction, const struct condition_search *s,
			bool is_cut)
{
	correction->is_limited |= is_cut && s->evaluations >= s->budget;
	if (correction->variables < s->variables)
		correction->variables = s->variables;
	correction->kept = s->kept;
}

static void count_end(const struct correction *correction, enum finding finding)
{
	const bool is_limited = stop_asked() || correction->is_limited;

	if (correction->has_floats)
		search_counts_end(correction->counts,
				  finding == FINDING_MET ? SEARCH_SOLVED
				  : finding == FINDING_NONE && is_limited
				      ? SEARCH_LIMITED
				      : SEARCH_FAILED,
				  correction->variables);
}

/* `correction`: null where no solver was asked before. */
static enum finding search_side(struct side_query *q, const struct path_conditions *c,
				const struct side_attempt *a, const uint8_t *start,
				struct correction *correction)
{
	const size_t size = entry_file_size(q->prover->entry);
	uint8_t *found = array_new(size, 1);
	enum finding finding = FINDING_NONE;
	struct condition_search s;

	condition_search_init(&s, &q->path->encoding.store);
	s.entry = q->prover->entry;
	s.method = q->search;
	s.budget = evaluations_of(q, a);
	s.seed = q->seed + q->attempt;
	s.options = *q->options;
	s.options.floats_only = correction && correction->floats_only;
	s.tell = correction ? count_problem : NULL;
	s.context = correction;
	size_t count;
	expr *list = divisors_with(&q->path->encoding.store, c->list, c->count, &count);
	const enum search_answer answer =
	    condition_search(&s, list, count, start, size, found);
	free(list);
	*q->options = s.options;
	q->options->floats_only = false;
	if (answer == SEARCH_FOUND)
		finding = run_found(q, &s, found);
	else
		snprintf(q->why, sizeof q->why, "%s: %s",
			 condition_method_name(q->search),
			 answer == SEARCH_UNABLE ? s.why : "no solution was found");
	count_search(q, &s, finding);
	if (correction)
		note_search(correction, &s, s.budget < a->evaluations);
	free(found);
	return finding;
}

enum finding side_search(struct side_query *q, const struct path_conditions *c,
			 const uint8_t *start)
{
	return search_side(q, c, &alone, start, NULL);
}

/* ---- solvers */

static double side_yield_of(const struct side_yield *y)
{
	return ((double)y->solved + 1) / (y->milliseconds + PRIOR_MS);
}

/* Whether none of the wanted conditions has a product of variables, a call of the
 * mathematical library and so on. */
static bool is_linear(const struct side_query *q, const struct path_conditions *c)
{
	bool *has = array_new(c->count + 1, sizeof *has), linear = true;

	concrete_find(&q->path->encoding.store, c->list, c->count, false, has);
	for (size_t i = 0; i < c->count; i++)
		linear = linear && !(c->wanted[i] && has[i]);
	free(has);
	return linear;
}

/* Whether the wanted conditions leave nothing open, as the result of a call: else the
 * solvers' models are guesses. */
static bool is_closed(const struct side_query *q, const struct path_conditions *c)
{
	return dependents_is_closed(&q->path->encoding.store, c->list, c->wanted,
				    c->count);
}

static bool asks_solvers(const struct side_query *q, const struct path_conditions *c)
{
	switch (attempts[q->attempt].asks) {
	case ASK_ALWAYS:
		return true;
	case ASK_LINEAR:
		return is_linear(q, c);
	case ASK_WORTH:
		return is_closed(q, c) && WORTH * side_yield_of(&q->yields->solvers) >
					      side_yield_of(&q->yields->search);
	default:
		return false;
	}
}

/* The second of two phases (Lakhotia, Tillmann, Harman and de Halleux, FloPSy, 2010,
 * section 3.1): a model that a run refutes, since to the solver calls, or some
 * operations, may have any result, is corrected by a search: first the variables that
 * floating point depends on, then, where there are others, all. */
static enum finding correct(struct side_query *q, const struct path_conditions *c,
			    const struct side_attempt *by, const uint8_t *model)
{
	struct correction correction = {.counts = &q->counts, .floats_only = true};
	enum finding finding = search_side(q, c, by, model, &correction);

	if (finding == FINDING_NONE && correction.kept && !stop_asked()) {
		correction.floats_only = false;
		finding = search_side(q, c, by, model, &correction);
	}
	count_end(&correction, finding);
	return finding;
}

static enum finding by_solvers(struct side_query *q, const struct path_conditions *c,
			       const uint8_t *sliced, uint8_t *start)
{
	const struct side_attempt *a = &attempts[q->attempt];
	enum finding finding = side_ask(q, c, a->effort, sliced, start);

	if (finding == FINDING_REFUTED && !stop_asked()) {
		const enum finding corrected =
		    correct(q, c, a->asks == ASK_ALWAYS ? &alone : a, start);
		finding = corrected == FINDING_NONE ? finding : corrected;
	}
	return finding;
}

enum finding side_corrected(struct side_query *q, const struct path_conditions *c,
			    const uint8_t *sliced, uint8_t *start)
{
	const size_t size = entry_file_size(q->prover->entry);

	if (q->attempt)
		return correct(q, c, &alone, q->model ? q->model : start);
	const enum finding finding = side_ask(q, c, side_whole_effort, sliced, start);
	if (stop_asked() || q->is_guess ||
	    (finding != FINDING_REFUTED && finding != FINDING_NONE))
		return finding;
	q->is_deferred = true;
	q->is_last = !dependents_has_floats(&q->path->encoding.store, c->list,
					    c->wanted, c->count);
	q->model = array_new(size, 1);
	memcpy(q->model, start, size);
	return finding;
}

/* ---- all */

enum finding side_portfolio(struct side_query *q, const struct path_conditions *c,
			    const uint8_t *sliced, uint8_t *start)
{
	const struct side_attempt *a = &attempts[q->attempt];
	enum finding finding = FINDING_NONE;

	if (a->asks != ASK_ALWAYS || !is_closed(q, c))
		finding = search_side(q, c, a, start, NULL);
	if (finding != FINDING_MET && !stop_asked() && asks_solvers(q, c))
		finding = by_solvers(q, c, sliced, start);
	q->is_deferred =
	    !side_is_final(finding) && !stop_asked() && q->attempt + 1 < SIDE_ATTEMPTS;
	return finding;
}

/*
 * Inputs left to chance, for a choice that depends on what is not followed, such as the
 * result of a function whose GIMPLE ME does not have: no formula tells how its sides
 * are taken, and only runs do. Nor does one tell of a run that ends before the choice,
 * as by a division by zero. As in random testing by ranges of several sizes, a number
 * is taken within 1, 10 or 100 of 0, so that comparisons between inputs and small
 * constants go both ways.
 */

enum {
	TRIES = 4, /* runs of the first attempt; each later one has as many more */
	SIZES = 3,
};

struct chance {
	struct condition_scalar *scalars;
	size_t count;
	gsl_rng *rng;
	uint8_t *input;
	size_t size;
};

/* Changes one scalar, and each other one with even odds. */
static void change_bytes(struct chance *c)
{
	const size_t one = gsl_rng_uniform_int(c->rng, c->count);

	for (size_t i = 0; i < c->count; i++) {
		const double most = pow(10, (double)gsl_rng_uniform_int(c->rng, SIZES));
		const double value = most * (2 * gsl_rng_uniform(c->rng) - 1);
		if (i == one || gsl_rng_uniform_int(c->rng, 2))
			condition_scalar_put(
			    &c->scalars[i],
			    axis_from_double(&c->scalars[i].axis, value), c->input,
			    c->size);
	}
}

static enum finding run_changed(struct side_query *q, const uint8_t *from,
				struct chance *c)
{
	for (unsigned i = 0; i < TRIES * (q->attempt + 1) && !stop_asked(); i++) {
		memcpy(c->input, from, c->size);
		change_bytes(c);
		if (side_run(q, c->input, false))
			return FINDING_MET;
	}
	return FINDING_NONE;
}

enum finding side_chance(struct side_query *q, const uint8_t *from)
{
	struct chance c = {.size = entry_file_size(q->prover->entry)};
	enum finding finding = FINDING_NONE;

	c.scalars = condition_scalars_of_entry(q->prover->entry, &c.count);
	c.rng = gsl_rng_alloc(gsl_rng_mt19937);
	c.input = array_new(c.size, 1);
	if (c.rng && c.count) {
		gsl_rng_set(c.rng, (unsigned long)q->seed + 7919 * q->attempt +
				       31 * q->path->count + q->edge);
		finding = run_changed(q, from, &c);
		q->is_deferred = finding == FINDING_NONE && !stop_asked() &&
				 q->attempt + 1 < SIDE_ATTEMPTS;
	}
	if (c.rng)
		gsl_rng_free(c.rng);
	free(c.scalars);
	free(c.input);
	return finding;
}
