/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mutation.c - what libFuzzer mutates, and what it sees of the runs. */
#include "harness/bytes/mutation.h"

#include <stdlib.h>
#include <string.h>

#include "harness/program/hash.h"

/* ---- the base */

enum {
	NEAREST_PART = 12, /* of 16 mutations */
	NEAREST_DRAWS = 3, /* of goals, for one mutation */
};

/* From a random goal on the next one that has an input to mutate; or PROGRAM_NONE. */
static uint32_t draw_goal(const struct goals *g, size_t max_size, uint64_t random)
{
	const uint32_t n = g->program->goal_count;
	uint32_t goal = (uint32_t)(((random >> 32) * n) >> 32);

	for (uint32_t i = 0; i < n; i++, goal = goal + 1 == n ? 0 : goal + 1) {
		const struct goal_state *q = &g->list[goal];
		if (q->best && q->verdict == GOAL_OPEN && q->best_size &&
		    q->best_size <= max_size)
			return goal;
	}
	return PROGRAM_NONE;
}

static uint32_t choose_nearest(struct goals *g, size_t max_size, unsigned seed)
{
	uint64_t random = hash_mix(seed, 1);
	uint32_t chosen = PROGRAM_NONE;

	if (random >> 60 >= NEAREST_PART)
		return PROGRAM_NONE;
	for (int i = 0; i < NEAREST_DRAWS; i++) {
		random = hash_mix(random, 1);
		const uint32_t goal = draw_goal(g, max_size, random);
		if (goal == PROGRAM_NONE)
			return PROGRAM_NONE;
		if (chosen == PROGRAM_NONE ||
		    g->list[goal].tries_without_progress <
			g->list[chosen].tries_without_progress)
			chosen = goal;
	}
	g->list[chosen].tries_without_progress++;
	return chosen;
}

size_t nearest_base(struct goals *g, uint8_t *data, size_t size, size_t max_size,
		    unsigned seed)
{
	const uint32_t whole = g->program->run_goal;
	uint32_t goal;

	if (!g->seeks_run)
		goal = choose_nearest(g, max_size, seed);
	else
		goal = seed % 2 ? PROGRAM_NONE : whole;
	if (goal == PROGRAM_NONE)
		return size;
	const struct input best = goals_best(g, goal);
	if (!best.data || best.size > max_size)
		return size;
	memcpy(data, best.data, best.size);
	return best.size;
}

/* ---- lengths */

/* PATIENCE: runs, for each bit of the limit; libFuzzer's -len_control. */
enum { LENGTH_SHORTEST = 4, LENGTH_PATIENCE = 100 };

void length_init(struct length *l)
{
	*l = (struct length){LENGTH_SHORTEST, 0, 0};
}

static size_t width_of(size_t n)
{
	size_t bits = 0;

	for (; n > 1; n /= 2)
		bits++;
	return bits;
}

size_t length_allowed(struct length *l, unsigned long long runs,
		      unsigned long long kept, size_t size, size_t max_size)
{
	if (!l->limit)
		return max_size;
	if (l->kept != kept) {
		l->kept = kept;
		l->since = runs;
	}
	if (l->limit < max_size &&
	    runs - l->since > LENGTH_PATIENCE * width_of(l->limit)) {
		l->limit += width_of(l->limit);
		l->since = runs;
	}
	size_t allowed = size > l->limit ? size : l->limit;
	return allowed < max_size ? allowed : max_size;
}

/* ---- inputs that are kept */

/* libFuzzer's MutationDispatcher::RecordSuccessfulMutationSequence, and what it calls
 * instead. */
void __me_libfuzzer_record(void *dispatcher) __attribute__((weak));
void __me_kept_record(void *dispatcher);

static unsigned long long kept;

void __me_kept_record(void *dispatcher)
{
	kept++;
	__me_libfuzzer_record(dispatcher);
}

unsigned long long kept_count(void)
{
	return kept;
}

/* ---- abundant features */

/* The least value of each range. */
static const uint8_t least_of_range[ABUNDANT_RANGES] = {1, 2, 3, 4, 8, 16, 32, 128};

void abundant_done(struct abundant *a)
{
	free(a->low);
	free(a->high);
	free(a->seen);
	*a = (struct abundant){0};
}

/* 0 when out of memory. */
static int abundant_init(struct abundant *a, const struct program *p)
{
	size_t count = 1;

	abundant_done(a);
	for (uint32_t u = 0; u < p->unit_count; u++)
		count += p->units[u].record->counter_count;
	a->low = calloc(count, 1);
	a->high = calloc(count, 1);
	a->seen = calloc(count, sizeof *a->seen);
	if (!a->low || !a->high || !a->seen) {
		abundant_done(a);
		return 0;
	}
	a->units = p->unit_count;
	return 1;
}

/* The range of a counter that is not 0. */
static unsigned range_of(uint8_t counter)
{
	unsigned range = ABUNDANT_RANGES - 1;

	while (counter < least_of_range[range])
		range--;
	return range;
}

static void count_features(uint16_t (*seen)[ABUNDANT_RANGES], const uint8_t *counters,
			   size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (counters[i])
			seen[i][range_of(counters[i])]++;
}

static int is_abundant(uint16_t runs)
{
	return runs >= ABUNDANT_OFTEN;
}

/* The first abundant range and those that follow it. */
static void choose_hidden(struct abundant *a, size_t i)
{
	const uint16_t *seen = a->seen[i];
	unsigned low = 0, high;

	while (low < ABUNDANT_RANGES && !is_abundant(seen[low]))
		low++;
	for (high = low; high < ABUNDANT_RANGES && is_abundant(seen[high]);)
		high++;
	a->low[i] = low < high ? least_of_range[low] : 1;
	a->high[i] = low == high	      ? 0
		     : high < ABUNDANT_RANGES ? least_of_range[high] - 1
					      : 255;
}

static void hide_features(const uint8_t *restrict low, const uint8_t *restrict high,
			  uint8_t *restrict counters, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const uint8_t k = counters[i];
		counters[i] = (k >= low[i]) & (k <= high[i]) ? 0 : k;
	}
}

/* The first runs have been looked at. */
static void abundant_settle(struct abundant *a, size_t count)
{
	for (size_t i = 0; i < count; i++)
		choose_hidden(a, i);
	free(a->seen);
	a->seen = NULL;
}

void abundant_hide(struct abundant *a, const struct program *p)
{
	size_t at = 0;

	if (a->units != p->unit_count && !abundant_init(a, p))
		return;
	for (uint32_t u = 0; u < p->unit_count; u++) {
		const struct me_unit *unit = p->units[u].record;
		const size_t n = unit->counter_count;
		if (a->seen)
			count_features(a->seen + at, unit->counters, n);
		else
			hide_features(a->low + at, a->high + at, unit->counters, n);
		at += n;
	}
	if (a->seen && ++a->runs == ABUNDANT_RUNS)
		abundant_settle(a, at);
}
