/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_choice.h - which side of the execution tree is tried next. */
#ifndef PROVER_TREE_CHOICE_H
#define PROVER_TREE_CHOICE_H

#include "prover/explore/execution_tree.h"
#include "prover/ir/gimple.h"

enum tree_strategy {
	/* The side whose block was tried least often, so that a loop, whose block is
	 * tried in each iteration, cannot starve the others; of these the nearest to
	 * the root. */
	TREE_FAIR,
	TREE_DEPTH_FIRST, /* the last node that has an open side */
	/* The side from which the control flow leads to an open goal in the fewest
	 * blocks. */
	TREE_FITNESS,
};

/* When sides that were deferred have their next turn. */
enum tree_deferral {
	/* Behind some others of their block; TREE_DEPTH_FIRST: after all others. */
	DEFERRED_IN_TURN,
	DEFERRED_LAST, /* after all others */
	DEFERRED_FIRST, /* before all others, but for those that are to come last */
};

struct tree_bounds {
	uint32_t length; /* choices of a path */
	uint32_t visits; /* of one block on a path */
	bool reaching; /* TREE_FITNESS: an open goal must be reachable from the side */
	enum tree_deferral deferral;
};

struct tree_pick {
	uint32_t node, edge;
	uint32_t place; /* of a label, behind that side; TREE_NONE: it is the side */
};

/* Chooses an open side, or an open place of a label, within the bounds. Of two that are
 * equally good the label comes first. `distance`, of TREE_FITNESS, is by block of
 * the program (execution_tree_place): blocks up to an open goal. Returns false when
 * there is none; *beyond is how many open ones are out of bounds. */
bool tree_choose(struct execution_tree *tree, enum tree_strategy strategy,
		 const struct tree_bounds *bounds, const uint32_t *distance,
		 struct tree_pick *pick, size_t *beyond);

/*
 * How many blocks the control flow has from each block to a goal that is open, through
 * calls and returns of any caller.
 */

/* Sets `distance` by block, those of function i from first_block[i] on: 0 of a block with
 * an open goal (`is_open`, by block), UINT32_MAX where there is no path. */
void goal_distance(const struct gimple_program *program, const size_t *first_block,
		   const bool *is_open, uint32_t *distance);

#endif
