/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search.c - one run, and what becomes of it. */
#include "harness/search/search.h"

#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "harness/rungoal/conjunction.h"
#include "harness/search/run_limit.h"
#include "harness/search/thrown.h"

/* ---- life */

static objective_fn evaluate_point;

/* Whether untainted coordinates are looked for. In large inputs it would cost too much. */
static int may_be_idle(const struct search *s)
{
	enum { MOST = 64 };
	const size_t n = s->subject->n;

	return search_is_typed(s) && n > 1 && n <= MOST;
}

int search_init(struct search *s, const struct harness_options *options,
		struct subject *subject, struct goals *goals, struct sink *sink,
		struct state *state, unsigned long seed)
{
	size_t n = subject->n_most + 1;

	memset(s, 0, sizeof *s);
	s->options = options;
	s->subject = subject;
	s->goals = goals;
	s->sink = sink;
	s->runs =
	    (struct held_run){.subject = subject, .guard = &s->guard, .state = state};
	s->objective = (struct objective){subject->n, subject->axes, evaluate_point, s};
	s->limit = options->runs >= 0 ? (unsigned long long)options->runs : ~0ull;
	s->pinned = STARTS_NONE;
	s->x = calloc(n, sizeof *s->x);
	s->trial = calloc(n, sizeof *s->trial);
	s->origin = calloc(n, sizeof *s->origin);
	s->room = calloc(subject->file_size + 1, 1);
	s->rng = gsl_rng_alloc(gsl_rng_mt19937);
	s->limits.each.steps = UINT64_MAX;
	guard_init(&s->guard);
	search_init_arms(s);
	breadth_init(&s->breadth);
	literals_init(&s->literals);
	if (projection_init(&s->projection, subject->n_most) ||
	    scalar_taint_init(&s->taint, subject->axes,
			      may_be_idle(s) ? subject->n : 0) ||
	    !s->x || !s->trial || !s->origin || !s->room || !s->rng)
		return -1;
	gsl_rng_set(s->rng, seed);
	return 0;
}

int search_sum_up(struct search *s, uint32_t goal)
{
	if (goal == PROGRAM_NONE && !conjunction_sites())
		return 0;
	if (goal == PROGRAM_NONE)
		conjunction_end();
	const int sums =
	    goal != PROGRAM_NONE && conjunction_begin(s->goals->program, goal);
	goals_open_also(s->goals, conjunction_sites());
	return sums;
}

void search_watch(struct search *s)
{
	goals_open_also(s->goals, s->watched);
}

void search_aim(struct search *s, uint32_t goal)
{
	s->goals->solved = goal;
	if (goal == PROGRAM_NONE) {
		s->limits.steps.needed = 0;
		search_sum_up(s, PROGRAM_NONE);
	}
	s->omits = goal != PROGRAM_NONE && s->goals->open_count > GOALS_MANY
		       ? OMIT_OPERATIONS
		       : OMIT_NOTHING;
	goals_aim(s->goals, goal == PROGRAM_NONE
				? PROGRAM_NONE
				: program_goal_site(s->goals->program, goal));
	if (s->watched)
		goals_open_also(s->goals, goal == PROGRAM_NONE ? NULL : s->watched);
}

void search_end_descent(struct search *s)
{
	if (!s->descent.minimiser)
		return;
	s->descent.minimiser->stop(s->descent.state);
	s->descent.minimiser = NULL;
	search_aim(s, PROGRAM_NONE);
}

void search_begin_again(struct search *s)
{
	s->starts_without_progress = 0;
	s->limits.left_steps = 0;
}

/* ---- the pool */

/* 0, or -1 when out of memory. */
static int pool_grow(struct pool *p)
{
	const size_t room = p->room ? 2 * p->room : 16;
	struct input *inputs = realloc(p->inputs, room * sizeof *inputs);

	if (!inputs)
		return -1;
	p->inputs = inputs;
	uint32_t *closings = realloc(p->closings, room * sizeof *closings);
	if (!closings)
		return -1;
	p->closings = closings;
	p->room = room;
	return 0;
}

static void add_to_pool(struct search *s, struct input in, int is_written)
{
	struct pool *p = &s->pool;

	if (p->count == p->room && pool_grow(p))
		return;
	void *copy = malloc(in.size + 1);
	if (!copy)
		return;
	memcpy(copy, in.data, in.size);
	p->closings[p->count] = is_written ? s->goals->closings : 0;
	p->inputs[p->count++] = (struct input){copy, in.size};
	thrown_note(s->subject, in);
}

void search_add(struct search *s, struct input in, int is_written)
{
	int all_handed = s->pool.handed == s->pool.count;

	add_to_pool(s, in, is_written);
	if (all_handed)
		s->pool.handed = s->pool.count;
	s->starts_without_progress = 0;
	s->no_starts = 0;
}

const uint8_t *search_hand_over(struct search *s, size_t max_size, size_t *size)
{
	const uint8_t *bytes;

	while (s->pool.handed < s->pool.count) {
		bytes = s->subject->kind->encode(
		    s->subject, s->pool.inputs[s->pool.handed++], s->room, size);
		if (*size <= max_size)
			return bytes;
	}
	return NULL;
}

/* ---- one run */

/* A run that hung or ended its process has cost as much as many others, and counts as
 * so many starts without a new goal: the search soon gives up on goals behind a
 * failure. Not where checks are sought: failures are what it is for. */
enum { STARTS_LOST = 10 };

static unsigned starts_lost(const struct search *s)
{
	return s->goals->open_checks ? 1 : STARTS_LOST;
}

static const coord *coordinates(const struct search *s, size_t *n)
{
	const struct subject_kind *kind = s->subject->kind;

	return kind->coordinates(s->subject, n);
}

/* A run of what is held is known to end its process. */
static void skip_fatal(struct search *s, unsigned closed)
{
	size_t n;
	const coord *x = coordinates(s, &n);

	losses_note_lost(&s->limits.losses, x, n);
	s->closed += closed;
	s->starts_without_progress =
	    closed ? 0 : s->starts_without_progress + starts_lost(s);
}

/* Whether the run is not to be made. */
static int skip_run(struct search *s, const struct run_request *request)
{
	unsigned closed = 0;
	size_t n;

	if (!s->survival)
		return 0;
	s->survival->begin_run();
	const coord *x = coordinates(s, &n);
	if (s->survival->is_fatal(s->subject->kind->held(s->subject), &closed))
		skip_fatal(s, closed);
	else if (!losses_expects(&s->limits.losses, x, n))
		return 0;
	trace_begin(request);
	trace.record.end = RUN_SKIPPED;
	return 1;
}

static void note_end(struct search *s, int ended)
{
	const struct subject_kind *kind = s->subject->kind;

	trace.record.end = !ended ? RUN_RETURNED
			   : ended == GUARD_LONG ||
				   (trace.asked.limit.hangs && trace.record.is_refuted)
			       ? RUN_LONG
			       : RUN_FAILED;
	if (ended == SIGVTALRM && !trace.record.forced)
		s->starts_without_progress += starts_lost(s);
	if (s->survival) {
		size_t n;
		const coord *x = coordinates(s, &n);
		if (!ended && trace.record.cpu_used_ms)
			s->survival->was_slow(trace.record.cpu_used_ms);
		if (!trace.asked.limit.hangs)
			run_limits_end(&s->limits, ended, x, n);
		else if (ended == SIGVTALRM)
			losses_note_lost(&s->limits.losses, x, n);
		return;
	}
	if (trace.record.end != RUN_FAILED)
		return;
	s->crash = ended;
	s->failed =
	    kind->encode(s->subject, kind->held(s->subject), s->room, &s->failed_size);
}

struct run_request search_request(const struct search *s)
{
	struct run_request r = goals_request(s->goals);

	r.omits = s->omits;
	r.limit = s->limits.each;
	return r;
}

void search_execute(struct search *s, const struct run_request *request)
{
	struct run_request asked = *request;

	if (s->between_runs)
		s->between_runs();
	s->evaluations += request->account == RUN_OF_SEARCH;
	s->crash = 0;
	if (skip_run(s, request))
		return;
	if (s->survival && !asked.limit.hangs)
		asked.limit = run_limits_begin(&s->limits);
	const int ended = held_run_guarded(&s->runs, &asked);
	note_end(s, ended);
}

static void keep_found(struct search *s, struct input in, unsigned closed)
{
	size_t size;

	if (trace.record.end == RUN_FAILED) {
		s->survival->keep();
		return;
	}
	add_to_pool(s, in, trace.record.result != -1);
	if (trace.record.result == -1)
		return;
	const uint8_t *bytes = s->subject->kind->encode(s->subject, in, s->room, &size);
	sink_put(s->sink, bytes, size, closed);
}

static unsigned run_once(struct search *s, const struct run_request *request);

/* A run was left and has met new goals. Inputs whose runs end are better ones for
 * these: runs simpler variants of its input first, then the input again. */
static unsigned run_simpler(struct search *s, const struct run_request *request)
{
	const struct subject_kind *kind = s->subject->kind;
	const struct input in = kind->held(s->subject);
	unsigned closed = 0;
	void *copy = malloc(in.size + 1);

	if (!copy)
		return 0;
	memcpy(copy, in.data, in.size);
	program_clear_counters(s->goals->program);
	s->simplifying = 1;
	const struct input original = {copy, in.size};
	for (unsigned k = 0;
	     !search_interrupted(s) && kind->simplify(s->subject, original, k); k++)
		closed += run_once(s, request);
	s->simplifying = 0;
	size_t size;
	const uint8_t *bytes = kind->encode(s->subject, original, s->room, &size);
	kind->take(s->subject, bytes, size);
	search_execute(s, request);
	free(copy);
	return closed;
}

unsigned search_note(struct search *s, const struct run_request *request)
{
	struct goals *g = s->goals;
	const uint32_t solved = g->solved;

	if (request->account != RUN_OF_SEARCH)
		g->solved = request->account == RUN_GIVEN ? GOALS_ALL : PROGRAM_NONE;
	const unsigned closed =
	    request->listens ? goals_note_run(g, s->subject->kind->held(s->subject))
			     : goals_note_counters(g);
	g->solved = solved;
	if (closed)
		s->starts_without_progress = s->limits.left_steps = s->walls = 0;
	return closed;
}

/* A run that was forced on in a chain (conjunction.h) may seem to have taken sides that
 * it has not. What is new then, and a failure, is that of the run without force. */
static unsigned note_forced(struct search *s, const struct run_request *request)
{
	struct run_request free = *request;
	const int fails = trace.record.end == RUN_FAILED;
	const int has_news = goals_has_news(s->goals);

	program_clear_counters(s->goals->program);
	if (!fails && !has_news)
		return 0;
	free.forces = 0;
	const unsigned closed = run_once(s, &free);
	if (fails || search_interrupted(s))
		return closed;
	search_execute(s, request);
	program_clear_counters(s->goals->program);
	return closed;
}

/* Of long runs those are judged that cover a goal, and few others. */
static int may_hang(struct search *s)
{
	return s->survival && !s->options->run_goal && !trace.record.forced &&
	       !trace.record.decided &&
	       (goals_has_news(s->goals) ||
		hang_is_due(&s->hang_turns, s->faults.draws));
}

/* Runs what is held once more: as a run that fails, if it would not end. */
static void judge_hang(struct search *s)
{
	struct run_request request = search_request(s);
	struct hang_looks looks;

	if (hang_begin(&looks, s->goals, &request))
		return;
	program_clear_counters(s->goals->program);
	search_execute(s, &request);
	if (s->faults.draws)
		s->hang_turns.sought += trace.record.steps;
	hang_end(&looks, s->goals, conjunction_sites());
}

/* One run, noted. */
static unsigned run_once(struct search *s, const struct run_request *request)
{
	const struct subject_kind *kind = s->subject->kind;
	unsigned before = 0;

	search_execute(s, request);
	if (trace.record.was_forced && conjunction_sites())
		return note_forced(s, request);
	if (trace.record.end == RUN_LONG && kind->simplify &&
	    goals_has_news(s->goals)) {
		if (s->simplifying) {
			program_clear_counters(s->goals->program);
			return 0;
		}
		before = run_simpler(s, request);
	}
	if (trace.record.end == RUN_LONG && may_hang(s))
		judge_hang(s);
	if (s->crash || trace.record.end == RUN_SKIPPED)
		return before;
	const int is_rejected = trace.record.result == -1;
	unsigned closed =
	    is_rejected && !search_is_typed(s) ? 0 : search_note(s, request);
	s->closed += closed;
	if (closed)
		keep_found(s, kind->held(s->subject), closed);
	if (is_rejected)
		program_clear_counters(s->goals->program);
	return before + closed;
}

int search_is_over(const struct search *s, uint32_t goal)
{
	return search_interrupted(s) || s->goals->list[goal].verdict != GOAL_OPEN;
}

unsigned search_run_as(struct search *s, const coord *x,
		       const struct run_request *request)
{
	const struct subject_kind *kind = s->subject->kind;

	/* Nothing is run: it counts all the same, so that a search ends. */
	if (x && !kind->put(s->subject, x)) {
		s->evaluations++;
		trace_begin(request);
		return 0;
	}
	unsigned closed = run_once(s, request);
	while (kind->repair && !search_interrupted(s) &&
	       kind->repair(s->subject, s, s->descent.goal))
		closed += run_once(s, request);
	return closed;
}

unsigned search_run(struct search *s, const coord *x)
{
	const struct run_request request = search_request(s);

	return search_run_as(s, x, &request);
}

static enum objective_status evaluate_point(void *context, const coord *x,
					    struct reading *out)
{
	struct search *s = context;

	struct run_request request = search_request(s);

	request.forces = s->forces && request.listener;
	search_run_as(s, projection_whole(&s->projection, x), &request);
	return search_read_run(s, out);
}
