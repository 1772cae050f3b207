/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * block_cover.c - one query for each minimal block: the way that the paper compares its
 * algorithms with. An edge stands for the block that it leads to. It is minimal when no
 * other edge is passed by fewer runs for sure: each run through that other one passes
 * this one too, and not the other way round. Edges that are not minimal are met by the
 * runs through others, or asked for last.
 */
#include <stdlib.h>

#include "prover/ir/arena.h"
#include "prover/cover/cover_internal.h"

/* ---- which are minimal */

/* Whether block `to` can be come to from `from` without one edge of the function. */
static bool reaches(const struct function *f, uint32_t from, uint32_t to,
		    const struct cover_place *without, bool *seen, uint32_t *stack)
{
	size_t n = 0;

	for (uint32_t i = 0; i < f->block_count; i++)
		seen[i] = false;
	stack[n++] = from;
	seen[from] = true;
	while (n) {
		const uint32_t b = stack[--n];
		const struct end *end = &f->blocks[b].end;
		if (b == to || (to == GIMPLE_NONE && end->edge_count == 0))
			return true;
		for (uint32_t i = 0; i < end->edge_count; i++) {
			const uint32_t next = end->edges[i].block;
			if (seen[next] || (b == without->block && i == without->edge))
				continue;
			seen[next] = true;
			stack[n++] = next;
		}
	}
	return false;
}

/* Whether each run of the function through `a` passes `b`: before or behind it. */
static bool implies(const struct cover_place *a, const struct cover_place *b,
		    bool *seen, uint32_t *stack)
{
	const struct function *f = a->function;

	if (b->function != f)
		return false;
	return !reaches(f, f->entry, a->block, b, seen, stack) ||
	       !reaches(f, f->blocks[a->block].end.edges[a->edge].block, GIMPLE_NONE, b,
			seen, stack);
}

static bool is_minimal(const struct cover_condition *c, size_t place)
{
	const struct cover_place *p = &c->places[place];
	bool *seen = array_new(p->function->block_count, sizeof *seen);
	uint32_t *stack = array_new(p->function->block_count, sizeof *stack);
	bool minimal = true;

	for (size_t i = 0; i < c->place_count && minimal; i++)
		if (i != place && implies(&c->places[i], p, seen, stack) &&
		    !implies(p, &c->places[i], seen, stack))
			minimal = false;
	free(seen);
	free(stack);
	return minimal;
}

/* ---- asking */

/* Whether some run takes the place, asked in a scope of its own. */
static enum answer ask_place(struct cover *c, uint32_t place)
{
	FILE *out = c->session.out;

	fputs("(push 1)\n(assert (or false", out);
	for (size_t i = 0; i < c->condition.edge_count; i++)
		if (c->condition.edges[i].place == place)
			fprintf(out, " v%u", c->condition.edges[i].variable);
	fputs("))\n", out);
	const enum answer answer = cover_next(c);
	if (answer == ANSWER_SAT) {
		cover_run(c);
		cover_settle(c);
	}
	fputs("(pop 1)\n", c->session.out);
	return answer;
}

enum answer cover_blocks(struct cover *c)
{
	const struct cover_condition *condition = &c->condition;

	for (int minimal = 1; minimal >= 0; minimal--)
		for (uint32_t i = 0; i < condition->place_count; i++) {
			const size_t goal = c->goal_of[i];
			if (goal == c->goal_count || !c->asked[goal] ||
			    (minimal
				 ? !is_minimal(condition, i)
				 : is_minimal(condition, i) || !cover_is_wanted(c, i)))
				continue;
			const enum answer answer = ask_place(c, i);
			if (answer != ANSWER_SAT && answer != ANSWER_UNSAT)
				return answer;
			c->asked[goal] = false; /* not by another solver too */
		}
	return ANSWER_UNSAT;
}
