/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_tree.c - keeps a path and what holds on it. */
#include "prover/cover/path_tree.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/cover/bounds.h"

static int by_node(const void *a, const void *b)
{
	const struct unwound_edge *x = *(const struct unwound_edge *const *)a;
	const struct unwound_edge *y = *(const struct unwound_edge *const *)b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x > y) - (x < y);
}

static void sort_ways(struct path_tree *t, const struct unwound *g)
{
	for (size_t i = 0; i < g->edge_count; i++) {
		t->ways[i] = &g->edges[i];
		t->first[g->edges[i].from + 1]++;
	}
	qsort(t->ways, g->edge_count, sizeof *t->ways, by_node);
	for (int32_t i = 0; i < g->node_count; i++)
		t->first[i + 1] += t->first[i];
	for (size_t i = 0; i < g->edge_count; i++)
		t->goals[i] = cover_goal(t->cover, t->ways[i]);
}

void path_tree_init(struct path_tree *t, struct cover *cover)
{
	const struct encoding *e = &cover->attempt.encoding;
	const struct unwound *g = &e->unwound;

	memset(t, 0, sizeof *t);
	t->cover = cover;
	t->store = &cover->attempt.encoding.store;
	t->ways = array_new(g->edge_count + 1, sizeof *t->ways);
	t->goals = array_new(g->edge_count + 1, sizeof *t->goals);
	t->first = array_new((size_t)g->node_count + 2, sizeof *t->first);
	path_condition_init(&t->given, t->store);
	sample_init(&t->sample, t->store, cover->options->integers);
	sort_ways(t, g);
	for (size_t i = 0; i < e->assumption_count; i++)
		path_tree_hold(t, e->assumptions[i]);
}

void path_tree_done(struct path_tree *t)
{
	path_condition_done(&t->given);
	sample_done(&t->sample);
	free(t->ways);
	free(t->goals);
	free(t->first);
	free(t->path);
	free(t->conditions);
	memset(t, 0, sizeof *t);
}

/* ---- the path */

/* The way that the sample goes from a node, NO_WAY when that is not told. */
static size_t sure_way(struct path_tree *t, size_t from, size_t to)
{
	size_t sure = NO_WAY;

	for (size_t i = from; i < to; i++) {
		if (sample_says(&t->sample, path_tree_condition(t, i)) != TRUTH_YES)
			continue;
		if (sure != NO_WAY)
			return NO_WAY;
		sure = i;
	}
	return sure;
}

void path_tree_enter(struct path_tree *t, int32_t node)
{
	struct step s = {.begin = t->first[node],
			 .end = t->first[node + 1],
			 .next = t->first[node],
			 .taken = NO_WAY,
			 .conditions = t->count};

	s.sure = sure_way(t, s.begin, s.end);
	s.changes = t->given.change_count;
	t->path = array_grow(t->path, t->length, &t->path_room, sizeof *t->path);
	t->path[t->length++] = s;
}

bool path_tree_goes_on(const struct path_tree *t, size_t way)
{
	const int32_t to = t->ways[way]->to;

	return to >= 0 && t->first[to] < t->first[to + 1];
}

expr path_tree_condition(struct path_tree *t, size_t way)
{
	return path_condition_value(&t->given, t->ways[way]->condition);
}

void path_tree_hold(struct path_tree *t, expr condition)
{
	if (expr_is_true(t->store, condition))
		return;
	t->conditions = array_grow(t->conditions, t->count, &t->condition_room,
				   sizeof *t->conditions);
	t->conditions[t->count++] = condition;
}

void path_tree_cut(struct path_tree *t, size_t count)
{
	t->count = count;
	if (t->kept > count)
		t->kept = count;
}

void path_tree_take(struct path_tree *t, size_t way)
{
	struct step *s = &t->path[t->length - 1];

	s->taken = way;
	for (size_t i = s->begin; i < s->end; i++)
		path_condition_assume(&t->given, t->ways[i]->condition, i == way);
}

void path_tree_back(struct path_tree *t)
{
	const struct step *s = &t->path[t->length - 1];

	path_condition_cut(&t->given, s->changes);
	path_tree_cut(t, s->conditions);
}

void path_tree_takes(struct path_tree *t)
{
	struct cover *c = t->cover;

	memset(c->takes, 0, c->goal_count + 1);
	for (size_t i = 0; i < t->length; i++)
		if (t->path[i].taken != NO_WAY)
			c->takes[t->goals[t->path[i].taken]] = true;
}

bool path_tree_contradicts(struct path_tree *t, expr condition)
{
	const size_t count = t->count;

	path_tree_hold(t, condition);
	const bool does = bounds_contradict(t->store, t->conditions, t->count,
					    t->cover->options->integers);
	t->count = count;
	return does;
}
