/* SPDX-License-Identifier: GPL-3.0-or-later */
/* breadth.c - draws for all goals, and their part beside descents. */
#include "harness/search/breadth.h"

#include <string.h>

#include "harness/search/choose.h"
#include "harness/search/starts.h"
#include "mcmc/axis.h"
#include "mcmc/scatter.h"

enum {
	TEXT_LEVELS =
	    4, /* a turn for texts has up to two to this parts, each of BREADTH_DRAWS:
			    descents beside it are as long */
	POOL_TURN = 4, /* one of so many variations is not near a goal's best input */
	MEASURED = 4, /* one turn of so many measures how near its runs come to goals */
	ENTRANTS = 4, /* goals of which the nearest one's best input is varied */
	SIGN_TURN = 8, /* one of so many variations changes a sign */
	SCALE_TURN = 8, /* one of so many multiplies all numbers by one factor */
	LEFT_OUT_TRIES = 8, /* without progress: then one turn more is left out */
	LEFT_OUT_MOST = 16,
	AIMED_HOOKS = 3, /* hooks of a descent that cost as one that measures */
	PLAIN_HOOKS = 2, /* hooks of a run that is not measured that cost as one */
};

/* The part of what was before that counts after a turn. */
#define TURN_MEMORY 0.98
/* No way is given up: what closes nothing now may close much when another one has found
 * an input that passes a new place. All ways get equal parts of this part of the time. */
#define EVEN_PART 0.5
#define LEAST_CLOSED 0.01

/* The part of what coordinates have brought before; and what one brings at least. */
#define FADING 0.99
#define LEAST_NEARER 0.01

/* ---- what each way gets */

static void account_turn(struct breadth_yield *y, double closed,
			 unsigned long long runs, unsigned long long hooks)
{
	y->closed = TURN_MEMORY * y->closed + closed;
	y->cost =
	    TURN_MEMORY * y->cost + (double)runs * BREADTH_RUN_COST + (double)hooks;
	y->turns = TURN_MEMORY * y->turns + 1;
}

/* Scales weights to a sum of `part`, and adds them. */
static void add_part(double *weight, const double *more, double part)
{
	double total = 0;

	for (int way = 0; way < BREADTH_WAYS; way++)
		total += more[way];
	for (int way = 0; way < BREADTH_WAYS; way++)
		weight[way] += part * more[way] / total;
}

/* Which ways a search has: all of them where there are many goals, descents in any, and
 * variations of texts where inputs have some. */
static int has_way(const struct search *s, enum breadth_way way)
{
	if (way == BREADTH_TEXTS)
		return s->subject->kind->vary_text && s->subject->has_texts;
	return way == BREADTH_DESCENT || s->goals->open_count > GOALS_MANY;
}

/* Mostly the ways that bring most for what they cost, which the squares tell apart. */
static enum breadth_way choose_way(const struct search *s)
{
	const struct breadth *b = &s->breadth;
	double weight[BREADTH_WAYS] = {0}, yield[BREADTH_WAYS] = {0},
	       even[BREADTH_WAYS] = {0};

	for (int way = 0; way < BREADTH_WAYS; way++) {
		const struct breadth_yield *y = &b->ways[way];
		if (!has_way(s, way))
			continue;
		const double closed = (y->closed + LEAST_CLOSED) / y->cost;
		yield[way] = closed * closed;
		even[way] = y->turns / y->cost;
	}
	add_part(weight, yield, 1 - EVEN_PART);
	add_part(weight, even, EVEN_PART);
	double at = gsl_rng_uniform(s->rng);
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
static void cross_inputs(struct search *s)
{
	if (!s->subject->kind->begin(s->subject, s, PROGRAM_NONE, any_of_pool(s), s->x))
		return;
	for (size_t i = 0; i < s->subject->n; i++)
		if (gsl_rng_uniform_int(s->rng, 2))
			s->trial[i] = s->x[i];
}

/* ---- variations of best inputs */

static size_t coordinate_slot(size_t coordinate)
{
	return coordinate < BREADTH_COORDINATES ? coordinate : BREADTH_COORDINATES - 1;
}

/* How many turns of the goal are left out for each one taken: the more variations of
 * its input brought no progress, the likelier it is infeasible. */
static unsigned left_out(const struct goal_state *q)
{
	return q->tries_without_progress < LEFT_OUT_TRIES * LEFT_OUT_MOST
		   ? q->tries_without_progress / LEFT_OUT_TRIES
		   : LEFT_OUT_MOST;
}

/* An open goal with a best input, or PROGRAM_NONE: feedback-directed sampling (Arcuri,
 * Test suite generation with the Many Independent Objective algorithm, 2018), for the
 * nearest one of a few goals in turn. */
static uint32_t choose_best(struct search *s)
{
	const struct goals *g = s->goals;
	const uint32_t n = g->program->goal_count;
	uint32_t chosen = PROGRAM_NONE;
	unsigned entrants = 0;

	for (uint32_t i = 0; i < LEFT_OUT_MOST * n && entrants < (i < n ? ENTRANTS : 1);
	     i++) {
		const uint32_t goal = s->breadth.goal = (s->breadth.goal + 1) % n;
		const struct goal_state *q = &g->list[goal];
		if (!goal_waits(q) || gsl_rng_uniform_int(s->rng, 1 + left_out(q)))
			continue;
		if (!entrants++ ||
		    choose_way_left(q) < choose_way_left(&g->list[chosen]))
			chosen = goal;
	}
	if (chosen != PROGRAM_NONE)
		g->list[chosen].tries_without_progress++;
	return chosen;
}

/* Coordinates are drawn the more often, the more their changes bring runs nearer to goals: many are never read. */
static size_t choose_coordinate(struct search *s)
{
	const struct breadth *b = &s->breadth;
	const size_t n = s->subject->n;
	double total = 0;

	for (size_t i = 0; i < n; i++)
		total += b->nearer[coordinate_slot(i)] / b->changed[coordinate_slot(i)];
	double at = gsl_rng_uniform(s->rng) * total;
	for (size_t i = 0; i + 1 < n; i++) {
		at -= b->nearer[coordinate_slot(i)] / b->changed[coordinate_slot(i)];
		if (at < 0)
			return i;
	}
	return n - 1;
}

/* A step of any size up to the axis, all magnitudes alike; of a float mostly a whole number of
 * powers of two. */
static coord draw_step(const struct axis *axis, gsl_rng *rng)
{
	const unsigned width = axis_width(axis),
		       fraction = axis_fraction_bits(axis->kind);
	const unsigned least =
	    fraction < width && gsl_rng_uniform_int(rng, 4) ? fraction : 0;

	if (least >= width)
		return 0;
	const unsigned bit = least + (unsigned)gsl_rng_uniform_int(rng, width - least);
	coord step = (coord)1 << bit;
	for (unsigned i = least; i < bit; i++)
		step |= (coord)gsl_rng_uniform_int(rng, 2) << i;
	return gsl_rng_uniform_int(rng, 2) ? step : -step;
}

/* Moves some coordinates of s->trial, often two by as much: exceptions of quotients and
 * products keep theirs. Seldom all are scaled, which keeps n < 2 m + x, or one gets the other
 * sign: where terms alternate, sums do not overflow. Returns one of them. */
static size_t vary_coordinates(struct search *s)
{
	const struct axis *axes = s->subject->axes;
	const size_t i = choose_coordinate(s);
	const coord step = draw_step(&axes[i], s->rng);

	if (!gsl_rng_uniform_int(s->rng, SCALE_TURN)) {
		const struct objective f = {s->subject->n, axes, NULL, NULL};
		scatter_scale(&f, s->rng, s->trial);
		return i;
	}
	if (gsl_rng_uniform_int(s->rng, SIGN_TURN))
		s->trial[i] = axis_add(&axes[i], s->trial[i], step);
	else
		s->trial[i] = axis_negate(&axes[i], s->trial[i]);
	switch (gsl_rng_uniform_int(s->rng, 4)) {
	case 0: {
		const size_t k = choose_coordinate(s);
		if (k != i && axes[k].kind == axes[i].kind)
			s->trial[k] =
			    axis_add(&axes[k], s->trial[k],
				     gsl_rng_uniform_int(s->rng, 2) ? step : -step);
		break;
	}
	case 1: {
		const size_t k = choose_coordinate(s);
		s->trial[k] =
		    axis_add(&axes[k], s->trial[k], draw_step(&axes[k], s->rng));
		break;
	}
	}
	return i;
}

/* A run near the best input of a goal, and whether that has come nearer to any. */
static void run_near_best(struct search *s)
{
	const unsigned long long nearer = s->goals->nearer + s->closed;
	struct breadth *b = &s->breadth;
	const uint32_t goal = choose_best(s);

	if (goal == PROGRAM_NONE ||
	    !s->subject->kind->begin(s->subject, s, goal, goals_best(s->goals, goal),
				     s->trial))
		return;
	const size_t slot = coordinate_slot(vary_coordinates(s));
	search_run(s, s->trial);
	b->changed[slot] = FADING * b->changed[slot] + 1;
	b->nearer[slot] = FADING * b->nearer[slot] +
			  (s->goals->nearer + s->closed != nearer) + LEAST_NEARER;
}

/* A run near the best input of a goal, or else near one that has closed a goal: a text
 * of it has changed. */
static void run_near_text(struct search *s)
{
	const struct text_piece literals = {s->literals.characters, s->literals.count};
	const uint32_t goal =
	    gsl_rng_uniform_int(s->rng, POOL_TURN) ? choose_best(s) : PROGRAM_NONE;
	const struct input from =
	    goal == PROGRAM_NONE ? any_of_pool(s) : goals_best(s->goals, goal);
	const struct subject_kind *kind = s->subject->kind;

	if (!kind->begin(s->subject, s, goal, from, s->trial))
		return;
	kind->vary_text(s->subject, s->trial, any_of_pool(s), literals, s->rng);
	search_run(s, s->trial);
	literals_note_run(&s->literals);
}

/* Another number in one coordinate: the others lead to where they led. */
static void scatter_one(struct search *s, const struct objective *f)
{
	const size_t i = choose_coordinate(s);

	if (gsl_rng_uniform_int(s->rng, 2))
		scatter_size(f, s->rng, s->trial, i);
	else
		s->trial[i] = scatter_coordinate(&f->axes[i], s->rng);
}

/* s->trial is an input of the pool: makes of it one to run. */
static void draw_point(struct search *s, enum breadth_way way)
{
	const struct objective f = {s->subject->n, s->subject->axes, NULL, NULL};

	switch (way) {
	case BREADTH_BITS:
		scatter_bits(&f, s->rng, s->trial);
		return;
	case BREADTH_SIZES:
		scatter_sizes(&f, s->rng, s->trial);
		return;
	case BREADTH_VALUES:
		starts_vector(&s->starts, s->subject, s->rng, s->trial);
		return;
	default:
		if (gsl_rng_uniform_int(s->rng, 4) == 0)
			cross_inputs(s);
		if (gsl_rng_uniform_int(s->rng, 2))
			scatter_one(s, &f);
		else
			starts_mutate(&s->starts, &s->taint, s->subject, s->rng,
				      s->trial);
	}
}

/* Hooks that measure nothing are fast. A run that has closed goals is made again: what
 * it has come near to is where descents may start. */
static void run_drawn(struct search *s, int measured)
{
	const unsigned long long closed = s->closed;

	struct run_request request = search_request(s);

	request.omits = measured ? OMIT_NOTHING : OMIT_DISTANCES;
	search_run_as(s, s->trial, &request);
	if (!measured && s->closed != closed && !search_interrupted(s))
		search_run(s, s->trial);
	else if (!measured)
		return;
	if (!s->crash)
		starts_note_run(&s->starts);
}

static void begin_turn(struct search *s, enum breadth_way way)
{
	struct breadth *b = &s->breadth;

	b->measured =
	    way == BREADTH_BEST || way == BREADTH_TEXTS || b->turns++ % MEASURED == 0;
	b->closed = s->closed;
	b->evaluations = s->evaluations;
	b->hooks = trace_cost();
}

static void end_turn(struct search *s, enum breadth_way way)
{
	struct breadth *b = &s->breadth;

	search_yield(s, breadth_way_name(way));
	account_turn(&b->ways[way], (double)(s->closed - b->closed),
		     s->evaluations - b->evaluations,
		     (trace_cost() - b->hooks) / (b->measured ? 1 : PLAIN_HOOKS));
}

static void make_draws(struct search *s, enum breadth_way way)
{
	for (int i = 0;
	     i < BREADTH_DRAWS && !search_interrupted(s) && s->goals->open_count; i++) {
		if (way == BREADTH_TEXTS) {
			run_near_text(s);
			continue;
		}
		if (way == BREADTH_BEST) {
			run_near_best(s);
			continue;
		}
		if (!s->subject->kind->begin(s->subject, s, PROGRAM_NONE,
					     any_of_pool(s), s->trial))
			return;
		draw_point(s, way);
		run_drawn(s, s->breadth.measured);
	}
}

/* ---- turns */

static int takes_turns(const struct search *s)
{
	return s->options->method == METHOD_AUTO && search_is_typed(s) &&
	       s->pool.count &&
	       (s->goals->open_count > GOALS_MANY || has_way(s, BREADTH_TEXTS));
}

/* The first turns are short: where the program compares whole texts, one step of a
 * descent that writes one of them into the input suffices. */
static unsigned parts_of_texts(struct breadth *b)
{
	const unsigned turn = b->text_turns++;

	return turn < TEXT_LEVELS ? 1u << turn : 1u << TEXT_LEVELS;
}

int breadth_turn(struct search *s)
{
	if (!takes_turns(s))
		return 0;
	const enum breadth_way way = choose_way(s);
	if (way == BREADTH_DESCENT)
		return 0;
	begin_turn(s, way);
	if (way == BREADTH_TEXTS) {
		s->breadth.texts_left = parts_of_texts(&s->breadth);
		return breadth_continue(s);
	}
	make_draws(s, way);
	end_turn(s, way);
	return 1;
}

int breadth_continue(struct search *s)
{
	struct breadth *b = &s->breadth;

	if (!b->texts_left)
		return 0;
	make_draws(s, BREADTH_TEXTS);
	if (!--b->texts_left)
		end_turn(s, BREADTH_TEXTS);
	return 1;
}

void breadth_account_descent(struct search *s, unsigned long long closed,
			     unsigned long long evaluations, unsigned long long hooks)
{
	if (takes_turns(s))
		account_turn(&s->breadth.ways[BREADTH_DESCENT], (double)closed,
			     evaluations, hooks / AIMED_HOOKS);
}
