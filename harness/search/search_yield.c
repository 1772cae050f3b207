/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search_yield.c - what each part of a search has brought, and what it begins with. */
#include "harness/search/breadth.h"

#include <string.h>

static struct search_yield *yield_named(struct search *s, const char *name)
{
	unsigned i = 0;

	while (i < s->yield_count && s->yields[i].name != name &&
	       strcmp(s->yields[i].name, name) != 0)
		i++;
	if (i == SEARCH_YIELDS)
		return &s->yields[SEARCH_YIELDS - 1];
	if (i == s->yield_count)
		s->yields[s->yield_count++] = (struct search_yield){name, 0, 0};
	return &s->yields[i];
}

void search_yield_outer(struct search *s, const char *name, unsigned closed)
{
	struct search_yield *y = yield_named(s, name);

	y->closed += closed;
	y->evaluations++;
}

void search_yield(struct search *s, const char *name)
{
	struct search_yield *y = yield_named(s, name);

	y->closed += s->closed - s->counted.closed;
	y->evaluations += s->evaluations - s->counted.evaluations;
	s->counted.closed = s->closed;
	s->counted.evaluations = s->evaluations;
}

/* ---- what they begin with */

void search_init_arms(struct search *s)
{
	static const struct {
		const struct minimiser *minimiser;
		double closed;
	} prior[SEARCH_ARMS] = {{&minimiser_signed, 16},
				{&minimiser_relay, 16},
				{&minimiser_basin_hopping, 1},
				{&minimiser_powell, 1},
				{&minimiser_valley, 4}};

	for (int i = 0; i < SEARCH_ARMS; i++)
		s->arms[i] = (struct arm){prior[i].minimiser, prior[i].closed, 1000};
	/* Where the frame is a guess few goals are conditions on smooth functions. */
	if (!search_is_typed(s))
		s->arms[SEARCH_RELAY].closed = 1;
}

const char *breadth_way_name(enum breadth_way way)
{
	static const char *const names[BREADTH_WAYS] = {
	    [BREADTH_BITS] = "bits",	  [BREADTH_SIZES] = "sizes",
	    [BREADTH_VALUES] = "values",  [BREADTH_POOL] = "pool",
	    [BREADTH_BEST] = "best",	  [BREADTH_TEXTS] = "texts",
	    [BREADTH_DESCENT] = "descent"};

	return names[way];
}

/* Each begins as one that has closed a few goals at the price of a turn; fewer where texts
 * vary, as descents write whole texts into inputs. */
void breadth_init(struct breadth *b)
{
	const double turn_cost = BREADTH_DRAWS * BREADTH_RUN_COST; /* about */

	for (int way = 0; way < BREADTH_WAYS; way++)
		b->ways[way] =
		    (struct breadth_yield){way == BREADTH_TEXTS ? 1 : 4, turn_cost, 1};
	for (int i = 0; i < BREADTH_COORDINATES; i++)
		b->changed[i] = b->nearer[i] = 1;
}
