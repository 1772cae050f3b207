/* SPDX-License-Identifier: GPL-3.0-or-later */
/* query.h - a query's text with what is known of it, and how one is written. */
#ifndef PROVER_QUERY_H
#define PROVER_QUERY_H

#include <stdio.h>

#include "prover/expr/expr.h"

/* How much floating-point arithmetic a query encodes; the result of any other operation
 * is unconstrained (havoc). */
enum stage {
	STAGE_HAVOC, /* comparisons only */
	STAGE_ADDITIVE, /* also + and -, conversions */
	STAGE_FULL, /* also * / and square roots */
	STAGE_COUNT
};

enum rounding {
	ROUNDING_NEAREST, /* to nearest, ties to even */
	ROUNDING_ANY, /* one of the four modes of the machine, the same throughout */
	ROUNDING_EACH, /* any at each operation: the program changes it */
};

struct query {
	char *text; /* NUL-terminated; with (check-sat), unless incremental */
	size_t size;
	/* What a session needs of it: from here, behind the logic, to before (check-sat); of
	 * QF_BV or QF_BVFP. Both 0: a query of integers. */
	size_t begin, end;
	uint32_t *inputs; /* input variables that occur in it */
	size_t input_count;
	bool has_rounding; /* an operation that rounds is encoded */
	bool has_numbers; /* an expression of floating point is in it */
	bool is_bits; /* it says QF_BV */
	bool has_arithmetic; /* an operation on such numbers is encoded */
	bool is_abstract; /* an operation that the next stage encodes is not */
};

struct query_options {
	enum stage stage;
	enum rounding rounding;
	const bool *open; /* by expression: it is left unconstrained; may be null */
	bool incremental; /* for a session: no (check-sat), the smallest logic */
	/* Unbounded ones (integers.h), of a store that was filled with ENCODE_INTEGERS;
	 * `stage`, `rounding` and `open` are then not looked at. */
	bool integers;
};

/* ---- smt.c's and integers.c's own */

struct smt_writer {
	FILE *out;
	const struct expr_store *store;
	struct query_options options;
	bool *marked; /* by expression: in the cone */
	struct query *query; /* null: of a session */
};

static inline const struct expr_node *smt_node(const struct smt_writer *w, expr e)
{
	return expr_at(w->store, e);
}

#endif
