/* SPDX-License-Identifier: GPL-3.0-or-later */
/* escape.c - which memory objects' addresses other code can have. */
#include <stdlib.h>

#include "prover/encode/encode_internal.h"

/* Values that are looked into, each once. */
struct address_search {
	const struct expr_store *store;
	bool *seen;
	expr *stack;
	size_t count, room;
};

static void look_into(struct address_search *l, expr value)
{
	if (value == EXPR_NONE || l->seen[value] ||
	    !expr_at(l->store, value)->has_address)
		return;
	l->seen[value] = true;
	l->stack = array_grow(l->stack, l->count, &l->room, sizeof *l->stack);
	l->stack[l->count++] = value;
}

static void look_into_memory(struct address_search *l, const struct memory *memory)
{
	for (uint32_t i = 0; i < memory->count; i++)
		for (uint32_t k = 0;
		     memory->contents[i] && k < memory->contents[i]->size; k++)
			look_into(l, memory->contents[i]->at[k]);
}

bool memory_knows(const struct encoding *e, const struct memory *memory,
		  const expr *values, size_t count, uint32_t object)
{
	struct address_search l = {.store = &e->store,
				   .seen = array_new(e->store.count, 1)};

	for (size_t i = 0; i < count; i++)
		look_into(&l, values[i]);
	look_into_memory(&l, memory);
	while (l.count) {
		const struct expr_node *n = expr_at(&e->store, l.stack[--l.count]);
		look_into(&l, n->a);
		look_into(&l, n->b);
		look_into(&l, n->c);
	}
	const bool knows = l.seen[e->objects[object].address];
	free(l.seen);
	free(l.stack);
	return knows;
}

/* Parts that have no address in them are not looked into. */
void memory_escape(struct encoding *e, expr value)
{
	const struct expr_node *n = expr_at(&e->store, value);

	if (!n->has_address)
		return;
	if (n->op == EXPR_VAR) {
		e->objects[e->store.variables[n->value].index].has_escaped = true;
		return;
	}
	memory_escape(e, n->a);
	memory_escape(e, n->b);
	memory_escape(e, n->c);
}
