/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/database/learnt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/files/corpus.h"
#include "harness/database/database.h"
#include "harness/goals/goal_names.h"
#include "harness/program/hash.h"
#include "harness/search/breadth.h"

/* What earlier sessions' methods brought counts half: goals that are left are others. */
#define BEFORE 0.5

/* A goal's row is put again when it had its turn so many times as often. */
enum { TURNS_GROWN = 2 };

static struct {
	char *path;
	/* What was put last in each goal's row. */
	struct put {
		double value;
		uint32_t tries;
		int is_there;
	} * put;
	uint32_t count;
	struct also {
		const char *name;
		void *state;
		size_t size;
	} also;
} learnt;

/* ---- beginning */

/* The paper's algorithm is as it stands, and mutations learn nothing that is kept. A goal
 * over the whole run is not kept for the next session. */
static int is_kept_session(const char *file, const struct harness_options *o)
{
	return !(file && !strcmp(file, "none")) && !o->passive && !o->replay &&
	       !o->fork && !o->run_goal &&
	       (o->method == METHOD_AUTO || o->method == METHOD_ONE);
}

void learnt_start(const char *file, const char *corpus,
		  const struct harness_options *options)
{
	uint64_t program = 0;

	if (!is_kept_session(file, options))
		return;
	if (file)
		learnt.path = strdup(file);
	else if (!corpus || corpus_aside(corpus, "search.db", &learnt.path))
		return;
	if (!learnt.path)
		return;
	corpus_hash_regular("/proc/self/exe", &program);
	database_start(learnt.path, file ? NULL : corpus,
		       hash_mix(program, (uint64_t)options->distance));
}

void learnt_also(const char *name, void *state, size_t size)
{
	learnt.also = (struct also){name, state, size};
}

/* ---- taking up: rows */

static int is_at_limit(const struct search *s)
{
	return s->crash || s->evaluations >= s->limit;
}

/* Runs a file's bytes; whether the run has returned. */
static int run_row(struct search *s, const struct store_row *r)
{
	if (is_at_limit(s))
		return 0;
	s->subject->kind->take(s->subject, r->data, r->size);
	search_run_held(s);
	/* libFuzzer runs it, and the session ends: the next one is not to end so. */
	if (s->crash)
		database_drop(r->kind, r->name);
	return trace.record.end == RUN_RETURNED;
}

/* One that does not fail any more has told what it can. */
static void take_failing(struct search *s, const struct store_row *r)
{
	if (s->survival && run_row(s, r))
		database_drop(ROW_FAILING, r->name);
}

static void take_method(struct search *s, const struct store_row *r)
{
	for (int i = 0; i < SEARCH_ARMS; i++) {
		struct arm *a = &s->arms[i];
		if (strcmp(a->minimiser->name, r->name) != 0 || !(r->number[1] > 0))
			continue;
		a->closed += BEFORE * r->number[0];
		a->cost += BEFORE * r->number[1];
	}
	for (int way = 0; way < BREADTH_WAYS; way++) {
		struct breadth_yield *y = &s->breadth.ways[way];
		if (strcmp(breadth_way_name((enum breadth_way)way), r->name) != 0 ||
		    !(r->number[1] > 0) || !(r->number[2] > 0))
			continue;
		*y = (struct breadth_yield){r->number[0], r->number[1], r->number[2]};
	}
}

static void take_state(struct search *s, const struct store_row *r)
{
	if (!strcmp(r->name, "idle"))
		scalar_taint_take(&s->taint, r->data, r->size);
	if (!strcmp(r->name, "losses") && r->size == sizeof s->limits.losses)
		memcpy(&s->limits.losses, r->data, r->size);
	if (learnt.also.name && !strcmp(r->name, learnt.also.name) &&
	    r->size == learnt.also.size)
		memcpy(learnt.also.state, r->data, r->size);
}

/* ---- taking up: best inputs */

static int is_open_goal(const struct goals *g, uint32_t goal)
{
	return goal != PROGRAM_NONE && g->list[goal].in_scope &&
	       g->list[goal].verdict == GOAL_OPEN;
}

/* Whether the goal is one of this program. */
static int take_best(struct search *s, const struct store_row *r, uint32_t goal)
{
	if (is_open_goal(s->goals, goal))
		run_row(s, r);
	if (goal == PROGRAM_NONE)
		return 0;
	if (!is_open_goal(s->goals, goal))
		database_drop(ROW_BEST, r->name);
	else if (r->is_same && r->number[1] >= 1 && r->number[1] < UINT32_MAX)
		goals_set_tries(s->goals, goal, (uint32_t)r->number[1]);
	return 1;
}

/* Uses rows of another build. */
struct fit {
	unsigned best, fits;
};

static void take_row(struct search *s, const struct store_row *r,
		     const struct goal_names *names, struct fit *other)
{
	int fits;

	switch (r->kind) {
	case ROW_BEST:
		fits = take_best(s, r, goal_names_find(names, r->name));
		other->best += !r->is_same;
		other->fits += !r->is_same && fits;
		break;
	case ROW_FAILING:
		take_failing(s, r);
		break;
	case ROW_METHOD:
		if (r->is_same && s->options->method == METHOD_AUTO)
			take_method(s, r);
		break;
	default:
		if (r->is_same)
			take_state(s, r);
	}
}

void learnt_take_up(struct search *s)
{
	struct goal_names names = {NULL, 0};
	struct fit other = {0, 0};
	size_t count;
	const struct store_row *rows = database_rows(&count);

	if (!count)
		return;
	/* What libFuzzer's last run took has been noted. */
	program_clear_counters(s->goals->program);
	goal_names_init(&names, s->goals->program);
	for (size_t i = 0; i < count; i++)
		take_row(s, &rows[i], &names, &other);
	goal_names_done(&names);
	search_yield(s, "kept");
	if (!s->survival)
		guard_leave(&s->guard);
	database_forget_rows();
	if (other.best)
		fprintf(
		    stderr,
		    "INFO: me: %s was left by another build: of %u goals' inputs %u "
		    "are used\n",
		    learnt.path, other.best, other.fits);
}

/* ---- keeping */

/* 0 when out of memory. */
static int has_room(const struct goals *g)
{
	const uint32_t count = g->program->goal_count;
	struct put *put;

	if (learnt.count >= count)
		return 1;
	put = realloc(learnt.put, count * sizeof *put);
	if (!put)
		return 0;
	memset(put + learnt.count, 0, (count - learnt.count) * sizeof *put);
	learnt.put = put;
	learnt.count = count;
	return 1;
}

static void keep_best_inputs(struct search *s, uint32_t goal, const char *id)
{
	const struct goal_state *q = &s->goals->list[goal];
	size_t size;
	const uint8_t *bytes = s->subject->kind->encode(
	    s->subject, goals_best(s->goals, goal), s->room, &size);
	const struct store_row r = {.kind = ROW_BEST,
				    .name = id,
				    .data = bytes,
				    .size = size,
				    .number = {q->reading.value, q->tries}};

	database_put(&r);
	learnt.put[goal] = (struct put){q->reading.value, q->tries, 1};
}

static void keep_goal(struct search *s, uint32_t goal, int ends)
{
	char id[PROGRAM_ID_SIZE];
	const struct goal_state *q = &s->goals->list[goal];
	struct put *put = &learnt.put[goal];
	const int wanted = is_open_goal(s->goals, goal) && q->best &&
			   program_first_goal(s->goals->program, goal) == goal;
	const int changed = !put->is_there || q->reading.value != put->value ||
			    q->tries > TURNS_GROWN * put->tries;

	if ((wanted ? !changed && !ends : !put->is_there) ||
	    program_goal_id(s->goals->program, goal, id, sizeof id) >= sizeof id)
		return;
	if (wanted) {
		keep_best_inputs(s, goal, id);
	} else {
		database_drop(ROW_BEST, id);
		put->is_there = 0;
	}
}

static void keep_method(const char *name, double closed, double cost, double turns)
{
	const struct store_row r = {
	    .kind = ROW_METHOD, .name = name, .number = {closed, cost, turns}};

	database_put(&r);
}

static void keep_state(const char *name, const void *data, size_t size)
{
	const struct store_row r = {
	    .kind = ROW_STATE, .name = name, .data = data, .size = size};

	database_put(&r);
}

/* What the whole session has learnt. */
static void keep_rest(const struct search *s)
{
	const int portfolio = s->options->method == METHOD_AUTO;

	for (int i = 0; portfolio && i < SEARCH_ARMS; i++)
		keep_method(s->arms[i].minimiser->name, s->arms[i].closed,
			    s->arms[i].cost, 0);
	for (int way = 0; portfolio && way < BREADTH_WAYS; way++) {
		const struct breadth_yield *y = &s->breadth.ways[way];
		keep_method(breadth_way_name((enum breadth_way)way), y->closed, y->cost,
			    y->turns);
	}
	if (s->taint.untainted)
		keep_state("idle", s->taint.tests, s->taint.n);
	if (s->limits.losses.lost)
		keep_state("losses", &s->limits.losses, sizeof s->limits.losses);
	if (learnt.also.name)
		keep_state(learnt.also.name, learnt.also.state, learnt.also.size);
}

void learnt_keep(struct search *s, int ends)
{
	const uint32_t n = s->goals->program->goal_count;

	if (!database_is_there() || !has_room(s->goals))
		return;
	for (uint32_t i = 0; i < n; i++)
		keep_goal(s, i, ends);
	if (s->goals->open_count)
		keep_rest(s);
	database_commit(ends);
}

void learnt_failing(const char *artifact, const unsigned char *bytes, size_t size)
{
	const char *slash = strrchr(artifact, '/');
	const struct store_row r = {.kind = ROW_FAILING,
				    .name = slash ? slash + 1 : artifact,
				    .data = bytes,
				    .size = size};

	database_put(&r);
}
