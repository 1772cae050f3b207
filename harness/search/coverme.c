/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * coverme.c - Algorithm 1 of Fu and Su as it stands: n_start random starts; from each,
 * basin-hopping (n_iter hops, a local method) on the representing function FOO_R, whose
 * value is the global r that each site's pen leaves (trace.c), r0 = 1. A minimum of 0
 * covers a new side and is kept. One above 0 gives up the untaken side of the last
 * conditional of its run, which from then on counts as saturated: no proof, and a later
 * input that takes the side corrects it. Ends early when all is saturated.
 *
 * Only the minimum points count as inputs, not the points on the way.
 */
#include "harness/search/slice.h"

#include <string.h>

static enum objective_status coverme_evaluate(void *context, const coord *x,
					      struct reading *out)
{
	struct search *s = context;

	const struct run_request request = search_request(s);

	if (s->subject->kind->put(s->subject, x))
		search_execute(s, &request);
	*out = (struct reading){0, 0, 0};
	out->value = trace.record.r_goal == PROGRAM_NONE
			 ? 1.0
			 : distance_value(trace.session.kind, trace.record.r);
	if (s->crash || s->evaluations >= s->limit)
		return OBJECTIVE_STOP;
	return out->value == 0 ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}

static void coverme_begin(struct search *s)
{
	struct goal_descent *d = &s->descent;

	goals_saturate(s->goals);
	s->objective.eval = coverme_evaluate;
	s->starts_made++;
	starts_vector(&s->starts, s->subject, s->rng, s->x);
	d->minimiser = &minimiser_basin_hopping;
	d->goal = PROGRAM_NONE;
	d->state =
	    d->minimiser->start(&s->objective, &s->options->minimising, s->rng, s->x);
	if (!d->state)
		d->minimiser = NULL;
}

static void coverme_finish(struct search *s)
{
	struct goal_descent *d = &s->descent;
	struct reading reading;
	size_t size = s->subject->n * sizeof(coord);

	memcpy(s->trial, descent_best(d->state, &reading), size);
	d->minimiser->stop(d->state);
	d->minimiser = NULL;
	s->limits.left_steps = 0;
	if (s->evaluations >= s->limit)
		return;
	/* The points on the way must not count as having taken what they took. */
	program_clear_counters(s->goals->program);
	search_run(s, s->trial);
	if (!s->crash && reading.value != 0 && trace.record.last_goal != PROGRAM_NONE)
		goals_give_up(s->goals, trace.record.last_goal);
}

enum slice_outcome coverme_slice(struct search *s)
{
	slice_begin(s);
	while (!slice_is_over(s)) {
		if (!s->descent.minimiser) {
			if (s->starts_made >= s->options->n_start)
				break;
			coverme_begin(s);
			continue;
		}
		if (s->descent.minimiser->step(s->descent.state) != MINIMISER_GO_ON &&
		    !s->crash)
			coverme_finish(s);
	}
	enum slice_outcome outcome = slice_end(s);
	if (outcome == SLICE_MORE && !s->descent.minimiser &&
	    s->starts_made >= s->options->n_start)
		return SLICE_FINISHED;
	return outcome;
}
