/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unwound.c - what a walk notes: the unwound graph, its bounds, its frontier, and the
 * goals found. */
#include <stdlib.h>
#include <string.h>

#include "prover/encode/encode_internal.h"
#include "prover/ir/arena.h"

int32_t unwound_node(struct unwound *graph)
{
	return graph->node_count++;
}

void unwound_add(struct unwound *graph, const struct unwound_edge *edge)
{
	ARRAY_ADD(graph->edges, graph->edge_count, graph->room, *edge);
}

void unwound_jump(struct unwound *graph, int32_t to, expr always)
{
	const struct unwound_edge edge = {
	    .from = graph->at, .to = to, .condition = always, .goal = GIMPLE_NONE};

	unwound_add(graph, &edge);
}

void unwound_done(struct unwound *graph)
{
	free(graph->edges);
	memset(graph, 0, sizeof *graph);
}

/* ---- bounds of loops' unwinding */

uint32_t bounds_limit(const struct bounds *bounds, const struct function *function,
		      uint32_t block)
{
	for (size_t i = 0; i < bounds->count; i++)
		if (bounds->list[i].function == function &&
		    bounds->list[i].block == block)
			return bounds->list[i].limit;
	return bounds->otherwise;
}

void bounds_set(struct bounds *bounds, const struct function *function, uint32_t block,
		uint32_t limit)
{
	for (size_t i = 0; i < bounds->count; i++)
		if (bounds->list[i].function == function &&
		    bounds->list[i].block == block) {
			bounds->list[i].limit = limit;
			return;
		}
	ARRAY_ADD(bounds->list, bounds->count, bounds->room,
		  (struct bound){function, block, limit});
}

/* ---- the frontier and goals */

/* The calls that are being walked. */
static const struct call_place *places_of(struct encoding *e, uint32_t *count)
{
	uint32_t n = 0;

	for (const struct frame *f = e->frame; f; f = f->caller)
		n++;
	struct call_place *places = arena_get(&e->arena, n + 1u, sizeof *places);
	*count = n;
	n = 0;
	for (const struct frame *f = e->frame; f; f = f->caller)
		places[n++] = (struct call_place){f->function, f->block, f->statement};
	return places;
}

void frontier_add(struct encoding *e, enum frontier_kind kind,
		  const struct function *function, uint32_t block, uint32_t line,
		  expr reach)
{
	struct frontier_point point = {.kind = (uint8_t)kind,
				       .function = function,
				       .block = block,
				       .line = line,
				       .reach = reach,
				       .edges = e->unwound.edge_count};

	if (e->is_history || expr_is_false(&e->store, reach))
		return;
	point.calls = places_of(e, &point.call_count);
	ARRAY_ADD(e->frontier, e->frontier_count, e->frontier_room, point);
}

void goal_add(struct encoding *e, const struct function *function, uint32_t goal,
	      expr reach)
{
	if (e->is_history)
		return;
	for (size_t i = 0; i < e->goal_count; i++) {
		struct encoded_goal *g = &e->goals[i];
		if (g->function != function || g->goal != goal)
			continue;
		g->reach = expr_or(&e->store, g->reach, reach);
		return;
	}
	ARRAY_ADD(e->goals, e->goal_count, e->goal_room,
		  (struct encoded_goal){function, goal, reach});
}

void origin_add(struct encoding *e, const struct origin *origin)
{
	const enum expr_op op = expr_at(&e->store, origin->e)->op;

	if (op == EXPR_CONST || op == EXPR_VAR || !origin->line)
		return;
	ARRAY_ADD(e->origins, e->origin_count, e->origin_room, *origin);
}
