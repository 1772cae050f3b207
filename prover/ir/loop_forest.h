/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * loop_forest.h - the loops of a function, the order in which its unwound copy is
 * walked, and how its runs can end.
 *
 * A loop is a strongly connected component; its header is a block that is entered from
 * outside. Without the edges to the header, the rest consists of smaller components,
 * which are the inner loops, and so on (Steensgaard's loop nesting). So a loop with two
 * entries needs no special case, and the unwound graph, in which every edge to a header
 * begins a new iteration, has no cycle.
 */
#ifndef PROVER_LOOP_FOREST_H
#define PROVER_LOOP_FOREST_H

#include "prover/ir/gimple.h"

struct loop_forest_block {
	uint32_t depth; /* loops around the block */
	uint32_t *loops; /* depth of them, the outermost first: their headers */
	uint32_t *ranks; /* depth + 1 of them: the order at each level */
};

struct loop_forest {
	struct loop_forest_block *blocks;
	uint32_t depth; /* of the deepest block */
};

void loop_forest_make(struct loop_forest *forest, const struct function *function,
		      struct arena *arena);

/* Which of two copies of blocks is walked first: < 0, 0, > 0. iterations: one number
 * for each loop around the block. */
int loop_forest_compare(const struct loop_forest *forest, uint32_t a,
			const uint32_t *a_iterations, uint32_t b,
			const uint32_t *b_iterations);

/* How many of the outermost loops around `a` are also around `b`. */
uint32_t loop_forest_shared(const struct loop_forest *forest, uint32_t a, uint32_t b);

/* reaches[i]: whether block i can be reached from `from`. One byte for each block. */
void loop_forest_reaches(const struct function *function, uint32_t from, bool *reaches);

/* For each block the set of names that are live at its start, *words 64-bit words each.
 */
uint64_t *live_make(const struct function *function, struct arena *arena,
		    size_t *words);

/* The set of names that are live after a statement of the block, from live_make()'s
 * sets. */
void live_behind(const struct function *function, uint64_t *live, size_t words,
		 uint32_t block, uint32_t statement, uint64_t *set);

/* ---- how runs of a function can end, as far as its GIMPLE shows */

/* Whether no run that has come to the block returns from the function, whatever the
 * function calls: it iterates in a loop that has no exit and no call. */
bool termination_never(const struct function *function, uint32_t block);

/* Whether the goal is an edge that leads to __builtin_unreachable: its behaviour is
 * undefined, even if the program continues. */
bool termination_undefined(const struct function *function, uint32_t goal);

/* Whether a call of the function may end by an exception. */
bool termination_thrown(const struct gimple_program *program,
			const struct function *function);

#endif
