/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * slice.c - slices of the search by minimisation: one goal at a time, and an archive
 * for all.
 */
#include "harness/search/slice.h"

#include <float.h>
#include <string.h>

#include "harness/pristine/forked.h"
#include "harness/rungoal/conjunction.h"
#include "harness/rungoal/decisions.h"
#include "harness/search/breadth.h"
#include "harness/search/choose.h"

enum {
	SLICE_EVALUATIONS = 10000, /* how long a slice is: evaluations and hooks */
	SLICE_HOOKS = 1 << 23,
	BYTES_EVALUATIONS = 1000, /* of a bytes target */
	BYTES_HOOKS = 64000,
	RANDOM_DRAWS = 64, /* random vectors before the first descent */
	DESCENT_EVALUATIONS = 4000, /* for each coordinate of a frame's weight */
	LEVEL_BITS = 2, /* a goal's short descents get longer by this power of two */
	LEVEL_TRIES = 2, /* after so many of one length */
	ALONE_PART = 8, /* of them in the first descent to the only goal */
	ALONE_MOST = 5 * DESCENT_EVALUATIONS, /* over more the short ones are long */
	ALONE_LEAST = 6000, /* in the next ones, if all are as many */
	RUN_COST = 128, /* hooks and steps that cost as much as one that has none */
	STEPS_ROOM =
	    2, /* times the steps that the start takes to be nearest to the goal
		*/
	PLAIN_TURN = 4, /* one of so many descents to a conjunction sums nothing up */
	EXACT_SUMS = 3, /* one of so many does, where an equality is part of it */
};

/* ---- slices */

void slice_begin(struct search *s)
{
	const int typed = search_is_typed(s);

	s->slice_end = s->evaluations + (typed ? SLICE_EVALUATIONS : BYTES_EVALUATIONS);
	s->hooks_end = trace_cost() + (typed ? SLICE_HOOKS : BYTES_HOOKS);
	if (s->slice_end > s->limit)
		s->slice_end = s->limit;
	s->crash = s->no_starts = 0;
	if (!typed && s->descent.minimiser)
		search_aim(s, s->descent.goal);
	/* Sides that were taken by a run with a rejected input do not count. */
	if (s->subject->type == SUBJECT_BYTES)
		program_clear_counters(s->goals->program);
}

int slice_is_over(const struct search *s)
{
	if (search_interrupted(s) || s->no_starts || s->evaluations >= s->slice_end ||
	    trace_cost() >= s->hooks_end || !s->goals->open_count)
		return 1;
	return search_is_late(s);
}

/* The more starts are asked for, the more steps runs that are left may take without a new goal.
 */
static int is_long_without_progress(const struct search *s)
{
	return run_limits_without_progress(&s->limits,
					   s->options->n_start / N_START_DEFAULT);
}

/* How many starts in vain end the search. Where all that is left are checks of sanitizers, most of
 * which never fail, a few for each of them. */
static unsigned starts_in_vain(const struct search *s)
{
	enum { PART = 10, STARTS_EACH = 8 };
	const unsigned most = s->options->n_start, checks = s->goals->open_checks;
	const unsigned few = most / PART + STARTS_EACH * checks;

	return s->goals->open_count == checks && few < most ? few : most;
}

/* Whether too many starts, or too long runs that were left, have met no new goal. */
static int is_without_progress(const struct search *s)
{
	return s->starts_without_progress >= starts_in_vain(s) ||
	       is_long_without_progress(s);
}

int slice_is_between(const struct search *s)
{
	return !s->descent.minimiser && !s->breadth.texts_left;
}

enum slice_outcome slice_end(struct search *s)
{
	if (!s->survival)
		guard_leave(&s->guard);
	if (!search_is_typed(s) && s->descent.minimiser)
		search_aim(s, PROGRAM_NONE);
	if (s->crash)
		return SLICE_CRASH;
	if (s->evaluations >= s->limit)
		return SLICE_SPENT;
	if (subject_ends_by_itself(s->subject) &&
	    (!s->goals->open_count || is_without_progress(s)))
		return SLICE_FINISHED;
	return SLICE_MORE;
}

/* ---- descents */

/* Lets the subject choose a frame by the start, unless a coordinate of this frame is
 * pinned; 0 when no descent is to be made from it any more. */
static int settle_start(struct search *s, uint32_t goal)
{
	const struct subject_kind *kind = s->subject->kind;

	return !kind->settle || s->pinned != STARTS_NONE ||
	       (kind->settle(s->subject, s, s->x) && !search_is_over(s, goal));
}

static int has_many(const struct search *s)
{
	return s->goals->open_count > GOALS_MANY && s->evaluations < s->limit;
}

/* Runs random vectors, the very first of them that of an empty file. With many open
 * goals it goes on until RANDOM_DRAWS vectors in a row have met none, unless draws do so
 * (breadth.h). */
static void draw_at_random(struct search *s)
{
	unsigned long long closed = s->closed;

	for (int i = 0; i < RANDOM_DRAWS && !s->crash && s->goals->open_count; i++) {
		if (!s->has_drawn && !i) {
			s->subject->kind->take(s->subject, NULL, 0);
			search_run_held(s);
		} else {
			starts_vector(&s->starts, s->subject, s->rng, s->trial);
			search_run(s, s->trial);
		}
		starts_note_run(&s->starts);
		if (s->closed != closed && has_many(s) &&
		    s->options->method != METHOD_AUTO)
			i = 0;
		closed = s->closed;
	}
	s->has_drawn = 1;
	search_yield(s, "random");
}

/* A run that force has made fail is to end neither the session nor itself. */
static int may_force(const struct search *s)
{
	const struct program *p = s->goals->program;

	for (uint32_t i = 0; s->survival && i < p->site_count; i++)
		if (p->sites[i]->flags & ME_SITE_FORCED)
			return 1;
	return 0;
}

/* Whether this descent to a branch is to minimise the sum over the branch's conjunction
 * (conjunction.h). Most do, but not all, as the sum has local minima of its own. Few do
 * where an equality is part of it: a sum keeps that only along a narrow valley, whereas
 * signed search solves one equality after the other. FloPSy's fitness is the sum. */
static int sums_up(const struct search *s)
{
	const uint32_t tries = s->goals->list[s->descent.goal].tries;

	if (trace.session.kind == DISTANCE_FLOPSY)
		return 1;
	return conjunction_has_equality() ? tries % EXACT_SUMS == EXACT_SUMS - 1
					  : tries % PLAIN_TURN != PLAIN_TURN - 1;
}

/* Reads the descent's runs so, if the branch is part of a conjunction. */
static void sum_up(struct search *s)
{
	s->forces =
	    search_is_typed(s) && search_sum_up(s, s->descent.goal) && sums_up(s);
	if (!s->forces)
		search_sum_up(s, PROGRAM_NONE);
}

/* How many decisions of the path that is a goal the nearest run has followed. */
static uint32_t path_followed(const struct search *s)
{
	uint32_t followed = 0, length;

	if (s->options->run_goal == RUN_GOAL_PATH)
		decisions_nearest(&followed, &length);
	return followed;
}

/* Descents to a path take turns: they follow it decision by decision, or minimise the
 * sum over all of its decisions, or that of the logarithms. */
static void choose_reading(struct search *s)
{
	const unsigned turn = s->starts_made % 4;

	s->forces = 0;
	if (!s->options->run_goal)
		sum_up(s);
	if (s->options->run_goal != RUN_GOAL_PATH ||
	    s->descent.goal != s->goals->program->run_goal)
		return;
	s->forces = turn % 2 == 1 && s->goals->seeks_run && may_force(s);
	decisions_sum_up(s->forces && turn == 1 ? DECISIONS_DISTANCES
						: DECISIONS_LOGARITHMS);
}

/* What the hooks of all runs have cost, in runs. */
static unsigned long long cost_of_hooks(void)
{
	return (trace_cost() + trace.all_steps) / RUN_COST;
}

/* Whether a goal is open that another descent could be for. */
static int another_waits(const struct search *s)
{
	const struct goals *g = s->goals;

	for (uint32_t i = 0; i < g->program->goal_count; i++)
		if (i != s->descent.goal && goal_waits(&g->list[i]))
			return 1;
	return 0;
}

/* What a start counts as whose runs are processes, each of some tenths of a millisecond. */
enum { STARTS_FORKED = 4 };

/* The goal of the next descent. Where none waits but sanitizers' checks, one that lies behind
 * accesses outside of arrays: in each second turn of the checks. */
static uint32_t next_goal(struct search *s)
{
	const uint32_t goal = choose_goal(s);

	s->descent.at_wall = 0;
	if (goal != PROGRAM_NONE &&
	    !(s->goals->list[goal].is_check && s->starts_made % 2))
		return goal;
	s->no_starts = goal == PROGRAM_NONE && !search_is_typed(s);
	if (s->no_starts)
		return goal;
	draw_at_random(s);
	const uint32_t behind = choose_behind_wall(s);
	s->descent.at_wall = behind != PROGRAM_NONE;
	return s->descent.at_wall ? behind : goal;
}

static void begin_descent(struct search *s)
{
	struct goal_descent *d = &s->descent;

	if (breadth_continue(s))
		return;
	if (small_space_turn(s))
		return;
	s->starts_without_progress += forked_is_on() ? STARTS_FORKED : 1;
	s->starts_made++;
	choose_untainted(s);
	if (breadth_turn(s))
		return;
	const uint32_t goal = next_goal(s);
	if (goal == PROGRAM_NONE)
		return;
	d->goal = goal;
	d->value = s->goals->list[goal].reading.value;
	d->came_near = 0;
	s->limits.steps.needed = STEPS_ROOM * s->goals->list[goal].steps;
	d->parts = s->goals->list[goal].parts;
	choose_reading(s);
	goals_note_try(s->goals, goal);
	s->pinned = STARTS_NONE;
	search_aim(s, goal);
	if ((!d->at_wall && !choose_start(s, goal)) || !settle_start(s, goal)) {
		search_aim(s, PROGRAM_NONE);
		return;
	}
	d->arm = s->options->method == METHOD_ONE ? 0 : choose_arm(s, goal);
	d->minimiser = s->options->method == METHOD_ONE ? s->options->minimiser
							: s->arms[d->arm].minimiser;
	d->began = s->evaluations;
	d->closed = s->closed;
	d->hooks = trace_cost();
	d->cost_of_hooks = cost_of_hooks();
	d->limits = run_limits_mark(&s->limits);
	d->followed = path_followed(s);
	d->budgets = 1;
	d->halved = DBL_MAX;
	d->is_alone = !another_waits(s);
	choose_moved(s);
	s->objective.n = s->projection.n;
	s->objective.axes = s->projection.axes;
	d->state = d->minimiser->start(&s->objective, &s->options->minimising, s->rng,
				       s->projection.start);
	if (!d->state) {
		d->minimiser = NULL;
		search_aim(s, PROGRAM_NONE);
	}
}

/* To follow a path further counts as much as to close goals. */
static void account_descent(struct search *s, int met)
{
	struct arm *arm = &s->arms[s->descent.arm];
	double cost = (double)(s->evaluations - s->descent.began);

	search_yield(s, s->descent.minimiser->name);
	arm->cost += cost;
	arm->closed += met + (path_followed(s) - s->descent.followed);
	breadth_account_descent(s, s->closed - s->descent.closed,
				s->evaluations - s->descent.began,
				trace_cost() - s->descent.hooks);
	s->subject->kind->account(s->subject, (unsigned)(s->closed - s->descent.closed),
				  cost);
}

/* What the descent has cost so far, in runs. */
static unsigned long long spent_by(const struct search *s)
{
	const struct goal_descent *d = &s->descent;
	const unsigned long long runs =
	    s->evaluations - d->began + run_limits_lost_cost(&s->limits, d->limits);
	const unsigned long long hooks = cost_of_hooks() - d->cost_of_hooks;

	return runs > hooks || !search_is_typed(s) ? runs : hooks;
}

/* How many evaluations a descent may take at the most. */
static unsigned long long descent_most(const struct search *s)
{
	const size_t weight = s->subject->weight, untainted = s->descent.untainted;

	return (unsigned long long)DESCENT_EVALUATIONS *
	       (weight > untainted ? weight - untainted : 1);
}

/* The limit of a short descent to the only goal, which takes the time of no other. */
static unsigned long long alone_limit(const struct search *s, unsigned long long level,
				      uint32_t tries)
{
	const unsigned long long most = descent_most(s) / (tries == 1 ? ALONE_PART : 1);
	const unsigned long long least = most < ALONE_LEAST ? most : ALONE_LEAST;

	return level > least || descent_most(s) > ALONE_MOST ? level : least;
}

/* How many it gets at first. Where the frame is a guess, or there are many goals, a
 * goal gets few in its first turn and more in later ones. A portfolio's first descents
 * to a goal are short, too: an easy goal is met by then, and one that is not to be met,
 * or only by runs that take long, does not take the time of all others. Where no other
 * goal waits, they are longer. */
static unsigned long long descent_limit(const struct search *s)
{
	const uint32_t tries = s->goals->list[s->descent.goal].tries;

	if (!search_is_typed(s))
		return DESCENT_EVALUATIONS >> (tries < 4 ? 4 - tries : 0);
	if (has_many(s))
		return DESCENT_EVALUATIONS >> (tries < 7 ? 7 - tries : 0);
	if (s->options->method == METHOD_ONE || tries > SEARCH_SHORT)
		return descent_most(s);
	const unsigned long long level =
	    descent_most(s) >> LEVEL_BITS * ((SEARCH_SHORT - tries) / LEVEL_TRIES + 1);
	return s->descent.is_alone ? alone_limit(s, level, tries) : level;
}

/* Whether the value is less than half of that at the last call. */
static int has_halved(struct search *s)
{
	struct goal_descent *d = &s->descent;
	struct reading r;

	descent_best(d->state, &r);
	const int halved = r.value < d->halved;
	d->halved = r.value / 2;
	return halved;
}

/* Whether the descent has had its evaluations. A short one goes on while its value
 * halves. Where one method is asked for and it restarts by itself, it goes on while no
 * other goal waits: that counts as one more start. */
static int has_spent_its_budget(struct search *s)
{
	struct goal_descent *d = &s->descent;
	const unsigned long long spent = spent_by(s);

	if (spent < descent_limit(s) * d->budgets)
		return 0;
	d->budgets++;
	if (!search_is_typed(s))
		return 1;
	if (s->options->method != METHOD_ONE)
		return spent >= descent_most(s) || !has_halved(s);
	if (!d->minimiser->restarts || another_waits(s))
		return 1;
	s->starts_without_progress++;
	return 0;
}

/* One step of the descent under way; ends it when it is done. */
static void continue_descent(struct search *s)
{
	struct goal_descent *d = &s->descent;
	enum minimiser_status status = d->minimiser->step(d->state);
	int met = s->goals->list[d->goal].verdict != GOAL_OPEN;

	if (status == MINIMISER_GO_ON && !met && !has_spent_its_budget(s) &&
	    (!run_limits_left_long(&s->limits, d->limits) ||
	     is_long_without_progress(s)))
		return;
	account_descent(s, met);
	d->came_near = s->goals->list[d->goal].reading.value < d->value / 2;
	search_end_descent(s);
}

enum slice_outcome slice_run(struct search *s)
{
	slice_begin(s);
	if (!s->has_drawn && search_is_typed(s) && s->subject->n)
		draw_at_random(s);
	while (!slice_is_over(s) && !(s->faults.waits && slice_is_between(s)) &&
	       (!subject_ends_by_itself(s->subject) || !is_without_progress(s))) {
		if (s->descent.minimiser)
			continue_descent(s);
		else
			begin_descent(s);
	}
	return slice_end(s);
}

unsigned alternation_budget(unsigned budget, unsigned brought, double slice)
{
	const unsigned next = brought > slice * budget ? 2 * budget : budget / 2;

	if (next < ALTERNATION_LEAST)
		return ALTERNATION_LEAST;
	return next > ALTERNATION_MOST ? ALTERNATION_MOST : next;
}
