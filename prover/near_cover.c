/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * near_cover.c - what need not be asked for: the way of an input that is known, or was
 * drawn at random, is walked, and from each place on it a near input that takes a
 * wanted edge there is looked for (sample.h). Those inputs are run; their ways are
 * walked in turn.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/arena.h"
#include "prover/path_tree.h"

enum { DRAWN = 100 };

struct near {
	struct cover *c;
	struct path_tree tree;
	/* By goal: */
	bool *found; /* an input that should take it was found */
	bool *tried; /* and given to be run */
	int64_t *inputs; /* whose ways are still to be walked, one behind the other */
	size_t count, room;
};

static void add_input(struct near *n, const int64_t *values)
{
	const size_t width = n->tree.store->variable_count + 1;

	n->inputs = array_grow(n->inputs, n->count, &n->room, width * sizeof *values);
	memcpy(n->inputs + n->count++ * width, values, (width - 1) * sizeof *values);
}

static bool is_wanted(const struct near *n, size_t goal)
{
	const struct cover *c = n->c;

	return goal < c->goal_count && c->goals[goal].verdict == VERDICT_OPEN &&
	       !c->refuted[goal] && !c->missed[goal] && !n->tried[goal];
}

/* Walks to the end of the sample's way, or to where it is not told. */
static void walk_on(struct path_tree *t)
{
	size_t way;

	do {
		const struct step *s = &t->path[t->length - 1];
		way = s->sure;
		if (way == NO_WAY)
			return;
		path_tree_hold(t, path_tree_condition(t, way));
		path_tree_take(t, way);
		if (path_tree_goes_on(t, way))
			path_tree_enter(t, t->ways[way]->to);
	} while (t->path[t->length - 1].taken == NO_WAY);
}

/* Has the sample run when it takes something that is wanted. */
static void run_sample(struct near *n)
{
	struct cover *c = n->c;
	bool any = false;

	path_tree_takes(&n->tree);
	for (size_t i = 0; i < c->goal_count; i++) {
		any |= c->takes[i] && is_wanted(n, i);
		n->tried[i] |= c->takes[i];
	}
	if (!any)
		return;
	c->statistics->near++;
	cover_propose(c, (const uint64_t *)n->tree.sample.values);
}

/* Looks for near inputs from the last step's place, and takes it back. */
static void look_aside(struct near *n, const int64_t *values)
{
	struct path_tree *t = &n->tree;
	const struct step s = t->path[t->length - 1];
	const size_t width = t->store->variable_count;

	path_tree_back(t);
	for (size_t way = s.begin; way < s.end; way++) {
		if (way == s.taken || !is_wanted(n, t->goals[way]) ||
		    n->found[t->goals[way]])
			continue;
		const expr condition = path_tree_condition(t, way);
		if (expr_is_false(t->store, condition) ||
		    path_tree_contradicts(t, condition))
			continue;
		path_tree_hold(t, condition);
		if (sample_reach(&t->sample, t->conditions, t->count)) {
			add_input(n, t->sample.values);
			n->found[t->goals[way]] = true;
		}
		path_tree_cut(t, s.conditions);
		memcpy(t->sample.values, values, width * sizeof *values);
		sample_changed(&t->sample);
	}
	t->length--;
}

static void walk_input(struct near *n, const int64_t *values)
{
	struct path_tree *t = &n->tree;

	memcpy(t->sample.values, values, t->store->variable_count * sizeof *values);
	sample_changed(&t->sample);
	if (t->first[0] == t->first[1])
		return;
	path_tree_enter(t, 0);
	walk_on(t);
	run_sample(n);
	while (t->length)
		look_aside(n, values);
}

/* What was found and no run took is not looked for near by again. */
static void settle(struct near *n)
{
	struct cover *c = n->c;

	cover_settle(c);
	for (size_t i = 0; i < c->goal_count; i++)
		c->missed[i] |= n->tried[i] && c->goals[i].verdict == VERDICT_OPEN;
}

static bool near_init(struct near *n)
{
	n->found = calloc(n->c->goal_count + 1, sizeof *n->found);
	n->tried = calloc(n->c->goal_count + 1, sizeof *n->tried);
	return path_tree_init(&n->tree, n->c) && n->found && n->tried;
}

static void near_done(struct near *n)
{
	path_tree_done(&n->tree);
	free(n->found);
	free(n->tried);
	free(n->inputs);
}

/* Walks the way of the input, and then those of all that are found near by. */
static void walk_all(struct near *n, int64_t *input)
{
	const size_t width = n->tree.store->variable_count;

	walk_input(n, input);
	while (n->count) {
		memcpy(input, n->inputs + --n->count * (width + 1),
		       width * sizeof *input);
		walk_input(n, input);
	}
}

void cover_near(struct cover *c, const uint64_t *values)
{
	struct near n = {.c = c};
	const size_t width = c->attempt.encoding.store.variable_count;
	int64_t *input = calloc(width + 1, sizeof *input);

	if (near_init(&n) && input) {
		memcpy(input, values, width * sizeof *input);
		walk_all(&n, input);
		settle(&n);
	}
	near_done(&n);
	free(input);
}

/* Marsaglia's xorshift. */
static uint64_t draw(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

/* Numbers of up to 10 bits, as many of each length. Returns whether the input is one
 * that the entry may get. */
static bool draw_input(struct near *n, int64_t *input, uint64_t *state)
{
	struct path_tree *t = &n->tree;

	for (size_t i = 0; i < t->store->variable_count; i++) {
		const struct variable *v = &t->store->variables[i];
		const uint64_t bits = draw(state), length = (bits >> 32) % 11;
		const int64_t size = (int64_t)(bits & ((UINT64_C(1) << length) - 1));
		const uint64_t value = (uint64_t)(bits >> 63 ? -size : size);
		input[i] = v->kind != VARIABLE_INPUT ? 0
			   : v->sort < 64
			       ? (int64_t)(value << (64 - v->sort) >> (64 - v->sort))
			       : (int64_t)value;
	}
	memcpy(t->sample.values, input, t->store->variable_count * sizeof *input);
	sample_changed(&t->sample);
	for (size_t i = 0; i < t->count; i++)
		if (sample_says(&t->sample, t->conditions[i]) != TRUTH_YES)
			return false;
	return true;
}

void cover_draw(struct cover *c)
{
	struct near n = {.c = c};
	uint64_t state = 1;
	int64_t *input =
	    calloc(c->attempt.encoding.store.variable_count + 1, sizeof *input);

	if (near_init(&n) && input) {
		for (int i = 0; i < DRAWN; i++)
			if (draw_input(&n, input, &state))
				walk_all(&n, input);
		settle(&n);
	}
	near_done(&n);
	free(input);
}
