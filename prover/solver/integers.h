/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * integers.h - conditions over unbounded integers (QF_LIA), as in the paper: signed
 * words do not wrap, and an operation that is neither a sum nor a multiple is
 * unconstrained. Only the inputs keep the range of their type.
 *
 * A model may fail on the machine, and a condition without a model may hold there by
 * wrapping: an answer is no verdict about the program until the model was run.
 */
#ifndef PROVER_INTEGERS_H
#define PROVER_INTEGERS_H

#include "prover/solver/query.h"

/* ---- for smt.c */

/* Marks what the conditions depend on. */
void integers_mark(struct smt_writer *w, const expr *roots, size_t count);
/* Declares or defines an expression, no constant. */
void integers_put(struct smt_writer *w, expr e);
void integers_put_operand(struct smt_writer *w, expr e);
bool integers_is_open(const struct expr_store *store, const struct expr_node *node);

/* ---- for others */

/* The values that variable i may have lie in *least..*most; false: any. */
bool integers_range(const struct expr_store *store, size_t variable, int64_t *least,
		    int64_t *most);
/* The value of an expression, no variable, whose operands have these values; false when
 * it is left open or too large. */
bool integers_compute(const struct expr_store *store, const struct expr_node *node,
		      const int64_t operands[3], int64_t *value);

#endif
