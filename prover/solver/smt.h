/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt.h - a condition as a query in SMT-LIB 2, over the cone of what it depends on. */
#ifndef PROVER_SMT_H
#define PROVER_SMT_H

#include <stdio.h>

#include "prover/expr/expr.h"
#include "prover/solver/definitions.h"

/* How much of floating point the query tells; what it leaves out may be any value. */
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
	char *text; /* with (check-sat), unless it is for a kept process;
		       NUL-terminated */
	size_t size;
	uint32_t *inputs; /* variables that are input and occur */
	size_t input_count;
	bool has_rounding; /* an operation that rounds is told */
	bool has_numbers; /* of floating point */
	bool is_abstract; /* something that the next stage tells was left out */
};

struct telling {
	enum stage stage;
	enum rounding rounding;
	const bool *open; /* by expression: it may have any value; may be null */
	bool kept; /* for a process that is kept: no (check-sat), the least logic */
};

/* The query whether all of `conditions` can hold. `title` becomes a comment. */
void smt_write(struct query *query, const struct expr_store *store,
	       const expr *conditions, size_t count, const struct telling *telling,
	       const char *title);
void smt_done(struct query *query);

/* How a query begins, or what a kept process is told: with numbers of floating point or
 * without. */
void smt_begin(FILE *out, bool has_numbers);
/* One more condition must hold: what it is made of and has not been told, and itself.
 * All is told; numbers are rounded to nearest, or with ROUNDING_EACH in any mode. */
void smt_tell(FILE *out, struct definitions *told, const struct expr_store *store,
	      expr condition, enum rounding rounding);

/* For who writes a query: the stream of its text, with room for its inputs and a mark
 * for each expression, to be freed. */
FILE *query_open(struct query *query, const struct expr_store *store, bool **marked);

#endif
