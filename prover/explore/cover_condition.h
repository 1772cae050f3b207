/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cover_condition.h - the reachability verification condition: its models are the runs
 * of the unwound graph, and tell which edges a run takes.
 *
 * After Arlt and others, Towards Bounded Infeasible Code Detection, section 4, with a
 * variable for each edge instead of each block, so that an `if` without `else` keeps
 * its two ways apart:
 *
 *	B(n) = or over edges e out of n: condition(e) and B(to(e))
 *	R(e) = reach(e) and B(to(e)),  reach(e) = reach(from(e)) and condition(e)
 *	reach(n) = or over edges e into n: reach(e),  B(first node) = true
 *
 * which is R(e) = R(from(e)) and condition(e) and B(to(e)), because B(to(e)) and
 * condition(e) are a case of B(from(e)). B(n) is the paper's "not wlp(false)": a run
 * that is at n terminates. With `returning` only a return is a termination; otherwise a
 * run that aborts has taken its edges too. Assignments on the way are part of the
 * conditions (encode.h).
 */
#ifndef PROVER_COVER_CONDITION_H
#define PROVER_COVER_CONDITION_H

#include "prover/encode/encode.h"

/* An edge of a function, or a predicate in it: all its copies in the unwound graph. */
struct cover_place {
	const struct function *function;
	uint32_t block, edge; /* edge GIMPLE_NONE: none, but a predicate */
	uint32_t goal; /* of the function's, or GIMPLE_NONE */
};

/* A decision in the unwound graph, or all copies of a predicate. */
struct cover_edge {
	uint32_t place;
	uint32_t variable; /* R: by number, of the store's variables */
	expr taken; /* R */
};

struct cover_condition {
	struct cover_place *places;
	size_t place_count, place_room;
	struct cover_edge *edges;
	size_t edge_count, edge_room;
	expr *equations; /* all must hold, beside the encoding's assumptions */
	size_t equation_count, equation_room;
};

/* `returning`: only a return is an end that counts; `predicates`: these goals have a
 * place each, as if an edge led there. The variables and expressions are
 * added to the encoding's store. */
void cover_condition_make(struct cover_condition *c, struct encoding *e, bool returning,
			  bool predicates);
void cover_condition_done(struct cover_condition *c);

/* Some copy of a place that `wanted` has (a byte each) is taken; false when there is
 * none. */
expr cover_condition_any(const struct cover_condition *c, struct expr_store *s,
			 const bool *wanted);

#endif
