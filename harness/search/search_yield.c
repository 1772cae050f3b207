/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search_yield.c - what each part of a search has brought. */
#include <string.h>

#include "harness/search/search.h"

static struct search_yield *yield_of(struct search *s, const char *name)
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
	struct search_yield *y = yield_of(s, name);

	y->closed += closed;
	y->evaluations++;
}

void search_yield(struct search *s, const char *name)
{
	struct search_yield *y = yield_of(s, name);

	y->closed += s->closed - s->counted.closed;
	y->evaluations += s->evaluations - s->counted.evaluations;
	s->counted.closed = s->closed;
	s->counted.evaluations = s->evaluations;
}
