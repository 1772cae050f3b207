/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/search/condition_start.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

static void put(const struct variable *v, uint64_t value, unsigned char *input,
		size_t size)
{
	for (unsigned i = 0; i < v->sort / 8u && v->index + i < size; i++)
		input[v->index + i] = (unsigned char)(value >> 8 * i);
}

enum answer condition_start(const struct solver *solver, unsigned seconds,
			    const struct expr_store *store, const expr *conditions,
			    size_t count, unsigned char *input, size_t size,
			    char why[128])
{
	const struct query_options options = {.stage = STAGE_HAVOC,
					      .rounding = ROUNDING_NEAREST};
	struct solution solution = {0};
	struct query query;

	smt_write(&query, store, conditions, count, &options, "a start");
	solver_ask(solver, &query, seconds, &solution);
	for (size_t i = 0; solution.answer == ANSWER_SAT && i < query.input_count; i++)
		put(&store->variables[query.inputs[i]], solution.values[i], input,
		    size);
	if (solution.answer == ANSWER_UNSAT)
		snprintf(why, 128, "%s finds no model", solver->name);
	else if (solution.answer != ANSWER_SAT)
		snprintf(why, 128, "%.120s", solution.why);
	const enum answer answer = solution.answer;
	free(solution.values);
	smt_done(&query);
	return answer;
}

enum search_answer condition_search_in_phases(struct condition_search *s,
					      const struct solver *solver,
					      unsigned seconds, const expr *conditions,
					      size_t count, const unsigned char *start,
					      size_t size, unsigned char *found)
{
	unsigned char *model = array_new(size + 1, 1);
	const bool before = s->options.floats_only;
	enum search_answer answer;
	char why[128] = "";

	memcpy(model, start, size);
	const enum answer first = condition_start(solver, seconds, s->store, conditions,
						  count, model, size, why);
	if (first == ANSWER_SAT) {
		s->options.floats_only = true;
		answer = condition_search(s, conditions, count, model, size, found);
		s->options.floats_only = before;
	} else {
		answer = first == ANSWER_UNSAT ? SEARCH_NONE : SEARCH_UNABLE;
		memcpy(s->why, why, sizeof s->why);
	}
	free(model);
	return answer;
}
