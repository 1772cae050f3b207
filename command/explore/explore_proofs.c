/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * explore_proofs.c - what a whole exploration proves: where each path has been taken, or is
 * proven infeasible, a goal that no path meets is met by no run.
 */
#include <stdio.h>
#include <stdlib.h>

#include "command/explore/exploring.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

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

bool explore_is_proven(const struct exploring *x, size_t number)
{
	const struct proving *p = &x->proving;
	const struct build_goal *g = &p->record.goals[number];

	return verdicts_find(&p->verdicts,
			     verdicts_unit_key(p->record.entry.key,
					       p->record.units[g->unit].source),
			     g->id, false) != NULL;
}

/* By goal: whether the paths tell whether it is met, and each place of a label is proven
 * infeasible. A predicate whose value changes no path is told by its places alone. */
static bool *find_told(const struct exploring *x)
{
	const struct proving *p = &x->proving;
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
	struct proving *p = &x->proving;
	const size_t nearest =
	    x->tree.states[SIDE_NEAREST] + x->tree.labels.states[SIDE_NEAREST];
	bool *told = find_told(x);
	int err = 0;

	for (size_t i = 0; i < p->record.goal_count && !err && !stop_asked(); i++) {
		if (!told[i] || !p->record.goals[i].scope || p->witness[i].met ||
		    explore_is_proven(x, i))
			continue;
		struct prove_goal goal = proving_goal(p, i);
		goal.verdict = nearest ? VERDICT_NEAREST : VERDICT_INFEASIBLE;
		snprintf(goal.how, sizeof goal.how,
			 "on each path, all of which have been explored");
		err = proving_settle(p, &goal);
		x->proven++;
	}
	free(told);
	return err;
}
