/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_cover.c - feasible path cover (algorithm 1 of the paper): each model is a path
 * with its input; a blocking clause, the negation of the whole assignment to the edges,
 * keeps it from coming again. Negating only the edges that are taken would do as well
 * here, since no path's edges contain another's; with variables of blocks, as in the
 * paper, it loses paths.
 */
#include "prover/explore/cover_internal.h"

#include <stdio.h>

static void block(struct cover *c)
{
	FILE *out = c->session.out;

	fputs("(assert (or", out);
	for (size_t i = 0; i < c->condition.edge_count; i++)
		fprintf(out, cover_takes(c, i) ? " (not v%u)" : " v%u",
			c->condition.edges[i].variable);
	fputs(" false))\n", out);
}

enum answer cover_paths(struct cover *c)
{
	enum answer answer;

	c->statistics->models = 0;
	while ((answer = cover_next(c)) == ANSWER_SAT) {
		cover_run(c);
		block(c);
		if (cover_is_over(c, c->statistics->models)) {
			answer = ANSWER_NONE;
			break;
		}
	}
	cover_settle(c);
	return answer;
}
