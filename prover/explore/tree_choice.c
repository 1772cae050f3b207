/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_choice.c - which side is tried next. Of sides that are equally good the one that
 * came first is chosen. */
#include "prover/explore/tree_choice.h"

#include <stdlib.h>

#include "prover/ir/arena.h"

/* A deferred side waits until the others of its block were tried so often more, or as
 * long as one that is so many blocks farther from a goal. */
enum { LATER = 8 };

/* What is compared, the less the better, the first member first. */
struct rank {
	uint64_t by[4];
};

static bool is_better(const struct rank *a, const struct rank *b)
{
	for (int i = 0; i < 4; i++)
		if (a->by[i] != b->by[i])
			return a->by[i] < b->by[i];
	return false;
}

/* The place of the block to which the side leads. */
static size_t block_behind(const struct execution_tree *t, uint32_t node, uint32_t edge)
{
	const struct tree_node *n = &t->nodes[node];
	const struct function *f = &t->program->functions[n->function];
	const uint32_t to = n->goal == GIMPLE_NONE
				? f->blocks[n->block].end.edges[edge].block
				: n->block;

	return execution_tree_place(t, n->function, to);
}

/* What is in a lower group comes first. */
enum group { EARLY, ORDINARY, LATE };

static enum group group_of(const struct tree_bounds *bounds,
			   const struct tree_side *side)
{
	if (!side->attempts || bounds->deferral == DEFERRED_IN_TURN)
		return ORDINARY;
	return bounds->deferral == DEFERRED_FIRST && !side->is_last ? EARLY : LATE;
}

static struct rank side_rank(const struct execution_tree *t,
			     enum tree_strategy strategy,
			     const struct tree_bounds *bounds, const uint32_t *distance,
			     uint32_t node, uint32_t edge)
{
	const struct tree_node *n = &t->nodes[node];
	const size_t place = execution_tree_place(t, n->function, n->block);
	const struct tree_side *side = execution_tree_side(t, node, edge);
	const uint64_t later = side->attempts;
	const uint64_t tries = t->tries[place] + LATER * later;
	const enum group group = group_of(bounds, side);

	switch (strategy) {
	case TREE_DEPTH_FIRST:
		return (struct rank){{group, later, UINT32_MAX - node, edge}};
	case TREE_FITNESS:
		return (struct rank){
		    {group, distance[block_behind(t, node, edge)] + LATER * later,
		     tries, n->depth}};
	default:
		return (struct rank){{group, tries, n->depth, 0}};
	}
}

static bool is_beyond(const struct tree_node *n, const struct tree_bounds *bounds)
{
	return n->depth >= bounds->length || n->visits >= bounds->visits;
}

/* ---- labels */

/* The place of the label that is the first one, for some strategies the last one, within
 * the bounds; or TREE_NONE. */
static uint32_t label_place(struct execution_tree *t, enum tree_strategy strategy,
			    const struct tree_bounds *bounds, uint32_t label)
{
	const struct tree_label *l = &t->labels.labels[label];

	while (!l->closed) {
		const uint32_t place =
		    strategy == TREE_DEPTH_FIRST ? l->last : l->first;
		if (place == TREE_NONE)
			break;
		const uint32_t node = t->labels.places[place].node;
		if (node == TREE_NONE || !is_beyond(&t->nodes[node], bounds))
			return place;
		tree_labels_skip(&t->labels, place);
	}
	return TREE_NONE;
}

static struct rank place_rank(const struct execution_tree *t,
			      enum tree_strategy strategy, uint32_t number)
{
	const struct tree_place *p = &t->labels.places[number];
	const uint32_t tries = t->labels.labels[p->label].tries;
	const uint32_t depth = p->node == TREE_NONE ? 0 : t->nodes[p->node].depth;

	switch (strategy) {
	case TREE_DEPTH_FIRST:
		return (struct rank){
		    {ORDINARY, 0,
		     p->node == TREE_NONE ? UINT32_MAX : UINT32_MAX - p->node, 0}};
	case TREE_FITNESS: /* an open goal, and no block before it */
		return (struct rank){{ORDINARY, 0, tries, depth}};
	default:
		return (struct rank){{ORDINARY, tries, depth, 0}};
	}
}

/* Whether one is at least as good as *best. */
static bool choose_place(struct execution_tree *t, enum tree_strategy strategy,
			 const struct tree_bounds *bounds, struct rank *best,
			 struct tree_pick *pick)
{
	bool found = false;

	for (uint32_t i = 0; i < t->labels.total; i++) {
		const uint32_t number = label_place(t, strategy, bounds, i);
		if (number == TREE_NONE)
			continue;
		const struct rank rank = place_rank(t, strategy, number);
		if (is_better(best, &rank) || (found && !is_better(&rank, best)))
			continue;
		const struct tree_place *p = &t->labels.places[number];
		*best = rank;
		*pick = (struct tree_pick){p->node, p->edge, number};
		found = true;
	}
	return found;
}

/* ---- all */

bool tree_choose(struct execution_tree *t, enum tree_strategy strategy,
		 const struct tree_bounds *bounds, const uint32_t *distance,
		 struct tree_pick *pick, size_t *beyond)
{
	struct rank best = {{UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX}};
	bool found = false;

	*beyond = 0;
	for (uint32_t node = 0; node < t->node_count; node++) {
		const struct tree_node *n = &t->nodes[node];
		for (uint32_t edge = 0; edge < n->side_count; edge++) {
			if (execution_tree_side(t, node, edge)->state != SIDE_OPEN)
				continue;
			if (is_beyond(n, bounds)) {
				++*beyond;
				continue;
			}
			const struct rank rank =
			    side_rank(t, strategy, bounds, distance, node, edge);
			if ((bounds->reaching &&
			     distance[block_behind(t, node, edge)] == UINT32_MAX) ||
			    !is_better(&rank, &best))
				continue;
			best = rank;
			*pick = (struct tree_pick){node, edge, TREE_NONE};
			found = true;
		}
	}
	found |= choose_place(t, strategy, bounds, &best, pick);
	*beyond += t->labels.beyond;
	return found;
}

/* ---- shortest paths by rounds over all edges, until nothing changes */

struct distances {
	const struct gimple_program *program;
	const size_t *first;
	uint32_t *of; /* by block */
	uint32_t *exit; /* by function: behind a return from it */
	bool changed;
};

static void lower(struct distances *d, uint32_t *value, uint32_t next)
{
	if (next == UINT32_MAX || next + 1 >= *value)
		return;
	*value = next + 1;
	d->changed = true;
}

/* A call leads to the callee's entry, and behind its returns to where the block leads.
 */
static void look_at_calls(struct distances *d, size_t f, const struct block *b,
			  uint32_t *of, uint32_t behind)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		const struct function *callee =
		    s->kind == STATEMENT_CALL && s->callee
			? gimple_find(d->program, s->callee,
				      d->program->functions[f].unit)
			: NULL;
		if (!callee)
			continue;
		const size_t c = (size_t)(callee - d->program->functions);
		lower(d, of, d->of[d->first[c] + callee->entry]);
		lower(d, &d->exit[c], behind);
	}
}

static void look_at_block(struct distances *d, size_t f, uint32_t block)
{
	const struct block *b = &d->program->functions[f].blocks[block];
	uint32_t *of = &d->of[d->first[f] + block];
	uint32_t behind = UINT32_MAX;

	for (uint32_t i = 0; i < b->end.edge_count; i++) {
		const uint32_t next = d->of[d->first[f] + b->end.edges[i].block];
		behind = next < behind ? next : behind;
		lower(d, of, next);
	}
	if (b->end.kind == END_RETURN) {
		behind = d->exit[f];
		lower(d, of, behind);
	}
	look_at_calls(d, f, b, of, behind);
}

void goal_distance(const struct gimple_program *program, const size_t *first,
		   const bool *is_open, uint32_t *distance)
{
	struct distances d = {program, first, distance,
			      array_new(program->function_count + 1, sizeof *d.exit),
			      true};

	for (size_t i = 0; i < first[program->function_count]; i++)
		distance[i] = is_open[i] ? 0 : UINT32_MAX;
	for (size_t i = 0; i < program->function_count; i++)
		d.exit[i] = UINT32_MAX;
	while (d.changed) {
		d.changed = false;
		for (size_t f = 0; f < program->function_count; f++)
			for (uint32_t b = program->functions[f].block_count; b-- > 0;)
				look_at_block(&d, f, b);
	}
	free(d.exit);
}
