/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * onward.c - where a run may come from the point at which the walk left it.
 *
 *	entry: ... f(); [rest]		The run ends the innermost function from the
 *	       f: ... g(); [rest]	point on, then the rest of each caller: what
 *	          g: ... point [rest]	follows the call in its block, and the blocks
 *					that this one leads to.
 *
 * A longjmp needs no care: what it comes to follows a call of setjmp, which is a point
 * of its own (FRONTIER_TWICE).
 */
#include "prover/verify/unwinding.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/ir/callback.h"
#include "prover/ir/loop_forest.h"

enum onward_known { UNKNOWN, NEVER, MAYBE };

struct onward {
	const struct gimple_program *program;
	const struct function *to;
	uint32_t block;
	enum onward_known pointers; /* of a call by pointer */
	unsigned char *calls; /* by function: enum onward_known, of a call of it */
	unsigned char *
	    *starts; /* by function and block: from the block's start; null: not
				   asked yet */
};

struct onward *onward_new(const struct gimple_program *program,
			  const struct function *function, uint32_t block)
{
	struct onward *o = array_new(1, sizeof *o);
	const size_t count = program->function_count + 1;

	*o = (struct onward){.program = program,
			     .to = function,
			     .block = block,
			     .calls = array_new(count, 1),
			     .starts = array_new(count, sizeof *o->starts)};
	return o;
}

void onward_free(struct onward *o)
{
	for (size_t i = 0; o && i < o->program->function_count; i++)
		free(o->starts[i]);
	if (o) {
		free(o->calls);
		free(o->starts);
	}
	free(o);
}

static size_t onward_number(const struct onward *o, const struct function *f)
{
	return (size_t)(f - o->program->functions);
}

static bool comes_by_calling(struct onward *o, const struct function *f)
{
	unsigned char *known = &o->calls[onward_number(o, f)];

	if (*known == UNKNOWN)
		*known = callback_reaches(o->program, f, o->to) ? MAYBE : NEVER;
	return *known == MAYBE;
}

static bool comes_by_pointer(struct onward *o)
{
	if (o->pointers == UNKNOWN)
		o->pointers =
		    callback_pointer_reaches(o->program, o->to) ? MAYBE : NEVER;
	return o->pointers == MAYBE;
}

static bool calls_at(struct onward *o, const struct function *f,
		     const struct statement *s)
{
	if (!s->callee)
		return comes_by_pointer(o);
	if (gimple_is_unsure(o->program, s->callee, f->unit))
		return true;
	const struct function *callee = gimple_find(o->program, s->callee, f->unit);
	return callee ? comes_by_calling(o, callee)
		      : callback_may(o->program, s) && comes_by_pointer(o);
}

/* Whether one of the statements from the first on is a call that may come there. */
static bool calls_from(struct onward *o, const struct function *f, uint32_t block,
		       uint32_t first)
{
	const struct block *b = &f->blocks[block];

	for (uint32_t i = first; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		if (s->kind == STATEMENT_CALL && calls_at(o, f, s))
			return true;
	}
	return false;
}

static bool comes_in(struct onward *o, const struct function *f, uint32_t block)
{
	return (f == o->to && block == o->block) || calls_from(o, f, block, 0);
}

/* From the start of the block. */
static bool comes_from(struct onward *o, const struct function *f, uint32_t block)
{
	unsigned char **known = &o->starts[onward_number(o, f)];

	if (!*known)
		*known = array_new(f->block_count + 1u, 1);
	if ((*known)[block] != UNKNOWN)
		return (*known)[block] == MAYBE;
	bool *reaches = array_new(f->block_count + 1u, sizeof *reaches);
	bool comes = false;
	loop_forest_reaches(f, block, reaches);
	for (uint32_t i = 0; i < f->block_count && !comes; i++)
		comes = reaches[i] && comes_in(o, f, i);
	free(reaches);
	(*known)[block] = comes ? MAYBE : NEVER;
	return comes;
}

/* After the call, which may also end by an exception. What is met at the block's end
 * counts too. */
static bool comes_after(struct onward *o, const struct call_place *place)
{
	const struct function *f = place->function;
	const struct block_end *end = &f->blocks[place->block].end;

	if ((f == o->to && place->block == o->block) ||
	    calls_from(o, f, place->block, place->statement + 1))
		return true;
	for (uint32_t i = 0; i < end->edge_count; i++)
		if (comes_from(o, f, end->edges[i].block))
			return true;
	return false;
}

/* While the call lasts: the walk goes on behind it. */
static bool comes_in_call(struct onward *o, const struct call_place *place)
{
	const struct block *b = &place->function->blocks[place->block];

	return place->statement >= b->statement_count ||
	       b->statements[place->statement].kind != STATEMENT_CALL ||
	       calls_at(o, place->function, &b->statements[place->statement]);
}

bool onward_may_come(struct onward *o, const struct frontier_point *point)
{
	const bool is_recursion = point->block == GIMPLE_NONE;

	if (!point->call_count)
		return true;
	if (point->kind == FRONTIER_CALL)
		return comes_in_call(o, &point->calls[0]);
	if (is_recursion ? comes_by_calling(o, point->function)
			 : comes_from(o, point->function, point->block))
		return true;
	for (uint32_t i = is_recursion ? 0 : 1; i < point->call_count; i++)
		if (comes_after(o, &point->calls[i]))
			return true;
	return false;
}
