/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breadth.c - draws for all goals, and their share beside descents. */
#include "harness/search/breadth.h"

#include <string.h>

#include "mcmc/scatter.h"

enum {
	DRAWS = 64, /* in one turn */
	RUN_COST = 128, /* hooks that cost as much as a run that calls none */
	TURN_COST = DRAWS * RUN_COST, /* about what a turn costs */
};

/* Of what was before, that counts after a turn. */
#define MEMORY 0.95
/* No way is given up: what closes nothing now may close much when another one has found
 * an input that passes a new place. */
#define LEAST_PART 0.05

/* ---- shares */

/* Each begins as one that has closed a few goals at the price of a turn. */
void breadth_init(struct breadth *b)
{
	for (int way = 0; way < BREADTH_WAYS; way++)
		b->ways[way] = (struct breadth_yield){4, TURN_COST};
}

static void account(struct breadth_yield *y, double closed, unsigned long long runs,
		    unsigned long long hooks)
{
	y->closed = MEMORY * y->closed + closed;
	y->cost = MEMORY * y->cost + (double)runs * RUN_COST + (double)hooks;
}

static enum breadth_way choose_way(const struct breadth *b, gsl_rng *rng)
{
	double weight[BREADTH_WAYS], total = 0;

	for (int way = 0; way < BREADTH_WAYS; way++)
		total += weight[way] = b->ways[way].closed / b->ways[way].cost;
	for (int way = 0; way < BREADTH_WAYS; way++)
		weight[way] += LEAST_PART * total;
	double at = gsl_rng_uniform(rng) * total * (1 + LEAST_PART * BREADTH_WAYS);
	for (int way = 0; way < BREADTH_WAYS - 1; way++) {
		at -= weight[way];
		if (at < 0)
			return (enum breadth_way)way;
	}
	return BREADTH_WAYS - 1;
}

/* ---- draws */

static struct input any_of_pool(struct search *s)
{
	return s->pool.inputs[gsl_rng_uniform_int(s->rng, s->pool.count)];
}

/* Some coordinates of another input that closed a goal. */
static void cross(struct search *s)
{
	if (!s->subject->kind->begin(s->subject, s, PROGRAM_NONE, any_of_pool(s), s->x))
		return;
	for (size_t i = 0; i < s->subject->n; i++)
		if (gsl_rng_uniform_int(s->rng, 2))
			s->trial[i] = s->x[i];
}

/* s->trial is an input of the pool: makes of it one to run. */
static void draw(struct search *s, enum breadth_way way)
{
	const struct objective f = {s->subject->n, s->subject->axes, NULL, NULL};

	switch (way) {
	case BREADTH_BITS:
		scatter_bits(&f, s->rng, s->trial);
		return;
	case BREADTH_VALUES:
		starts_vector(&s->starts, s->subject, s->rng, s->trial);
		return;
	default:
		if (gsl_rng_uniform_int(s->rng, 4) == 0)
			cross(s);
		starts_mutate(&s->starts, &s->influence, s->subject, s->rng, s->trial);
	}
}

static void make_draws(struct search *s, enum breadth_way way)
{
	const unsigned long long closed = s->closed, evaluations = s->evaluations,
				 hooks = trace.hooks;

	for (int i = 0; i < DRAWS && !search_interrupted(s) && s->goals->open_count;
	     i++) {
		if (!s->subject->kind->begin(s->subject, s, PROGRAM_NONE,
					     any_of_pool(s), s->trial))
			return;
		draw(s, way);
		search_run(s, s->trial);
		if (!s->crash)
			starts_note_run(&s->starts);
	}
	account(&s->breadth.ways[way], (double)(s->closed - closed),
		s->evaluations - evaluations, trace.hooks - hooks);
}

/* ---- turns */

static int is_for_many(const struct search *s)
{
	return s->options->method == METHOD_AUTO && !search_policy(s)->frame_is_guess &&
	       s->goals->open_count > SEARCH_MANY && s->pool.count;
}

int breadth_turn(struct search *s)
{
	if (!is_for_many(s))
		return 0;
	const enum breadth_way way = choose_way(&s->breadth, s->rng);
	if (way == BREADTH_DESCENT)
		return 0;
	make_draws(s, way);
	return 1;
}

void breadth_account_descent(struct search *s, unsigned long long closed,
			     unsigned long long evaluations, unsigned long long hooks)
{
	if (is_for_many(s))
		account(&s->breadth.ways[BREADTH_DESCENT], (double)closed, evaluations,
			hooks);
}
