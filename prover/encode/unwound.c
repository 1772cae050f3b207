/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unwound.c - stores the unwound graph. */
#include "prover/encode/unwound.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

int32_t unwound_node(struct unwound *graph)
{
	return graph->node_count++;
}

void unwound_add(struct unwound *graph, const struct unwound_edge *edge)
{
	graph->edges = array_grow(graph->edges, graph->edge_count, &graph->room,
				  sizeof *graph->edges);
	graph->edges[graph->edge_count++] = *edge;
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
