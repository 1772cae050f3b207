/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * search.c - the search by minimisation.
 *
 * One goal at a time, and an archive for all: goals whose site has
 * been reached take turns; a descent starts at the goal's best input when that is new,
 * else at a variation of it, at an input that closed another goal, or at a random vector
 * that reaches the site. Its objective is the least distance to the goal's side over all
 * passes of the run; what does not reach the site counts as far away.
 */
#include "harness/search.h"

#include <stdlib.h>
#include <string.h>

#include "harness/failure.h"
#include "harness/type.h"

enum {
	EXPLORE = 64, /* random vectors before the first descent */
	TRIES = 24, /* random vectors tried until one reaches the goal's site */
	DESCENT_EVALUATIONS = 4000, /* for each coordinate */
	CLIMB = 32, /* variations of the best input before a descent from one */
};

/* ---- life */

static void make_arms(struct search *s)
{
	static const struct {
		const struct minimiser *minimiser;
		double closed;
	} prior[SEARCH_ARMS] = {{&minimiser_signed, 16},
				{&minimiser_basin_hopping, 1},
				{&minimiser_simplex, 1},
				{&minimiser_powell, 1}};

	for (int i = 0; i < SEARCH_ARMS; i++)
		s->arms[i] = (struct arm){prior[i].minimiser, prior[i].closed, 1000};
}

static objective_fn evaluate;

int search_init(struct search *s, const struct harness_options *options,
		struct layout *layout, struct goals *goals, struct sink *sink,
		struct state *state, unsigned long seed)
{
	memset(s, 0, sizeof *s);
	s->options = options;
	s->layout = layout;
	s->goals = goals;
	s->sink = sink;
	s->state = state;
	s->objective = (struct objective){layout->n, layout->axes, evaluate, s};
	s->limit = options->runs >= 0 ? (unsigned long long)options->runs : ~0ull;
	s->x = calloc(layout->n + 1, sizeof *s->x);
	s->trial = calloc(layout->n + 1, sizeof *s->trial);
	s->bytes = calloc(layout->file_size + 1, 1);
	s->rng = gsl_rng_alloc(gsl_rng_mt19937);
	guard_init(&s->guard);
	make_arms(s);
	if (!s->x || !s->trial || !s->bytes || !s->rng ||
	    direct_init(&s->direct, layout, &s->objective)) {
		search_done(s);
		return -1;
	}
	gsl_rng_set(s->rng, seed);
	return 0;
}

static void end_descent(struct search *s)
{
	if (!s->descent.minimiser)
		return;
	s->descent.minimiser->stop(s->descent.state);
	s->descent.minimiser = NULL;
	goals_aim(s->goals, PROGRAM_NONE);
}

void search_done(struct search *s)
{
	end_descent(s);
	free(s->x);
	free(s->trial);
	free(s->bytes);
	free(s->pool.vectors);
	direct_done(&s->direct);
	if (s->rng)
		gsl_rng_free(s->rng);
	memset(s, 0, sizeof *s);
}

/* ---- one run */

static void add_to_pool(struct search *s, const coord *x)
{
	struct pool *p = &s->pool;
	size_t size = s->layout->n * sizeof *x;

	if (p->count == p->room) {
		size_t room = p->room ? 2 * p->room : 16;
		coord *grown = realloc(p->vectors, room * size);
		if (!grown)
			return;
		p->vectors = grown;
		p->room = room;
	}
	memcpy(p->vectors + p->count++ * s->layout->n, x, size);
}

void search_add(struct search *s, const coord *x)
{
	int all_handed = s->pool.handed == s->pool.count;

	add_to_pool(s, x);
	if (all_handed)
		s->pool.handed = s->pool.count;
	s->stale = 0;
}

const coord *search_hand_over(struct search *s)
{
	if (s->pool.handed == s->pool.count)
		return NULL;
	return s->pool.vectors + s->pool.handed++ * s->layout->n;
}

static void call(void *context)
{
	struct search *s = context;

	layout_call(s->layout);
}

void search_execute(struct search *s, const coord *x)
{
	s->evaluations++;
	if (s->state)
		state_restore(s->state);
	layout_store(s->layout, x);
	trace_begin();
	failure_begin(x);
	trace.on = 1;
	s->crash = guard_run(&s->guard, call, s);
	trace.on = 0;
	failure_end();
	if (s->crash)
		memmove(s->x, x, s->layout->n * sizeof *x);
}

unsigned search_run(struct search *s, const coord *x)
{
	search_execute(s, x);
	unsigned closed = s->crash ? 0 : goals_note_run(s->goals, x);
	if (!closed)
		return 0;
	add_to_pool(s, x);
	layout_encode(s->layout, x, s->bytes);
	s->stale = 0;
	sink_put(s->sink, s->bytes, s->layout->file_size, closed);
	return closed;
}

/* Half of what the levels leave: a distance image is below 2^64. */
#define LEVEL_SCALE 0x1p-65
#define NO_TURN (0x1p40 * OBJECTIVE_UNREACHED)
#define CRASHED (0x1p41 * OBJECTIVE_UNREACHED)

/* Less than a half for a run that left the ways to the site: a loop that ends before its
 * time is nearer to going on than another one. */
static double leaving(const struct trace_turn *turn)
{
	if (turn->run != trace.run || trace.kind != DISTANCE_ULP)
		return 0;
	return (double)turn->distance * LEVEL_SCALE;
}

/*
 * The value for a goal: the distance to its side, where its site was passed. Where it was
 * not, sites left and then the distance to the side that leads there, at the last site
 * where the run turned away (approach level and branch distance).
 */
static void read_goal(uint32_t goal, struct reading *out)
{
	const struct trace_turn *turn = &trace.turn;

	if (trace_passed(goal)) {
		out->value = distance_value(trace.kind, trace.goals[goal].distance) +
			     leaving(turn);
		out->sign = (double)trace.goals[goal].sign;
		out->site = program_goal_site(trace.program, goal) + 1;
	} else if (turn->run == trace.run) {
		double left = trace.kind == DISTANCE_ULP
				      ? (double)turn->distance * LEVEL_SCALE
				      : 0.5;
		out->value = OBJECTIVE_UNREACHED * (turn->level + left);
		out->sign = (double)turn->sign;
		out->site = turn->site + 1;
	} else {
		*out = (struct reading){NO_TURN, 0, 0};
	}
}

static enum objective_status evaluate(void *context, const coord *x, struct reading *out)
{
	struct search *s = context;
	uint32_t goal = s->descent.goal;

	search_run(s, x);
	if (s->crash) {
		*out = (struct reading){CRASHED, 0, 0};
		return OBJECTIVE_STOP;
	}
	if (s->goals->list[goal].verdict != GOAL_OPEN) {
		*out = (struct reading){0, 0, 0};
		return OBJECTIVE_STOP;
	}
	read_goal(goal, out);
	return s->evaluations >= s->limit ? OBJECTIVE_STOP : OBJECTIVE_GO_ON;
}

/* ---- slices */

void search_slice_begin(struct search *s)
{
	s->slice_end = s->evaluations + SLICE_EVALUATIONS;
	if (s->slice_end > s->limit)
		s->slice_end = s->limit;
	s->crash = 0;
	clock_gettime(CLOCK_MONOTONIC, &s->deadline);
	s->deadline.tv_nsec += SLICE_MS * 1000000L;
	if (s->deadline.tv_nsec >= 1000000000L) {
		s->deadline.tv_sec++;
		s->deadline.tv_nsec -= 1000000000L;
	}
	guard_enter(&s->guard);
}

int search_slice_over(const struct search *s)
{
	struct timespec now;

	if (s->crash || s->evaluations >= s->slice_end || !s->goals->open_count)
		return 1;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec > s->deadline.tv_sec ||
	       (now.tv_sec == s->deadline.tv_sec && now.tv_nsec >= s->deadline.tv_nsec);
}

enum search_outcome search_slice_end(struct search *s)
{
	guard_leave(&s->guard);
	if (s->crash)
		return SEARCH_CRASH;
	if (s->evaluations >= s->limit)
		return SEARCH_SPENT;
	if (!s->goals->open_count || s->stale >= s->options->n_start)
		return SEARCH_FINISHED;
	return SEARCH_MORE;
}

/* ---- choosing */

/* The next open goal, in turn, whose site has been reached; else PROGRAM_NONE. */
static uint32_t next_goal(struct search *s)
{
	const struct goals *g = s->goals;
	uint32_t n = g->program->goal_count;

	for (uint32_t i = 0; i < n; i++) {
		uint32_t goal = s->turn = (s->turn + 1) % n;
		const struct goal *q = &g->list[goal];
		if (q->in_scope && q->verdict == GOAL_OPEN && q->best)
			return goal;
	}
	return PROGRAM_NONE;
}

/* Runs random variations until one reaches the goal's site; 1 and x set when one did. */
static int find_start(struct search *s, uint32_t goal, int from_pool)
{
	size_t n = s->layout->n;

	for (int i = 0; i < TRIES && s->evaluations < s->slice_end; i++) {
		if (from_pool && s->pool.count) {
			size_t k = gsl_rng_uniform_int(s->rng, s->pool.count);
			memcpy(s->trial, s->pool.vectors + k * n, n * sizeof *s->trial);
			if (gsl_rng_uniform_int(s->rng, 2))
				starts_mutate(&s->starts, s->layout, s->rng, s->trial);
		} else {
			starts_vector(&s->starts, s->layout, s->rng, s->trial);
		}
		search_run(s, s->trial);
		if (s->crash)
			return 0;
		starts_note_run(&s->starts);
		if (s->goals->list[goal].verdict != GOAL_OPEN)
			return 0;
		if (trace_passed(goal)) {
			memcpy(s->x, s->trial, n * sizeof *s->x);
			return 1;
		}
	}
	return 0;
}

/* Variations of the goal's best input: x is the first better one, else the last. */
static int climb(struct search *s, uint32_t goal)
{
	struct goal *q = &s->goals->list[goal];
	size_t size = s->layout->n * sizeof *s->x;

	for (int i = 0; i < CLIMB && !q->fresh; i++) {
		memcpy(s->trial, q->best, size);
		starts_mutate(&s->starts, s->layout, s->rng, s->trial);
		search_run(s, s->trial);
		if (s->crash || q->verdict != GOAL_OPEN)
			return 0;
		memcpy(s->x, s->trial, size);
	}
	q->fresh = 0;
	return 1;
}

/* Sets x to where a descent to the goal starts; 0 when there is none to be made. */
static int choose_start(struct search *s, uint32_t goal)
{
	struct goal *q = &s->goals->list[goal];
	size_t size = s->layout->n * sizeof *s->x;
	unsigned how = (unsigned)gsl_rng_uniform_int(s->rng, 8);

	if (q->fresh) {
		q->fresh = 0;
		memcpy(s->x, q->best, size);
		return 1;
	}
	if (how < 4 && find_start(s, goal, how < 3))
		return 1;
	if (s->crash || q->verdict != GOAL_OPEN)
		return 0;
	if (how < 6) {
		/* It need not reach the site: the descent is guided there. */
		starts_vector(&s->starts, s->layout, s->rng, s->x);
		return 1;
	}
	return climb(s, goal);
}

/* The methods by what they brought for what they cost; signed search has a start. */
static unsigned choose_arm(struct search *s)
{
	double weight[SEARCH_ARMS], total = 0;

	for (int i = 0; i < SEARCH_ARMS; i++)
		total += weight[i] = s->arms[i].closed / s->arms[i].cost;
	double at = gsl_rng_uniform(s->rng) * total;
	for (unsigned i = 0; i < SEARCH_ARMS; i++) {
		at -= weight[i];
		if (at < 0)
			return i;
	}
	return 0;
}

/* Random vectors, the very first one what an empty file stands for. */
static void explore(struct search *s)
{
	for (int i = 0; i < EXPLORE && !s->crash && s->goals->open_count; i++) {
		if (!s->explored && !i)
			layout_decode(s->layout, NULL, 0, s->trial);
		else
			starts_vector(&s->starts, s->layout, s->rng, s->trial);
		search_run(s, s->trial);
		starts_note_run(&s->starts);
	}
	s->explored = 1;
}

static void begin_descent(struct search *s)
{
	struct descent *d = &s->descent;
	uint32_t goal = next_goal(s);
	const struct objective *f;
	const coord *start;

	s->stale++;
	s->starts_made++;
	if (goal == PROGRAM_NONE) {
		explore(s);
		return;
	}
	if (!choose_start(s, goal))
		return;
	goals_aim(s->goals, program_goal_site(s->goals->program, goal));
	d->goal = goal;
	d->arm = s->options->method == METHOD_ONE ? 0 : choose_arm(s);
	d->minimiser = s->options->method == METHOD_ONE ? s->options->minimiser
							: s->arms[d->arm].minimiser;
	d->began = s->evaluations;
	if (direct_texts(&s->direct, s->x) == OBJECTIVE_STOP) {
		d->minimiser = NULL;
		goals_aim(s->goals, PROGRAM_NONE);
		return;
	}
	f = direct_numbers(&s->direct, &s->starts, s->rng, s->x, &start);
	/* Where numbers were heard, the bytes that they are written in are worth little. */
	size_t n = f ? f->n : heard_number_count() ? 1 : s->layout->n;
	d->most = s->evaluations - d->began + DESCENT_EVALUATIONS * n;
	d->state = d->minimiser->start(f ? f : &s->objective, &s->options->minimising,
				       s->rng, f ? start : s->x);
	if (!d->state)
		d->minimiser = NULL;
}

static void account(struct search *s, int met)
{
	struct arm *arm = &s->arms[s->descent.arm];

	arm->cost += (double)(s->evaluations - s->descent.began);
	arm->closed += met;
}

/* One step of the descent under way; ends it when it is done. */
static void continue_descent(struct search *s)
{
	struct descent *d = &s->descent;
	enum minimiser_status status = d->minimiser->step(d->state);
	int met = s->goals->list[d->goal].verdict != GOAL_OPEN;

	if (status == MINIMISER_GO_ON && !met && s->evaluations - d->began < d->most)
		return;
	account(s, met);
	end_descent(s);
}

enum search_outcome search_slice(struct search *s)
{
	search_slice_begin(s);
	if (!s->explored)
		explore(s);
	while (!search_slice_over(s) && s->stale < s->options->n_start) {
		if (s->descent.minimiser)
			continue_descent(s);
		else
			begin_descent(s);
	}
	return search_slice_end(s);
}
