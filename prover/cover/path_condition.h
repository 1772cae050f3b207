/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * path_condition.h - what expressions are on one path: decisions are assumed one after
 * the other and taken back in the opposite order, and choices that they decide are
 * made.
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
void path_condition_init(struct path_condition *given, struct expr_store *store);
void path_condition_done(struct path_condition *given);
/* What the expression is under all that is assumed. */
expr path_condition_value(struct path_condition *given, expr e);
/* From now on the condition holds, or does not. */
void path_condition_assume(struct path_condition *given, expr condition, bool holds);
/* Back to when there were so many changes. */
void path_condition_cut(struct path_condition *given, size_t change_count);

#endif
