/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/explore/execution_tree.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

/* ---- labels */

void tree_labels_init(struct tree_labels *l, size_t total)
{
	memset(l, 0, sizeof *l);
	l->total = total;
	l->labels = array_new(total + 1, sizeof *l->labels);
	for (size_t i = 0; i < total; i++)
		l->labels[i] = (struct tree_label){TREE_NONE, TREE_NONE, 0, false};
}

void tree_labels_done(struct tree_labels *l)
{
	free(l->labels);
	free(l->places);
	memset(l, 0, sizeof *l);
}

/* ---- the open places of a label */

static void link_place(struct tree_labels *l, uint32_t number)
{
	struct tree_place *p = &l->places[number];
	struct tree_label *label = &l->labels[p->label];

	p->before = label->last;
	p->next = TREE_NONE;
	if (label->last == TREE_NONE)
		label->first = number;
	else
		l->places[label->last].next = number;
	label->last = number;
}

static void unlink_place(struct tree_labels *l, uint32_t number)
{
	struct tree_place *p = &l->places[number];
	struct tree_label *label = &l->labels[p->label];

	if (p->before != TREE_NONE)
		l->places[p->before].next = p->next;
	else if (label->first == number)
		label->first = p->next;
	if (p->next != TREE_NONE)
		l->places[p->next].before = p->before;
	else if (label->last == number)
		label->last = p->before;
	p->before = p->next = TREE_NONE;
}

/* ---- places */

uint32_t tree_labels_add(struct tree_labels *l, const struct tree_place *place)
{
	const uint32_t number = (uint32_t)l->count;

	ARRAY_ADD(l->places, l->count, l->room, *place);
	l->places[number].before = l->places[number].next = TREE_NONE;
	l->states[place->state]++;
	if (place->state == SIDE_OPEN)
		link_place(l, number);
	return number;
}

void tree_labels_set(struct tree_labels *l, uint32_t number, enum side_state state)
{
	struct tree_place *p = &l->places[number];

	if (p->state == SIDE_SEEN)
		return;
	if (p->state == SIDE_OPEN)
		unlink_place(l, number);
	l->states[p->state]--;
	l->states[state]++;
	p->state = (uint8_t)state;
	if (state == SIDE_OPEN)
		link_place(l, number);
}

void tree_labels_skip(struct tree_labels *l, uint32_t number)
{
	unlink_place(l, number);
	l->beyond++;
}

size_t tree_labels_open(const struct tree_labels *l)
{
	size_t open = 0;

	for (size_t i = 0; i < l->count; i++)
		open += l->places[i].state == SIDE_OPEN &&
			!l->labels[l->places[i].label].closed;
	return open;
}

void execution_tree_init(struct execution_tree *t, const struct gimple_program *program,
			 size_t labels)
{
	memset(t, 0, sizeof *t);
	t->program = program;
	t->first_block = array_new(program->function_count + 1, sizeof *t->first_block);
	for (size_t i = 0; i < program->function_count; i++)
		t->first_block[i + 1] =
		    t->first_block[i] + program->functions[i].block_count;
	const size_t blocks = t->first_block[program->function_count];
	t->tries = array_new(blocks + 1, sizeof *t->tries);
	tree_labels_init(&t->labels, labels);
}

void execution_tree_done(struct execution_tree *t)
{
	for (size_t i = 0; i < t->input_count; i++)
		free(t->inputs[i].name);
	for (size_t i = 0; i < t->side_count; i++)
		free(t->sides[i].model);
	free(t->inputs);
	free(t->nodes);
	free(t->sides);
	free(t->first_block);
	free(t->tries);
	tree_labels_done(&t->labels);
	memset(t, 0, sizeof *t);
}

/* ---- nodes and sides */

struct tree_side *execution_tree_side(const struct execution_tree *t, uint32_t node,
				      uint32_t edge)
{
	return &t->sides[t->nodes[node].first_side + edge];
}

/* How often the path to a new node has passed the same block or label. */
static uint32_t visits_before(const struct execution_tree *t,
			      const struct tree_node *node)
{
	for (uint32_t i = node->parent; i != TREE_NONE; i = t->nodes[i].parent)
		if (t->nodes[i].function == node->function &&
		    t->nodes[i].block == node->block && t->nodes[i].goal == node->goal)
			return t->nodes[i].visits + 1;
	return 0;
}

static bool has_side(const struct execution_tree *t, uint32_t node, uint32_t edge)
{
	return node < t->node_count && edge < t->nodes[node].side_count;
}

/* Whether the choice has as many sides as that place of the function. */
static bool has_sides(const struct function *f, const struct tree_node *n)
{
	if (n->goal == GIMPLE_NONE)
		return n->side_count == f->blocks[n->block].end.edge_count;
	if (n->goal == PATH_CALLEE)
		return n->side_count <= CALLEES_MOST;
	return n->side_count == 2 && n->goal < f->goal_count;
}

static bool may_add(const struct execution_tree *t, const struct tree_node *n)
{
	if (n->function >= t->program->function_count ||
	    n->block >= t->program->functions[n->function].block_count)
		return false;
	const struct function *f = &t->program->functions[n->function];
	if (!has_sides(f, n))
		return false;
	if (n->parent == TREE_NONE)
		return t->node_count == 0;
	return has_side(t, n->parent, n->edge) &&
	       execution_tree_side(t, n->parent, n->edge)->child == TREE_NONE;
}

uint32_t execution_tree_add(struct execution_tree *t, const struct tree_node *node)
{
	const uint32_t number = (uint32_t)t->node_count;

	if (!may_add(t, node))
		return TREE_NONE;
	struct tree_node n = *node;
	n.depth = n.parent == TREE_NONE ? 0 : t->nodes[n.parent].depth + 1;
	n.visits = visits_before(t, node);
	n.first_side = t->side_count;
	ARRAY_ADD(t->nodes, t->node_count, t->node_room, n);
	for (uint32_t i = 0; i < n.side_count; i++) {
		ARRAY_ADD(t->sides, t->side_count, t->side_room,
			  (struct tree_side){.state = SIDE_OPEN,
					     .child = TREE_NONE,
					     .input = TREE_NONE});
	}
	t->states[SIDE_OPEN] += n.side_count;
	if (n.parent != TREE_NONE)
		execution_tree_side(t, n.parent, n.edge)->child = number;
	return number;
}

uint32_t execution_tree_place_label(struct execution_tree *t,
				    const struct tree_place *place)
{
	const bool is_first = place->node == TREE_NONE;

	if (place->label >= t->labels.total ||
	    (!is_first && !has_side(t, place->node, place->edge)))
		return TREE_NONE;
	uint32_t *known =
	    is_first ? &t->first_places
		     : &execution_tree_side(t, place->node, place->edge)->places;
	if (place->index < *known)
		return TREE_NONE;
	*known = place->index + 1;
	return tree_labels_add(&t->labels, place);
}

void execution_tree_set(struct execution_tree *t, uint32_t node, uint32_t edge,
			enum side_state state)
{
	struct tree_side *side = execution_tree_side(t, node, edge);

	if (side->state == SIDE_SEEN)
		return;
	t->refuted += state == SIDE_SEEN &&
		      (side->state == SIDE_INFEASIBLE || side->state == SIDE_NEAREST);
	t->states[side->state]--;
	t->states[state]++;
	side->state = (uint8_t)state;
}

uint32_t *execution_tree_edges(const struct execution_tree *t, uint32_t node)
{
	uint32_t *edges = array_new(t->nodes[node].depth + 1u, sizeof *edges);

	for (uint32_t i = node; t->nodes[i].parent != TREE_NONE; i = t->nodes[i].parent)
		edges[t->nodes[i].depth - 1] = t->nodes[i].edge;
	return edges;
}

/* ---- inputs */

uint32_t execution_tree_find(const struct execution_tree *t, const char *name)
{
	for (size_t i = t->input_count; i-- > 0;)
		if (strcmp(t->inputs[i].name, name) == 0)
			return (uint32_t)i;
	return TREE_NONE;
}

uint32_t execution_tree_input(struct execution_tree *t, const char *name, uint32_t cut,
			      bool is_open)
{
	const uint32_t known = execution_tree_find(t, name);

	if (known != TREE_NONE) {
		t->inputs[known].cut = cut;
		t->inputs[known].is_open = is_open;
		return known;
	}
	ARRAY_ADD(t->inputs, t->input_count, t->input_room,
		  (struct tree_input){strdup(name), cut, is_open});
	return (uint32_t)t->input_count - 1;
}

/* ---- a path */

bool execution_tree_is(const struct execution_tree *t, uint32_t node,
		       const struct path_choice *c)
{
	const struct tree_node *n = &t->nodes[node];

	return c->function == &t->program->functions[n->function] &&
	       c->block == n->block && c->goal == n->goal &&
	       c->edge_count == n->side_count;
}

/* The node of the path's next choice, which is added when it is not there. */
static uint32_t enter_choice(struct execution_tree *t, const struct path_choice *c,
			     uint32_t parent, uint32_t edge,
			     const struct tree_listener *l)
{
	const uint32_t function = (uint32_t)(c->function - t->program->functions);
	uint32_t node = parent != TREE_NONE
			    ? execution_tree_side(t, parent, edge)->child
			: t->node_count ? 0
					: TREE_NONE;

	if (node != TREE_NONE)
		return execution_tree_is(t, node, c) ? node : TREE_NONE;
	const struct tree_node made = {.parent = parent,
				       .edge = edge,
				       .function = function,
				       .block = c->block,
				       .goal = c->goal,
				       .side_count = c->edge_count};
	node = execution_tree_add(t, &made);
	if (node != TREE_NONE && l)
		l->node(l->context, node);
	return node;
}

static void set_state(struct execution_tree *t, uint32_t node, uint32_t edge,
		      enum side_state state, const struct tree_listener *l)
{
	if (execution_tree_side(t, node, edge)->state == SIDE_SEEN)
		return;
	execution_tree_set(t, node, edge, state);
	if (l)
		l->side(l->context, node, edge);
}

/* Sides that are impossible by simplification alone; where the walk has left out runs
 * before, that is no proof. */
static void exclude(struct execution_tree *t, uint32_t node,
		    const struct path_choice *c, const struct expr_store *s,
		    const struct tree_listener *l)
{
	if (t->program->catches_signals)
		return;
	for (uint32_t i = 0; i < c->edge_count && !c->frontier; i++)
		if (expr_is_false(s, c->conditions[i]) &&
		    execution_tree_side(t, node, i)->state == SIDE_OPEN)
			set_state(t, node, i, SIDE_INFEASIBLE, l);
}

/* The places of labels behind the side, of which `*next` is the first one of the path
 * that is not taken yet. Those of closed labels are left out. */
static void take_places(struct execution_tree *t, const struct path_walk *path,
			size_t *next, size_t after, const struct tree_place *side,
			const bool *covers, const struct tree_listener *l)
{
	for (; *next < path->place_count && path->places[*next].after == after;
	     ++*next) {
		const struct path_place *p = &path->places[*next];
		const bool never = p->never && !t->program->catches_signals;
		const bool seen = covers && covers[p->label] && p->holds;
		const struct tree_place place = {.node = side->node,
						 .edge = side->edge,
						 .index = p->index,
						 .label = p->label,
						 .state = seen	  ? SIDE_SEEN
							  : never ? SIDE_INFEASIBLE
								  : SIDE_OPEN};
		if (t->labels.labels[p->label].closed)
			continue;
		const uint32_t number = execution_tree_place_label(t, &place);
		if (number != TREE_NONE && l)
			l->place(l->context, number);
	}
}

void execution_tree_take(struct execution_tree *t, const struct path_walk *path,
			 uint32_t input, const bool *covers,
			 const struct tree_listener *l)
{
	struct tree_place at = {.node = TREE_NONE, .edge = TREE_NONE};
	size_t places = 0;

	take_places(t, path, &places, 0, &at, covers, l);
	for (size_t i = 0; i < path->count; i++) {
		const struct path_choice *c = &path->choices[i];
		at.node = enter_choice(t, c, at.node, at.edge, l);
		if (at.node == TREE_NONE || c->taken == GIMPLE_NONE)
			break;
		exclude(t, at.node, c, &path->encoding.store, l);
		at.edge = c->taken;
		struct tree_side *side = execution_tree_side(t, at.node, at.edge);
		if (side->state != SIDE_SEEN)
			side->input = input;
		set_state(t, at.node, at.edge, SIDE_SEEN, l);
		take_places(t, path, &places, i + 1, &at, covers, l);
	}
}

bool execution_tree_passes(const struct execution_tree *t, const struct path_walk *path,
			   uint32_t node, uint32_t edge)
{
	uint32_t at = t->node_count ? 0 : TREE_NONE;

	for (size_t i = 0; i < path->count && at != TREE_NONE && node != TREE_NONE;
	     i++) {
		const uint32_t taken = path->choices[i].taken;
		if (taken == GIMPLE_NONE || !has_side(t, at, taken))
			return false;
		if (at == node)
			return taken == edge;
		at = execution_tree_side(t, at, taken)->child;
	}
	return node == TREE_NONE;
}

bool execution_tree_knows(const struct execution_tree *t, const struct path_walk *path)
{
	uint32_t node = t->node_count ? 0 : TREE_NONE;

	for (size_t i = 0; i < path->count; i++) {
		const struct path_choice *c = &path->choices[i];
		if (node == TREE_NONE)
			return false;
		if (c->taken == GIMPLE_NONE)
			break;
		if (!has_side(t, node, c->taken))
			return false;
		const struct tree_side *side = execution_tree_side(t, node, c->taken);
		if (side->state != SIDE_SEEN)
			return false;
		node = side->child;
	}
	return t->input_count > 0;
}

size_t execution_tree_paths(const struct execution_tree *t)
{
	size_t paths = t->input_count > 0 && t->node_count == 0;

	for (size_t i = 0; i < t->side_count; i++)
		paths +=
		    t->sides[i].state == SIDE_SEEN && t->sides[i].child == TREE_NONE;
	return paths;
}
