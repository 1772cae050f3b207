/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt.h - a condition as a query in SMT-LIB 2, over the cone of what it depends on. */
#ifndef PROVER_SMT_H
#define PROVER_SMT_H

#include <stdio.h>

#include "prover/expr/expr.h"

/*
 * The expressions that are defined in an incremental session. Starts with all zeros.
 */

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
};

/* The query whether all of `conditions` can hold. `title` becomes a comment. */
void smt_write(struct query *query, const struct expr_store *store,
	       const expr *conditions, size_t count,
	       const struct query_options *options, const char *title);
void smt_done(struct query *query);

/* The beginning of a query or of an incremental session, for a logic with or without
 * floating point. */
void smt_begin(FILE *out, bool has_numbers);
/* Asserts one more condition in a session, after the definitions that it needs and that
 * the session does not have yet. All arithmetic is encoded; numbers are rounded to
 * nearest, or with ROUNDING_EACH in any mode. */
void smt_assert(FILE *out, struct definitions *definitions,
		const struct expr_store *store, expr condition, enum rounding rounding);

/* Asks, after SAT, for the values of so many variables, by number. */
void smt_values(FILE *out, const uint32_t *variables, size_t count);

/* Starts a query: returns the stream of its text and allocates its inputs and a mark
 * for each expression; the caller frees the marks. */
FILE *query_open(struct query *query, const struct expr_store *store, bool **marked);

#endif
