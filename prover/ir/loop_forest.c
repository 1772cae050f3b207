/* SPDX-License-Identifier: GPL-3.0-or-later */
/* loop_forest.c - nested strongly connected components, by Tarjan's algorithm at each
 * level. */
#include "prover/ir/loop_forest.h"

#include <stdlib.h>
#include <string.h>

struct component_search {
	struct loop_forest *forest;
	const struct function *function;
	struct arena *arena;
	uint32_t *set; /* the component of each block that is being divided */
	bool *closed; /* a header: edges to it are ignored */
	uint32_t *index, *low, *stack;
	bool *on_stack;
	uint32_t next_index, stack_count, next_set;
};

struct component {
	uint32_t *blocks;
	uint32_t count;
	bool is_loop;
};

struct components {
	struct component *list;
	size_t count, room;
};

static void visit_block(struct component_search *s, uint32_t b, struct components *out);

static void visit_edges(struct component_search *s, uint32_t b, struct components *out)
{
	const struct block_end *end = &s->function->blocks[b].end;

	for (uint32_t i = 0; i < end->edge_count; i++) {
		const uint32_t to = end->edges[i].block;
		if (s->set[to] != s->set[b] || s->closed[to])
			continue;
		if (!s->index[to]) {
			visit_block(s, to, out);
			if (s->low[to] < s->low[b])
				s->low[b] = s->low[to];
		} else if (s->on_stack[to] && s->index[to] < s->low[b]) {
			s->low[b] = s->index[to];
		}
	}
}

static bool jumps_to_itself(const struct component_search *s, uint32_t b)
{
	const struct block_end *end = &s->function->blocks[b].end;

	for (uint32_t i = 0; i < end->edge_count; i++)
		if (end->edges[i].block == b)
			return !s->closed[b];
	return false;
}

static void visit_block(struct component_search *s, uint32_t b, struct components *out)
{
	s->index[b] = s->low[b] = ++s->next_index;
	s->stack[s->stack_count++] = b;
	s->on_stack[b] = true;
	visit_edges(s, b, out);
	if (s->low[b] != s->index[b])
		return;
	uint32_t first = s->stack_count;
	do
		s->on_stack[s->stack[--first]] = false;
	while (s->stack[first] != b);
	struct component c = {.count = s->stack_count - first};
	c.blocks = arena_get(s->arena, c.count, sizeof *c.blocks);
	memcpy(c.blocks, s->stack + first, c.count * sizeof *c.blocks);
	c.is_loop = c.count > 1 || jumps_to_itself(s, b);
	s->stack_count = first;
	ARRAY_ADD(out->list, out->count, out->room, c);
}

/* A block at which control enters the component: any of them. */
static uint32_t header_of(const struct component_search *s, const struct component *c,
			  uint32_t set)
{
	uint32_t header = GIMPLE_NONE;

	for (uint32_t b = 0; b < s->function->block_count; b++) {
		const struct block_end *end = &s->function->blocks[b].end;
		for (uint32_t i = 0; i < end->edge_count; i++) {
			const uint32_t to = end->edges[i].block;
			if (s->set[to] == set && s->set[b] != set && to < header)
				header = to;
		}
	}
	if (s->set[s->function->entry] == set)
		header = s->function->entry;
	return header == GIMPLE_NONE ? c->blocks[c->count - 1] : header;
}

static void push_level(struct component_search *s, uint32_t b, uint32_t rank,
		       uint32_t header)
{
	struct loop_forest_block *n = &s->forest->blocks[b];
	const uint32_t level = n->depth;

	/* Grows in steps: depths are small. */
	if (level % 8 == 0) {
		uint32_t *ranks = arena_get(s->arena, level + 9, sizeof *ranks);
		uint32_t *loops = arena_get(s->arena, level + 9, sizeof *loops);
		if (level) {
			memcpy(ranks, n->ranks, level * sizeof *ranks);
			memcpy(loops, n->loops, level * sizeof *loops);
		}
		n->ranks = ranks;
		n->loops = loops;
	}
	n->ranks[level] = rank;
	if (header == GIMPLE_NONE)
		return;
	n->loops[level] = header;
	n->depth++;
	if (n->depth > s->forest->depth)
		s->forest->depth = n->depth;
}

static void divide_component(struct component_search *s, const uint32_t *blocks,
			     uint32_t count);

static void divide_loop(struct component_search *s, const struct component *c,
			uint32_t rank)
{
	const uint32_t set = ++s->next_set;

	for (uint32_t k = 0; k < c->count; k++)
		s->set[c->blocks[k]] = set;
	const uint32_t header = header_of(s, c, set);
	for (uint32_t k = 0; k < c->count; k++)
		push_level(s, c->blocks[k], rank, header);
	s->closed[header] = true;
	divide_component(s, c->blocks, c->count);
}

/* Components are found in reverse topological order. */
static void divide_component(struct component_search *s, const uint32_t *blocks,
			     uint32_t count)
{
	struct components all = {0};

	for (uint32_t i = 0; i < count; i++)
		s->index[blocks[i]] = 0;
	for (uint32_t i = 0; i < count; i++)
		if (!s->index[blocks[i]])
			visit_block(s, blocks[i], &all);
	for (size_t i = 0; i < all.count; i++) {
		const struct component *c = &all.list[i];
		const uint32_t rank = (uint32_t)(all.count - i);
		if (c->is_loop)
			divide_loop(s, c, rank);
		else
			push_level(s, c->blocks[0], rank, GIMPLE_NONE);
	}
	free(all.list);
}

void loop_forest_make(struct loop_forest *forest, const struct function *function,
		      struct arena *arena)
{
	const uint32_t n = function->block_count;
	struct component_search s = {
	    .forest = forest, .function = function, .arena = arena};
	uint32_t *blocks = arena_get(arena, n, sizeof *blocks);

	forest->depth = 0;
	forest->blocks = arena_get(arena, n, sizeof *forest->blocks);
	s.set = arena_get(arena, n, sizeof *s.set);
	s.closed = arena_get(arena, n, sizeof *s.closed);
	s.index = arena_get(arena, n, sizeof *s.index);
	s.low = arena_get(arena, n, sizeof *s.low);
	s.stack = arena_get(arena, n, sizeof *s.stack);
	s.on_stack = arena_get(arena, n, sizeof *s.on_stack);
	for (uint32_t i = 0; i < n; i++)
		blocks[i] = i;
	divide_component(&s, blocks, n);
}

int loop_forest_compare(const struct loop_forest *forest, uint32_t a,
			const uint32_t *a_iterations, uint32_t b,
			const uint32_t *b_iterations)
{
	const struct loop_forest_block *x = &forest->blocks[a], *y = &forest->blocks[b];

	for (uint32_t level = 0;; level++) {
		if (x->ranks[level] != y->ranks[level])
			return x->ranks[level] < y->ranks[level] ? -1 : 1;
		if (level == x->depth || level == y->depth)
			return 0; /* one rank, no loop: one block */
		if (a_iterations[level] != b_iterations[level])
			return a_iterations[level] < b_iterations[level] ? -1 : 1;
	}
}

uint32_t loop_forest_shared(const struct loop_forest *forest, uint32_t a, uint32_t b)
{
	const struct loop_forest_block *x = &forest->blocks[a], *y = &forest->blocks[b];
	uint32_t level = 0;

	while (level < x->depth && level < y->depth &&
	       x->loops[level] == y->loops[level])
		level++;
	return level;
}

void loop_forest_reaches(const struct function *function, uint32_t from, bool *reaches)
{
	const uint32_t n = function->block_count;
	uint32_t *stack = array_new(n + 1u, sizeof *stack);
	uint32_t count = 0;

	memset(reaches, 0, n);
	reaches[from] = true;
	stack[count++] = from;
	while (count) {
		const struct block_end *end = &function->blocks[stack[--count]].end;
		for (uint32_t i = 0; i < end->edge_count; i++) {
			const uint32_t to = end->edges[i].block;
			if (!reaches[to])
				stack[count++] = to;
			reaches[to] = true;
		}
	}
	free(stack);
}

/* ---- how runs of a function can end, found in its control flow graph */

/* ---- endless loops */

static bool block_calls(const struct block *b)
{
	for (uint32_t i = 0; i < b->statement_count; i++)
		if (b->statements[i].kind == STATEMENT_CALL ||
		    b->statements[i].kind == STATEMENT_UNKNOWN)
			return true;
	return false;
}

bool termination_never(const struct function *f, uint32_t block)
{
	bool *reaches = array_new(f->block_count, sizeof *reaches);
	bool never = true;

	loop_forest_reaches(f, block, reaches);
	for (uint32_t b = 0; b < f->block_count && never; b++) {
		const struct block *at = &f->blocks[b];
		if (!reaches[b] && b != block)
			continue;
		never = !block_calls(at) && at->end.kind != END_RETURN &&
			at->end.kind != END_STOP && at->end.kind != END_ANY;
	}
	free(reaches);
	return never;
}

/* ---- undefined behaviour */

static bool is_undefined(const struct block *b)
{
	const struct statement *last =
	    b->statement_count ? &b->statements[b->statement_count - 1] : NULL;

	return b->end.kind == END_STOP && last && last->kind == STATEMENT_CALL &&
	       last->callee && strcmp(last->callee, "__builtin_unreachable") == 0;
}

bool termination_undefined(const struct function *f, uint32_t goal)
{
	const struct function_goal *g = &f->goals[goal];

	return g->edge != GIMPLE_NONE &&
	       is_undefined(&f->blocks[f->blocks[g->block].end.edges[g->edge].block]);
}

/* ---- exceptions */

static bool may_throw(const struct gimple_program *p, const struct function *f,
		      bool *seen)
{
	const size_t number = (size_t)(f - p->functions);

	if (seen[number])
		return false;
	seen[number] = true;
	for (uint32_t b = 0; b < f->block_count; b++)
		for (uint32_t i = 0; i < f->blocks[b].statement_count; i++) {
			const struct statement *s = &f->blocks[b].statements[i];
			const struct function *g =
			    s->callee ? gimple_find(p, s->callee, f->unit) : NULL;
			if (s->kind == STATEMENT_UNKNOWN ||
			    (s->kind == STATEMENT_CALL && !g &&
			     (!s->callee || !(s->flags & CALL_BUILTIN) ||
			      gimple_is_unsure(p, s->callee, f->unit))))
				return true;
			if (s->kind == STATEMENT_CALL && g && may_throw(p, g, seen))
				return true;
		}
	return false;
}

bool termination_thrown(const struct gimple_program *p, const struct function *f)
{
	bool *seen = array_new(p->function_count, sizeof *seen);
	const bool throws = may_throw(p, f, seen);

	free(seen);
	return throws;
}
