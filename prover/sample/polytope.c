/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * polytope.c - the linear program: a row for each condition that compares a sum with a
 * constant, a column for each term. The final basis of each feasible call is saved; the
 * next call starts from the last saved one whose rows still exist.
 */
#ifdef ME_HAS_GLPK
#include "prover/sample/polytope_internal.h"

#include <math.h>
#include <stdlib.h>

#include "prover/ir/arena.h"
#include "prover/solver/integers.h"
#include "prover/expr/linear.h"

enum { ITERATIONS = 1000, MULTIPLIER_BITS = 56 };

typedef __int128 wide;

struct polytope *polytope_new(const struct expr_store *store)
{
	struct polytope *p = array_new(1, sizeof *p);

	p->store = store;
	p->problem = glp_create_prob();
	return p;
}

void polytope_free(struct polytope *p)
{
	if (!p)
		return;
	glp_delete_prob(p->problem);
	free(p->entries);
	free(p->terms);
	free(p->bases);
	free(p->statuses);
	free(p->multipliers);
	free(p);
}

/* ---- rows and columns */

int polytope_bounds_type(int64_t least, int64_t most)
{
	if (least == most)
		return GLP_FX;
	if (least == INT64_MIN)
		return most == INT64_MAX ? GLP_FR : GLP_UP;
	return most == INT64_MAX ? GLP_LO : GLP_DB;
}

const struct variable *polytope_variable(const struct polytope *p, int column)
{
	const struct expr_node *n = expr_at(p->store, p->terms[column - 1]);

	return n->op == EXPR_VAR ? &p->store->variables[n->value] : NULL;
}

void polytope_bound(struct polytope *p, int j, int64_t limit)
{
	const struct variable *v = polytope_variable(p, j);
	int64_t least = INT64_MIN, most = INT64_MAX;

	if (v && integers_range(p->store, (size_t)(v - p->store->variables), &least,
				&most)) {
		least = least < -limit ? -limit : least;
		most = most > limit ? limit : most;
	}
	glp_set_col_bnds(p->problem, j, polytope_bounds_type(least, most),
			 (double)least, (double)most);
}

static int column_of(struct polytope *p, expr term)
{
	const int count = glp_get_num_cols(p->problem);
	int j = 1;

	while (j <= count && p->terms[j - 1] != term)
		j++;
	if (j <= count)
		return j;
	p->terms = array_grow(p->terms, (size_t)count, &p->term_room, sizeof *p->terms);
	p->terms[count] = term;
	glp_add_cols(p->problem, 1);
	polytope_bound(p, j, INT64_MAX);
	return j;
}

static void add_polytope_row(struct polytope *p, const struct linear_span *span,
			     const struct linear *sum)
{
	int columns[LINEAR_TERMS + 1];
	double factors[LINEAR_TERMS + 1];

	for (size_t i = 0; i < sum->count; i++) {
		columns[i + 1] = column_of(p, sum->terms[i]);
		factors[i + 1] = (double)sum->factors[i];
	}
	const int row = glp_add_rows(p->problem, 1);
	glp_set_mat_row(p->problem, row, (int)sum->count, columns, factors);
	glp_set_row_bnds(p->problem, row, polytope_bounds_type(span->least, span->most),
			 (double)span->least, (double)span->most);
}

/* Whether all coefficients and bounds are exact as doubles. */
static bool fits(const struct linear_span *span, const struct linear *sum)
{
	const int64_t most = INT64_C(1) << 52;
	bool all = sum->constant == 0 && sum->count > 0;

	all = all && (span->least == INT64_MIN || llabs(span->least) < most);
	all = all && (span->most == INT64_MAX || llabs(span->most) < most);
	for (size_t i = 0; i < sum->count; i++)
		all = all && sum->factors[i] && llabs(sum->factors[i]) < most;
	return all;
}

static void polytope_add(struct polytope *p, expr condition)
{
	struct linear_span span;
	struct linear sum;

	ARRAY_ADD(p->entries, p->count, p->room,
		  (struct polytope_entry){condition, glp_get_num_rows(p->problem)});
	sum.count = 0;
	sum.constant = 0;
	if (linear_span(p->store, condition, &span) &&
	    linear_add(&sum, p->store, span.e, 1) && fits(&span, &sum))
		add_polytope_row(p, &span, &sum);
}

/* ---- bases */

/* Drops the saved bases that have more rows. */
static void drop_bases(struct polytope *p, int rows)
{
	while (p->basis_count && p->bases[p->basis_count - 1].rows > rows)
		p->status_count = p->bases[--p->basis_count].start;
}

static void keep_basis(struct polytope *p)
{
	const int rows = glp_get_num_rows(p->problem);
	const int columns = glp_get_num_cols(p->problem);

	drop_bases(p, rows - 1);
	const struct basis b = {rows, columns, p->status_count};
	ARRAY_ADD(p->bases, p->basis_count, p->basis_room, b);
	for (int i = 1; i <= rows + columns; i++) {
		p->statuses =
		    array_grow(p->statuses, p->status_count, &p->status_room, 1);
		p->statuses[p->status_count++] =
		    (char)(i <= rows ? glp_get_row_stat(p->problem, i)
				     : glp_get_col_stat(p->problem, i - rows));
	}
}

/* Restores the last saved basis of at most so many rows; if there is none, the basis of
 * the auxiliary variables. */
static void set_basis(struct polytope *p, int rows)
{
	const int columns = glp_get_num_cols(p->problem);
	struct basis b = {0, 0, 0};

	drop_bases(p, rows);
	if (p->basis_count)
		b = p->bases[p->basis_count - 1];
	for (int i = 1; i <= rows; i++)
		glp_set_row_stat(p->problem, i,
				 i <= b.rows ? p->statuses[b.start + (size_t)i - 1]
					     : GLP_BS);
	for (int j = 1; j <= columns; j++)
		glp_set_col_stat(p->problem, j,
				 j <= b.columns
				     ? p->statuses[b.start + (size_t)(b.rows + j) - 1]
				     : GLP_NS);
}

/* Deletes the rows of all conditions after the first `count`. */
static void keep_rows(struct polytope *p, size_t count)
{
	const int all = glp_get_num_rows(p->problem);

	if (count == p->count)
		return;
	const int rows = p->entries[count].rows;
	p->count = count;
	for (int i = all; i > rows; i--)
		glp_del_rows(p->problem, 1, (const int[]){0, i});
	if (rows < all)
		set_basis(p, rows);
}

/* ---- the certificate of infeasibility, in exact arithmetic */

/* The multipliers by row, as integers of which the largest has MULTIPLIER_BITS. */
static bool keep_multipliers(struct polytope *p, const double *factors, int rows)
{
	double largest = 0;
	int exponent;

	for (int i = 1; i <= rows; i++)
		largest = fmax(largest, fabs(factors[i]));
	if (!(largest > 0) || isinf(largest))
		return false;
	frexp(largest, &exponent);
	while (p->multiplier_room <= (size_t)rows)
		p->multipliers =
		    array_grow(p->multipliers, p->multiplier_room, &p->multiplier_room,
			       sizeof *p->multipliers);
	for (int i = 1; i <= rows; i++)
		p->multipliers[i] =
		    llrint(ldexp(factors[i], MULTIPLIER_BITS - exponent));
	return true;
}

/* The multipliers are the row of the simplex tableau whose basic variable violates its
 * bound, where no nonbasic variable can repair that. */
static bool read_multipliers(struct polytope *p)
{
	const int rows = glp_get_num_rows(p->problem);
	const int all = rows + glp_get_num_cols(p->problem);
	const int stuck = glp_get_unbnd_ray(p->problem);
	int *where = array_new((size_t)all + 1, sizeof *where);
	double *factors = array_new((size_t)all + 1, sizeof *factors);
	double *by_row = array_new((size_t)rows + 1, sizeof *by_row);
	bool read = stuck && glp_bf_exists(p->problem);

	if (read) {
		const int n = glp_eval_tab_row(p->problem, stuck, where, factors);
		for (int i = 1; i <= n; i++)
			if (where[i] <= rows)
				by_row[where[i]] = -factors[i];
		if (stuck <= rows)
			by_row[stuck] = 1;
		read = keep_multipliers(p, by_row, rows);
	}
	free(where);
	free(factors);
	free(by_row);
	return read;
}

static bool add_product(wide *sum, wide a, wide b)
{
	wide product;

	return !__builtin_mul_overflow(a, b, &product) &&
	       !__builtin_add_overflow(*sum, product, sum);
}

/* Adds the row times its multiplier to the sum by columns, and the lower bound of that
 * product to *least. A row that has no such bound is left out. False: overflow. */
static bool add_times(struct polytope *p, int row, int64_t times, wide *sum,
		      wide *least, int *columns, double *factors)
{
	const int type = glp_get_row_type(p->problem, row);
	const int missing = times > 0 ? GLP_UP : GLP_LO;
	const double bound = times > 0 ? glp_get_row_lb(p->problem, row)
				       : glp_get_row_ub(p->problem, row);
	bool all = true;

	if (times == 0 || type == missing || type == GLP_FR)
		return true;
	const int n = glp_get_mat_row(p->problem, row, columns, factors);
	for (int i = 1; i <= n; i++)
		all = all && add_product(&sum[columns[i]], times, (wide)factors[i]);
	return all && add_product(least, times, (wide)bound);
}

/* Whether the upper bound of the sum, by the columns' bounds, is below `least`. */
static bool is_below(struct polytope *p, const wide *sum, wide least)
{
	wide most = 0;

	for (int j = 1; j <= glp_get_num_cols(p->problem); j++) {
		const double bound = sum[j] > 0 ? glp_get_col_ub(p->problem, j)
						: glp_get_col_lb(p->problem, j);
		if (sum[j] && (glp_get_col_type(p->problem, j) == GLP_FR ||
			       !add_product(&most, sum[j], (wide)bound)))
			return false;
	}
	return most < least;
}

/* Whether the rows, each times its multiplier and the sign, sum up to a row that
 * contradicts the columns' bounds: Farkas' lemma. */
static bool is_refuted(struct polytope *p, int64_t sign)
{
	const size_t columns = (size_t)glp_get_num_cols(p->problem);
	wide *sum = array_new(columns + 1, sizeof *sum), least = 0;
	int *where = array_new(columns + 1, sizeof *where);
	double *factors = array_new(columns + 1, sizeof *factors);
	bool all = true;

	for (int i = 1; all && i <= glp_get_num_rows(p->problem); i++)
		all = add_times(p, i, sign * p->multipliers[i], sum, &least, where,
				factors);
	all = all && is_below(p, sum, least);
	free(sum);
	free(where);
	free(factors);
	return all;
}

/* ---- */

int polytope_solve(struct polytope *p)
{
	glp_smcp how;

	glp_init_smcp(&how);
	how.msg_lev = GLP_MSG_OFF;
	how.meth = GLP_DUAL;
	how.it_lim = ITERATIONS;
	return glp_simplex(p->problem, &how) ? GLP_UNDEF
					     : glp_get_prim_stat(p->problem);
}

bool polytope_is_empty(struct polytope *p, const expr *conditions, size_t count)
{
	size_t same = 0;

	while (same < count && same < p->count &&
	       p->entries[same].condition == conditions[same])
		same++;
	keep_rows(p, same);
	while (p->count < count)
		polytope_add(p, conditions[p->count]);
	if (glp_get_num_rows(p->problem) == 0)
		return false;
	const int found = polytope_solve(p);
	if (found == GLP_FEAS)
		keep_basis(p);
	return found == GLP_NOFEAS && read_multipliers(p) &&
	       (is_refuted(p, 1) || is_refuted(p, -1));
}
#endif
