/* SPDX-License-Identifier: GPL-3.0-or-later */
/* step_budget.c - see step_budget.h. */
#include "harness/search/step_budget.h"

enum {
	FACTOR_BITS = 2,
	DESCENTS_SHARE = 4, /* one part of all steps */
	DESCENTS_FREE = 1 << 22, /* steps, at the beginning */
};

static uint64_t length_of(unsigned level)
{
	return (uint64_t)STEP_BUDGET_LEAST << FACTOR_BITS * level;
}

/* The longest runs that a descent is given. */
static uint64_t most(void)
{
	return length_of(STEP_BUDGET_LEVELS - 1);
}

uint64_t step_budget_begin(struct step_budget *b)
{
	b->level = 0;
	b->granted = 0;
	b->allowed = STEP_BUDGET_LEAST;
	b->is_descents =
	    b->needed > STEP_BUDGET_LEAST &&
	    b->spent_by_descents <= DESCENTS_FREE + b->steps / DESCENTS_SHARE;
	if (!b->is_descents)
		return b->allowed;
	b->allowed = b->needed < most() ? b->needed : most();
	while (b->level + 1 < STEP_BUDGET_LEVELS &&
	       length_of(b->level + 1) <= b->allowed)
		b->level++;
	return b->allowed;
}

uint64_t step_budget_extend(struct step_budget *b)
{
	const unsigned next = b->level + 1;

	if (next >= STEP_BUDGET_LEVELS)
		return b->allowed;
	const uint64_t cost = length_of(next) - b->allowed;
	if (b->spent[next] + cost > (b->steps + b->allowed) / STEP_BUDGET_SHARE)
		return b->allowed;
	b->spent[next] += cost;
	b->granted = cost;
	b->level = next;
	b->allowed = length_of(next);
	return b->allowed;
}

void step_budget_end(struct step_budget *b, uint64_t steps)
{
	const uint64_t used = steps < b->allowed ? steps : b->allowed;
	const uint64_t unused = b->allowed - used;

	b->spent[b->level] -= unused < b->granted ? unused : b->granted;
	if (b->is_descents && used > STEP_BUDGET_LEAST)
		b->spent_by_descents += used - STEP_BUDGET_LEAST;
	b->steps += steps;
}
