/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bytes/nearest.h"

#include <string.h>

#include "harness/program/hash.h"

enum {
	PART = 12, /* of 16 mutations */
	DRAWS = 3, /* of goals, for one mutation */
};

/* From a random goal on the next one that has an input to mutate; or PROGRAM_NONE. */
static uint32_t draw(const struct goals *g, size_t max_size, uint64_t random)
{
	const uint32_t n = g->program->goal_count;
	uint32_t goal = (uint32_t)(((random >> 32) * n) >> 32);

	for (uint32_t i = 0; i < n; i++, goal = goal + 1 == n ? 0 : goal + 1) {
		const struct goal *q = &g->list[goal];
		if (q->best && q->verdict == GOAL_OPEN && q->best_size &&
		    q->best_size <= max_size)
			return goal;
	}
	return PROGRAM_NONE;
}

static uint32_t choose(struct goals *g, size_t max_size, unsigned seed)
{
	uint64_t random = hash_mix(seed, 1);
	uint32_t chosen = PROGRAM_NONE;

	if (random >> 60 >= PART)
		return PROGRAM_NONE;
	for (int i = 0; i < DRAWS; i++) {
		random = hash_mix(random, 1);
		const uint32_t goal = draw(g, max_size, random);
		if (goal == PROGRAM_NONE)
			return PROGRAM_NONE;
		if (chosen == PROGRAM_NONE || g->list[goal].vain < g->list[chosen].vain)
			chosen = goal;
	}
	g->list[chosen].vain++;
	return chosen;
}

size_t nearest_base(struct goals *g, uint8_t *data, size_t size, size_t max_size,
		    unsigned seed)
{
	const uint32_t whole = g->program->run_goal;
	uint32_t goal;

	if (!g->seeks_run)
		goal = choose(g, max_size, seed);
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
