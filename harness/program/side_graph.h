/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * side_graph.h - saturation over the whole call graph.
 *
 * A side is saturated when it and every side reachable from it, its descendants, is
 * covered (Fu and Su, Def. 3.2). A site's sides lead to the sites met next; a call
 * leads to what its callee meets first; a callee that is not instrumented is a leaf.
 */
#ifndef HARNESS_SIDE_GRAPH_H
#define HARNESS_SIDE_GRAPH_H

#include "harness/program/program.h"

struct graph {
	const struct program *program;
	uint32_t node_count; /* goals, then functions */
	uint32_t *first,
	    *targets; /* edges of node v: targets[first[v] .. first[v+1]) */
	uint32_t *component; /* node -> strongly connected component, in reverse
			      * topological order: edges lead to lower numbers */
	uint32_t component_count;
	uint32_t *order; /* nodes sorted by component */
	uint32_t *first_source, *sources; /* the edges backwards */
};

/* 0 or -1 when out of memory. */
int graph_init(struct graph *g, const struct program *program);
void graph_done(struct graph *g);

/* saturated[goal] = 1 when done[goal] and done of all descendants; `done` has one byte
 * a goal, not 0 for what is covered, given up or no goal. */
void graph_saturate(const struct graph *g, const unsigned char *done,
		    unsigned char *saturated);

/*
 * How many sites are left until `site`, from each side on: levels[goal] is 1 when the
 * site is what comes next, 0 when it is not reached that way. `queue` has room for
 * node_count numbers, levels for node_count (the functions' stand behind the goals').
 */
void graph_levels(const struct graph *g, uint32_t site, uint32_t *levels,
		  uint32_t *queue);

/* reached[function] = 1 for the function and all that it calls, over local (static)
 * callees only when `local` is set. */
void graph_callees(const struct graph *g, uint32_t function, int local,
		   unsigned char *reached);

#endif
