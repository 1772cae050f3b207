/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * walk.h - what the files of one function's walk share: frame.c takes the copies of
 * blocks in order, join.c joins the ways into one, step.c does what stands in it,
 * edge.c goes on from its end.
 */
#ifndef PROVER_WALK_H
#define PROVER_WALK_H

#include "prover/encode/encode_internal.h"

/* An iteration of a loop. */
struct turn {
	uint32_t number;
	uint32_t spent; /* of the loop's bound: iterations that not all runs make */
	expr reach; /* of the header in this iteration */
};

struct way {
	uint32_t from; /* block */
	int32_t node; /* of the unwound graph; of ways that return */
	struct state state;
};

struct copy {
	uint32_t block;
	int32_t node; /* of the unwound graph */
	struct turn *turns; /* for each loop around the block */
	uint32_t *numbers; /* of the turns */
	struct way *ways;
	size_t way_count, way_room;
};

struct walk {
	struct encoding *e;
	struct frame frame;
	struct loop_forest nest;
	struct arena arena;
	uint64_t *live;
	size_t words;
	uint32_t *objects; /* of the function's objects */
	struct copy *copies; /* that wait for their turn */
	size_t copy_count, copy_room;
	struct way *returns;
	expr *results; /* of the returns */
	size_t return_count, return_room, result_room;
};

/* ---- step.c */

/* What the statement does to the state. */
void walk_statement(struct walk *w, struct state *state, const struct statement *s);

/* Bits that a value has in memory; the padding of a long double is left alone. */
unsigned walk_memory_bits(struct type type);

/* ---- join.c */

struct state state_copy(const struct walk *w, const struct state *from);
void state_done(struct state *state);
/* The state in which all ways of the copy go on. The ways are used up. */
struct state join_copy(struct walk *w, struct copy *c);
/* What the function returns with, in the caller's state; `reach` is false when it does
 * not return. The returns are used up. */
void join_returns(struct walk *w, struct state *caller, expr *result);

/* ---- edge.c */

/* The copy of the block in these turns (as many as loops are around it), which waits
 * for its turn from now on. */
struct copy *walk_copy_of(struct walk *w, uint32_t block, const struct turn *turns);
/* Another way into the copy; its state is the copy's from now on. */
void walk_add_way(struct copy *c, uint32_t from, const struct state *state);
/* Notes the goals of the copy's edges and goes on to the blocks behind them. */
void walk_edges(struct walk *w, const struct copy *c, const struct state *state,
		const struct end *end);

#endif
