/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_distance.c - shortest ways by rounds over all edges, until nothing changes. */
#include "prover/explore/goal_distance.h"

#include <stdlib.h>

#include "prover/ir/arena.h"

struct distances {
	const struct program *program;
	const size_t *first;
	uint32_t *of; /* by block */
	uint32_t *exit; /* by function: behind a return from it */
	bool changed;
};

static void lower(struct distances *d, uint32_t *value, uint32_t next)
{
	if (next == UINT32_MAX || next + 1 >= *value)
		return;
	*value = next + 1;
	d->changed = true;
}

/* A call leads to the callee's entry, and behind its returns to where the block leads.
 */
static void look_at_calls(struct distances *d, size_t f, const struct block *b,
			  uint32_t *of, uint32_t behind)
{
	for (uint32_t i = 0; i < b->statement_count; i++) {
		const struct statement *s = &b->statements[i];
		const struct function *callee =
		    s->kind == STATEMENT_CALL && s->callee
			? gimple_find(d->program, s->callee,
				      d->program->functions[f].unit)
			: NULL;
		if (!callee)
			continue;
		const size_t c = (size_t)(callee - d->program->functions);
		lower(d, of, d->of[d->first[c] + callee->entry]);
		lower(d, &d->exit[c], behind);
	}
}

static void look_at_block(struct distances *d, size_t f, uint32_t block)
{
	const struct block *b = &d->program->functions[f].blocks[block];
	uint32_t *of = &d->of[d->first[f] + block];
	uint32_t behind = UINT32_MAX;

	for (uint32_t i = 0; i < b->end.edge_count; i++) {
		const uint32_t next = d->of[d->first[f] + b->end.edges[i].block];
		behind = next < behind ? next : behind;
		lower(d, of, next);
	}
	if (b->end.kind == END_RETURN) {
		behind = d->exit[f];
		lower(d, of, behind);
	}
	look_at_calls(d, f, b, of, behind);
}

void goal_distance(const struct program *program, const size_t *first,
		   const bool *is_open, uint32_t *distance)
{
	struct distances d = {program, first, distance,
			      array_new(program->function_count + 1, sizeof *d.exit),
			      true};

	for (size_t i = 0; i < first[program->function_count]; i++)
		distance[i] = is_open[i] ? 0 : UINT32_MAX;
	for (size_t i = 0; i < program->function_count; i++)
		d.exit[i] = UINT32_MAX;
	while (d.changed) {
		d.changed = false;
		for (size_t f = 0; f < program->function_count; f++)
			for (uint32_t b = program->functions[f].block_count; b-- > 0;)
				look_at_block(&d, f, b);
	}
	free(d.exit);
}
