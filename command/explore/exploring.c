/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exploring.c - what an exploration knows: its goals, its labels, whether it is over, and
 * what a whole one proves. Where each path has been taken, or is proven infeasible, a goal
 * that no path meets is met by no run.
 */
#include "command/explore/exploring.h"

#include <stdlib.h>

#include "me/verdicts.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

/* ---- goals */

bool explore_is_proven(const struct exploring *x, size_t number)
{
	const struct proof_session *p = &x->session;
	const struct build_goal *g = &p->record.goals[number];

	return verdicts_find(&p->verdicts,
			     verdicts_unit_key(p->record.entry.key,
					       p->record.units[g->unit].source),
			     g->id, false) != NULL;
}

bool explore_is_open(const struct exploring *x, size_t number)
{
	const struct proof_session *p = &x->session;

	return p->record.goals[number].scope && !p->witness[number].met &&
	       !explore_is_proven(x, number);
}

const struct function_goal *explore_goal(const struct exploring *x, size_t number,
					 const struct function **function)
{
	const struct proof_session *p = &x->session;
	const struct build_goal *g = &p->record.goals[number];
	const struct function *f =
	    gimple_find(&p->program, g->function, p->record.units[g->unit].source);
	const uint32_t goal = f ? gimple_goal(f, g->name) : GIMPLE_NONE;

	*function = f;
	return goal == GIMPLE_NONE ? NULL : &f->goals[goal];
}

static bool has_open_goals(const struct exploring *x)
{
	for (size_t i = 0; i < x->session.record.goal_count; i++)
		if (explore_is_open(x, i))
			return true;
	return false;
}

static double solving_seconds(const struct exploring *x)
{
	return x->session.prover.solver_seconds + x->yields.search.milliseconds / 1000;
}

bool explore_is_over(const struct exploring *x)
{
	return stop_asked() || x->failed ||
	       (x->options->paths && x->new_paths >= x->options->paths) ||
	       (x->options->solving_seconds > 0 &&
		solving_seconds(x) > x->options->solving_seconds) ||
	       (x->options->covers && !has_open_goals(x));
}

/* ---- where the pick is */

struct tree_pick explore_before_pick(const struct exploring *x)
{
	const struct tree_pick *k = &x->pick;

	if (k->place != TREE_NONE)
		return *k;
	return (struct tree_pick){x->tree.nodes[k->node].parent,
				  x->tree.nodes[k->node].edge, TREE_NONE};
}

uint32_t *explore_edges_before(const struct exploring *x, size_t *count)
{
	const struct tree_pick before = explore_before_pick(x);

	*count = 0;
	if (before.node == TREE_NONE)
		return array_new(1, sizeof(uint32_t));
	const uint32_t depth = x->tree.nodes[before.node].depth;
	uint32_t *edges = execution_tree_edges(&x->tree, before.node);
	edges[depth] = before.edge;
	*count = depth + 1u;
	return edges;
}

/* ---- the tree, and what it proves */

bool explore_has_inputs(const struct exploring *x)
{
	bool all = true;

	for (size_t i = 0; i < x->tree.input_count; i++)
		all &= i < x->input_room && x->inputs[i].bytes;
	return all;
}

bool explore_is_whole(const struct exploring *x)
{
	const size_t *states = x->tree.states;
	bool whole = !states[SIDE_OPEN] && !states[SIDE_UNKNOWN] && !x->lost &&
		     !x->tree.refuted && x->tree.input_count && explore_has_inputs(x);

	for (size_t i = 0; i < x->tree.input_count; i++)
		whole &= !x->tree.inputs[i].cut && !x->tree.inputs[i].is_open;
	return whole;
}

/* By goal: whether the paths tell whether it is met, and each place of a label is proven
 * infeasible. A predicate whose value changes no path is told by its places alone. */
static bool *find_told(const struct exploring *x)
{
	const struct proof_session *p = &x->session;
	const struct tree_labels *l = &x->tree.labels;
	bool *told = array_new(p->record.goal_count + 1, sizeof *told);

	for (size_t i = 0; i < p->record.goal_count; i++) {
		const struct function *f;
		const struct function_goal *goal = explore_goal(x, i, &f);
		told[i] = goal && goal->edge != GIMPLE_NONE;
	}
	for (size_t i = 0; i < x->label_count; i++)
		told[x->label_goal[i]] = true;
	for (size_t i = 0; i < l->count; i++)
		if (l->places[i].state != SIDE_INFEASIBLE &&
		    l->places[i].state != SIDE_NEAREST)
			told[x->label_goal[l->places[i].label]] = false;
	return told;
}

int explore_prove(struct exploring *x)
{
	struct proof_session *p = &x->session;
	const size_t nearest =
	    x->tree.states[SIDE_NEAREST] + x->tree.labels.states[SIDE_NEAREST];
	bool *told = find_told(x);
	int err = 0;

	for (size_t i = 0; i < p->record.goal_count && !err && !stop_asked(); i++) {
		if (!told[i] || !p->record.goals[i].scope || p->witness[i].met ||
		    explore_is_proven(x, i))
			continue;
		struct prove_goal goal = proof_goal(p, i);
		goal.verdict = nearest ? VERDICT_NEAREST : VERDICT_INFEASIBLE;
		snprintf(goal.how, sizeof goal.how,
			 "on each path, all of which have been explored");
		err = proof_settle(p, &goal);
		x->proven++;
	}
	free(told);
	return err;
}

/* ---- labels */

/* A goal that counts, and is a predicate at a place. */
static const struct function_goal *predicate_of(const struct exploring *x,
						size_t number)
{
	const struct build_goal *g = &x->session.record.goals[number];
	const struct function *f;
	const struct function_goal *goal =
	    g->scope && !g->is_branch ? explore_goal(x, number, &f) : NULL;

	return goal && goal->edge == GIMPLE_NONE ? goal : NULL;
}

void explore_labels_find(struct exploring *x)
{
	const struct build_record *r = &x->session.record;

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
	const struct build_record *r = &x->session.record;
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
		    x->session.witness[x->label_goal[i]].met;
}

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
	const struct build_record *r = &x->session.record;
	struct label_totals t = {.open = tree_labels_open(&x->tree.labels),
				 .longest = longest(&x->tree)};

	for (size_t i = 0; i < r->goal_count; i++) {
		if (!r->goals[i].scope || r->goals[i].is_branch)
			continue;
		t.labels++;
		t.covered += x->session.witness[i].met;
		t.infeasible += !x->session.witness[i].met && explore_is_proven(x, i);
	}
	return t;
}
