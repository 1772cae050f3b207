/* SPDX-License-Identifier: GPL-3.0-or-later */
/* live.c - which names are live at the start of each block: only these are joined. */
#include <string.h>

#include "prover/ir/loop_forest.h"
#include "system/stop.h"

struct live_sets {
	const struct function *function;
	size_t words;
	uint64_t
	    *live; /* at the start of each block, without the results of its own phis */
};

static void use(uint64_t *set, const struct gimple_operand *o)
{
	if (o->kind == OPERAND_NAME)
		set[o->number / 64] |= (uint64_t)1 << o->number % 64;
}

static void use_address(uint64_t *set, const struct address *a)
{
	if (!a)
		return;
	use(set, &a->base);
	for (uint32_t i = 0; i < a->indices; i++)
		use(set, &a->index[i]);
}

static void define(uint64_t *set, uint32_t name)
{
	if (name != GIMPLE_NONE)
		set[name / 64] &= ~((uint64_t)1 << name % 64);
}

/* The names that a successor needs from this block. */
static void add_successor(const struct live_sets *s, uint64_t *set, uint32_t from,
			  uint32_t to)
{
	const struct block *b = &s->function->blocks[to];

	for (size_t w = 0; w < s->words; w++)
		set[w] |= s->live[to * s->words + w];
	for (uint32_t i = 0; i < b->phi_count; i++)
		for (uint32_t k = 0; k < b->phis[i].count; k++)
			if (b->phis[i].from[k] == from)
				use(set, &b->phis[i].values[k]);
}

/* Goes backwards from the end of the block to before its statement `first`. */
static void walk_back(const struct live_sets *s, uint64_t *set, uint32_t number,
		      uint32_t first)
{
	const struct block *b = &s->function->blocks[number];

	for (uint32_t i = 0; i < b->end.edge_count; i++)
		add_successor(s, set, number, b->end.edges[i].block);
	use(set, &b->end.operands[0]);
	use(set, &b->end.operands[1]);
	for (uint32_t i = b->statement_count; i-- > first;) {
		const struct statement *t = &b->statements[i];
		define(set, t->result);
		for (uint32_t k = 0; k < t->operand_count; k++)
			use(set, &t->operands[k]);
		use_address(set, t->address);
		use_address(set, t->source);
	}
}

uint64_t *live_make(const struct function *function, struct arena *arena, size_t *words)
{
	struct live_sets s = {.function = function,
			      .words = (function->name_count + 63) / 64};
	bool changed = true;

	s.live = arena_get(arena, s.words * function->block_count, sizeof *s.live);
	uint64_t *set = arena_get(arena, s.words, sizeof *set);
	while (changed && !stop_asked()) {
		changed = false;
		for (uint32_t b = function->block_count; b-- > 0;) {
			uint64_t *old = s.live + b * s.words;
			memset(set, 0, s.words * sizeof *set);
			walk_back(&s, set, b, 0);
			for (uint32_t i = 0; i < function->blocks[b].phi_count; i++)
				define(set, function->blocks[b].phis[i].result);
			if (memcmp(old, set, s.words * sizeof *set) == 0)
				continue;
			memcpy(old, set, s.words * sizeof *set);
			changed = true;
		}
	}
	*words = s.words;
	return s.live;
}

void live_behind(const struct function *function, uint64_t *live, size_t words,
		 uint32_t block, uint32_t statement, uint64_t *set)
{
	const struct live_sets s = {function, words, live};

	memset(set, 0, words * sizeof *set);
	walk_back(&s, set, block, statement + 1);
}
