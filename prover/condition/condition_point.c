/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * condition_point.c - the linear program. Scalar k is its value at the start plus column
 * 2k + 1 minus column 2k + 2, both at least 0: their sum is its distance from there. The
 * next column is the margin of the strict inequalities, and then each integer has one.
 * The margin is maximised first, then the distances are minimised.
 */
#include "prover/condition/condition_linear.h"

#ifdef ME_HAS_GLPK

#include <glpk.h>
#include <math.h>
#include <stdlib.h>

#include "prover/ir/arena.h"

enum { ITERATIONS = 5000, CALLS = 2000 /* by branch and bound */ };

#define MARGIN_LEAST 1e-7 /* GLPK's tolerance: a narrower polytope counts as empty */

struct linear_program {
	const struct linear_part *part;
	const struct condition_problem *problem;
	glp_prob *lp;
	double *from; /* n: the start, finite */
	bool *used; /* n: in a row */
	bool has_integers, is_strict;
	int margin; /* its column */
	int calls; /* of look_for_point() */
};

/* ---- columns */

/* The upper bound of a distance from the start; 0: it cannot go there; infinite: any. */
static void bound_column(struct linear_program *l, int column, double most)
{
	const int type = most <= 0 ? GLP_FX : most < 0x1p1000 ? GLP_DB : GLP_LO;

	glp_set_col_bnds(l->lp, column, type, 0, most > 0 ? most : 0);
}

/* A full axis of numbers has an infinite one. */
static double bound_of(const struct axis *axis, coord c, double without)
{
	const double v = axis_to_double(axis->kind, c);

	return isnan(v) ? without : v;
}

/* Another column: the integer itself, on which to branch. */
static void add_whole(struct linear_program *l, size_t k)
{
	const int up = (int)(2 * k) + 1;
	const int row = glp_add_rows(l->lp, 1), whole = glp_add_cols(l->lp, 1);
	const int columns[4] = {0, whole, up, up + 1};
	const double factors[4] = {0, 1, -1, 1};

	glp_set_mat_row(l->lp, row, 3, columns, factors);
	glp_set_row_bnds(l->lp, row, GLP_FX, l->from[k], l->from[k]);
	glp_set_col_bnds(l->lp, whole, GLP_FR, 0, 0);
	glp_set_col_kind(l->lp, whole, GLP_IV);
	l->has_integers = true;
}

static void add_columns(struct linear_program *l)
{
	const size_t n = l->problem->n;

	l->margin = (int)(2 * n) + 1;
	glp_add_cols(l->lp, l->margin);
	for (size_t k = 0; k < n; k++) {
		const struct axis *a = &l->problem->axes[k];
		const int up = (int)(2 * k) + 1;
		const double high = bound_of(a, a->high, INFINITY);
		const double low = bound_of(a, a->low, -INFINITY);
		bound_column(l, up, l->used[k] ? high - l->from[k] : 0);
		bound_column(l, up + 1, l->used[k] ? l->from[k] - low : 0);
		if (a->kind == AXIS_INTEGER && l->used[k])
			add_whole(l, k);
	}
	glp_set_col_bnds(l->lp, l->margin, GLP_DB, 0, 1);
}

/* ---- rows */

static void add_point_row(struct linear_program *l, const struct linear_row *row,
			  int *columns, double *factors)
{
	const int number = glp_add_rows(l->lp, 1);
	double bound = -row->factors[l->problem->n], largest = 0;
	int count = 0;

	for (size_t k = 0; k < l->problem->n; k++) {
		const double factor = row->factors[k];
		if (factor == 0)
			continue;
		bound -= factor * l->from[k];
		largest = fmax(largest, fabs(factor));
		columns[++count] = (int)(2 * k) + 1;
		factors[count] = factor;
		columns[++count] = (int)(2 * k) + 2;
		factors[count] = -factor;
	}
	if (row->relation == LINEAR_BELOW) {
		l->is_strict = true;
		columns[++count] = l->margin;
		factors[count] = largest;
	}
	glp_set_mat_row(l->lp, number, count, columns, factors);
	glp_set_row_bnds(l->lp, number, row->relation == LINEAR_EQUAL ? GLP_FX : GLP_UP,
			 bound, bound);
}

static void build(struct linear_program *l)
{
	const size_t n = l->problem->n;
	int *columns = array_new(2 * n + 2, sizeof *columns);
	double *factors = array_new(2 * n + 2, sizeof *factors);

	for (size_t i = 0; i < l->part->count; i++)
		for (size_t k = 0; k < n; k++)
			l->used[k] = l->used[k] || l->part->rows[i].factors[k] != 0;
	add_columns(l);
	for (size_t i = 0; i < l->part->count; i++)
		add_point_row(l, &l->part->rows[i], columns, factors);
	free(columns);
	free(factors);
}

/* ---- solving */

static int simplex(struct linear_program *l)
{
	glp_smcp how;

	glp_init_smcp(&how);
	how.msg_lev = GLP_MSG_OFF;
	how.it_lim = ITERATIONS;
	return glp_simplex(l->lp, &how) ? GLP_UNDEF : glp_get_status(l->lp);
}

/* The first whole point will do. */
static void look_for_point(glp_tree *tree, void *context)
{
	struct linear_program *l = context;

	if (glp_ios_reason(tree) == GLP_IBINGO || ++l->calls > CALLS)
		glp_ios_terminate(tree);
}

/* Whether a point with whole integers was found from where the simplex is. */
static bool make_whole(struct linear_program *l)
{
	glp_iocp how;

	if (!l->has_integers)
		return true;
	glp_init_iocp(&how);
	how.msg_lev = GLP_MSG_OFF;
	how.cb_func = look_for_point;
	how.cb_info = l;
	glp_intopt(l->lp, &how);
	const int status = glp_mip_status(l->lp);
	return status == GLP_OPT || status == GLP_FEAS;
}

static enum point_answer solve_point(struct linear_program *l)
{
	glp_set_obj_dir(l->lp, GLP_MAX);
	glp_set_obj_coef(l->lp, l->margin, 1);
	const int status = simplex(l);
	if (status != GLP_OPT)
		return status == GLP_NOFEAS ? POINT_EMPTY : POINT_UNKNOWN;
	const double margin = glp_get_col_prim(l->lp, l->margin) / 2;
	if (l->is_strict && margin < MARGIN_LEAST)
		return POINT_EMPTY;
	glp_set_col_bnds(l->lp, l->margin, GLP_DB, margin, 1);
	glp_set_obj_dir(l->lp, GLP_MIN);
	glp_set_obj_coef(l->lp, l->margin, 0);
	for (int j = 1; j < l->margin; j++)
		glp_set_obj_coef(l->lp, j, 1);
	if (simplex(l) != GLP_OPT)
		return POINT_UNKNOWN;
	return make_whole(l) ? POINT_FOUND : POINT_UNKNOWN;
}

static double column(const struct linear_program *l, int j)
{
	return l->has_integers ? glp_mip_col_val(l->lp, j) : glp_get_col_prim(l->lp, j);
}

static void read_point(const struct linear_program *l, coord *x)
{
	for (size_t k = 0; k < l->problem->n; k++) {
		const int up = (int)(2 * k) + 1;
		const double v = l->from[k] + column(l, up) - column(l, up + 1);
		if (l->used[k])
			x[k] = axis_from_double(&l->problem->axes[k], v);
	}
}

/* The start; what is not finite, or too large to be moved, counts as the number nearest
 * to 0. */
static void set_point(struct linear_program *l, const coord *x)
{
	for (size_t k = 0; k < l->problem->n; k++) {
		const struct axis *a = &l->problem->axes[k];
		const double v = axis_to_double(a->kind, x[k]);
		l->from[k] = fabs(v) < 1e15
				 ? v
				 : axis_to_double(a->kind, axis_from_double(a, 0));
	}
}

enum point_answer condition_point(const struct linear_part *part, coord *x)
{
	const size_t n = part->problem->n;
	struct linear_program l = {.part = part, .problem = part->problem};

	if (part->count == 0)
		return POINT_FOUND;
	l.lp = glp_create_prob();
	l.from = array_new(n + 1, sizeof *l.from);
	l.used = array_new(n + 1, sizeof *l.used);
	set_point(&l, x);
	build(&l);
	const enum point_answer answer = solve_point(&l);
	if (answer == POINT_FOUND)
		read_point(&l, x);
	glp_delete_prob(l.lp);
	free(l.from);
	free(l.used);
	return answer;
}

#else

enum point_answer condition_point(const struct linear_part *part, coord *x)
{
	(void)x;
	return part->count == 0 ? POINT_FOUND : POINT_UNKNOWN;
}

#endif
