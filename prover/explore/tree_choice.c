/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tree_choice.c - see tree_choice.h. Of sides that are equally good the one that came
 * first is chosen. */
#include "prover/explore/tree_choice.h"

/* What is compared, the less the better, the first member first. */
struct rank {
	uint64_t by[3];
};

static bool is_better(const struct rank *a, const struct rank *b)
{
	for (int i = 0; i < 3; i++)
		if (a->by[i] != b->by[i])
			return a->by[i] < b->by[i];
	return false;
}

static struct rank rank_of(const struct execution_tree *t, enum tree_strategy strategy,
			   const uint32_t *distance, uint32_t node, uint32_t edge)
{
	const struct tree_node *n = &t->nodes[node];
	const size_t place = execution_tree_place(t, n->function, n->block);
	const struct function *f = &t->program->functions[n->function];
	const uint32_t to = f->blocks[n->block].end.edges[edge].block;

	switch (strategy) {
	case TREE_DEPTH_FIRST:
		return (struct rank){{UINT32_MAX - node, edge, 0}};
	case TREE_FITNESS:
		return (struct rank){
		    {distance[execution_tree_place(t, n->function, to)],
		     t->tries[place], n->depth}};
	default:
		return (struct rank){{t->tries[place], n->depth, 0}};
	}
}

static bool is_beyond(const struct tree_node *n, const struct tree_bounds *bounds)
{
	return n->depth >= bounds->length || n->visits >= bounds->visits;
}

bool tree_choose(const struct execution_tree *t, enum tree_strategy strategy,
		 const struct tree_bounds *bounds, const uint32_t *distance,
		 struct tree_pick *pick, size_t *beyond)
{
	struct rank best = {{UINT64_MAX, UINT64_MAX, UINT64_MAX}};
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
			    rank_of(t, strategy, distance, node, edge);
			const bool is_far =
			    bounds->reaching && rank.by[0] == UINT32_MAX;
			if (is_far || !is_better(&rank, &best))
				continue;
			best = rank;
			*pick = (struct tree_pick){node, edge};
			found = true;
		}
	}
	return found;
}
