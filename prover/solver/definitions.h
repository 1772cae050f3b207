/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * definitions.h - the expressions that are defined in an incremental session. Starts
 * with all zeros.
 */
#ifndef PROVER_DEFINITIONS_H
#define PROVER_DEFINITIONS_H

#include "prover/expr/expr.h"

struct definitions {
	expr *list; /* in the order in which they were sent */
	size_t count;
	/* its own */
	size_t list_room, has_room;
	bool *has; /* by expression */
};

/* Whether the session leaves the expression unconstrained. */
typedef bool open_fn(const struct expr_store *store, const struct expr_node *node);

/* Adds the expressions in the cone of `root` that are not defined yet, operands first;
 * constants need no definition. The operands of an expression that `is_open` are left
 * out. */
void definitions_add(struct definitions *definitions, const struct expr_store *store,
		     expr root, open_fn *is_open);
/* Keeps the first `count`: the solver has popped the others. */
void definitions_forget(struct definitions *definitions, size_t count);
void definitions_done(struct definitions *definitions);

#endif
