/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * tree_labels.h - the labels behind the sides of an execution tree: whether some run that
 * takes the side has the label's predicate true there. This is the tight instrumentation
 * P* of Bardin, Kosmatov, Cheynier, "Efficient Leveraging of Symbolic Execution to
 * Advanced Coverage Criteria" (ICST 2014), section V-A: at a label a path asks for the
 * predicate once and stops there, and another one goes on without constraint.
 *
 * A label of the program is a number below `total`; a place of it is one point of one
 * path at which it stands, numbered in the order in which they came. Iterative label
 * deletion (section V-B) closes a label: none of its places is asked for any more.
 */
#ifndef PROVER_TREE_LABELS_H
#define PROVER_TREE_LABELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prover/side/side_state.h"

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

#endif
