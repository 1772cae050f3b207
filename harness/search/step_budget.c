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

uint64_t step_budget_begin(struct step_budget *l)
{
	l->level = 0;
	l->granted = 0;
	l->allowed = STEP_BUDGET_LEAST;
	l->is_descents =
	    l->needed > STEP_BUDGET_LEAST &&
	    l->spent_by_descents <= DESCENTS_FREE + l->steps / DESCENTS_SHARE;
	if (!l->is_descents)
		return l->allowed;
	l->allowed = l->needed < most() ? l->needed : most();
	while (l->level + 1 < STEP_BUDGET_LEVELS &&
	       length_of(l->level + 1) <= l->allowed)
		l->level++;
	return l->allowed;
}

uint64_t step_budget_extend(struct step_budget *l)
{
	const unsigned next = l->level + 1;

	if (next >= STEP_BUDGET_LEVELS)
		return l->allowed;
	const uint64_t cost = length_of(next) - l->allowed;
	if (l->spent[next] + cost > (l->steps + l->allowed) / STEP_BUDGET_SHARE)
		return l->allowed;
	l->spent[next] += cost;
	l->granted = cost;
	l->level = next;
	l->allowed = length_of(next);
	return l->allowed;
}

void step_budget_end(struct step_budget *l, uint64_t steps)
{
	const uint64_t used = steps < l->allowed ? steps : l->allowed;
	const uint64_t unused = l->allowed - used;

	l->spent[l->level] -= unused < l->granted ? unused : l->granted;
	if (l->is_descents && used > STEP_BUDGET_LEAST)
		l->spent_by_descents += used - STEP_BUDGET_LEAST;
	l->steps += steps;
}
