/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_solvers.c - the solvers, with the conditions as they are or simplified. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/side/dependents.h"
#include "prover/side/side_solving.h"
#include "system/stop.h"

/* What is asked, while a model is run. */
struct solver_asking {
	struct side_query *query;
	uint8_t *model; /* the last one */
	const struct question *question;
	bool is_closed; /* all conditions of the path have bytes of the input alone */
	const struct prover *outer; /* as the prover was before */
};

static void note_on(void *context, const char *text)
{
	const struct solver_asking *model = context;

	prover_note(model->outer, text);
}

static bool run_solver_model(void *context, const uint8_t *bytes, size_t size,
			     const struct prove_goal *goal)
{
	const struct solver_asking *model = context;

	(void)goal;
	memcpy(model->model, bytes, size);
	return side_run(model->query, bytes,
			model->question->is_exact && model->is_closed &&
			    model->query->method < SIDE_SIMPLIFY);
}

static expr conjunction(struct expr_store *s, const struct path_conditions *c)
{
	expr all = expr_bool(s, true);

	for (size_t i = c->assumptions; i < c->count; i++)
		if (c->wanted[i])
			all = expr_and(s, all, c->list[i]);
	return all;
}

enum { QUERY_MS = 30 }; /* about, of a solver's run with an answer */

/* Whole seconds are those of runs that ended at their limits, or nearly so. */
static void count_solvers(struct side_query *q, const struct prover *before,
			  enum finding finding)
{
	const double seconds = q->prover->solver_seconds - before->solver_seconds;

	q->yields->solvers.milliseconds +=
	    1000 * floor(seconds) +
	    QUERY_MS * (double)(q->prover->queries - before->queries);
	q->yields->solvers.solved +=
	    q->is_guess ? finding == FINDING_MET : side_is_final(finding);
}

enum finding side_ask(struct side_query *q, const struct path_conditions *c,
		      struct side_effort effort, const uint8_t *start, uint8_t *last)
{
	const struct prove_goal goal = {.function =
					    side_last_choice(q)->function->name};
	struct question question = {.encoding = &q->path->encoding,
				    .goal = &goal,
				    .title = "a side of a path",
				    .alone = true,
				    .brief = effort.brief,
				    .coarse = effort.coarse,
				    .start = start,
				    .assumed = c->wanted};
	struct prover *p = q->prover;
	const struct prover before = *p;
	struct solver_asking model = {q, last, &question, false, &before};

	question.condition = conjunction(&q->path->encoding.store, c);
	/* Also those that the query leaves out: a value that is open may be another one
	 * for another input. */
	model.is_closed =
	    dependents_is_closed(&q->path->encoding.store, c->list, NULL, c->count);
	p->client = (struct prover_client){
	    .run = run_solver_model, .note = note_on, .context = &model};
	const enum finding finding = ask(p, &question);
	p->client = before.client;
	count_solvers(q, &before, finding);
	memcpy(q->how, question.how, sizeof question.how);
	memcpy(q->why, question.why, sizeof question.why);
	return finding;
}

/* ---- with values for non-linear terms */

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
enum finding side_simplified(struct side_query *q, struct path_conditions *c,
			     const uint8_t *sliced, uint8_t *start)
{
	struct expr_store *s = &q->path->encoding.store;
	expr *list = c->list + c->assumptions;
	uint8_t *values = array_new(entry_file_size(q->prover->entry), 1);

	memcpy(values, start, entry_file_size(q->prover->entry));
	concrete_terms(s, list, c->count - c->assumptions, values,
		       entry_file_size(q->prover->entry));
	free(values);
	const enum finding finding = side_ask(q, c, side_whole_effort, sliced, start);
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
	enum finding finding = side_ask(q, &part, side_whole_effort, values, start);
	if (finding == FINDING_REFUTED) {
		memcpy(values, start, size);
		memcpy(part.list, c->list, c->count * sizeof *part.list);
		concrete_terms(s, part.list + of, c->count - of, values, size);
		for (size_t i = of; i < c->count; i++)
			if (non_linear[i - of])
				part.list[i] = expr_and(
				    s, part.list[i],
				    concrete_inputs(s, c->list[i], values, size));
		finding = side_ask(q, &part, side_whole_effort, values, start);
	}
	free(part.list);
	free(values);
	return without_proof(q, finding, "with the values of a linear solution");
}

/* Later tries leave to chance what the linear conditions do not decide. */
enum finding side_mixed(struct side_query *q, const struct path_conditions *c,
			uint8_t *start)
{
	const size_t size = entry_file_size(q->prover->entry);
	bool *non_linear = array_new(c->count, sizeof *non_linear);
	enum finding finding = FINDING_NONE;

	concrete_find(&q->path->encoding.store, c->list + c->assumptions,
		      c->count - c->assumptions, true, non_linear);
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
