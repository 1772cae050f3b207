/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * given.h - what expressions are on one path: decisions are assumed one after the other
 * and taken back in the opposite order, and choices that they decide are made.
 */
#ifndef PROVER_GIVEN_H
#define PROVER_GIVEN_H

#include "prover/expr.h"

struct given_change {
	expr e, before;
};

struct given {
	struct expr_store *store;
	size_t limit; /* expressions that were there at the start */
	expr *now; /* by expression: what it is, or EXPR_NONE: not known yet */
	struct given_change *changes;
	size_t change_count, change_room;
	expr *stack;
	size_t stack_room;
};

/* For the expressions that are in the store now. */
void given_init(struct given *given, struct expr_store *store);
void given_done(struct given *given);
/* What the expression is under all that is assumed. */
expr given_value(struct given *given, expr e);
/* From now on the condition holds, or does not. */
void given_assume(struct given *given, expr condition, bool holds);
/* Back to when there were so many changes. */
void given_cut(struct given *given, size_t change_count);

#endif
