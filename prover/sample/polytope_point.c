/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * polytope_point.c - a point of the polytope: first one whose distance to the bounds
 * allows rounding, then any; from each of them an integral one by branch and bound.
 */
#ifdef ME_HAS_GLPK
#include <math.h>
#include <stdlib.h>

#include "prover/ir/arena.h"
#include "prover/expr/linear.h"
#include "prover/sample/polytope_internal.h"

enum { NEAR = 1000, BRANCHES = 30 };

#define WHOLE 1e-6 /* tolerance: a number so near to an integer is integral */

static void bound_columns(struct polytope *p, int64_t limit)
{
	for (int j = 1; j <= glp_get_num_cols(p->problem); j++)
		polytope_bound(p, j, limit);
}

/* How far rounding the columns can move a row. */
static double rounding(struct polytope *p, int row)
{
	double factors[LINEAR_TERMS + 1], most = 0;
	const int n = glp_get_mat_row(p->problem, row, NULL, factors);

	for (int i = 1; i <= n; i++)
		most += fabs(factors[i]) / 2;
	return most;
}

/* Tightens the bounds of the rows so that a rounded point satisfies the original ones;
 * `narrow` false restores them. */
static void narrow_rows(struct polytope *p, bool narrow)
{
	for (size_t i = 0; i < p->count; i++) {
		const int row = p->entries[i].rows + 1;
		struct linear_span span;
		if (row > (i + 1 < p->count ? p->entries[i + 1].rows
					    : glp_get_num_rows(p->problem)) ||
		    !linear_span(p->store, p->entries[i].condition, &span))
			continue;
		const double least = (double)span.least, most = (double)span.most;
		const double by =
		    narrow ? fmin(rounding(p, row), (most - least) / 2) : 0;
		glp_set_row_bnds(p->problem, row,
				 least + by < most - by
				     ? polytope_bounds_type(span.least, span.most)
				     : GLP_FX,
				 least + by, most - by);
	}
}

/* The largest factor of a column in the rows. */
static double largest_factor(struct polytope *p, int j)
{
	const size_t count = (size_t)glp_get_num_rows(p->problem);
	double *factors = array_new(count + 1, sizeof *factors), largest = 0;

	for (int i = glp_get_mat_col(p->problem, j, NULL, factors); i > 0; i--)
		largest = fmax(largest, fabs(factors[i]));
	free(factors);
	return largest;
}

/* The bounded column to branch on: its value is fractional, and its coefficient is the
 * largest of these. 0: all are integral. */
static int broken_column(struct polytope *p)
{
	double largest = 0;
	int column = 0;

	for (int j = 1; j <= glp_get_num_cols(p->problem); j++) {
		const double value = glp_get_col_prim(p->problem, j);
		if (glp_get_col_type(p->problem, j) != GLP_DB ||
		    fabs(value - rint(value)) < WHOLE)
			continue;
		const double factor = largest_factor(p, j);
		if (factor > largest) {
			largest = factor;
			column = j;
		}
	}
	return column;
}

/* Branch and bound from the point that the simplex found to an integral one: depth
 * first, the nearer side first. False: the limit of branches is reached. */
static bool make_whole(struct polytope *p, int *branches)
{
	const int j = broken_column(p);

	if (j == 0)
		return true;
	const double least = glp_get_col_lb(p->problem, j);
	const double most = glp_get_col_ub(p->problem, j);
	const double value = glp_get_col_prim(p->problem, j);
	bool up = value - floor(value) > 0.5;
	for (int side = 0; side < 2 && *branches > 0; side++, up = !up) {
		const double from = up ? ceil(value) : least;
		const double to = up ? most : floor(value);
		--*branches;
		glp_set_col_bnds(p->problem, j, from == to ? GLP_FX : GLP_DB, from, to);
		if (polytope_solve(p) == GLP_FEAS && make_whole(p, branches))
			return true;
	}
	glp_set_col_bnds(p->problem, j, GLP_DB, least, most);
	return false;
}

static void read_point(struct polytope *p, int64_t *values)
{
	for (int j = 1; j <= glp_get_num_cols(p->problem); j++) {
		const struct variable *v = polytope_variable(p, j);
		const double value = glp_get_col_prim(p->problem, j);
		if (v && fabs(value) < 0x1p62)
			values[v - p->store->variables] = llrint(value);
	}
}

/* Whether there is a point, and whether an integral one was found from there. */
static bool find_point(struct polytope *p, bool narrow, int64_t *values, bool *is_whole)
{
	int branches = BRANCHES;

	bound_columns(p, NEAR);
	narrow_rows(p, narrow);
	const bool found = polytope_solve(p) == GLP_FEAS;
	if (found) {
		read_point(p, values);
		*is_whole = make_whole(p, &branches);
		if (*is_whole)
			read_point(p, values);
	}
	narrow_rows(p, false);
	bound_columns(p, INT64_MAX);
	return found;
}

bool polytope_point(struct polytope *p, int64_t *values)
{
	bool is_whole = false, found = false;

	for (int narrow = 1; narrow >= 0 && !is_whole; narrow--)
		found |= glp_get_num_rows(p->problem) > 0 &&
			 find_point(p, narrow, values, &is_whole);
	return found;
}
#endif
