/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"

enum { ROOM_MOST = 1 << 22 }; /* numbers; of a larger problem nothing is linear */

#define ROUNDING 1e-9 /* of an equality, relative to the size of its terms */

/* By step: its factors, or null: it is not linear. */
struct forms {
	const struct condition_problem *problem;
	size_t n;
	double **of;
	double *room;
	size_t used;
};

/* ---- leaves */

/* The scalar that these bytes of the file are, or n. */
static size_t scalar_of(const struct forms *f, const struct variable *v)
{
	for (size_t k = 0; k < f->n; k++)
		if (f->problem->scalars[k].offset == v->index &&
		    f->problem->scalars[k].size == v->sort / 8u)
			return k;
	return f->n;
}

static bool set_scalar(const struct forms *f, const struct condition_step *s,
		       bool is_number, double *to)
{
	if (!s->variable || s->variable->kind != VARIABLE_INPUT)
		return false;
	const size_t k = scalar_of(f, s->variable);
	if (k == f->n || (f->problem->axes[k].kind != AXIS_INTEGER) != is_number)
		return false;
	to[k] = 1;
	return true;
}

static bool set_constant(const struct forms *f, double value, double *to)
{
	to[f->n] = value;
	return isfinite(value);
}

/* ---- operations */

static bool is_constant_form(const struct forms *f, const double *a)
{
	bool all = a != NULL;

	for (size_t k = 0; all && k < f->n; k++)
		all = a[k] == 0;
	return all;
}

static bool add_times(const struct forms *f, const double *a, double times, double *to)
{
	bool all = a && isfinite(times);

	for (size_t k = 0; all && k <= f->n; k++) {
		to[k] += a[k] * times;
		all = isfinite(to[k]);
	}
	return all;
}

static bool product(const struct forms *f, const double *a, const double *b, double *to)
{
	if (is_constant_form(f, b))
		return add_times(f, a, b[f->n], to);
	return is_constant_form(f, a) && add_times(f, b, a[f->n], to);
}

/* The step's, in terms of its operands' forms. */
static bool form_of(const struct forms *f, const struct condition_step *s,
		    const double *a, const double *b, double *to)
{
	const struct condition_step *from;

	switch (s->node.op) {
	case EXPR_CONST:
		return set_constant(f, (double)node_signed(s->node.sort, s->node.value),
				    to);
	case EXPR_VAR:
		return set_scalar(f, s, false, to);
	case EXPR_TOFP:
		from = &f->problem->program.steps[s->node.a - 1];
		if (from->node.op == EXPR_CONST)
			return set_constant(
			    f, node_number(s->node.sort, from->node.value), to);
		return set_scalar(f, from, true, to);
	case EXPR_ADD:
	case EXPR_FADD:
		return add_times(f, a, 1, to) && add_times(f, b, 1, to);
	case EXPR_SUB:
	case EXPR_FSUB:
		return add_times(f, a, 1, to) && add_times(f, b, -1, to);
	case EXPR_MUL:
	case EXPR_FMUL:
		return product(f, a, b, to);
	case EXPR_FDIV:
		return is_constant_form(f, b) && b[f->n] != 0 &&
		       add_times(f, a, 1 / b[f->n], to);
	case EXPR_SHL:
		return is_constant_form(f, b) && b[f->n] >= 0 && b[f->n] < 62 &&
		       add_times(f, a, ldexp(1, (int)b[f->n]), to);
	case EXPR_NEG:
	case EXPR_FNEG:
		return add_times(f, a, -1, to);
	case EXPR_SEXT:
	case EXPR_ZEXT:
	case EXPR_FRESIZE:
	case EXPR_FROM_SIGNED:
	case EXPR_FROM_UNSIGNED:
		return add_times(f, a, 1, to);
	default:
		return false;
	}
}

static void find_form(struct forms *f, size_t i)
{
	const struct condition_step *s = &f->problem->program.steps[i];
	double *to = f->room + f->used;
	const bool has_form =
	    s->node.sort > SORT_FLOAT || (s->node.sort > 1 && s->node.sort <= 64);

	memset(to, 0, (f->n + 1) * sizeof *to);
	if (!has_form || !form_of(f, s, f->of[s->node.a], f->of[s->node.b], to))
		return;
	f->of[i + 1] = to;
	f->used += f->n + 1;
}

/* ---- rows */

/* The relation of the difference to 0; `turned`: that of its negative. False: none. */
static bool relation_of(const struct condition_step *s, bool holds,
			enum linear_relation *relation, bool *turned)
{
	*turned = !holds;
	switch (s->node.op) {
	case EXPR_FEQ:
	case EXPR_EQ:
		*relation = LINEAR_EQUAL;
		return holds;
	case EXPR_FLT:
	case EXPR_SLT:
	case EXPR_ULT:
		*relation = holds ? LINEAR_BELOW : LINEAR_AT_MOST;
		return true;
	case EXPR_FLE:
	case EXPR_SLE:
	case EXPR_ULE:
		*relation = holds ? LINEAR_AT_MOST : LINEAR_BELOW;
		return true;
	default:
		return false;
	}
}

static void add_linear_row(struct linear_part *part, const struct forms *f,
			   size_t conjunct)
{
	const struct condition_problem *p = part->problem;
	const struct conjunct *c = &p->conjuncts[conjunct];
	const struct condition_step *s = &p->program.steps[p->program.slot[c->e] - 1];
	struct linear_row row = {.conjunct = conjunct};
	bool turned;

	if (!condition_is_comparison(p->program.store, c->e) ||
	    !relation_of(s, c->holds, &row.relation, &turned))
		return;
	row.factors = part->room + part->count * (p->n + 1);
	if (add_times(f, f->of[s->node.a], turned ? -1 : 1, row.factors) &&
	    add_times(f, f->of[s->node.b], turned ? 1 : -1, row.factors) &&
	    !is_constant_form(f, row.factors))
		part->rows[part->count++] = row;
	else
		memset(row.factors, 0, (p->n + 1) * sizeof *row.factors);
}

void linear_part_init(struct linear_part *part, const struct condition_problem *p)
{
	const size_t steps = p->program.count;
	struct forms f = {.problem = p, .n = p->n};

	memset(part, 0, sizeof *part);
	part->problem = p;
	if (p->n == 0 || steps > ROOM_MOST / (p->n + 1))
		return;
	part->rows = array_new(p->count + 1, sizeof *part->rows);
	part->room = array_new((p->count + 1) * (p->n + 1), sizeof *part->room);
	f.of = array_new(steps + 1, sizeof *f.of);
	f.room = array_new((steps + 1) * (p->n + 1), sizeof *f.room);
	for (size_t i = 0; i < steps; i++)
		find_form(&f, i);
	for (size_t i = 0; i < p->count; i++)
		add_linear_row(part, &f, i);
	free(f.of);
	free(f.room);
}

void linear_part_done(struct linear_part *part)
{
	free(part->rows);
	free(part->room);
	memset(part, 0, sizeof *part);
}

/* ---- at a point */

/* The sum, and the size of the largest term in it. */
static double sum_of(const struct linear_part *part, const struct linear_row *row,
		     const coord *x, double *largest)
{
	const struct condition_problem *p = part->problem;
	double sum = row->factors[p->n];

	*largest = fabs(sum);
	for (size_t k = 0; k < p->n; k++) {
		if (row->factors[k] == 0)
			continue;
		const double term =
		    row->factors[k] * axis_to_double(p->axes[k].kind, x[k]);
		sum += term;
		*largest = fmax(*largest, fabs(term));
	}
	return sum;
}

bool linear_row_holds(const struct linear_part *part, const struct linear_row *row,
		      const coord *x)
{
	double largest;
	const double sum = sum_of(part, row, x, &largest);

	switch (row->relation) {
	case LINEAR_EQUAL:
		return fabs(sum) <= ROUNDING * largest;
	case LINEAR_AT_MOST:
		return sum <= 0;
	default:
		return sum < 0;
	}
}

#define ZERO 1e-12 /* relative to the largest factor: what cancels */

static double *equality_row(const struct equalities *q, size_t i)
{
	return q->factors + i * (q->problem->n + 1);
}

/* ---- the echelon form */

/* The column of the row with the largest factor; n: it has none. */
static size_t largest_of(const struct equalities *q, size_t i)
{
	const double *row = equality_row(q, i);
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
	double *to = equality_row(q, row);
	const double *from = equality_row(q, other);

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
	double *row = equality_row(q, i);
	const double factor = row[k];

	for (size_t j = 0; j <= q->problem->n; j++)
		row[j] /= factor;
	row[k] = 1;
	q->pivots[i] = k;
	for (size_t other = 0; other < q->count; other++)
		if (other != i && equality_row(q, other)[k] != 0) {
			eliminate(q, other, i, equality_row(q, other)[k]);
			equality_row(q, other)[k] = 0;
		}
}

static void drop_row(struct equalities *q, size_t i)
{
	q->count--;
	memmove(equality_row(q, i), equality_row(q, q->count),
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
			memcpy(equality_row(q, q->count++), part->rows[i].factors,
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
	const double *row = equality_row(q, i);
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
	double *row = equality_row(q, i);
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
		if (equality_row(q, i)[moved] != 0)
			recompute(q, i, x);
	return true;
}
