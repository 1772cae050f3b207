/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * satisfy.c - from start to start, with another metric and more patience each time:
 * relaxation, then a walk of repairs, then a minimiser.
 */
#include "sat/search/satisfy.h"

#include <stdlib.h>

#include "sat/search/minimise.h"
#include "sat/search/relaxation.h"
#include "sat/search/start_point.h"
#include "sat/search/repair_walk.h"

/* ---- the values of all variables */

/* Computes all terms; variables have values. */
static void compute_all(const struct formula *f, word *all)
{
	for (size_t i = 0; i < f->count; i++) {
		const struct term *term = &f->terms[i];
		struct sort sorts[TERM_OPERANDS];
		word values[TERM_OPERANDS];

		if (term->operation == OP_CONSTANT)
			all[i] = term->value;
		if (term->count == 0)
			continue;
		for (unsigned k = 0; k < term->count; k++) {
			sorts[k] = f->terms[term->operands[k]].sort;
			values[k] = all[term->operands[k]];
		}
		/* An open value is one that no constraint depends on. */
		if (!term_compute(term, sorts, values, &all[i]))
			all[i] = 0;
	}
}

static bool extract(const struct system *s, const struct trial *t, word *values)
{
	word *all = calloc(s->formula->count + 1, sizeof(*all));

	if (!all)
		return false;
	for (size_t i = 0; i < t->e.input_count; i++)
		all[t->e.nodes[t->e.inputs[i]].term] = t->best[i];
	compute_all(s->formula, all);
	for (size_t i = 0; i < s->formula->count; i++) {
		const struct term *term = &s->formula->terms[i];

		if (term->operation == OP_VARIABLE)
			values[term->number] = s->definitions[term->number] == TERM_NONE
						   ? all[i]
						   : all[s->definitions[term->number]];
	}
	free(all);
	return true;
}

/* ---- rounds */

enum { PATIENCE = 60 }; /* of the shortest round */

static const struct minimiser *const methods[] = {
    &minimiser_signed,
    &minimiser_valley,
    &minimiser_differential_evolution,
    &minimiser_powell,
};

enum { METHODS = sizeof(methods) / sizeof(methods[0]) };

/* 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... for n = 1, 2, ...: short rounds mostly, and long
 * ones as often as is worth it (Luby, Sinclair and Zuckerman, 1993). */
static unsigned luby(uint64_t n)
{
	uint64_t size = 1;

	while (size < n)
		size = 2 * size + 1;
	while (size != n) {
		size /= 2;
		if (n > size)
			n -= size;
	}
	return (unsigned)((size + 1) / 2);
}

static void round_run(struct trial *t, uint64_t round)
{
	const unsigned length = luby(round + 1), patience = PATIENCE * length;
	const struct minimiser *method = methods[draw_below(t->rng, METHODS)];

	t->e.metric = (enum metric)draw_below(t->rng, METRICS);
	trial_begin(t, UINT64_MAX / 2);
	start_point(t, round);
	/* Without inputs there is one point. */
	if (t->e.input_count == 0)
		t->is_stopped = !t->is_solved;
	relaxation_run(t, (enum relaxation_scale)draw_below(t->rng, 2), patience / 2);
	if (trial_is_over(t))
		return;
	trial_to_best(t);
	walk_run(t, patience);
	if (trial_is_over(t) || length == 1)
		return;
	trial_to_best(t);
	t->end = t->e.runs + 20 * patience;
	if (minimise_run(t, method) != 0)
		t->is_stopped = true;
	if (t->is_solved || t->is_stopped)
		return;
	t->end = UINT64_MAX;
	trial_to_best(t);
	walk_run(t, patience);
}

static enum satisfy_answer search(struct trial *t, const struct system *s, word *values)
{
	for (uint64_t round = 0;
	     !t->is_solved && !t->is_stopped && t->e.runs < t->limit; round++) {
		round_run(t, round);
	}
	if (!t->is_solved)
		return SATISFY_NOTHING;
	return extract(s, t, values) ? SATISFY_FOUND : SATISFY_NO_MEMORY;
}

enum satisfy_answer satisfy(const struct system *system,
			    const struct satisfy_options *options, word *values,
			    uint64_t *runs)
{
	enum satisfy_answer answer = SATISFY_NO_MEMORY;
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	struct trial t;

	*runs = 0;
	if (!rng)
		return answer;
	gsl_rng_set(rng, options->seed);
	if (system->is_false)
		answer = SATISFY_NOTHING;
	else if (trial_init(&t, system, rng, options->runs ? options->runs : UINT64_MAX,
			    &options->stop) == 0)
		answer = search(&t, system, values);
	if (!system->is_false) {
		*runs = t.e.runs;
		trial_done(&t);
	}
	gsl_rng_free(rng);
	return answer;
}
