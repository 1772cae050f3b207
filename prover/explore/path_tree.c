/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_tree.c - keeps a path and what holds on it. */
#include "prover/explore/path_tree.h"

#include <stdlib.h>
#include <string.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"

/*
 * Rewrites expressions under decisions. What was found under fewer decisions stays true
 * under more, so that only a step back forgets.
 */

void path_condition_init(struct path_condition *g, struct expr_store *store)
{
	memset(g, 0, sizeof *g);
	g->store = store;
	g->limit = store->count;
	g->now = array_new(g->limit + 1, sizeof *g->now);
}

void path_condition_done(struct path_condition *g)
{
	free(g->now);
	free(g->changes);
	free(g->stack);
	memset(g, 0, sizeof *g);
}

static void set_now(struct path_condition *g, expr e, expr now)
{
	ARRAY_ADD(g->changes, g->change_count, g->change_room,
		  (struct path_condition_change){e, g->now[e]});
	g->now[e] = now;
}

void path_condition_undo(struct path_condition *g, size_t change_count)
{
	while (g->change_count > change_count) {
		const struct path_condition_change *c = &g->changes[--g->change_count];
		g->now[c->e] = c->before;
	}
}

/* ---- rewriting */

/* Pushes an operand whose value is not known yet. */
static void want_operand(struct path_condition *g, size_t *count, expr e)
{
	if (e == EXPR_NONE || g->now[e] != EXPR_NONE)
		return;
	g->stack = array_grow(g->stack, *count, &g->stack_room, sizeof *g->stack);
	g->stack[(*count)++] = e;
}

/* Where a choice is made, only the side that counts is looked at. */
static void want_operands(struct path_condition *g, size_t *count,
			  const struct expr_node *n)
{
	const expr decided = n->op == EXPR_ITE ? g->now[n->a] : EXPR_NONE;

	want_operand(g, count, n->a);
	if (n->op == EXPR_ITE && decided == EXPR_NONE)
		return;
	if (decided == EXPR_NONE || !expr_is_false(g->store, decided))
		want_operand(g, count, n->b);
	if (decided == EXPR_NONE || !expr_is_true(g->store, decided))
		want_operand(g, count, n->c);
}

static expr rewrite_on_path(struct path_condition *g, expr e)
{
	const struct expr_node n = *expr_at(g->store, e);
	const expr a = g->now[n.a];

	if (n.op == EXPR_CONST || n.op == EXPR_VAR)
		return e;
	if (n.op == EXPR_ITE && expr_is_true(g->store, a))
		return g->now[n.b];
	if (n.op == EXPR_ITE && expr_is_false(g->store, a))
		return g->now[n.c];
	if (a == n.a && g->now[n.b] == n.b && g->now[n.c] == n.c)
		return e;
	return expr_make(g->store, (enum expr_op)n.op, n.sort, a, g->now[n.b],
			 g->now[n.c], n.value);
}

expr path_condition_value(struct path_condition *g, expr e)
{
	size_t count = 0;

	want_operand(g, &count, e);
	while (count) {
		const expr top = g->stack[count - 1];
		const size_t before = count;
		if (g->now[top] == EXPR_NONE) {
			const struct expr_node n = *expr_at(g->store, top);
			want_operands(g, &count, &n);
			if (count > before)
				continue;
			set_now(g, top, rewrite_on_path(g, top));
		}
		count--;
	}
	return g->now[e];
}

/* ---- assuming */

void path_condition_assume(struct path_condition *g, expr e, bool holds)
{
	const struct expr_node n = *expr_at(g->store, e);

	if (n.op == EXPR_CONST)
		return;
	set_now(g, e, expr_bool(g->store, holds));
	if (n.op == EXPR_NOT)
		path_condition_assume(g, n.a, !holds);
	if (n.op == (holds ? EXPR_AND : EXPR_OR)) {
		path_condition_assume(g, n.a, holds);
		path_condition_assume(g, n.b, holds);
	}
}

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
		t->edges[i] = &g->edges[i];
		t->first[g->edges[i].from + 1]++;
	}
	qsort(t->edges, g->edge_count, sizeof *t->edges, by_node);
	for (int32_t i = 0; i < g->node_count; i++)
		t->first[i + 1] += t->first[i];
	for (size_t i = 0; i < g->edge_count; i++)
		t->goals[i] = cover_goal(t->cover, t->edges[i]);
}

void path_tree_init(struct path_tree *t, struct cover *cover)
{
	const struct encoding *e = &cover->attempt.encoding;
	const struct unwound *g = &e->unwound;

	memset(t, 0, sizeof *t);
	t->cover = cover;
	t->store = &cover->attempt.encoding.store;
	t->edges = array_new(g->edge_count + 1, sizeof *t->edges);
	t->goals = array_new(g->edge_count + 1, sizeof *t->goals);
	t->first = array_new((size_t)g->node_count + 2, sizeof *t->first);
	path_condition_init(&t->path_condition, t->store);
	sample_init(&t->sample, t->store, cover->options->integers);
	sort_ways(t, g);
	for (size_t i = 0; i < e->assumption_count; i++)
		path_tree_hold(t, e->assumptions[i]);
}

void path_tree_done(struct path_tree *t)
{
	path_condition_done(&t->path_condition);
	sample_done(&t->sample);
	free(t->edges);
	free(t->goals);
	free(t->first);
	free(t->path);
	free(t->conditions);
	memset(t, 0, sizeof *t);
}

/* ---- the path */

/* The edge that the sample takes from a node, NO_EDGE if it is unknown. */
static size_t sure_way(struct path_tree *t, size_t from, size_t to)
{
	size_t sure = NO_EDGE;

	for (size_t i = from; i < to; i++) {
		if (sample_says(&t->sample, path_tree_condition(t, i)) != TRUTH_YES)
			continue;
		if (sure != NO_EDGE)
			return NO_EDGE;
		sure = i;
	}
	return sure;
}

void path_tree_enter(struct path_tree *t, int32_t node)
{
	struct path_step s = {.begin = t->first[node],
			      .end = t->first[node + 1],
			      .next = t->first[node],
			      .taken = NO_EDGE,
			      .conditions = t->count};

	s.sure = sure_way(t, s.begin, s.end);
	s.changes = t->path_condition.change_count;
	ARRAY_ADD(t->path, t->length, t->path_room, s);
}

bool path_tree_goes_on(const struct path_tree *t, size_t edge)
{
	const int32_t to = t->edges[edge]->to;

	return to >= 0 && t->first[to] < t->first[to + 1];
}

expr path_tree_condition(struct path_tree *t, size_t edge)
{
	return path_condition_value(&t->path_condition, t->edges[edge]->condition);
}

void path_tree_hold(struct path_tree *t, expr condition)
{
	if (expr_is_true(t->store, condition))
		return;
	ARRAY_ADD(t->conditions, t->count, t->condition_room, condition);
}

void path_tree_truncate(struct path_tree *t, size_t count)
{
	t->count = count;
	if (t->stable > count)
		t->stable = count;
}

void path_tree_take(struct path_tree *t, size_t edge)
{
	struct path_step *s = &t->path[t->length - 1];

	s->taken = edge;
	for (size_t i = s->begin; i < s->end; i++)
		path_condition_assume(&t->path_condition, t->edges[i]->condition,
				      i == edge);
}

void path_tree_back(struct path_tree *t)
{
	const struct path_step *s = &t->path[t->length - 1];

	path_condition_undo(&t->path_condition, s->changes);
	path_tree_truncate(t, s->conditions);
}

void path_tree_takes(struct path_tree *t)
{
	struct cover *c = t->cover;

	memset(c->takes, 0, c->goal_count + 1);
	for (size_t i = 0; i < t->length; i++)
		if (t->path[i].taken != NO_EDGE)
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
