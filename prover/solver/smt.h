/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt.h - a condition as a query in SMT-LIB 2, over the cone of what it depends on. */
#ifndef PROVER_SMT_H
#define PROVER_SMT_H

#include "prover/solver/query.h"

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

/* Adds the expressions in the cone of `root` that are not defined yet, operands first;
 * constants need no definition. The operands of an expression that the session leaves
 * unconstrained, one that `is_open` (null: none), are left out. */
void definitions_add(struct definitions *definitions, const struct expr_store *store,
		     expr root,
		     bool (*is_open)(const struct expr_store *store,
				     const struct expr_node *node));
/* Keeps the first `count`: the solver has popped the others. */
void definitions_forget(struct definitions *definitions, size_t count);
void definitions_done(struct definitions *definitions);

/* The query whether all of `conditions` can hold. `title` becomes a comment. */
void smt_write(struct query *query, const struct expr_store *store,
	       const expr *conditions, size_t count,
	       const struct query_options *options, const char *title);
void smt_done(struct query *query);

/* The beginning of a query or of an incremental session, for the logic of the query. */
void smt_begin(FILE *out, const struct query *query);
/* Asserts one more condition in a session, after the definitions that it needs and that
 * the session does not have yet. Of the options `rounding`, not ROUNDING_ANY, `stage` and
 * `integers` count. */
void smt_assert(FILE *out, struct definitions *definitions,
		const struct expr_store *store, expr condition,
		const struct query_options *options);

/* Asks, after SAT, for the values of so many variables, by number. */
void smt_values(FILE *out, const uint32_t *variables, size_t count);

#endif
