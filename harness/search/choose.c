/* SPDX-License-Identifier: GPL-3.0-or-later */
/* choose.c - which goal comes next, from where the descent to it starts, and by which
 * minimiser. */
#include "harness/search/choose.h"

#include <math.h>
#include <string.h>

#include "harness/program/hash.h"
#include "harness/rungoal/decisions.h"
#include "harness/search/starts.h"

enum {
	TRIES = 24, /* random vectors tried until one reaches the goal's site */
	ENTRANTS =
	    16, /* goals of which the nearest gets a descent, where there are many */
	DRAWN_MOST = 16, /* times all goals: draws for these */
	CLIMB = 32, /* variations of the best input before a descent from one */
	WALLS_MOST = 32, /* descents to what lies behind a wall, without a new goal */
	UNTAINTED_TURN = 8, /* one of so many descents moves them too */
	CHECK_TURNS =
	    2, /* each turn of a sanitizer's check counts for so many, at first */
	TESTED = 2 * SCALAR_TAINT_TESTS, /* inputs beside the newest in which they are
					 looked for */
};

/* The way of a flag, whose distance is small and says nothing: about what lies between
 * any two doubles. */
#define FLAG_MOST 2
#define FLAG_WAY 0x1p62

/* How often the goal had its turn, as far as it matters for the next one: goals that
 * are new get their short descents (slice.c) before others get more long ones. */
static uint32_t turns_of(const struct search *s, const struct goal_state *q)
{
	const uint32_t tries = q->is_check ? CHECK_TURNS * (q->tries + 1) : q->tries;

	return !search_is_typed(s) || tries < SEARCH_SHORT ? tries : SEARCH_SHORT;
}

double choose_way_left(const struct goal_state *q)
{
	const int is_flag = q->reading.sign == 0 && q->reading.value <= FLAG_MOST;

	return ldexp(is_flag ? FLAG_WAY : q->reading.value, (int)q->tries);
}

/* The goal that the last descent has brought much nearer, or the nearest one of some that
 * are drawn at random: of many open goals most cannot be met, and those that can are
 * mostly among the nearest. */
static uint32_t choose_near(struct search *s)
{
	const struct goals *g = s->goals;
	const uint32_t n = g->program->goal_count;
	uint32_t chosen = PROGRAM_NONE;
	unsigned entrants = 0;

	if (s->descent.came_near && goal_waits(&g->list[s->descent.goal]))
		return s->descent.goal;
	for (uint32_t i = 0; i < DRAWN_MOST * n && entrants < ENTRANTS; i++) {
		const uint32_t goal = (uint32_t)gsl_rng_uniform_int(s->rng, n);
		const struct goal_state *q = &g->list[goal];
		if (!goal_waits(q))
			continue;
		if (!entrants++ ||
		    choose_way_left(q) < choose_way_left(&g->list[chosen]))
			chosen = goal;
	}
	return chosen;
}

uint32_t choose_goal(struct search *s)
{
	if (s->goals->open_count > GOALS_MANY && search_is_typed(s))
		return choose_near(s);
	const struct goals *g = s->goals;
	uint32_t n = g->program->goal_count, chosen = PROGRAM_NONE;
	uint32_t least = UINT32_MAX;

	for (uint32_t i = 1; i <= n && least; i++) {
		uint32_t goal = (s->turn + i) % n;
		const struct goal_state *q = &g->list[goal];
		if (goal_waits(q) && turns_of(s, q) < least) {
			chosen = goal;
			least = turns_of(s, q);
		}
	}
	if (chosen != PROGRAM_NONE)
		s->turn = chosen;
	return chosen;
}

uint32_t choose_behind_wall(struct search *s)
{
	const struct goals *g = s->goals;
	const uint32_t n = g->program->goal_count;
	size_t count;

	if (trace.record.end != RUN_FAILED || !trace.record.outside ||
	    s->walls == WALLS_MOST || search_interrupted(s))
		return PROGRAM_NONE;
	s->walls++;
	for (uint32_t i = 1; i <= n; i++) {
		const uint32_t goal = (s->turn + i) % n;
		const struct goal_state *q = &g->list[goal];
		if (!q->in_scope || q->verdict != GOAL_OPEN)
			continue;
		s->turn = goal;
		const coord *x = s->subject->kind->coordinates(s->subject, &count);
		memcpy(s->x, x, count * sizeof *x);
		return goal;
	}
	return PROGRAM_NONE;
}

/* Makes x the start of a descent from an input. */
static int begin_from(struct search *s, uint32_t goal, struct input base, coord *x)
{
	return base.data && s->subject->kind->begin(s->subject, s, goal, base, x);
}

/* A vector to try: an input of the pool, or a variation of it, or random. */
static int draw_start(struct search *s, uint32_t goal, int from_pool)
{
	if (from_pool) {
		size_t k = gsl_rng_uniform_int(s->rng, s->pool.count);
		if (!begin_from(s, goal, s->pool.inputs[k], s->trial))
			return 0;
		if (gsl_rng_uniform_int(s->rng, 2))
			starts_mutate(&s->starts, &s->taint, s->subject, s->rng,
				      s->trial);
	} else {
		starts_vector(&s->starts, s->subject, s->rng, s->trial);
	}
	return 1;
}

/* Runs random inputs until one reaches the goal's site: returns 1 and sets s->x when
 * one did. A goal over the whole run is reached by all: s->x is the nearest of them. */
static int find_start(struct search *s, uint32_t goal, int from_pool)
{
	double least = 0;
	int found = 0;

	from_pool = from_pool && s->pool.count;
	if (!from_pool && !begin_from(s, goal, goals_best(s->goals, goal), s->x))
		return 0;
	for (int i = 0; i < TRIES && s->evaluations < s->slice_end; i++) {
		int drawn = draw_start(s, goal, from_pool);
		if (drawn) {
			search_run(s, s->trial);
			if (!s->crash)
				starts_note_run(&s->starts);
		}
		if (search_is_over(s, goal))
			return 0;
		if (!drawn || !trace_passed(goal))
			continue;
		const double value = goals_value(s->goals, goal);
		if (!found || value < least)
			memcpy(s->x, s->trial, s->subject->n * sizeof *s->x);
		least = !found || value < least ? value : least;
		found = 1;
		if (goal != s->goals->program->run_goal)
			break;
	}
	return found;
}

/* Runs variations of the goal's best input: s->x is the first better one, else the last
 * one. */
static int climb(struct search *s, uint32_t goal)
{
	struct goal_state *q = &s->goals->list[goal];

	if (!begin_from(s, goal, goals_best(s->goals, goal), s->origin))
		return 0;
	size_t size = s->subject->n * sizeof *s->x;
	memcpy(s->x, s->origin, size);
	for (int i = 0; i < CLIMB && !q->fresh; i++) {
		memcpy(s->trial, s->origin, size);
		starts_mutate(&s->starts, &s->taint, s->subject, s->rng, s->trial);
		search_run(s, s->trial);
		if (search_is_over(s, goal))
			return 0;
		memcpy(s->x, s->trial, size);
	}
	q->fresh = 0;
	return 1;
}

/* The goal's best input, with the value that its comparison requires in one coordinate.
 * The descent fixes that coordinate and changes the others, so that the run passes the
 * earlier conditions again. */
static int equalise(struct search *s, uint32_t goal)
{
	if (!begin_from(s, goal, goals_best(s->goals, goal), s->x))
		return 0;
	search_run(s, s->x);
	if (search_is_over(s, goal))
		return 0;
	const uint32_t site = goal == s->goals->program->run_goal
				  ? decisions_turn()
				  : program_goal_site(s->goals->program, goal);
	if (site == PROGRAM_NONE)
		return 0;
	s->pinned = starts_equalise(s->subject, site, s->rng, s->x);
	return s->pinned != STARTS_NONE;
}

int choose_start(struct search *s, uint32_t goal)
{
	struct goal_state *q = &s->goals->list[goal];
	/* A frame that is a guess varies the start already. */
	static const unsigned char of_guess[8] = {0, 0, 3, 5, 6, 4, 4, 4};
	const int is_guess = !search_is_typed(s);
	unsigned how = (unsigned)gsl_rng_uniform_int(s->rng, 8);

	if (is_guess)
		how = of_guess[how];
	if (q->fresh) {
		q->fresh = 0;
		return begin_from(s, goal, goals_best(s->goals, goal), s->x);
	}
	if (how < 4 && find_start(s, goal, how < 3))
		return 1;
	if (search_is_over(s, goal))
		return 0;
	/* Where the frame is a guess, this has been tried for each of its fields. */
	if (how == 4 && !is_guess && equalise(s, goal))
		return 1;
	if (search_is_over(s, goal))
		return 0;
	if (how < 6) {
		/* It need not reach the site: the descent leads there. */
		if (!begin_from(s, goal, goals_best(s->goals, goal), s->x))
			return 0;
		if (!is_guess || how == 5)
			starts_vector(&s->starts, s->subject, s->rng, s->x);
		return 1;
	}
	return climb(s, goal);
}

/* ---- the portfolio */

unsigned choose_arm(struct search *s, uint32_t goal)
{
	const uint32_t tries = s->goals->list[goal].tries;
	double weight[SEARCH_ARMS], total = 0;
	unsigned n = SEARCH_ARMS - search_is_typed(s);

	if (search_is_typed(s) && tries <= 2)
		return tries == 2 ? SEARCH_RELAY : SEARCH_SIGNED;
	for (unsigned i = 0; i < n; i++)
		total += weight[i] = s->arms[i].closed / s->arms[i].cost;
	double at = gsl_rng_uniform(s->rng) * total;
	for (unsigned i = 0; i < n; i++) {
		at -= weight[i];
		if (at < 0)
			return i;
	}
	return 0;
}

/* ---- what is moved */

/* A number for the last run's hooks and steps, and the operands at each site. */
static uint64_t operands_key(unsigned long long hooks)
{
	uint64_t key = hash_mix(hooks, trace.record.steps);

	for (uint32_t t = 0; t < trace.record.touched_count; t++) {
		const struct trace_site *seen = &trace.sites[trace.touched[t]];
		key = hash_mix(key, trace.touched[t]);
		key = hash_mix(hash_mix(key, seen->operand[0]), seen->operand[1]);
	}
	return key;
}

/* It says nothing where the run did not end by itself, passed no site that is open, or
 * closed goals, so that sites are closed now. */
static int observe(void *context, const coord *x, uint64_t *key)
{
	struct search *s = context;
	const unsigned long long hooks = trace_cost(), closed = s->closed;

	search_run(s, x);
	*key = operands_key(trace_cost() - hooks);
	return !search_interrupted(s) && trace.record.end == RUN_RETURNED &&
	       s->closed == closed && trace.record.touched_count;
}

static int overwrites(void *context, const coord *x, size_t i)
{
	const struct search *s = context;
	const struct subject_kind *k = s->subject->kind;

	return k->overwrites && k->overwrites(s->subject, x, i);
}

static coord value_to_test(void *context, size_t i)
{
	struct search *s = context;
	const struct subject *f = s->subject;

	return starts_value(&s->starts, f->types[i], &f->axes[i], s->rng);
}

static void test_in(struct search *s, size_t input)
{
	const struct scalar_taint_runs runs = {observe, overwrites, value_to_test, s};

	if (begin_from(s, PROGRAM_NONE, s->pool.inputs[input], s->taint.x))
		scalar_taint_test(&s->taint, &runs);
}

void choose_untainted(struct search *s)
{
	const size_t inputs = s->pool.count;

	if (inputs == s->taint_inputs || !scalar_taint_may_test(&s->taint))
		return;
	s->taint_inputs = inputs;
	test_in(s, inputs - 1);
	for (int i = 0; i < TESTED && s->taint.unsettled && !search_interrupted(s); i++)
		test_in(s, gsl_rng_uniform_int(s->rng, inputs));
}

void choose_moved(struct search *s)
{
	const struct axis *axes = s->subject->axes;
	const int moves_untainted = s->starts_made % UNTAINTED_TURN == 0;

	s->descent.untainted = 0;
	projection_begin(&s->projection, s->x, s->subject->n);
	for (size_t i = 0; i < s->subject->n; i++)
		if (!moves_untainted && scalar_taint_is_untainted(&s->taint, axes, i))
			s->descent.untainted++;
		else if (i != s->pinned)
			projection_move(&s->projection, axes, i);
}
