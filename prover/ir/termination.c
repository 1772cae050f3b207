/* SPDX-License-Identifier: GPL-3.0-or-later */
/* termination.c - how runs of a function can end, found in its control flow graph. */
#include "prover/ir/termination.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/loop_forest.h"

/* ---- endless loops */

static bool calls(const struct block *b)
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
		never = !calls(at) && at->end.kind != END_RETURN &&
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
	const struct goal *g = &f->goals[goal];

	return g->edge != GIMPLE_NONE &&
	       is_undefined(&f->blocks[f->blocks[g->block].end.edges[g->edge].block]);
}

/* ---- exceptions */

static bool may_throw(const struct program *p, const struct function *f, bool *seen)
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

bool termination_thrown(const struct program *p, const struct function *f)
{
	bool *seen = array_new(p->function_count, sizeof *seen);
	const bool throws = may_throw(p, f, seen);

	free(seen);
	return throws;
}
