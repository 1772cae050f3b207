/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * prover_cover_test.c - the reachability verification condition of graphs written by
 * hand has just the paths as its models: all values of all variables are tried.
 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prover/explore/cover_internal.h"
#include "tests/expr_evaluate.h"

enum { SIZE = 16, TRY_LIMIT = 1 << 14 };

static struct function function;

struct graph {
	struct encoding encoding;
	struct cover_condition condition;
};

static expr flag(struct graph *g)
{
	return expr_var(&g->encoding.store, SORT_BOOL, VARIABLE_FRESH, 0, "flag");
}

/* Edges of a decision in block `block`: to `yes` when `condition` holds, else to `no`.
 */
static void decide(struct graph *g, int32_t from, uint32_t block, expr reach,
		   expr condition, int32_t yes, int32_t no)
{
	struct expr_store *s = &g->encoding.store;

	for (uint32_t i = 0; i < 2; i++) {
		const expr taken = i ? expr_not(s, condition) : condition;
		const struct unwound_edge edge = {.from = from,
						  .to = i ? no : yes,
						  .condition = taken,
						  .reach = expr_and(s, reach, taken),
						  .function = &function,
						  .block = block,
						  .edge = i};
		unwound_add(&g->encoding.unwound, &edge);
	}
}

static void jump(struct graph *g, int32_t from, int32_t to)
{
	g->encoding.unwound.at = from;
	unwound_jump(&g->encoding.unwound, to, expr_bool(&g->encoding.store, true));
}

static void begin(struct graph *g, int32_t nodes)
{
	memset(g, 0, sizeof *g);
	expr_init(&g->encoding.store);
	for (int32_t i = 0; i < nodes; i++)
		assert(unwound_node(&g->encoding.unwound) == i);
}

static void end(struct graph *g)
{
	cover_condition_done(&g->condition);
	unwound_done(&g->encoding.unwound);
	expr_done(&g->encoding.store);
}

static bool holds(const struct graph *g, const uint64_t *values)
{
	for (size_t i = 0; i < g->condition.equation_count; i++)
		if (!expr_evaluate(&g->encoding.store, g->condition.equations[i],
				   values))
			return false;
	return true;
}

/* The edges that each model takes, as bits by their number, into `paths`. */
static size_t models(struct graph *g, bool returning, unsigned *paths)
{
	const struct cover_condition *c = &g->condition;
	uint64_t values[SIZE];
	size_t count = 0;

	cover_condition_make(&g->condition, &g->encoding, returning, true);
	const size_t variables = g->encoding.store.variable_count;
	assert(variables < SIZE && 1u << variables <= TRY_LIMIT);
	for (unsigned i = 0; i < 1u << variables; i++) {
		for (size_t k = 0; k < variables; k++)
			values[k] = i >> k & 1;
		if (!holds(g, values))
			continue;
		paths[count] = 0;
		for (size_t k = 0; k < c->edge_count; k++)
			paths[count] |= (unsigned)values[c->edges[k].variable] << k;
		count++;
	}
	return count;
}

/* if (a) {} if (b) {} return: four paths, none of whose edges contain another's. */
static void check_two_ifs(void)
{
	unsigned paths[SIZE];
	struct graph g;

	begin(&g, 4);
	const expr a = flag(&g), b = flag(&g), always = expr_bool(&g.encoding.store, 1);
	decide(&g, 0, 0, always, a, 1, 2);
	jump(&g, 1, 2);
	decide(&g, 2, 2, always, b, 3, UNWOUND_RETURN);
	jump(&g, 3, UNWOUND_RETURN);
	assert(models(&g, true, paths) == 4);
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 4; k++)
			assert(i == k || (paths[i] & paths[k]) != paths[i]);
	end(&g);
}

/* if (a) abort (); if (b) {} return: what aborts is a run, but none that returns. */
static void check_ends(void)
{
	unsigned paths[SIZE];

	for (int returning = 0; returning < 2; returning++) {
		struct graph g;
		begin(&g, 4);
		const expr a = flag(&g), b = flag(&g);
		struct expr_store *s = &g.encoding.store;
		decide(&g, 0, 0, expr_bool(s, true), a, 1, 2);
		decide(&g, 2, 2, expr_not(s, a), b, 3, UNWOUND_RETURN);
		jump(&g, 3, UNWOUND_RETURN);
		assert(models(&g, returning, paths) == (returning ? 2 : 4));
		/* No returning run takes the first edge; else it is all of a path. */
		assert(g.condition.edge_count == (returning ? 3 : 4));
		for (int i = 0; i < 4 && !returning; i++)
			assert(!(paths[i] & 1) || paths[i] == 1);
		end(&g);
	}
}

/* A loop that is unwound twice, then cut: its condition's copies are one place. */
static void check_copies(void)
{
	unsigned paths[SIZE];
	bool wanted[2] = {true, false};
	struct graph g;

	begin(&g, 2);
	struct expr_store *s = &g.encoding.store;
	const expr a = flag(&g), b = flag(&g);
	decide(&g, 0, 5, expr_bool(s, true), a, 1, UNWOUND_RETURN);
	decide(&g, 1, 5, a, b, UNWOUND_FRONTIER, UNWOUND_RETURN);
	assert(models(&g, false, paths) == 4);
	assert(g.condition.place_count == 2 && g.condition.edge_count == 4);
	const expr any = cover_condition_any(&g.condition, s, wanted);
	assert(any ==
	       expr_or(s, g.condition.edges[0].taken, g.condition.edges[2].taken));
	wanted[0] = false;
	assert(expr_is_false(s, cover_condition_any(&g.condition, s, wanted)));
	end(&g);
}

int main(void)
{
	check_two_ifs();
	printf("ok two_ifs_four_paths\n");
	check_ends();
	printf("ok termination_that_count\n");
	check_copies();
	printf("ok copies_are_one_place\n");
	return 0;
}
