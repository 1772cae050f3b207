/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/search/slice.h"

#include "harness/search/search.h"

enum {
	INPUTS_MOST = 1 << 16,
	STARTS_BEFORE = 8, /* that have met no new goal */
	TURN = 1024, /* inputs of a turn */
	COST_MOST = 1 << 27, /* hooks and steps of all runs; longer ones are left out */
};

/* 0: more than INPUTS_MOST. */
static unsigned count_inputs(const struct subject *subject)
{
	ucoord count = 1;

	for (size_t i = 0; i < subject->n; i++) {
		const struct axis *a = &subject->axes[i];
		const ucoord values = (ucoord)(a->high - a->low) + 1;
		if (!values || values > INPUTS_MOST)
			return 0;
		count *= values;
		if (count > INPUTS_MOST)
			return 0;
	}
	return (unsigned)count;
}

/* The input of that number, in a mixed radix. */
static void put_input(const struct subject *subject, unsigned number, coord *x)
{
	for (size_t i = 0; i < subject->n; i++) {
		const struct axis *a = &subject->axes[i];
		const unsigned values = (unsigned)(a->high - a->low) + 1;
		x[i] = a->low + (coord)(number % values);
		number /= values;
	}
}

static int is_wanted(struct search *s)
{
	if (!search_is_typed(s) || s->options->method != METHOD_AUTO ||
	    s->goals->seeks_run || s->space.is_over ||
	    (s->subject->n && s->starts_without_progress < STARTS_BEFORE))
		return 0;
	if (!s->space.count) {
		s->space.count = count_inputs(s->subject);
		s->space.cost = trace_cost() + trace.all_steps;
	}
	return s->space.next < s->space.count;
}

static void run_next(struct search *s)
{
	put_input(s->subject, s->space.next++, s->trial);
	search_run(s, s->trial);
	s->space.left +=
	    trace.record.end == RUN_LONG || trace.record.end == RUN_SKIPPED;
}

int small_space_turn(struct search *s)
{
	if (!is_wanted(s))
		return 0;
	for (unsigned i = 0; i < TURN && s->space.next < s->space.count &&
			     s->goals->open_count && !search_interrupted(s);
	     i++)
		run_next(s);
	s->space.is_over = trace_cost() + trace.all_steps - s->space.cost > COST_MOST;
	search_yield(s, "all inputs");
	if (s->space.next == s->space.count && !s->space.left) {
		s->goals->are_all_run = 1;
		s->starts_without_progress = s->options->n_start;
	}
	return 1;
}
