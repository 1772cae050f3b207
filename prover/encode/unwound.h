/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unwound.h - the unwound graph as the encoder walked it: a node is a copy of a block,
 * or a part of one before or after a walked call; an edge has the condition under which
 * a run takes it.
 */
#ifndef PROVER_UNWOUND_H
#define PROVER_UNWOUND_H

#include "prover/expr/expr.h"
#include "prover/ir/gimple.h"

/* The target of an edge that leads to no node. */
enum unwound_sink {
	UNWOUND_RETURN = -1, /* the entry returns */
	UNWOUND_FRONTIER = -2, /* a frontier point: the walk stopped there */
	UNWOUND_OFF = -3, /* off the one path that is walked */
};

struct unwound_edge {
	int32_t from, to;
	expr condition; /* of a run that has come to `from` */
	expr reach; /* of all runs */
	/* Of a decision, an edge of the function; null: a jump, a call or its return.
	 */
	const struct function *function;
	uint32_t block, edge;
	uint32_t goal; /* of the function's, or GIMPLE_NONE */
};

/* Edges into a node come before those out of it. Node 0 is the start of the entry. At a
 * node without outgoing edges runs end without returning. */
struct unwound {
	struct unwound_edge *edges;
	size_t edge_count, room;
	int32_t node_count;
	int32_t at; /* the node that is being walked */
};

int32_t unwound_node(struct unwound *graph);
void unwound_add(struct unwound *graph, const struct unwound_edge *edge);
/* Adds an unconditional edge from the node that is being walked. */
void unwound_jump(struct unwound *graph, int32_t to, expr always);
void unwound_done(struct unwound *graph);

#endif
