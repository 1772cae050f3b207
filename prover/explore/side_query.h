/* SPDX-License-Identifier: GPL-3.0-or-later */
/* side_query.h - one side of the execution tree: an input whose run takes it, or a proof
 * that none does. */
#ifndef PROVER_SIDE_QUERY_H
#define PROVER_SIDE_QUERY_H

#include "prover/explore/execution_tree.h"
#include "prover/verify/ask.h"

struct side_query {
	struct prover *prover;
	/* Ends with the choice whose side is asked for. Its store may grow. */
	struct path_walk *path;
	uint32_t edge;
	/* An input, of the entry's size, whose run comes to the choice; null: none is
	 * known. */
	const uint8_t *start;
	/* Runs an input; whether it took the side. `is_exact`: the formulas say that it
	 * does, under their library's contracts. */
	bool (*run)(void *context, const uint8_t *bytes, size_t size, bool is_exact);
	void *context;
	/* results */
	char why[256]; /* UNKNOWN */
	char how[256]; /* INFEASIBLE, NEAREST */
};

/* Returns the side's state; SIDE_OPEN when stop_asked() before it was decided. */
enum side_state side_query_solve(struct side_query *query);

#endif
