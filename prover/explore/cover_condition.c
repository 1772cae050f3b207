/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover_condition.c - makes the reachability verification condition. */
#include "prover/explore/cover_internal.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

struct maker {
	struct cover_condition *condition;
	struct encoding *encoding;
	struct expr_store *store;
	struct arena arena;
	bool returning;
	/* By node: */
	bool *is_left; /* an edge goes out of it */
	bool *all_end; /* B is true of the targets of all these edges */
	expr *ends; /* B */
};

static void require(struct maker *m, expr equation)
{
	struct cover_condition *c = m->condition;

	ARRAY_ADD(c->equations, c->equation_count, c->equation_room, equation);
}

/* Defines a variable that equals the truth value. */
static expr name_it(struct maker *m, expr value, const char *what)
{
	const expr v = expr_var(m->store, SORT_BOOL, VARIABLE_FRESH, 0, what);

	require(m, expr_eq(m->store, v, value));
	return v;
}

/* ---- backward */

/* B of an edge's target, all of whose outgoing edges have been visited. */
static expr termination_behind(struct maker *m, int32_t to)
{
	if (to < 0)
		return expr_bool(m->store, to == UNWOUND_RETURN || !m->returning);
	if (!m->is_left[to])
		return expr_bool(m->store, !m->returning);
	if (m->all_end[to]) /* and one of them is taken */
		return expr_bool(m->store, true);
	const enum expr_op op = expr_at(m->store, m->ends[to])->op;
	if (op != EXPR_CONST && op != EXPR_VAR)
		m->ends[to] = name_it(m, m->ends[to], "ends");
	return m->ends[to];
}

static void go_backward(struct maker *m)
{
	const struct unwound *g = &m->encoding->unwound;
	struct expr_store *s = m->store;

	for (size_t i = g->edge_count; i-- > 0;) {
		const struct unwound_edge *edge = &g->edges[i];
		const int32_t n = edge->from;
		const expr behind = termination_behind(m, edge->to);
		const expr here = expr_and(s, edge->condition, behind);
		m->all_end[n] =
		    expr_is_true(s, behind) && (m->all_end[n] || !m->is_left[n]);
		m->ends[n] = m->is_left[n] ? expr_or(s, m->ends[n], here) : here;
		m->is_left[n] = true;
	}
}

/* ---- forward */

static uint32_t cover_place_of(struct cover_condition *c,
			       const struct unwound_edge *edge)
{
	for (size_t i = 0; i < c->place_count; i++)
		if (c->places[i].function == edge->function &&
		    c->places[i].block == edge->block &&
		    c->places[i].edge == edge->edge && c->places[i].goal == edge->goal)
			return (uint32_t)i;
	c->places =
	    array_grow(c->places, c->place_count, &c->place_room, sizeof *c->places);
	c->places[c->place_count] =
	    (struct cover_place){edge->function, edge->block, edge->edge, edge->goal};
	return (uint32_t)c->place_count++;
}

static void decision(struct maker *m, const struct unwound_edge *edge, expr taken)
{
	struct cover_condition *c = m->condition;

	if (expr_at(m->store, taken)->op != EXPR_VAR)
		taken = name_it(m, taken, "edge");
	ARRAY_ADD(c->edges, c->edge_count, c->edge_room,
		  (struct cover_edge){cover_place_of(c, edge),
				      (uint32_t)expr_at(m->store, taken)->value,
				      taken});
}

static void go_forward(struct maker *m)
{
	const struct unwound *g = &m->encoding->unwound;

	for (size_t i = 0; i < g->edge_count; i++) {
		const struct unwound_edge *edge = &g->edges[i];
		if (!edge->function)
			continue;
		const expr taken =
		    expr_and(m->store, edge->reach, termination_behind(m, edge->to));
		if (!expr_is_false(m->store, taken))
			decision(m, edge, taken);
	}
}

static void add_predicates(struct maker *m)
{
	const struct encoding *e = m->encoding;

	for (size_t i = 0; i < e->goal_count; i++) {
		const struct encoded_goal *g = &e->goals[i];
		const struct function_goal *goal = &g->function->goals[g->goal];
		const struct unwound_edge edge = {.function = g->function,
						  .block = goal->block,
						  .edge = GIMPLE_NONE,
						  .goal = g->goal};
		const expr met =
		    m->returning ? expr_and(m->store, e->returns, g->reach) : g->reach;
		if (goal->edge == GIMPLE_NONE && !expr_is_false(m->store, met))
			decision(m, &edge, met);
	}
}

/* ---- all */

void cover_condition_make(struct cover_condition *c, struct encoding *e, bool returning,
			  bool predicates)
{
	struct maker m = {c, e, &e->store, .returning = returning};
	const size_t nodes = (size_t)e->unwound.node_count + 1;

	memset(c, 0, sizeof *c);
	m.is_left = arena_get(&m.arena, nodes, sizeof *m.is_left);
	m.all_end = arena_get(&m.arena, nodes, sizeof *m.all_end);
	m.ends = arena_get(&m.arena, nodes, sizeof *m.ends);
	go_backward(&m);
	require(&m, termination_behind(&m, 0));
	go_forward(&m);
	if (predicates)
		add_predicates(&m);
	arena_done(&m.arena);
}

void cover_condition_done(struct cover_condition *c)
{
	free(c->places);
	free(c->edges);
	free(c->equations);
	memset(c, 0, sizeof *c);
}

expr cover_condition_any(const struct cover_condition *c, struct expr_store *s,
			 const bool *wanted)
{
	expr any = expr_bool(s, false);

	for (size_t i = 0; i < c->edge_count; i++)
		if (wanted[c->edges[i].place])
			any = expr_or(s, any, c->edges[i].taken);
	return any;
}
