/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * execution_tree.h - what is known of the paths of a program: a node is a choice behind
 * a prefix of choices (path_walk.h), its sides are the edges.
 *
 * A side is done when a run was seen to take it, when it is proven that none does, or
 * when the solver has given up. Nodes are numbered in the order in which they came; a
 * node's number is greater than its parent's. Labels that leave paths as they are have
 * places behind sides (struct tree_labels).
 *
 * prover/explore/ says in which order paths are explored: side by side of this tree,
 * which runs make grow (tree_choice.h), or by the covers of the unwound graph, whose tree
 * one incremental session of a solver follows (cover.h, path_tree.h). Start with this
 * file.
 */
#ifndef PROVER_EXECUTION_TREE_H
#define PROVER_EXECUTION_TREE_H

#include <stdio.h>

#include "prover/side/path_walk.h"

/*
 * The labels behind the sides of an execution tree: whether some run that takes the
 * side has the label's predicate true there. This is the tight instrumentation P* of
 * Bardin, Kosmatov, Cheynier, "Efficient Leveraging of Symbolic Execution to Advanced
 * Coverage Criteria" (ICST 2014), section V-A: at a label a path asks for the predicate
 * once and stops there, and another one goes on without constraint.
 *
 * A label of the program is a number below `total`; a place of it is one point of one
 * path at which it stands, numbered in the order in which they came. Iterative label
 * deletion (section V-B) closes a label: none of its places is asked for any more.
 */

enum { TREE_NONE = UINT32_MAX };

struct tree_place {
	uint32_t node, edge; /* the side before it; TREE_NONE: it is before all sides */
	uint32_t index; /* places behind that side and before it */
	uint32_t label;
	uint8_t state; /* enum side_state */
	uint32_t before, next; /* open ones of the same label, or TREE_NONE */
};

struct tree_label {
	uint32_t first, last; /* open places, or TREE_NONE */
	uint32_t tries; /* how often one was tried */
	bool closed;
};

struct tree_labels {
	struct tree_label *labels;
	size_t total;
	struct tree_place *places;
	size_t count, room;
	size_t states[SIDE_STATES]; /* how many places have it */
	size_t beyond; /* open ones that tree_labels_skip() has taken out */
};

void tree_labels_init(struct tree_labels *labels, size_t total);
void tree_labels_done(struct tree_labels *labels);
/* Adds a place with that state. Returns its number. */
uint32_t tree_labels_add(struct tree_labels *labels, const struct tree_place *place);
/* SEEN stays. */
void tree_labels_set(struct tree_labels *labels, uint32_t place, enum side_state state);
/* The place stays open, and is out of bounds until the tree is opened anew. */
void tree_labels_skip(struct tree_labels *labels, uint32_t place);
/* How many places are OPEN, and their label is not closed. */
size_t tree_labels_open(const struct tree_labels *labels);

struct tree_side {
	uint8_t state; /* enum side_state */
	uint8_t attempts; /* how often it was deferred; not kept on disk */
	bool is_last; /* deferred until there are no others; not kept on disk */
	uint32_t child; /* node, or TREE_NONE */
	uint32_t input; /* SEEN: of the tree's, the first one that took it */
	uint32_t places; /* of labels behind it, as far as they are known */
	/* A solver's input that its run did not take so, of the entry's size, from which a
	 * search is to go on; or null. Not kept on disk. */
	uint8_t *model;
};

struct tree_node {
	uint32_t parent, edge; /* whose side it follows; TREE_NONE: it is the first */
	uint32_t function; /* of the program's */
	uint32_t block;
	uint32_t goal; /* as of struct path_choice */
	uint32_t depth; /* choices before it */
	uint32_t visits; /* of its block, or label, before it on the path */
	uint32_t side_count;
	size_t first_side;
};

/* An input that was run. */
struct tree_input {
	char *name; /* of its file */
	uint32_t cut; /* after so many choices; 0: its path is whole */
	bool is_open; /* runs may leave its path at a point that the walk passed over */
};

struct execution_tree {
	const struct gimple_program *program;
	struct tree_node *nodes;
	size_t node_count, node_room;
	struct tree_side *sides;
	size_t side_count, side_room;
	size_t *first_block; /* by function: its blocks from there on */
	uint32_t *tries; /* by block: how often a side of it was tried */
	struct tree_input *inputs;
	size_t input_count, input_room;
	size_t states[SIDE_STATES]; /* how many sides have it */
	size_t refuted; /* sides that were proven infeasible, and then taken */
	uint32_t first_places; /* of labels in front of the first node */
	struct tree_labels labels;
};

/* `labels`: how many labels may have places. */
void execution_tree_init(struct execution_tree *tree,
			 const struct gimple_program *program, size_t labels);
void execution_tree_done(struct execution_tree *tree);

/* Adds a node with the parent, edge, function, block, goal and side_count of `node`. Its
 * sides are OPEN. Returns its number, or TREE_NONE when it cannot be there. */
uint32_t execution_tree_add(struct execution_tree *tree, const struct tree_node *node);
/* Adds the place of a label, unless it is known. Returns its number, or TREE_NONE when it
 * cannot be there. */
uint32_t execution_tree_place_label(struct execution_tree *tree,
				    const struct tree_place *place);
/* Adds an input that was run, unless it is there. Returns its number. */
uint32_t execution_tree_input(struct execution_tree *tree, const char *name,
			      uint32_t cut, bool is_open);
/* The number of the input of that name, or TREE_NONE. */
uint32_t execution_tree_find(const struct execution_tree *tree, const char *name);
struct tree_side *execution_tree_side(const struct execution_tree *tree, uint32_t node,
				      uint32_t edge);
/* Sets the state; SEEN stays. */
void execution_tree_set(struct execution_tree *tree, uint32_t node, uint32_t edge,
			enum side_state state);

/* Told of what a path adds, in an order in which it can be read again. */
struct tree_listener {
	void (*node)(void *context, uint32_t node);
	void (*side)(void *context, uint32_t node, uint32_t edge);
	void (*place)(void *context, uint32_t place);
	void *context;
};

/* Adds the path of a run of that input. `covers`, by label: the run covers it, and so is
 * one that takes the label's path; may be null. So may the listener. */
void execution_tree_take(struct execution_tree *tree, const struct path_walk *path,
			 uint32_t input, const bool *covers,
			 const struct tree_listener *listener);

/* Whether the node stands for the choice. */
bool execution_tree_is(const struct execution_tree *tree, uint32_t node,
		       const struct path_choice *choice);

/* Whether a run took the path before, as far as it goes. */
bool execution_tree_knows(const struct execution_tree *tree,
			  const struct path_walk *path);
/* Whether the path takes that side; node TREE_NONE: each one does. */
bool execution_tree_passes(const struct execution_tree *tree,
			   const struct path_walk *path, uint32_t node, uint32_t edge);
/* How many paths runs have taken, those that are the beginning of another one left out. */
size_t execution_tree_paths(const struct execution_tree *tree);

/* The edges that lead to a node, its depth in number, as the caller frees them. */
uint32_t *execution_tree_edges(const struct execution_tree *tree, uint32_t node);

static inline size_t execution_tree_place(const struct execution_tree *tree,
					  uint32_t function, uint32_t block)
{
	return tree->first_block[function] + block;
}

/*
 * The execution tree on disk, a file to which each finding is added:
 *
 * 	me-tree VERSION KEY
 * 	n PARENT EDGE FUNCTION BLOCK SIDES GOAL	a node; PARENT - of the first one; GOAL -
 * 						unless it is a label
 * 	s NODE EDGE STATE INPUT			a side; INPUT - where it is not seen
 * 	l NODE EDGE INDEX LABEL STATE		a label's place; NODE - before the first one
 * 	m PLACE STATE				its state becomes another one
 * 	i CUT OPEN NAME				an input that was run (struct tree_input)
 * 	e EFFORT				how sides that are unknown were tried, 16 hexadecimal digits
 * 	. SUM					what is above belongs together
 *
 * KEY is that of proofs about the program (me/verdicts.h), and of how labels are
 * explored: nodes of another build mean nothing, and labels that were left out before
 * would be missing. SUM is the hash of all before it, 16 hexadecimal digits. Lines behind the last
 * `.` were cut short by the end of a process, and count for nothing.
 */

#define TREE_FILE_VERSION 4

struct tree_file {
	int descriptor;
	uint64_t sum;
	uint64_t effort; /* the last one that it has */
	struct execution_tree *tree;
	char *text; /* of what is to be written next */
	size_t size;
	FILE *out;
};

/* How the file was found. */
enum tree_file_found {
	TREE_FILE_NEW,
	TREE_FILE_CONTINUED,
	TREE_FILE_OTHER, /* of another build or version: it was renamed */
	TREE_FILE_DAMAGED, /* it was renamed */
	TREE_FILE_BUSY, /* another process has it open */
	TREE_FILE_ERROR, /* errno */
};

/* Opens the file and reads it into the tree, which is empty. A file that cannot be read
 * on is renamed to `aside` and begun anew. Call tree_file_done() in any case. */
enum tree_file_found tree_file_open(struct tree_file *file, const char *path,
				    const char *aside, uint64_t key,
				    struct execution_tree *tree);
/* Renames the file to `aside`, and begins anew; the tree is empty then. Returns 0, or an
 * errno. */
int tree_file_restart(struct tree_file *file, const char *path, const char *aside,
		      uint64_t key);
/* What sides are tried with from now on, a hash: where it is another effort than the last
 * one in the file, sides and places of labels that are unknown are open again. Returns 0,
 * or an errno. */
int tree_file_effort(struct tree_file *file, uint64_t effort);
/* A file that is nowhere: what is written to it is forgotten. */
void tree_file_none(struct tree_file *file, struct execution_tree *tree);
/* Writes what the listener was told and, unless TREE_NONE, that the input was run. What
 * was written before stays if this fails. Returns 0, or an errno. */
int tree_file_write(struct tree_file *file, uint32_t input);
/* Notes a side, or the place of a label, that has changed. */
void tree_file_side(struct tree_file *file, uint32_t node, uint32_t edge);
void tree_file_place(struct tree_file *file, uint32_t place);
struct tree_listener tree_file_listener(struct tree_file *file);
void tree_file_done(struct tree_file *file);

#endif
