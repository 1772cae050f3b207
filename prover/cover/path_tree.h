/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_tree.h - walking the unwound graph path by path: the place where the walk is,
 * what holds there, and the values of some input that comes there.
 */
#ifndef PROVER_PATH_TREE_H
#define PROVER_PATH_TREE_H

#include "prover/cover/cover_internal.h"
#include "prover/cover/path_condition.h"
#include "prover/cover/sample.h"

#define NO_WAY SIZE_MAX

/* A place on the path: ways out of a node. */
struct step {
	size_t begin, end; /* the node's ways */
	size_t next; /* the first one that was not tried */
	size_t sure; /* the one that the sample goes, or NO_WAY: not told */
	size_t taken; /* the one that is being walked, or NO_WAY */
	size_t changes, conditions; /* before it was taken */
};

struct path_tree {
	struct cover *cover;
	struct expr_store *store;
	struct path_condition given;
	struct sample sample; /* comes to the path's end */
	const struct unwound_edge **ways; /* by the node that they leave */
	size_t *first; /* of node n: first[n] to first[n + 1] */
	size_t *goals; /* by way; goal_count: none */
	struct step *path;
	size_t length, path_room;
	expr *conditions; /* that hold on the path, the assumptions first */
	size_t count, condition_room;
	size_t kept; /* so many conditions were never taken back since it was set */
};

/* Over the round's encoding; the path is empty. */
void path_tree_init(struct path_tree *tree, struct cover *cover);
void path_tree_done(struct path_tree *tree);

/* The path goes on at a node, none of whose ways has been taken. */
void path_tree_enter(struct path_tree *tree, int32_t node);
/* Whether ways go out of where an edge leads. */
bool path_tree_goes_on(const struct path_tree *tree, size_t way);
/* The condition of a way from the path's end. */
expr path_tree_condition(struct path_tree *tree, size_t way);
/* One more condition holds, unless it is true anyway. */
void path_tree_hold(struct path_tree *tree, expr condition);
/* Back to the first `count`. */
void path_tree_cut(struct path_tree *tree, size_t count);
/* The last step goes that way; its condition has been added. */
void path_tree_take(struct path_tree *tree, size_t way);
/* The last step goes no way. */
void path_tree_back(struct path_tree *tree);
/* The goals that the path's steps take become c->takes. */
void path_tree_takes(struct path_tree *tree);
/* Whether a condition contradicts the bounds that the path's conditions give. */
bool path_tree_contradicts(struct path_tree *tree, expr condition);

#endif
