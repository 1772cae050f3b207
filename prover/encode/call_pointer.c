/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * call_pointer.c - calls by pointer, where it is known which functions the pointer may
 * lead to: all are walked, and their states joined; on one path the guide chooses one.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/encode_internal.h"

enum { JOINED_MOST = 8 }; /* functions of one call, where their states are joined */

/* ---- where a pointer may lead */

struct way {
	const struct function *function; /* null: all that is not known */
	expr pointer;
	expr condition; /* of a run that has come to the call */
};

struct ways {
	struct way *list;
	size_t count, room;
	size_t pointers;
	bool has_function;
};

static struct way *way_to(struct ways *ways, const struct function *function)
{
	for (size_t i = 0; i < ways->count; i++)
		if (ways->list[i].function == function)
			return &ways->list[i];
	return NULL;
}

static void ways_add(struct encoding *e, struct ways *ways, const struct way *way)
{
	struct way *known = way_to(ways, way->function);

	ways->has_function |= way->function != NULL;
	if (known) {
		known->condition = expr_or(&e->store, known->condition, way->condition);
		return;
	}
	ARRAY_ADD(ways->list, ways->count, ways->room, *way);
}

/* Takes the choices between pointers apart. */
static void ways_find(struct encoding *e, struct ways *ways, expr whole, expr pointer,
		      expr condition)
{
	struct expr_store *store = &e->store;
	const struct expr_node n = *expr_at(store, pointer);
	const struct function *f = memory_function_at(e, pointer);

	if (ways->pointers > CALLEES_MOST || expr_is_false(store, condition))
		return;
	if (!f && n.op == EXPR_ITE) {
		ways_find(e, ways, whole, n.b, expr_and(store, condition, n.a));
		ways_find(e, ways, whole, n.c,
			  expr_and(store, condition, expr_not(store, n.a)));
		return;
	}
	ways->pointers++;
	ways_add(e, ways, &(struct way){f, f ? pointer : whole, condition});
}

/* ---- one way */

static void call_way(struct encoding *e, struct walk_state *state,
		     const struct statement *s, const expr *arguments,
		     const struct way *way)
{
	expr *own = arena_get(&e->arena, s->operand_count, sizeof *own);
	struct statement direct = *s;

	memcpy(own, arguments, s->operand_count * sizeof *own);
	own[0] = way->pointer;
	e->whole = NULL;
	e->has_returned = false;
	if (way->function) {
		direct.callee = way->function->name;
		direct.operands++;
		direct.operand_count--;
	}
	if (!way->function || !call_walked(e, state, &direct, way->function, own + 1))
		call_unknown(e, state, s, own);
	call_returned_done(e); /* the state is that of all its runs */
}

static void edge_add(struct encoding *e, const struct way *way, expr reach, int32_t to)
{
	const struct unwound_edge edge = {.from = e->unwound.at,
					  .to = to,
					  .condition = way->condition,
					  .reach = reach,
					  .goal = GIMPLE_NONE};

	unwound_add(&e->unwound, &edge);
}

/* ---- all ways */

/* The state of the runs that go one way. */
static struct walk_state way_state(struct encoding *e, const struct walk_state *state,
				   const struct way *way)
{
	struct walk_state own = *state;

	own.reach = expr_and(&e->store, state->reach, way->condition);
	memory_copy(&own.memory, &state->memory);
	return own;
}

static void join_ways(struct encoding *e, struct walk_state *state,
		      struct walk_state *ends, const struct ways *ways)
{
	struct memory *memories[JOINED_MOST];
	expr conditions[JOINED_MOST];

	state->reach = expr_bool(&e->store, false);
	for (size_t i = 0; i < ways->count; i++) {
		memories[i] = &ends[i].memory;
		conditions[i] = ways->list[i].condition;
		state->reach = expr_or(&e->store, state->reach, ends[i].reach);
	}
	memory_done(&state->memory);
	memory_join(e, &state->memory, memories, conditions, ways->count);
	for (size_t i = 0; i < ways->count; i++)
		memory_done(&ends[i].memory);
}

static void call_all(struct encoding *e, struct walk_state *state,
		     const struct statement *s, const expr *arguments,
		     const struct ways *ways)
{
	struct unwound *graph = &e->unwound;
	const int32_t before = graph->at;
	struct walk_state ends[JOINED_MOST];
	int32_t nodes[JOINED_MOST];
	expr result = EXPR_NONE;
	bool have_returned = true;

	for (size_t i = 0; i < ways->count; i++) {
		const struct way *way = &ways->list[i];
		graph->at = before;
		ends[i] = way_state(e, state, way);
		nodes[i] = unwound_node(graph);
		edge_add(e, way, ends[i].reach, nodes[i]);
		graph->at = nodes[i];
		call_way(e, &ends[i], s, arguments, way);
		nodes[i] = graph->at;
		have_returned &= e->has_returned;
		if (s->result != GIMPLE_NONE)
			result = i ? expr_ite(&e->store, way->condition,
					      state->values[s->result], result)
				   : state->values[s->result];
	}
	const int32_t behind = unwound_node(graph);
	for (size_t i = 0; i < ways->count; i++) {
		graph->at = nodes[i];
		unwound_jump(graph, behind, expr_bool(&e->store, true));
	}
	graph->at = behind;
	join_ways(e, state, ends, ways);
	if (s->result != GIMPLE_NONE)
		state->values[s->result] = result;
	e->has_returned = have_returned;
	e->whole = NULL; /* of a structure the bytes are unknown */
}

/* ---- the way of one path */

static uint32_t ask_guide(struct encoding *e, const struct statement *s,
			  const struct ways *ways, const expr *reach)
{
	expr *conditions = arena_get(&e->arena, ways->count, sizeof *conditions);
	const struct function **callees =
	    arena_get(&e->arena, ways->count, sizeof *callees);
	const struct guide_point point = {.function = e->frame->function,
					  .block = e->frame->block,
					  .line = s->line,
					  .edge_count = (uint32_t)ways->count,
					  .callees = callees,
					  .conditions = conditions,
					  .reach = reach,
					  .frontier = e->frontier_count};

	for (size_t i = 0; i < ways->count; i++) {
		conditions[i] = ways->list[i].condition;
		callees[i] = ways->list[i].function;
	}
	return e->guide->choose(e->guide->context, &point);
}

static void call_chosen(struct encoding *e, struct walk_state *state,
			const struct statement *s, const expr *arguments,
			const struct ways *ways)
{
	struct expr_store *store = &e->store;
	expr *reach = arena_get(&e->arena, ways->count, sizeof *reach);

	for (size_t i = 0; i < ways->count; i++)
		reach[i] = expr_and(store, state->reach, ways->list[i].condition);
	const uint32_t chosen = ask_guide(e, s, ways, reach);
	for (size_t i = 0; i < ways->count; i++)
		if (i != chosen && !expr_is_false(store, reach[i]))
			edge_add(e, &ways->list[i], reach[i], UNWOUND_OFF);
	if (chosen ==
	    GIMPLE_NONE) { /* nothing runs on; a result is wanted all the same */
		state->reach = expr_bool(store, false);
		call_unknown(e, state, s, arguments);
		return;
	}
	const int32_t inside = unwound_node(&e->unwound);
	edge_add(e, &ways->list[chosen], reach[chosen], inside);
	e->unwound.at = inside;
	state->reach = reach[chosen];
	call_way(e, state, s, arguments, &ways->list[chosen]);
}

bool call_by_pointer(struct encoding *e, struct walk_state *state,
		     const struct statement *s, const expr *arguments)
{
	struct ways ways = {0};

	ways_find(e, &ways, arguments[0], arguments[0], expr_bool(&e->store, true));
	const bool follows = ways.has_function && ways.pointers <= CALLEES_MOST &&
			     (e->guide || ways.count <= JOINED_MOST);
	if (follows && ways.count == 1)
		call_way(e, state, s, arguments, ways.list);
	else if (follows && e->guide)
		call_chosen(e, state, s, arguments, &ways);
	else if (follows)
		call_all(e, state, s, arguments, &ways);
	free(ways.list);
	return follows;
}
