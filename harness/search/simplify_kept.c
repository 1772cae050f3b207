/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/search/simplify_kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/simple_vector.h"
#include "harness/pristine/pristine.h"
#include "harness/program/own_process.h"
#include "harness/search/typed.h"
#include "system/clock.h"

enum {
	SHARE_LEAST = 1000, /* evaluations of a session that made few */
	SHARE_MOST = 20000,
	COST_LEAST = 1 << 22, /* hooks, and passes of loops */
	DRAWS = 100, /* of plain numbers, for an input that stays otherwise */
	FINITE_DRAWS = 400, /* of finite ones, for one with a NaN or an infinity */
	PLAIN_MOST = 16, /* other inputs whose numbers it tries */
};

enum { SHARE = 10 }; /* of so many evaluations one is for this */

/* Inputs that this process has written itself: those of -fork are other processes' too. Not
 * by a search that is compared with others. */
static int is_wanted(const struct search *s)
{
	const struct harness_options *o = s->options;

	return search_is_typed(s) && s->survival && s->sink->corpus && !o->as_found &&
	       o->method == METHOD_AUTO && !o->fork && !o->is_job &&
	       !s->goals->seeks_run && threads_count() == 1 &&
	       (!o->max_len || o->max_len >= s->subject->file_size);
}

static unsigned long long share_of(unsigned long long evaluations)
{
	const unsigned long long share = evaluations / SHARE;

	return share < SHARE_LEAST  ? SHARE_LEAST
	       : share > SHARE_MOST ? SHARE_MOST
				    : share;
}

/* Inputs that were not tried yet, from that one on. */
static size_t count_left(const struct pool *p, size_t from)
{
	size_t n = 0;

	for (size_t i = from; i < p->count; i++)
		n += p->closings[i] != 0;
	return n;
}

unsigned long long simplify_kept_reserve(const struct search *s)
{
	const unsigned long long runs =
	    s->options->runs > 0 ? (unsigned long long)s->options->runs : 0;
	const unsigned long long share = share_of(runs);

	if (s->simplified.is_due || !is_wanted(s) || !count_left(&s->pool, 0))
		return 0;
	return share < runs / SHARE ? share : runs / SHARE;
}

static int is_last_tenth(const struct search *s)
{
	const double seconds = s->options->max_total_time;

	return seconds > 0 && !s->simplified.is_due &&
	       clock_now() >= s->deadline - seconds / SHARE;
}

struct simplification {
	struct search *s;
	const struct layout *layout;
	uint32_t closing; /* of the input: its goals are those closed by it */
	unsigned long long end; /* of the evaluations for the input */
	unsigned long long cost_end; /* of cost_so_far() */
	coord *x;
	uint8_t *bytes; /* of the input that is replaced */
	unsigned tried, changed;
	unsigned char *special; /* by goal: its input has a NaN or an infinity */
	unsigned special_count;
	/* Plain inputs that were found, the last ones of so many. */
	coord *plain[PLAIN_MOST];
	unsigned plain_count;
};

static unsigned long long cost_so_far(void)
{
	return trace_cost() + trace.all_steps;
}

static int is_over(const struct simplification *k)
{
	return search_interrupted(k->s) || k->s->evaluations >= k->end ||
	       cost_so_far() >= k->cost_end;
}

/* ---- runs */

/* `alone`: what a run by itself has met, by goal; null: the last run's counters tell. */
static int meets(const struct simplification *k, const struct pristine_record *alone)
{
	const struct goals *g = k->s->goals;

	for (uint32_t i = 0; i < g->program->goal_count; i++) {
		if (g->list[i].closed_by != k->closing)
			continue;
		if (alone ? i >= alone->goal_count || !alone->met[i]
			  : !goals_is_met(g, i))
			return 0;
	}
	return 1;
}

static int fits(void *context, const coord *x)
{
	struct simplification *k = context;

	if (is_over(k))
		return -1;
	program_clear_counters(k->s->goals->program);
	const unsigned closed = search_run(k->s, x);
	if (trace.record.end != RUN_RETURNED)
		return 0;
	/* A new goal is met by an input that was kept for it just now. */
	return !closed && meets(k, NULL);
}

/* As it does of each input that is kept. Where nothing can be run alone, the run here
 * counts. */
static int meets_alone(const struct simplification *k, struct input in)
{
	const struct pristine_record *r = pristine_run(in, trace.record.budget);

	return !r || (!r->is_hung && !r->is_not_made && !r->end && meets(k, r));
}

/* ---- one input */

static size_t vector_size(const struct simplification *k)
{
	return k->layout->n * sizeof *k->x;
}

/* What is in s->x. */
static int take_tried(struct simplification *k)
{
	if (fits(k, k->s->x) <= 0)
		return 0;
	memcpy(k->x, k->s->x, vector_size(k));
	return 1;
}

/* Arguments of other inputs, where the input has numbers that are not plain. */
static int take_arguments(struct simplification *k)
{
	const unsigned count =
	    k->plain_count < PLAIN_MOST ? k->plain_count : PLAIN_MOST;

	for (unsigned i = 0; i < count; i++)
		for (size_t p = 0; p < k->layout->parameter_count && !is_over(k); p++) {
			memcpy(k->s->x, k->x, vector_size(k));
			simple_vector_give(k->layout, p, k->plain[i], k->s->x);
			if (simple_vector_is_plain(k->layout, k->s->x) && take_tried(k))
				return 1;
		}
	return 0;
}

/* Plain numbers at random. */
static int draw_plain(struct simplification *k)
{
	for (unsigned i = 0; i < DRAWS && !is_over(k); i++) {
		memcpy(k->s->x, k->x, vector_size(k));
		simple_vector_draw(k->layout, i, k->s->x);
		if (take_tried(k))
			return 1;
	}
	return 0;
}

/* Finite numbers at random, where a goal was met with a NaN or an infinity. */
static int draw_finite(struct simplification *k)
{
	for (unsigned i = 0; i < FINITE_DRAWS && !is_over(k); i++) {
		memcpy(k->s->x, k->x, vector_size(k));
		simple_vector_draw_finite(k->layout, i, k->s->x);
		if (take_tried(k))
			return 1;
	}
	return 0;
}

static void note_special(struct simplification *k)
{
	const struct goals *g = k->s->goals;

	for (uint32_t i = 0; i < g->program->goal_count; i++)
		if (g->list[i].closed_by == k->closing && g->list[i].in_scope) {
			k->special[i] = 1;
			k->special_count++;
		}
}

/* Inputs that are finite may have met goals that were closed by others before. */
static void look_for_finite(struct simplification *k)
{
	struct search *s = k->s;
	const size_t count = s->pool.count;

	for (size_t n = 0; n < count && k->special_count && !search_interrupted(s);
	     n++) {
		const struct input in = s->pool.inputs[n];
		if (!layout_is_finite(k->layout, in.data))
			continue;
		memcpy(s->x, in.data, in.size);
		program_clear_counters(s->goals->program);
		search_run(s, s->x);
		for (uint32_t i = 0; i < s->goals->program->goal_count; i++)
			if (k->special[i] && goals_is_met(s->goals, i)) {
				k->special[i] = 0;
				k->special_count--;
			}
	}
}

static void note_plain(struct simplification *k)
{
	coord **at = &k->plain[k->plain_count % PLAIN_MOST];

	if (!*at)
		*at = malloc(vector_size(k) + 1);
	if (!*at)
		return;
	memcpy(*at, k->x, vector_size(k));
	k->plain_count++;
}

/* libFuzzer writes what it is handed later, and adds to its corpus. */
static void replace_in_pool(const struct simplification *k, size_t i)
{
	const struct pool *p = &k->s->pool;

	if (i >= p->handed)
		memcpy((void *)(uintptr_t)p->inputs[i].data, k->x, p->inputs[i].size);
}

static void replace(struct simplification *k, size_t i)
{
	const struct subject *subject = k->s->subject;
	const struct input in = k->s->pool.inputs[i], simpler = {k->x, in.size};
	size_t old_size, size;
	const uint8_t *old = subject->kind->encode(subject, in, k->bytes, &old_size);
	const uint8_t *bytes =
	    subject->kind->encode(subject, simpler, k->s->room, &size);

	sink_replace(k->s->sink, old, old_size, bytes, size);
	replace_in_pool(k, i);
	k->changed++;
}

static void simplify_input(struct simplification *k, size_t i)
{
	const struct input in = k->s->pool.inputs[i];

	memcpy(k->x, in.data, in.size);
	simple_vector_find(k->layout, k->x, fits, k);
	if (!simple_vector_is_plain(k->layout, k->x) &&
	    (take_arguments(k) || draw_plain(k)))
		simple_vector_find(k->layout, k->x, fits, k);
	if (!layout_is_finite(k->layout, k->x) && draw_finite(k))
		simple_vector_find(k->layout, k->x, fits, k);
	if (simple_vector_is_plain(k->layout, k->x))
		note_plain(k);
	if (memcmp(k->x, in.data, in.size) &&
	    meets_alone(k, (struct input){k->x, in.size}))
		replace(k, i);
	else
		memcpy(k->x, in.data, in.size);
	if (!layout_is_finite(k->layout, k->x))
		note_special(k);
}

/* ---- all of them */

static void simplify_all(struct simplification *k, unsigned long long end)
{
	struct search *s = k->s;

	/* Runs may add to the pool. */
	for (size_t i = 0; i < s->pool.count; i++) {
		k->closing = s->pool.closings[i];
		k->end = s->evaluations + (end - s->evaluations) /
					      (count_left(&s->pool, i) + !k->closing);
		if (!k->closing || is_over(k))
			continue;
		simplify_input(k, i);
		s->pool.closings[i] = 0;
		k->tried++;
	}
}

static void tell(const struct simplification *k, unsigned long long evaluations)
{
	char special[80] = "";

	if (k->special_count)
		snprintf(special, sizeof special,
			 "; %u goal%s met only with NaN or infinity", k->special_count,
			 k->special_count == 1 ? "" : "s");
	if (k->tried)
		fprintf(stderr,
			"INFO: me: %u of %u inputs simplified, %llu evaluations%s\n",
			k->changed, k->tried, evaluations, special);
}

static void simplify(struct search *s, unsigned long long most)
{
	const struct layout *layout = typed_layout(s->subject);
	struct simplification k = {.s = s, .layout = layout};
	const unsigned long long began = s->evaluations, cost = cost_so_far();
	const int armed = s->goals->open_sites.armed;

	k.cost_end = cost + cost / SHARE + COST_LEAST;
	k.x = calloc(layout->n + 1, sizeof *k.x);
	k.bytes = calloc(layout->file_size + 1, 1);
	search_end_descent(s);
	k.special = calloc(s->goals->program->goal_count + 1, 1);
	if (k.x && k.bytes && k.special &&
	    s->subject->kind->begin(s->subject, s, PROGRAM_NONE, (struct input){k.x, 0},
				    s->x)) {
		goals_arm(s->goals, 1);
		simplify_all(&k, began + most);
		look_for_finite(&k);
		goals_arm(s->goals, armed);
		search_yield(s, "simplify");
	}
	tell(&k, s->evaluations - began);
	for (unsigned i = 0; i < PLAIN_MOST; i++)
		free(k.plain[i]);
	free(k.x);
	free(k.special);
	free(k.bytes);
}

void simplify_kept(struct search *s, unsigned long long evaluations)
{
	const unsigned long long share = share_of(evaluations - s->simplified.runs);
	const unsigned long long began = s->evaluations;

	s->limit += simplify_kept_reserve(s);
	s->simplified.is_due = 1;
	if (is_wanted(s) && share > s->simplified.runs)
		simplify(s, share - s->simplified.runs);
	s->simplified.runs += s->evaluations - began;
}

void simplify_kept_when_late(struct search *s, unsigned long long evaluations)
{
	if (is_last_tenth(s))
		simplify_kept(s, evaluations);
}
