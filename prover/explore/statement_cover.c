/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * statement_cover.c - feasible statement cover (algorithm 2 of the paper): an enabling
 * clause, the disjunction of all edges that no run has taken yet, makes each model take
 * a new one. An edge that was taken in one unwinding leaves the clause in all its
 * copies. At most as many queries as edges; what is left when there is no model is
 * infeasible.
 *
 * With options->near the inputs near a model are looked at before the next query; what
 * can be had without a query in bits cover.c has tried before.
 */
#include "prover/explore/cover_internal.h"

static void enable(struct cover *c)
{
	FILE *out = c->session.out;

	fputs("(assert (or false", out);
	for (size_t i = 0; i < c->condition.edge_count; i++)
		if (cover_is_wanted(c, c->condition.edges[i].place))
			fprintf(out, " v%u", c->condition.edges[i].variable);
	fputs("))\n", out);
}

static bool anything_wanted(const struct cover *c)
{
	for (size_t i = 0; i < c->condition.edge_count; i++)
		if (cover_is_wanted(c, c->condition.edges[i].place))
			return true;
	return false;
}

enum answer cover_statements(struct cover *c)
{
	enum answer answer = ANSWER_UNSAT;

	while (anything_wanted(c)) {
		if (cover_is_over(c, 0))
			return ANSWER_NONE;
		enable(c);
		answer = cover_next(c);
		if (answer != ANSWER_SAT)
			return answer;
		cover_run(c);
		cover_settle(c);
		if (c->options->near && anything_wanted(c))
			cover_near(c, c->input);
		answer = ANSWER_UNSAT;
	}
	return answer;
}
