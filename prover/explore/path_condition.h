/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_condition.h - the values of expressions on one path: decisions are assumed one
 * after the other and undone in reverse order; choices that they decide are simplified.
 */
#ifndef PROVER_PATH_CONDITION_H
#define PROVER_PATH_CONDITION_H

#include "prover/expr/expr.h"

struct path_condition_change {
	expr e, before;
};

struct path_condition {
	struct expr_store *store;
	size_t limit; /* expressions that were there at the start */
	expr *now; /* by expression: what it is, or EXPR_NONE: not known yet */
	struct path_condition_change *changes;
	size_t change_count, change_room;
	expr *stack;
	size_t stack_room;
};

/* For the expressions that are in the store now. */
void path_condition_init(struct path_condition *path, struct expr_store *store);
void path_condition_done(struct path_condition *path);
/* The expression, simplified under all assumptions. */
expr path_condition_value(struct path_condition *path, expr e);
/* Assumes that the condition holds, or that it does not. */
void path_condition_assume(struct path_condition *path, expr condition, bool holds);
/* Undoes all changes after that many. */
void path_condition_undo(struct path_condition *path, size_t change_count);

#endif
