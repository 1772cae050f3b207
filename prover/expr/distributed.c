/* SPDX-License-Identifier: GPL-3.0-or-later */
/* distributed.c - a hash table with open addressing, at most half full. */
#include <stdlib.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"

enum { FIRST_SIZE = 64 };

struct distributed_row {
	struct expr_node node;
	expr became; /* EXPR_NONE: the row is free */
};

static struct distributed_row *row_of(const struct distributed *d,
				      const struct expr_node *n)
{
	size_t i = node_hash(n) & (d->size - 1);

	while (d->rows[i].became != EXPR_NONE && !node_same(&d->rows[i].node, n))
		i = (i + 1) & (d->size - 1);
	return &d->rows[i];
}

bool distributed_is(const struct expr_store *s, const struct expr_node *n)
{
	return expr_at(s, n->a)->op == EXPR_ITE &&
	       (n->op == EXPR_TOFP || n->op == EXPR_EXTRACT || n->op == EXPR_CONCAT ||
		n->op == EXPR_NOT);
}

expr distributed_find(const struct distributed *d, const struct expr_node *n)
{
	return d->size ? row_of(d, n)->became : EXPR_NONE;
}

static void grow(struct distributed *d)
{
	const struct distributed before = *d;

	d->size = before.size ? 4 * before.size : FIRST_SIZE;
	d->rows = array_new(d->size, sizeof *d->rows);
	for (size_t i = 0; i < before.size; i++)
		if (before.rows[i].became != EXPR_NONE)
			*row_of(d, &before.rows[i].node) = before.rows[i];
	free(before.rows);
}

void distributed_add(struct distributed *d, const struct expr_node *n, expr became)
{
	if (2 * (d->count + 1) > d->size)
		grow(d);
	struct distributed_row *row = row_of(d, n);

	d->count += row->became == EXPR_NONE;
	*row = (struct distributed_row){*n, became};
}

void distributed_done(struct distributed *d)
{
	free(d->rows);
	*d = (struct distributed){0};
}
