/* SPDX-License-Identifier: GPL-3.0-or-later */
/* definitions.c - which expressions a session has defined. */
#include "prover/solver/smt.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

static int by_number(const void *a, const void *b)
{
	const expr x = *(const expr *)a, y = *(const expr *)b;

	return (x > y) - (x < y);
}

static void push(struct definitions *t, const struct expr_store *s, expr e)
{
	if (e == EXPR_NONE || expr_at(s, e)->op == EXPR_CONST || t->has[e])
		return;
	t->has[e] = true;
	ARRAY_ADD(t->list, t->count, t->list_room, e);
}

void definitions_add(struct definitions *t, const struct expr_store *s, expr root,
		     bool (*is_open)(const struct expr_store *,
				     const struct expr_node *))
{
	const size_t start = t->count, room = t->has_room;

	while (t->has_room < s->count)
		t->has = array_grow(t->has, t->has_room, &t->has_room, sizeof *t->has);
	if (t->has_room > room)
		memset(t->has + room, 0, t->has_room - room);
	push(t, s, root);
	for (size_t i = start; i < t->count; i++) {
		const struct expr_node *n = expr_at(s, t->list[i]);
		if (is_open && is_open(s, n))
			continue;
		push(t, s, n->a);
		push(t, s, n->b);
		push(t, s, n->c);
	}
	if (t->count > start)
		qsort(t->list + start, t->count - start, sizeof *t->list, by_number);
}

void definitions_forget(struct definitions *t, size_t count)
{
	while (t->count > count)
		t->has[t->list[--t->count]] = false;
}

void definitions_done(struct definitions *t)
{
	free(t->list);
	free(t->has);
	memset(t, 0, sizeof *t);
}
