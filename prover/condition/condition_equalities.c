/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_equalities.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

#define ZERO 1e-12 /* relative to the largest factor: what cancels */

static double *row_of(const struct equalities *q, size_t i)
{
	return q->factors + i * (q->problem->n + 1);
}

/* ---- the echelon form */

/* The column of the row with the largest factor; n: it has none. */
static size_t largest_of(const struct equalities *q, size_t i)
{
	const double *row = row_of(q, i);
	size_t best = q->problem->n;

	for (size_t k = 0; k < q->problem->n; k++)
		if (row[k] != 0 &&
		    (best == q->problem->n || fabs(row[k]) > fabs(row[best])))
			best = k;
	return best;
}

/* Takes `times` the other row from a row; what cancels is 0. */
static void eliminate(const struct equalities *q, size_t row, size_t other,
		      double times)
{
	double *to = row_of(q, row);
	const double *from = row_of(q, other);

	for (size_t k = 0; k <= q->problem->n; k++) {
		const double part = times * from[k];
		const double size = fmax(fabs(to[k]), fabs(part));
		to[k] -= part;
		if (fabs(to[k]) <= ZERO * size)
			to[k] = 0;
	}
}

/* The row's scalar k gets factor 1 in it, and 0 in all others. */
static void make_pivot(struct equalities *q, size_t i, size_t k)
{
	double *row = row_of(q, i);
	const double factor = row[k];

	for (size_t j = 0; j <= q->problem->n; j++)
		row[j] /= factor;
	row[k] = 1;
	q->pivots[i] = k;
	for (size_t other = 0; other < q->count; other++)
		if (other != i && row_of(q, other)[k] != 0) {
			eliminate(q, other, i, row_of(q, other)[k]);
			row_of(q, other)[k] = 0;
		}
}

static void drop_row(struct equalities *q, size_t i)
{
	q->count--;
	memmove(row_of(q, i), row_of(q, q->count),
		(q->problem->n + 1) * sizeof *q->factors);
}

void equalities_init(struct equalities *q, const struct linear_part *part,
		     const bool *marked)
{
	const size_t n = part->problem->n;

	q->problem = part->problem;
	q->count = 0;
	q->factors = array_new((part->count + 1) * (n + 1), sizeof *q->factors);
	q->pivots = array_new(part->count + 1, sizeof *q->pivots);
	for (size_t i = 0; i < part->count; i++)
		if (part->rows[i].relation == LINEAR_EQUAL &&
		    marked[part->rows[i].conjunct])
			memcpy(row_of(q, q->count++), part->rows[i].factors,
			       (n + 1) * sizeof *q->factors);
	for (size_t i = 0; i < q->count;) {
		const size_t k = largest_of(q, i);
		if (k == n)
			drop_row(q, i); /* it follows from the others */
		else
			make_pivot(q, i++, k);
	}
}

void equalities_done(struct equalities *q)
{
	free(q->factors);
	free(q->pivots);
	memset(q, 0, sizeof *q);
}

/* ---- after a move */

static void recompute(const struct equalities *q, size_t i, coord *x)
{
	const struct condition_problem *p = q->problem;
	const double *row = row_of(q, i);
	const size_t pivot = q->pivots[i];
	double sum = row[p->n];

	for (size_t k = 0; k < p->n; k++)
		if (k != pivot && row[k] != 0)
			sum += row[k] * axis_to_double(p->axes[k].kind, x[k]);
	x[pivot] = axis_from_double(&p->axes[pivot], -sum);
}

/* Another scalar of the row becomes its pivot. */
static bool change_pivot(struct equalities *q, size_t i)
{
	double *row = row_of(q, i);
	const size_t before = q->pivots[i];

	row[before] = 0;
	const size_t k = largest_of(q, i);
	row[before] = 1;
	if (k == q->problem->n)
		return false;
	make_pivot(q, i, k);
	return true;
}

bool equalities_adjust(struct equalities *q, size_t moved, coord *x)
{
	for (size_t i = 0; i < q->count; i++)
		if (q->pivots[i] == moved && !change_pivot(q, i))
			return false;
	for (size_t i = 0; i < q->count; i++)
		if (row_of(q, i)[moved] != 0)
			recompute(q, i, x);
	return true;
}
