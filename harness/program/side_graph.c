/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * side_graph.c - the graph of sides and functions, its strongly connected components
 * (Tarjan 1972, without recursion), and saturation from the leaves up.
 *
 * Nodes are goals (a goal is a side) and functions. Edges: side -> all sides of each
 * site that is met next, side -> function called on the way, function -> sides of the
 * sites that it meets first and functions that it calls on the way there. The sites
 * that lie behind a call in the caller are edges of the side itself.
 */
#include "harness/program/side_graph.h"

#include <stdlib.h>
#include <string.h>

struct edges {
	const struct program *program;
	uint32_t *out; /* null while counting */
	uint32_t count;
};

static void add_edge(struct edges *e, uint32_t target)
{
	if (e->out)
		e->out[e->count] = target;
	e->count++;
}

static void visit(void *context, uint32_t number, int is_call)
{
	struct edges *e = context;
	const struct program *p = e->program;

	if (is_call) {
		add_edge(e, p->goal_count + number);
		return;
	}
	for (uint32_t side = 0; side < p->sites[number]->sides; side++)
		add_edge(e, program_site_goal(p, number) + side);
}

static void add_edges(struct edges *e, uint32_t node)
{
	const struct program *p = e->program;
	uint32_t f = node - p->goal_count;

	if (node < p->goal_count)
		program_next(p, p->goal_unit[node], p->goals[node]->next, visit, e);
	else
		program_next(p, p->function_unit[f], p->functions[f]->next, visit, e);
}

static int read_edges(struct graph *g)
{
	struct edges e = {g->program, NULL, 0};

	for (uint32_t v = 0; v < g->node_count; v++) {
		g->first[v] = e.count;
		add_edges(&e, v);
	}
	g->first[g->node_count] = e.count;
	g->targets = malloc((e.count + 1) * sizeof *g->targets);
	if (!g->targets)
		return -1;
	e.out = g->targets;
	e.count = 0;
	for (uint32_t v = 0; v < g->node_count; v++)
		add_edges(&e, v);
	return 0;
}

static int reverse_edges(struct graph *g)
{
	uint32_t n = g->node_count, count = g->first[n];

	g->first_source = calloc(n + 2, sizeof *g->first_source);
	g->sources = malloc((count + 1) * sizeof *g->sources);
	if (!g->first_source || !g->sources)
		return -1;
	/* Shifted by one while filling: afterwards first_source[v] is right. */
	for (uint32_t e = 0; e < count; e++)
		g->first_source[g->targets[e] + 2]++;
	for (uint32_t v = 0; v + 2 <= n + 1; v++)
		g->first_source[v + 2] += g->first_source[v + 1];
	for (uint32_t v = 0; v < n; v++)
		for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
			g->sources[g->first_source[g->targets[e] + 1]++] = v;
	return 0;
}

/* ---- strongly connected components */

struct tarjan {
	struct graph *g;
	uint32_t *index, *low, *stack, *path, *next;
	uint32_t stack_size, path_size, counter;
};

static void enter(struct tarjan *t, uint32_t v)
{
	t->index[v] = t->low[v] = ++t->counter;
	t->next[v] = t->g->first[v];
	t->stack[t->stack_size++] = v;
	t->path[t->path_size++] = v;
}

static void leave(struct tarjan *t, uint32_t v)
{
	struct graph *g = t->g;
	uint32_t w;

	t->path_size--;
	if (t->path_size && t->low[v] < t->low[t->path[t->path_size - 1]])
		t->low[t->path[t->path_size - 1]] = t->low[v];
	if (t->low[v] != t->index[v])
		return;
	do {
		w = t->stack[--t->stack_size];
		g->component[w] = g->component_count;
	} while (w != v);
	g->component_count++;
}

static void visit_all(struct tarjan *t, uint32_t root)
{
	enter(t, root);
	while (t->path_size) {
		uint32_t v = t->path[t->path_size - 1];
		if (t->next[v] == t->g->first[v + 1]) {
			leave(t, v);
			continue;
		}
		uint32_t w = t->g->targets[t->next[v]++];
		if (!t->index[w])
			enter(t, w);
		else if (t->g->component[w] == PROGRAM_NONE && t->index[w] < t->low[v])
			t->low[v] = t->index[w];
	}
}

static int find_components(struct graph *g)
{
	size_t n = g->node_count + 1;
	uint32_t *room = calloc(5 * n, sizeof *room);
	struct tarjan t = {g, room, room + n, room + 2 * n, room + 3 * n, room + 4 * n,
			   0, 0,    0};

	if (!room)
		return -1;
	for (uint32_t v = 0; v < g->node_count; v++)
		g->component[v] = PROGRAM_NONE;
	for (uint32_t v = 0; v < g->node_count; v++)
		if (!t.index[v])
			visit_all(&t, v);
	free(room);
	return 0;
}

static int sort_by_component(struct graph *g)
{
	uint32_t *at = calloc(g->component_count + 1, sizeof *at);

	if (!at)
		return -1;
	for (uint32_t v = 0; v < g->node_count; v++)
		at[g->component[v] + 1]++;
	for (uint32_t c = 0; c < g->component_count; c++)
		at[c + 1] += at[c];
	for (uint32_t v = 0; v < g->node_count; v++)
		g->order[at[g->component[v]]++] = v;
	free(at);
	return 0;
}

int graph_init(struct graph *g, const struct program *program)
{
	memset(g, 0, sizeof *g);
	g->program = program;
	g->node_count = program->goal_count + program->function_count;
	g->first = calloc(g->node_count + 1, sizeof *g->first);
	g->component = calloc(g->node_count + 1, sizeof *g->component);
	g->order = calloc(g->node_count + 1, sizeof *g->order);
	if (!g->first || !g->component || !g->order || read_edges(g) ||
	    reverse_edges(g) || find_components(g) || sort_by_component(g)) {
		graph_done(g);
		return -1;
	}
	return 0;
}

void graph_done(struct graph *g)
{
	free(g->first);
	free(g->targets);
	free(g->component);
	free(g->order);
	free(g->first_source);
	free(g->sources);
	memset(g, 0, sizeof *g);
}

/* ---- saturation */

static int node_done(const struct graph *g, uint32_t v, const unsigned char *done,
		     const unsigned char *open)
{
	if (v < g->program->goal_count && !done[v])
		return 0;
	for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
		if (open[g->component[g->targets[e]]])
			return 0;
	return 1;
}

void graph_saturate(const struct graph *g, const unsigned char *done,
		    unsigned char *saturated)
{
	unsigned char *open = calloc(g->component_count + 1, 1);
	uint32_t i = 0;

	if (!open) { /* nothing is saturated: right, if not helpful */
		memset(saturated, 0, g->program->goal_count);
		return;
	}
	while (i < g->node_count) {
		uint32_t c = g->component[g->order[i]];
		for (; i < g->node_count && g->component[g->order[i]] == c; i++)
			if (!node_done(g, g->order[i], done, open))
				open[c] = 1;
	}
	for (uint32_t v = 0; v < g->program->goal_count; v++)
		saturated[v] = !open[g->component[v]];
	free(open);
}

/* ---- levels */

void graph_levels(const struct graph *g, uint32_t site, uint32_t *levels,
		  uint32_t *queue)
{
	const struct program *p = g->program;
	uint32_t begin = 0, end = 0, goal = program_site_goal(p, site);

	memset(levels, 0, g->node_count * sizeof *levels);
	/* All sides of a site have the same sources: one of them stands for the site.
	 */
	for (uint32_t e = g->first_source[goal]; e < g->first_source[goal + 1]; e++) {
		uint32_t v = g->sources[e];
		if (!levels[v]) {
			levels[v] = 1;
			queue[end++] = v;
		}
	}
	while (begin < end) {
		uint32_t v = queue[begin++];
		for (uint32_t e = g->first_source[v]; e < g->first_source[v + 1]; e++) {
			uint32_t w = g->sources[e];
			if (levels[w])
				continue;
			levels[w] = levels[v] + (v < p->goal_count);
			queue[end++] = w;
		}
	}
}

/* ---- callees */

struct callees {
	const struct program *program;
	unsigned char *reached;
	uint32_t *open, count;
	int local;
};

static void reach(void *context, uint32_t number, int is_call)
{
	struct callees *c = context;

	if (!is_call || c->reached[number])
		return;
	if (c->local && !(c->program->functions[number]->flags & ME_FUNCTION_LOCAL))
		return;
	c->reached[number] = 1;
	c->open[c->count++] = number;
}

void graph_callees(const struct graph *g, uint32_t function, int local,
		   unsigned char *reached)
{
	const struct program *p = g->program;
	struct callees c = {p, reached, calloc(p->function_count + 1, sizeof(uint32_t)),
			    0, local};

	if (!c.open)
		return;
	reached[function] = 1;
	c.open[c.count++] = function;
	while (c.count) {
		uint32_t f = c.open[--c.count], unit = p->function_unit[f];
		const struct program_unit *u = &p->units[unit];
		program_next(p, unit, p->functions[f]->next, reach, &c);
		for (uint32_t i = 0; i < u->record->goal_count; i++)
			if (u->function + u->record->goals[i].function == f)
				program_next(p, unit, u->record->goals[i].next, reach,
					     &c);
	}
	free(c.open);
}
