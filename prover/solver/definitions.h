/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * definitions.h - which expressions a kept solver has definitions of. Starts with all
 * zeros.
 */
#ifndef PROVER_DEFINITIONS_H
#define PROVER_DEFINITIONS_H

#include "prover/expr/expr.h"

struct definitions {
	expr *list; /* in the order in which they were told */
	size_t count;
	/* its own */
	size_t list_room, has_room;
	bool *has; /* by expression */
};

typedef bool told_fn(const struct expr_store *store, const struct expr_node *node);

/* Adds what is in the cone of an expression and has not been told, operands before what
 * is made of them; constants are never told. Of what `is_open` the operands are left
 * out. */
void definitions_add(struct definitions *told, const struct expr_store *store,
		     expr root, told_fn *is_open);
/* Keeps the first `count`: the solver has popped the others. */
void definitions_forget(struct definitions *told, size_t count);
void definitions_done(struct definitions *told);

#endif
