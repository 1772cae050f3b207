/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_query.c - the path condition of a side, its transitive dependents, and the proof
 * that covers the runs which the walk has left out. */
#include "prover/explore/side_query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/explore/concrete.h"
#include "prover/explore/dependents.h"
#include "prover/explore/input_values.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

/* The conditions of the path, the assumptions first and the side's last. */
struct path_conditions {
	expr *list;
	bool *wanted;
	size_t count, assumptions;
};

static const struct path_choice *last_choice(const struct side_query *q)
{
	return &q->path->choices[q->path->count - 1];
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
	c->list[c->count++] = last_choice(q)->conditions[q->edge];
}

/* Whether the start satisfies all that leads to the side. */
static bool start_fits(const struct side_query *q, const struct path_conditions *c)
{
	struct input_values values;
	bool fits = true;

	if (!q->start)
		return false;
	input_values_init(&values, &q->path->encoding.store, q->start,
			  entry_file_size(q->prover->entry));
	for (size_t i = 0; i + 1 < c->count && fits; i++)
		fits = input_values_say(&values, c->list[i]) != INPUT_FALSE;
	input_values_done(&values);
	return fits;
}

/* What is asked, while a model is run. */
struct asking {
	struct side_query *query;
	uint8_t *model; /* the last one */
	const struct question *question;
	bool is_closed; /* all conditions of the path have bytes of the input alone */
	const struct prover *outer; /* as the prover was before */
};

static void note_on(void *context, const char *text)
{
	const struct asking *model = context;

	if (model->outer->note)
		model->outer->note(model->outer->context, text);
}

static bool run_model(void *context, const uint8_t *bytes, size_t size,
		      const struct prove_goal *goal)
{
	const struct asking *model = context;

	(void)goal;
	memcpy(model->model, bytes, size);
	return model->query->run(model->query->context, bytes, size,
				 model->question->is_exact && model->is_closed &&
				     model->query->method < SIDE_SIMPLIFY);
}

/* ---- the solvers */

static expr conjunction(struct expr_store *s, const struct path_conditions *c)
{
	expr all = expr_bool(s, true);

	for (size_t i = c->assumptions; i < c->count; i++)
		if (c->wanted[i])
			all = expr_and(s, all, c->list[i]);
	return all;
}

/* Also of those that the query leaves out: a value that is open may be another one for
 * another input. */
static bool is_closed(const struct expr_store *s, const struct path_conditions *c)
{
	for (size_t i = 0; i < c->count; i++)
		if (!dependents_is_closed(s, c->list[i]))
			return false;
	return true;
}

static enum finding ask_side(struct side_query *q, const struct path_conditions *c,
			     const uint8_t *start, uint8_t *last)
{
	const struct prove_goal goal = {.function = last_choice(q)->function->name};
	struct question question = {.encoding = &q->path->encoding,
				    .goal = &goal,
				    .title = "a side of a path",
				    .alone = true,
				    .start = start,
				    .assumed = c->wanted};
	struct prover *p = q->prover;
	const struct prover before = *p;
	struct asking model = {q, last, &question, false, &before};

	question.condition = conjunction(&q->path->encoding.store, c);
	model.is_closed = is_closed(&q->path->encoding.store, c);
	p->run = run_model;
	p->note = note_on;
	p->context = &model;
	const enum finding finding = ask(p, &question);
	p->run = before.run;
	p->note = before.note;
	p->context = before.context;
	memcpy(q->how, question.how, sizeof question.how);
	memcpy(q->why, question.why, sizeof question.why);
	return finding;
}

/* ---- what the walk has left out */

/* Whether no run on the path comes to one of the points of the frontier before the
 * side: behind it the run could do anything. */
static bool close_frontier(struct side_query *q, bool *nearest)
{
	struct encoding *e = &q->path->encoding;

	for (size_t i = 0; i < last_choice(q)->frontier; i++) {
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

static enum side_state settle(struct side_query *q, bool nearest)
{
	if (!close_frontier(q, &nearest))
		return stop_asked() ? SIDE_OPEN : SIDE_UNKNOWN;
	if (stop_asked())
		return SIDE_OPEN;
	return nearest ? SIDE_NEAREST : SIDE_INFEASIBLE;
}

static enum side_state judge(struct side_query *q, enum finding finding)
{
	switch (finding) {
	case FINDING_MET:
		return SIDE_SEEN;
	case FINDING_NEVER:
		return settle(q, false);
	case FINDING_NEVER_NEAREST:
		return settle(q, true);
	case FINDING_REFUTED:
		snprintf(q->why, sizeof q->why, "the run took another path");
		return stop_asked() ? SIDE_OPEN
				    : SIDE_UNKNOWN; /* it may have been ended */
	default:
		return stop_asked() ? SIDE_OPEN : SIDE_UNKNOWN;
	}
}

/* ---- searches */

/* Evaluations, the latter FloPSy's; of large formulas fewer, so that a search takes about
 * as many operations at the most. */
enum { SHORT_BUDGET = 3000, LONG_BUDGET = 100000, LEAST_BUDGET = 200 };
enum { SHORT_OPERATIONS = 10000000, LONG_OPERATIONS = 200000000 };

static size_t budget_of(const struct side_query *q, size_t most, size_t operations)
{
	const size_t fit = operations / (q->path->encoding.store.count + 1);

	return fit > most ? most : fit < LEAST_BUDGET ? LEAST_BUDGET : fit;
}

/* A search that is being counted. */
struct counting {
	struct search_counts *counts;
	bool has_floats;
};

static void count_problem(void *context, const struct condition_problem *problem)
{
	struct counting *counting = context;

	counting->has_floats = search_counts_problem(counting->counts, problem);
}

static void count_end(const struct counting *counting, const struct condition_search *s,
		      enum finding finding)
{
	const bool is_limited =
	    stop_asked() || (s->budget < LONG_BUDGET && s->evaluations >= s->budget);

	if (counting->has_floats)
		search_counts_end(counting->counts,
				  finding == FINDING_MET ? SEARCH_SOLVED
				  : finding == FINDING_NONE && is_limited
				      ? SEARCH_LIMITED
				      : SEARCH_FAILED,
				  s->variables);
}

/* Begins at `start`. FINDING_MET, or FINDING_REFUTED: what was found does otherwise; or
 * NONE. */
static enum finding search_side(struct side_query *q, const struct path_conditions *c,
				const uint8_t *start, bool is_short)
{
	struct counting counting = {&q->counts, false};
	const size_t size = entry_file_size(q->prover->entry);
	uint8_t *found = array_new(size, 1);
	struct condition_search s;
	enum finding finding = FINDING_NONE;

	condition_search_init(&s, &q->path->encoding.store);
	s.entry = q->prover->entry;
	s.method = q->search;
	s.budget = is_short ? budget_of(q, SHORT_BUDGET, SHORT_OPERATIONS)
			    : budget_of(q, LONG_BUDGET, LONG_OPERATIONS);
	s.seed = q->seed;
	s.options = *q->options;
	if (!is_short && q->method != SIDE_SEARCH) {
		s.tell = count_problem;
		s.context = &counting;
	}
	const enum search_answer answer =
	    condition_search(&s, c->list, c->count, start, size, found);
	*q->options = s.options;
	q->searches++;
	q->evaluations += s.evaluations;
	if (answer == SEARCH_FOUND)
		finding = q->run(q->context, found, size, !s.is_open) ? FINDING_MET
								      : FINDING_REFUTED;
	else
		snprintf(q->why, sizeof q->why, "%s: %s",
			 condition_method_name(q->search),
			 answer == SEARCH_UNABLE ? s.why : "no solution was found");
	count_end(&counting, &s, finding);
	free(found);
	return finding;
}

/* A solver's model that a run refutes, since it leaves calls open or computes with fewer
 * operations, is corrected by the search (FloPSy, section 3). */
static enum finding solve_corrected(struct side_query *q, struct path_conditions *c,
				    const uint8_t *sliced, uint8_t *start)
{
	enum finding finding = ask_side(q, c, sliced, start);

	if (stop_asked())
		return finding;
	if (finding == FINDING_REFUTED || finding == FINDING_NONE) {
		const enum finding found = search_side(q, c, start, false);
		finding = found == FINDING_NONE ? finding : found;
	}
	return finding;
}

static enum finding solve_by_all(struct side_query *q, struct path_conditions *c,
				 const uint8_t *sliced, uint8_t *start)
{
	const enum finding finding = search_side(q, c, start, true);

	if (finding == FINDING_MET || stop_asked())
		return finding;
	return solve_corrected(q, c, sliced, start);
}

/* An answer to other conditions than the side's: only an input counts. */
static enum finding without_proof(struct side_query *q, enum finding finding,
				  const char *why)
{
	if (finding != FINDING_NEVER && finding != FINDING_NEVER_NEAREST)
		return finding;
	snprintf(q->why, sizeof q->why, "unsat %s: no proof", why);
	*q->how = '\0';
	return FINDING_NONE;
}

/* With the start's values for all non-linear terms. */
static enum finding solve_simplified(struct side_query *q, struct path_conditions *c,
				     const uint8_t *sliced, uint8_t *start)
{
	struct expr_store *s = &q->path->encoding.store;
	expr *list = c->list + c->assumptions;
	uint8_t *values = array_new(entry_file_size(q->prover->entry), 1);

	memcpy(values, start, entry_file_size(q->prover->entry));
	concrete_terms(s, list, c->count - c->assumptions, values,
		       entry_file_size(q->prover->entry));
	free(values);
	const enum finding finding = ask_side(q, c, sliced, start);
	return without_proof(q, finding, "with the values of one run");
}

enum { MIXED_TRIES = 3 };

static void randomise(uint8_t *bytes, size_t size, uint64_t seed)
{
	for (size_t i = 0; i < size; i++) { /* Knuth's MMIX generator */
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		bytes[i] = (uint8_t)(seed >> 56);
	}
}

/* One try: a model of the linear conditions, then one of all, in which the inputs of
 * non-linear terms are the first one's and these terms have the values that follow.
 * `start`: what the linear conditions leave open; becomes the last model. */
static enum finding try_mixed(struct side_query *q, const struct path_conditions *c,
			      const bool *non_linear, uint8_t *start)
{
	const size_t size = entry_file_size(q->prover->entry), of = c->assumptions;
	struct expr_store *s = &q->path->encoding.store;
	struct path_conditions part = *c;
	uint8_t *values = array_new(size, 1);

	part.list = array_new(c->count, sizeof *part.list);
	memcpy(part.list, c->list, c->count * sizeof *part.list);
	for (size_t i = of; i < c->count; i++)
		if (non_linear[i - of])
			part.list[i] = expr_bool(s, true);
	memcpy(values, start, size);
	enum finding finding = ask_side(q, &part, values, start);
	if (finding == FINDING_REFUTED) {
		memcpy(values, start, size);
		memcpy(part.list, c->list, c->count * sizeof *part.list);
		concrete_terms(s, part.list + of, c->count - of, values, size);
		for (size_t i = of; i < c->count; i++)
			if (non_linear[i - of])
				part.list[i] = expr_and(
				    s, part.list[i],
				    concrete_inputs(s, c->list[i], values, size));
		finding = ask_side(q, &part, values, start);
	}
	free(part.list);
	free(values);
	return without_proof(q, finding, "with the values of a linear solution");
}

/* Later tries leave to chance what the linear conditions do not decide. */
static enum finding solve_mixed(struct side_query *q, const struct path_conditions *c,
				uint8_t *start)
{
	const size_t size = entry_file_size(q->prover->entry);
	bool *non_linear = array_new(c->count, sizeof *non_linear);
	enum finding finding = FINDING_NONE;

	concrete_find(&q->path->encoding.store, c->list + c->assumptions,
		      c->count - c->assumptions, non_linear);
	for (unsigned i = 0; i < MIXED_TRIES && !stop_asked(); i++) {
		if (i)
			randomise(start, size, q->seed + i);
		finding = try_mixed(q, c, non_linear, start);
		if (finding == FINDING_MET)
			break;
	}
	free(non_linear);
	return finding;
}

static enum finding solve_from(struct side_query *q, struct path_conditions *c,
			       const uint8_t *sliced, uint8_t *start)
{
	switch (q->method) {
	case SIDE_SMT:
		return ask_side(q, c, sliced, start);
	case SIDE_SIMPLIFY:
		return solve_simplified(q, c, sliced, start);
	case SIDE_MIXED:
		return solve_mixed(q, c, start);
	case SIDE_CORRECTED:
		return solve_corrected(q, c, sliced, start);
	case SIDE_SEARCH:
		return search_side(q, c, start, false);
	default:
		return solve_by_all(q, c, sliced, start);
	}
}

/* Where the start satisfies the side too, its run decides. */
static bool start_takes(struct side_query *q, const struct path_conditions *c)
{
	struct input_values values;

	input_values_init(&values, &q->path->encoding.store, q->start,
			  entry_file_size(q->prover->entry));
	const bool takes =
	    input_values_say(&values, c->list[c->count - 1]) == INPUT_TRUE;
	input_values_done(&values);
	return takes &&
	       q->run(q->context, q->start, entry_file_size(q->prover->entry), true);
}

/* A condition on addresses, or on what is unconstrained: it may have a proof, as that the
 * end of an object is not before its beginning; of its models no run says anything. */
static enum finding solve_without_input(struct side_query *q, struct path_conditions *c)
{
	struct prover *p = q->prover;
	struct encoding *e = &q->path->encoding;
	struct question question = {.encoding = e,
				    .condition = c->list[c->count - 1],
				    .title = "a side of a path, without input"};

	if (q->method == SIDE_PORTFOLIO || q->method == SIDE_SMT) {
		const enum finding finding = ask(p, &question);
		memcpy(q->how, question.how, sizeof question.how);
		if (finding == FINDING_NEVER || finding == FINDING_NEVER_NEAREST)
			return finding;
	}
	*q->how = '\0';
	snprintf(q->why, sizeof q->why, "it does not depend on the input");
	return FINDING_NONE;
}

static enum finding solve(struct side_query *q, struct path_conditions *c)
{
	const struct expr_store *s = &q->path->encoding.store;
	const expr own = c->list[c->count - 1];
	const size_t size = entry_file_size(q->prover->entry);
	const bool fits = start_fits(q, c);

	if (expr_is_false(s, own)) {
		snprintf(q->how, sizeof q->how, "by simplification");
		return FINDING_NEVER;
	}
	if (fits && start_takes(q, c))
		return FINDING_MET;
	if (!dependents_has_input(s, own))
		return solve_without_input(q, c);
	memset(c->wanted, true, c->count * sizeof *c->wanted);
	if (fits)
		dependents_find(s, c->list, c->count, c->wanted);
	uint8_t *start = array_new(size, 1);
	if (q->start)
		memcpy(start, q->start, size);
	const enum finding finding = solve_from(q, c, fits ? q->start : NULL, start);
	free(start);
	return finding;
}

enum side_state side_query_solve(struct side_query *q)
{
	struct path_conditions c = {0};

	*q->why = *q->how = '\0';
	q->searches = q->evaluations = 0;
	memset(&q->counts, 0, sizeof q->counts);
	collect(&c, q);
	const enum side_state state = judge(q, solve(q, &c));
	free(c.list);
	free(c.wanted);
	return state;
}
