/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decision_tree.h - a decision: an expression that is true or false, made of conditions by
 * &&, ||, !, and by &, |, ^, == and != of truth values.
 */
#ifndef PLUGIN_DECISION_TREE_H
#define PLUGIN_DECISION_TREE_H

#include "plugin/labels/label_code.h"

enum decision_kind {
	DECISION_CONDITION,
	DECISION_AND,
	DECISION_OR,
	DECISION_XOR,
	DECISION_NOT
};

enum { NO_NODE = -1 };

struct decision_node {
	enum decision_kind kind;
	bool lazy; /* && and ||: the right operand is not always evaluated */
	bool inverted; /* XOR: it is == */
	tree *slot; /* where the expression hangs */
	int left, right, parent; /* or NO_NODE; NOT has a left operand */
	unsigned hazards; /* enum of hazards.h */
};

struct decision {
	unsigned number; /* in its function */
	location_t where;
	auto_vec<decision_node> nodes; /* the first one is the root */
	auto_vec<int> conditions; /* nodes, in the order of the source */
	/* of each condition a variable with its value, -1 where it has none; empty: the
	 * conditions may be evaluated once more */
	auto_vec<tree> kept;
	auto_vec<const char *> texts; /* of the conditions, where no slots are */
};

/* Whether the expression is joined from truth values. */
bool decision_is_joined(tree expression);

/* Reads the expression that hangs there. */
void decision_read(struct decision *d, tree *slot);

/* The node as source text. */
char *decision_text(const struct decision *d, int node);

/* ---- conjunctions of nodes' values */

struct decision_literal {
	int node;
	bool value;
};

/* The literals are evaluated in their order. Where one of them may trap, none is
 * evaluated behind one that does not hold. */
tree decision_predicate(const struct decision *d, const vec<decision_literal> *all);
char *decision_predicate_text(const struct decision *d,
			      const vec<decision_literal> *all);

/* ---- decision_labels.cc */

/* Adds to the code in front of the decision, which has no effects, labels of all
 * criteria that are asked for. */
void decision_label(const struct decision *d, struct label_code *c);

/* Labels a decision that is a single condition with effects: its value is kept, and the
 * labels read that. Returns where the condition hangs then. */
tree *decision_label_in_place(const struct decision *d);

/* Changes the decision, which joins several conditions, so that the value of each one
 * is kept, and adds labels behind it that read those. Adds to `inside` where the
 * conditions hang then. */
void decision_label_kept(struct decision *d, vec<tree *> *inside);

#endif
