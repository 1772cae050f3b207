/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_labels.c - the labels of a target that is explored. */
#include <stdlib.h>
#include <string.h>

#include "command/explore/exploring.h"
#include "me/verdicts.h"
#include "prover/ir/arena.h"

/* A goal that counts, and is a predicate at a place. */
static const struct function_goal *predicate_of(const struct exploring *x,
						size_t number)
{
	const struct build_goal *g = &x->proving.record.goals[number];
	const struct function *f;
	const struct function_goal *goal =
	    g->scope && !g->is_branch ? explore_goal(x, number, &f) : NULL;

	return goal && goal->edge == GIMPLE_NONE ? goal : NULL;
}

void explore_labels_find(struct exploring *x)
{
	const struct build_record *r = &x->proving.record;

	x->labels = array_new(r->goal_count + 1, sizeof *x->labels);
	x->label_goal = array_new(r->goal_count + 1, sizeof *x->label_goal);
	for (size_t i = 0; i < r->goal_count && x->options->labels != PATH_LABELS_NONE;
	     i++) {
		const struct build_goal *g = &r->goals[i];
		if (!predicate_of(x, i))
			continue;
		x->labels[x->label_count] = (struct prove_side){
		    g->function, r->units[g->unit].source, g->name, x->label_count};
		x->label_goal[x->label_count++] = i;
	}
	decision_map_labels(&x->map, x->labels, x->label_count);
}

uint64_t explore_labels_key(const struct exploring *x)
{
	const struct build_record *r = &x->proving.record;
	uint64_t key = r->entry.key;

	if (!x->label_count)
		return key;
	key = me_verdicts_hash(key, &x->options->labels, sizeof x->options->labels);
	key = me_verdicts_hash(key, &x->options->deletion, sizeof x->options->deletion);
	for (size_t i = 0; i < x->label_count; i++) {
		const char *id = r->goals[x->label_goal[i]].id;
		key = me_verdicts_hash(key, id, strlen(id) + 1);
	}
	return key;
}

/* ---- labels that are closed */

void explore_labels_close(struct exploring *x)
{
	struct tree_labels *l = &x->tree.labels;

	for (size_t i = 0; i < l->total; i++)
		l->labels[i].closed |= x->options->deletion != DELETE_NONE &&
				       explore_is_proven(x, x->label_goal[i]);
	for (size_t i = 0; i < l->count; i++)
		l->labels[l->places[i].label].closed |=
		    l->places[i].state == SIDE_SEEN &&
		    x->options->deletion == DELETE_SOLVED;
	explore_labels_met(x);
}

void explore_labels_met(struct exploring *x)
{
	for (size_t i = 0; i < x->tree.labels.total; i++)
		x->tree.labels.labels[i].closed |=
		    x->options->deletion == DELETE_COVERED &&
		    x->proving.witness[x->label_goal[i]].met;
}

/* ---- the end */

/* The places on the path to each node, and behind its sides: the most. */
static size_t longest(const struct execution_tree *t)
{
	size_t *before = array_new(t->node_count + 1, sizeof *before);
	size_t most = t->first_places;

	for (uint32_t i = 0; i < t->node_count; i++) {
		const struct tree_node *n = &t->nodes[i];
		before[i] =
		    n->parent == TREE_NONE
			? t->first_places
			: before[n->parent] +
			      execution_tree_side(t, n->parent, n->edge)->places;
		for (uint32_t e = 0; e < n->side_count; e++) {
			const size_t here =
			    before[i] + execution_tree_side(t, i, e)->places;
			most = here > most ? here : most;
		}
	}
	free(before);
	return most;
}

struct label_totals explore_labels_count(const struct exploring *x)
{
	const struct build_record *r = &x->proving.record;
	struct label_totals t = {.open = tree_labels_open(&x->tree.labels),
				 .longest = longest(&x->tree)};

	for (size_t i = 0; i < r->goal_count; i++) {
		if (!r->goals[i].scope || r->goals[i].is_branch)
			continue;
		t.labels++;
		t.covered += x->proving.witness[i].met;
		t.infeasible += !x->proving.witness[i].met && explore_is_proven(x, i);
	}
	return t;
}
