/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"

void condition_errors_init(struct condition_errors *w,
			   const struct condition_program *program,
			   enum condition_distance distance)
{
	w->program = program;
	w->distance = distance;
	w->is_flat = false;
	w->errors = array_new(program->count + 1, sizeof *w->errors);
}

void condition_errors_done(struct condition_errors *w)
{
	free(w->errors);
	memset(w, 0, sizeof *w);
}

/* ---- differences */

__extension__ typedef __int128 wide;

/* The number's place among all of its format, NaNs outside. */
static wide ordered(unsigned sort, uint64_t bits)
{
	const unsigned sign = sort - SORT_FLOAT - 1;
	const uint64_t magnitude = bits & (((uint64_t)1 << sign) - 1);

	return bits >> sign & 1 ? -1 - (wide)magnitude : (wide)magnitude;
}

static double float_difference(enum condition_distance distance, unsigned sort,
			       uint64_t a, uint64_t b)
{
	const double x = node_number(sort, a), y = node_number(sort, b);

	if (x != x || y != y)
		return NAN;
	if (x == y)
		return 0;
	if (distance == DISTANCE_VALUE)
		return x - y;
	return (double)(ordered(sort, a) - ordered(sort, b));
}

static double word_difference(unsigned sort, bool is_signed, uint64_t a, uint64_t b)
{
	const wide x = is_signed ? (wide)node_signed(sort, a) : (wide)a;
	const wide y = is_signed ? (wide)node_signed(sort, b) : (wide)b;

	return (double)(x - y);
}

bool condition_is_comparison(const struct expr_store *store, expr e)
{
	switch (expr_at(store, e)->op) {
	case EXPR_ULT:
	case EXPR_ULE:
	case EXPR_SLT:
	case EXPR_SLE:
	case EXPR_FLT:
	case EXPR_FLE:
	case EXPR_FEQ:
		return true;
	case EXPR_EQ:
		return expr_sort(store, expr_at(store, e)->a) != SORT_BOOL;
	default:
		return false;
	}
}

static double difference(const struct condition_errors *w,
			 const struct condition_step *s)
{
	const uint64_t *v = w->program->values;
	const unsigned sort = s->operand_sort;

	if (sort > SORT_FLOAT)
		return float_difference(w->distance, sort, v[s->node.a], v[s->node.b]);
	return word_difference(sort, s->node.op != EXPR_ULT && s->node.op != EXPR_ULE,
			       v[s->node.a], v[s->node.b]);
}

double condition_difference(const struct condition_errors *w, expr e)
{
	if (!condition_is_comparison(w->program->store, e))
		return 0;
	return difference(w, &w->program->steps[w->program->slot[e] - 1]);
}

/* ---- errors */

static double bounded(double error)
{
	return error < ERROR_MOST ? error : ERROR_MOST;
}

static double error_size(double d)
{
	return d != d ? ERROR_NAN : fabs(d) < ERROR_NAN ? fabs(d) : ERROR_NAN;
}

/* The error of a comparison with the value `is` when it is to be the other one. */
static double turned(const struct condition_errors *w, const struct condition_step *s,
		     bool is)
{
	const bool is_equality = s->node.op == EXPR_EQ || s->node.op == EXPR_FEQ;

	if (is_equality && is)
		return 1;
	const double size = error_size(difference(w, s));
	return size + (!is_equality && (!w->is_flat || size == 0));
}

static void read_comparison(const struct condition_errors *w,
			    const struct condition_step *s, bool is, double error[2])
{
	error[is] = 0;
	error[!is] = bounded(turned(w, s, is));
}

static void read_same(const double a[2], const double b[2], double error[2])
{
	error[true] = bounded(fmin(a[true] + b[true], a[false] + b[false]));
	error[false] = bounded(fmin(a[true] + b[false], a[false] + b[true]));
}

static void read_choice(const double c[2], const double a[2], const double b[2],
			double error[2])
{
	for (int is = 0; is < 2; is++)
		error[is] = bounded(fmin(c[true] + a[is], c[false] + b[is]));
}

static void read_truth(struct condition_errors *w, const struct condition_step *s,
		       bool is, double error[2])
{
	const double *a = w->errors[s->node.a], *b = w->errors[s->node.b];

	switch (s->node.op) {
	case EXPR_NOT:
		error[true] = a[false];
		error[false] = a[true];
		break;
	case EXPR_AND:
		error[true] = bounded(a[true] + b[true]);
		error[false] = fmin(a[false], b[false]);
		break;
	case EXPR_OR:
		error[true] = fmin(a[true], b[true]);
		error[false] = bounded(a[false] + b[false]);
		break;
	case EXPR_ITE:
		read_choice(a, b, w->errors[s->node.c], error);
		break;
	case EXPR_EQ:
		read_same(a, b, error);
		break;
	default:
		error[is] = 0;
		error[!is] = 1;
	}
}

void condition_errors_read(struct condition_errors *w)
{
	const struct condition_program *p = w->program;

	for (size_t i = 0; i < p->count; i++) {
		const struct condition_step *s = &p->steps[i];
		if (s->node.sort != SORT_BOOL)
			continue;
		if (p->unknown[i + 1])
			w->errors[i + 1][true] = w->errors[i + 1][false] = ERROR_MOST;
		else if (condition_is_comparison(p->store, s->e))
			read_comparison(w, s, p->values[i + 1], w->errors[i + 1]);
		else
			read_truth(w, s, p->values[i + 1], w->errors[i + 1]);
	}
}
