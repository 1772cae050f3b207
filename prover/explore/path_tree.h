/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_tree.h - walks the unwound graph path by path: the current path, its condition,
 * and the values of some input that takes it.
 */
#ifndef PROVER_PATH_TREE_H
#define PROVER_PATH_TREE_H

#include "prover/explore/cover_internal.h"
#include "prover/sample/sample.h"

/*
 * The values of expressions on one path: decisions are assumed one after the other and
 * undone in reverse order; choices that they decide are simplified.
 */

struct path_condition_change {
	expr e, before;
};

struct path_condition {
	struct expr_store *store;
	size_t limit; /* expressions that were there at the start */
	expr *now; /* by expression: what it is, or EXPR_NONE: not known yet */
	struct path_condition_change *changes;
	size_t change_count, change_room;
	expr *stack;
	size_t stack_room;
};

/* For the expressions that are in the store now. */
void path_condition_init(struct path_condition *path, struct expr_store *store);
void path_condition_done(struct path_condition *path);
/* The expression, simplified under all assumptions. */
expr path_condition_value(struct path_condition *path, expr e);
/* Assumes that the condition holds, or that it does not. */
void path_condition_assume(struct path_condition *path, expr condition, bool holds);
/* Undoes all changes after that many. */
void path_condition_undo(struct path_condition *path, size_t change_count);

#define NO_EDGE SIZE_MAX

/* A step of the path: the edges out of a node. */
struct path_step {
	size_t begin, end; /* the node's edges */
	size_t next; /* the first one that was not tried */
	size_t sure; /* the one that the sample takes, or NO_EDGE: unknown */
	size_t taken; /* the one on the path, or NO_EDGE */
	size_t changes, conditions; /* before it was taken */
};

struct path_tree {
	struct cover *cover;
	struct expr_store *store;
	struct path_condition path_condition;
	struct sample sample; /* takes the path */
	const struct unwound_edge **edges; /* ordered by their first node */
	size_t *first; /* of node n: first[n] to first[n + 1] */
	size_t *goals; /* by edge; goal_count: none */
	struct path_step *path;
	size_t length, path_room;
	expr *conditions; /* that hold on the path, the assumptions first */
	size_t count, condition_room;
	size_t stable; /* this many conditions were not removed since it was set */
};

/* Over the round's encoding; the path is empty. */
void path_tree_init(struct path_tree *tree, struct cover *cover);
void path_tree_done(struct path_tree *tree);

/* Extends the path by a node, without an edge out of it. */
void path_tree_enter(struct path_tree *tree, int32_t node);
/* Whether the node at the end of an edge has outgoing edges. */
bool path_tree_goes_on(const struct path_tree *tree, size_t edge);
/* The condition of an edge at the end of the path. */
expr path_tree_condition(struct path_tree *tree, size_t edge);
/* Adds a condition that holds, unless it is true anyway. */
void path_tree_hold(struct path_tree *tree, expr condition);
/* Removes all conditions after the first `count`. */
void path_tree_truncate(struct path_tree *tree, size_t count);
/* The last step takes the edge, whose condition was added. */
void path_tree_take(struct path_tree *tree, size_t edge);
/* The last step takes no edge any more. */
void path_tree_back(struct path_tree *tree);
/* The goals that the path's steps take become c->takes. */
void path_tree_takes(struct path_tree *tree);
/* Whether a condition contradicts the bounds that follow from the path's conditions. */
bool path_tree_contradicts(struct path_tree *tree, expr condition);

#endif
