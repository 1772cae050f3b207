/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "corpus/tools/choice.h"

#include <stdlib.h>

int choice_init(struct choice *c, const struct score *score)
{
	*c =
	    (struct choice){score, calloc(score->record.goal_count + 1, sizeof(size_t)),
			    calloc(score->inputs.count + 1, sizeof(bool))};
	return c->times && c->chosen ? 0 : -1;
}

void choice_done(struct choice *c)
{
	free(c->times);
	free(c->chosen);
}

static bool covers(const struct choice *c, size_t input, size_t goal)
{
	const struct score *s = c->score;

	return s->met[input * s->record.goal_count + goal] &&
	       score_counts(&s->record.goals[goal]);
}

/* How many goals it covers that the chosen ones do not. */
static size_t gain(const struct choice *c, size_t input)
{
	size_t gained = 0;

	for (size_t i = 0; i < c->score->record.goal_count; i++)
		gained += covers(c, input, i) && !c->times[i];
	return gained;
}

void choice_set(struct choice *c, size_t input, bool chosen)
{
	c->chosen[input] = chosen;
	for (size_t i = 0; i < c->score->record.goal_count; i++)
		if (covers(c, input, i))
			c->times[i] += chosen ? 1 : (size_t)-1;
}

static bool choose_best(struct choice *c)
{
	size_t best = 0, most = 0;

	for (size_t i = 0; i < c->score->inputs.count; i++) {
		const size_t gained = c->chosen[i] ? 0 : gain(c, i);
		if (gained > most) {
			most = gained;
			best = i;
		}
	}
	if (most)
		choice_set(c, best, true);
	return most != 0;
}

void choice_complete(struct choice *c)
{
	while (choose_best(c))
		;
}

void choice_reduce(struct choice *c)
{
	for (size_t i = 0; i < c->score->inputs.count; i++) {
		if (!c->chosen[i])
			continue;
		choice_set(c, i, false);
		if (gain(c, i))
			choice_set(c, i, true);
	}
}
