/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * integers.h - conditions over integers without bounds (QF_LIA), as the paper's are:
 * signed words do not wrap, and what is neither a sum nor a multiple is left open. The
 * inputs alone keep the range of their type.
 *
 * A model may fail in the machine, and a condition without one may hold there by
 * wrapping: what comes of this is no verdict about the program until it was run.
 */
#ifndef PROVER_INTEGERS_H
#define PROVER_INTEGERS_H

#include "prover/solver/smt.h"

/* The query whether all of `conditions` can hold; `kept`: without (check-sat). The
 * store must have been filled with ENCODE_INTEGERS. smt_done() frees it. */
void integers_write(struct query *query, const struct expr_store *store,
		    const expr *conditions, size_t count, bool kept, const char *title);

/* smt_begin() and smt_tell() over the integers. */
void integers_begin(FILE *out);
void integers_tell(FILE *out, struct definitions *told, const struct expr_store *store,
		   expr condition);

/* The values that variable i may have lie in *least..*most; false: any. */
bool integers_range(const struct expr_store *store, size_t variable, int64_t *least,
		    int64_t *most);
/* The value of an expression, no variable, whose operands have these values; false when
 * it is left open or too large. */
bool integers_compute(const struct expr_store *store, const struct expr_node *node,
		      const int64_t operands[3], int64_t *value);

#endif
