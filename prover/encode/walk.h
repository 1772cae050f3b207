/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * walk.h - what the files share that walk one function: frame.c takes the copies of
 * blocks in order, join.c joins the states that come into one, step.c executes its
 * statements, edge.c continues with its successors.
 */
#ifndef PROVER_WALK_H
#define PROVER_WALK_H

#include "prover/encode/encode_internal.h"

/* An iteration of a loop. */
struct iteration {
	uint32_t number;
	uint32_t spent; /* of the loop's bound: iterations that only some runs make */
	expr reach; /* of the header in this iteration */
	size_t values, values_end; /* ENCODE_SUMMARIES: the loop_values of the header */
};

/* A state that comes into a copy of a block. */
struct incoming {
	uint32_t from; /* block */
	int32_t node; /* of the unwound graph; of a return */
	struct walk_state state;
};

struct copy {
	uint32_t block;
	int32_t node; /* of the unwound graph */
	struct iteration *iterations; /* for each loop around the block */
	uint32_t *numbers; /* of the iterations */
	struct incoming *incoming;
	size_t incoming_count, incoming_room;
};

struct function_walk {
	struct encoding *e;
	struct frame frame;
	struct loop_forest forest;
	struct arena arena;
	uint64_t *live;
	size_t words;
	uint32_t *objects; /* of the function's objects */
	struct copy *copies; /* that are still to be walked */
	size_t copy_count, copy_room;
	struct incoming *returns;
	expr *results; /* of the returns */
	size_t return_count, return_room, result_room;
	const struct gimple_operand
	    *whole; /* the structure that is returned, or null */
	/* Of one path, in an observer: the condition of runs that come to its beginning.
	 */
	bool observes;
	expr observed;
};

/* ---- step.c */

/* Applies the statement to the state. */
void walk_statement(struct function_walk *w, struct walk_state *state,
		    const struct statement *s);

/* Bits that a value takes in memory, without the padding of a long double. */
unsigned walk_memory_bits(struct type type);

/* ---- join.c */

struct walk_state walk_state_copy(const struct function_walk *w,
				  const struct walk_state *from);
void walk_state_done(struct walk_state *state);
/* Joins the states that come into the copy, and frees them. */
struct walk_state join_copy(struct function_walk *w, struct copy *c);
/* The value of a phi in an incoming state. */
expr join_incoming_value(struct function_walk *w, const struct incoming *incoming,
			 const struct phi *phi);
/* Joins the states at the returns into the caller's state, and frees them; `reach` is
 * false when the function does not return. */
void join_returns(struct function_walk *w, struct walk_state *caller, expr *result);

/* ---- loop_header.c */

/* ENCODE_SUMMARIES: at the header of the loop, the state becomes what it is in any iteration, where
 * this one stands for them; and what values have is noted. */
void loop_header_visit(struct function_walk *w, struct walk_state *state,
		       const struct copy *c, uint32_t level);
/* A run comes back to the header of a loop from the last pass that is walked. */
void loop_header_return(struct function_walk *w, const struct walk_state *state,
			const struct copy *from, const struct iteration *iteration,
			uint32_t header, expr reach);
/* Whether the iteration is one of those before the last pass, which stand for what runs did
 * before: nothing is concluded from them but what values they come to. */
bool loop_header_is_history(const struct function_walk *w,
			    const struct iteration *iteration);
/* Whether it is that of the last pass. */
bool loop_header_is_last(const struct function_walk *w,
			 const struct iteration *iteration);

/* ---- edge.c */

/* The copy of the block in these iterations (one for each loop around it); a new one is
 * queued. */
struct copy *walk_copy_of(struct function_walk *w, uint32_t block,
			  const struct iteration *iterations);
/* Adds a state that comes into the copy, which owns it from now on. */
void walk_add_incoming(struct copy *c, uint32_t from, const struct walk_state *state);
/* Notes the goals of the copy's outgoing edges and queues the blocks that they enter.
 */
void walk_edges(struct function_walk *w, const struct copy *c,
		const struct walk_state *state, const struct block_end *end);

#endif
