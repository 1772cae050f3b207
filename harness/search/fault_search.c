/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fault_search.c - inputs that may fail. */
#include "harness/search/fault_search.h"

#include "harness/program/threads.h"
#include "mcmc/scatter.h"

/* ---- the share */

enum {
	SHARE_RUNS = 1 << 15,
	SHARE_COST = 1 << 24, /* hooks, and passes of loops */
	LOST_COST = 1 << 19, /* what a lost run counts as */
	FRESH_TURN = 4, /* one of so many inputs is no variation */
	SIZES_TURN = 8, /* one of so many has related sizes */
	SCALE_TURN = 8, /* one of so many variations scales all numbers */
	CHANGES_MOST = 3,
};

static unsigned long long cost_so_far(const struct search *s)
{
	return trace_cost() + trace.all_steps + LOST_COST * s->limits.losses.lost;
}

static int share_is_spent(const struct search *s)
{
	return s->faults.runs >= SHARE_RUNS || s->faults.cost >= SHARE_COST;
}

/* ---- inputs */

/* An input that covers a goal; before there is one, what is held. */
static struct input draw_base(struct search *s)
{
	if (!s->pool.count)
		return s->subject->kind->held(s->subject);
	return s->pool.inputs[gsl_rng_uniform_int(s->rng, s->pool.count)];
}

static void vary_base(struct search *s, const struct objective *f)
{
	unsigned changes = 1 + (unsigned)gsl_rng_uniform_int(s->rng, CHANGES_MOST);

	if (!gsl_rng_uniform_int(s->rng, SCALE_TURN)) {
		scatter_scale(f, s->rng, s->trial);
		changes--;
	}
	while (changes--)
		starts_mutate(&s->starts, NULL, s->subject, s->rng, s->trial);
}

static int draw(struct search *s)
{
	if (!s->subject->kind->begin(s->subject, s, PROGRAM_NONE, draw_base(s),
				     s->trial))
		return 0;
	const struct objective f = {s->subject->n, s->subject->axes, NULL, NULL};
	if (!gsl_rng_uniform_int(s->rng, SIZES_TURN))
		scatter_sizes(&f, s->rng, s->trial);
	else if (!gsl_rng_uniform_int(s->rng, FRESH_TURN))
		starts_vector(&s->starts, s->subject, s->rng, s->trial);
	else
		vary_base(s, &f);
	return 1;
}

static int is_over(const struct search *s, unsigned long long closed)
{
	return search_interrupted(s) || s->closed != closed ||
	       s->evaluations >= s->slice_end;
}

static enum slice_outcome draw_slice(struct search *s)
{
	const unsigned long long cost = cost_so_far(s), closed = s->closed;

	slice_begin(s);
	search_aim(s, PROGRAM_NONE);
	while (!is_over(s, closed) && cost_so_far(s) - cost < SHARE_COST && draw(s)) {
		search_run(s, s->trial);
		/* A run that is not made counts, too. */
		s->faults.runs++;
	}
	s->faults.cost += cost_so_far(s) - cost;
	search_yield(s, "faults");
	return slice_end(s);
}

/* In a session that survives faults, by the search of ours, for goals of the program. Where
 * this has threads each fault ends the process, and the next one begins its share anew. */
static int are_sought(const struct search *s)
{
	return s->survival && search_is_typed(s) && !s->options->fork &&
	       threads_count() == 1 && s->options->method == METHOD_AUTO &&
	       !s->goals->seeks_run;
}

enum slice_outcome fault_search_turn(struct search *s, int ends)
{
	const int is_spent = share_is_spent(s);

	if (!are_sought(s) || (is_spent && ends))
		return SLICE_FINISHED;
	const enum slice_outcome outcome = draw_slice(s);
	return outcome == SLICE_FINISHED && !is_spent ? SLICE_MORE : outcome;
}
