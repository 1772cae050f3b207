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

#include "prover/solver/smt.h"

/* The query whether all of `conditions` can hold; `incremental`: without (check-sat),
 * for a session. The store must have been filled with ENCODE_INTEGERS. smt_done() frees
 * the query. */
void integers_write(struct query *query, const struct expr_store *store,
		    const expr *conditions, size_t count, bool incremental,
		    const char *title);

/* smt_begin() and smt_assert() over the integers. */
void integers_begin(FILE *out);
void integers_assert(FILE *out, struct definitions *definitions,
		     const struct expr_store *store, expr condition);

/* The values that variable i may have lie in *least..*most; false: any. */
bool integers_range(const struct expr_store *store, size_t variable, int64_t *least,
		    int64_t *most);
/* The value of an expression, no variable, whose operands have these values; false when
 * it is left open or too large. */
bool integers_compute(const struct expr_store *store, const struct expr_node *node,
		      const int64_t operands[3], int64_t *value);

#endif
