/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * side_solving.h - the methods to solve the path condition of a side, shared by the files
 * of side_query.h.
 */
#ifndef PROVER_SIDE_SOLVING_H
#define PROVER_SIDE_SOLVING_H

#include "prover/side/side_query.h"

/* The conditions of the path, the assumptions first and the side's last. */
struct path_conditions {
	expr *list;
	bool *wanted;
	size_t count, assumptions;
};

static inline const struct path_choice *side_last_choice(const struct side_query *q)
{
	return &q->path->choices[q->path->count - 1];
}

/* Whether it decides the side. */
static inline bool side_is_final(enum finding finding)
{
	return finding == FINDING_MET || finding == FINDING_NEVER ||
	       finding == FINDING_NEVER_NEAREST;
}

/* How hard the solvers try. */
struct side_effort {
	bool brief; /* runs of one second */
	bool coarse; /* only with floating-point arithmetic unconstrained */
};
static const struct side_effort side_whole_effort = {false, false};

/* ---- side_query.c */

/* Runs an input of the entry's size, as query->run. */
bool side_run(struct side_query *query, const uint8_t *bytes, bool is_exact);

/* ---- side_solvers.c */

/* Asks the solvers for the wanted conditions. `start`: the bytes of a model's input that
 * are not in the query; null: 0. `last` becomes the last model that was run. */
enum finding side_ask(struct side_query *query,
		      const struct path_conditions *conditions,
		      struct side_effort effort, const uint8_t *start, uint8_t *last);
/* With values for non-linear terms: those under `start`, or those that a solution of the
 * linear conditions gives them. Finds no proof. */
enum finding side_simplified(struct side_query *query,
			     struct path_conditions *conditions, const uint8_t *sliced,
			     uint8_t *start);
enum finding side_mixed(struct side_query *query,
			const struct path_conditions *conditions, uint8_t *start);

/* ---- side_portfolio.c */

/* One search, from `start`: MET; REFUTED: the run of what was found does otherwise; or
 * NONE. */
enum finding side_search(struct side_query *query,
			 const struct path_conditions *conditions,
			 const uint8_t *start);
/* The solvers, and where these have no answer, or a model whose run goes another way, a
 * search from that model at the second attempt (FloPSy, section 3), for which a guess
 * does not ask. Where no floating point is in the conditions that search is to come last:
 * FloPSy has none. */
enum finding side_corrected(struct side_query *query,
			    const struct path_conditions *conditions,
			    const uint8_t *sliced, uint8_t *start);
/* Searches and solvers by what they have brought. Sets query->is_deferred. */
enum finding side_portfolio(struct side_query *query,
			    const struct path_conditions *conditions,
			    const uint8_t *sliced, uint8_t *start);

/* Runs the input with some of its numbers changed: MET or NONE. Sets query->is_deferred. */
enum finding side_chance(struct side_query *query, const uint8_t *from);

#endif
