/* SPDX-License-Identifier: GPL-3.0-or-later */
/* polytope_internal.h - what polytope.c and polytope_point.c share. */
#ifndef PROVER_POLYTOPE_INTERNAL_H
#define PROVER_POLYTOPE_INTERNAL_H

#include <glpk.h>

#include "prover/sample/polytope.h"

/* A condition and the rows before it: one more with it if it is linear. */
struct polytope_entry {
	expr condition;
	int rows;
};

struct basis {
	int rows, columns;
	size_t start; /* of its statuses: of the rows, then of the columns */
};

struct polytope {
	const struct expr_store *store;
	glp_prob *problem;
	struct polytope_entry *entries;
	size_t count, room;
	expr *terms; /* of column i + 1 */
	size_t term_room;
	struct basis *bases;
	size_t basis_count, basis_room;
	char *statuses;
	size_t status_count, status_room;
	int64_t *multipliers; /* by row */
	size_t multiplier_room;
};

/* GLPK's name of what such bounds are; INT64_MIN and INT64_MAX are none. */
int polytope_bounds_type(int64_t least, int64_t most);
/* The variable of a column; NULL: it is of another term. */
const struct variable *polytope_variable(const struct polytope *p, int column);
/* Gives a column its bounds; an input's are no farther from 0 than the limit. */
void polytope_bound(struct polytope *p, int column, int64_t limit);
/* Looks for a point; GLP_FEAS, GLP_NOFEAS, or what else the simplex ends with. */
int polytope_solve(struct polytope *p);

#endif
