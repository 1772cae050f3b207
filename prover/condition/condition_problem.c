/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_problem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "prover/expr/node.h"
#include "prover/ir/arena.h"
#include "system/stop.h"

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

/* a - b of a comparison, in the sense of its operands' sort, or 0 for what compares no
 * numbers; may be NaN or infinite. Its sign tells on which side of equality it is. */
static double condition_difference(const struct condition_errors *w, expr e)
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

/* ---- which conjunct depends on what */

/* By step: the scalars of its cone, a bit each, and whether floating point is in it. */
struct support {
	size_t words;
	uint64_t *bits;
	bool *floats;
};

static void mark_bytes(uint64_t *bits, const struct variable *v,
		       const struct condition_scalar *all, size_t count)
{
	const uint32_t end = v->index + v->sort / 8u;

	for (size_t k = 0; k < count; k++)
		if (all[k].offset < end && v->index < all[k].offset + all[k].size)
			bits[k / 64] |= (uint64_t)1 << k % 64;
}

static void unite(struct support *s, size_t to, uint32_t from)
{
	for (size_t w = 0; w < s->words; w++)
		s->bits[to * s->words + w] |= s->bits[from * s->words + w];
	s->floats[to] |= s->floats[from];
}

static void support_init(struct support *s, const struct condition_program *p,
			 const struct condition_scalar *all, size_t count)
{
	s->words = count / 64 + 1;
	s->bits = array_new((p->count + 1) * s->words, sizeof *s->bits);
	s->floats = array_new(p->count + 1, sizeof *s->floats);
	for (size_t i = 0; i < p->count; i++) {
		const struct condition_step *step = &p->steps[i];
		const uint32_t operands[] = {step->node.a, step->node.b, step->node.c};
		for (size_t k = 0; k < sizeof operands / sizeof *operands; k++)
			unite(s, i + 1, operands[k]);
		for (int k = 0; k < NATIVE_ARGUMENTS; k++)
			unite(s, i + 1, step->arguments[k]);
		if (step->variable && step->variable->kind == VARIABLE_INPUT)
			mark_bytes(&s->bits[(i + 1) * s->words], step->variable, all,
				   count);
		s->floats[i + 1] |= step->node.sort > SORT_FLOAT;
	}
}

static void support_done(struct support *s)
{
	free(s->bits);
	free(s->floats);
}

static bool depends_on_scalar(const struct condition_problem *p,
			      const struct support *s, size_t conjunct, size_t scalar)
{
	const uint32_t slot = p->program.slot[p->conjuncts[conjunct].e];

	return s->bits[slot * s->words + scalar / 64] >> scalar % 64 & 1;
}

static bool has_dependent(const struct condition_problem *p, const struct support *s,
			  size_t scalar, bool floats_only)
{
	for (size_t i = 0; i < p->count; i++)
		if (depends_on_scalar(p, s, i, scalar) &&
		    (!floats_only || s->floats[p->program.slot[p->conjuncts[i].e]]))
			return true;
	return false;
}

static void take_scalars(struct condition_problem *p, const struct support *s,
			 const struct condition_scalar *all, size_t count)
{
	size_t *which = array_new(count + 1, sizeof *which);

	p->scalars = array_new(count + 1, sizeof *p->scalars);
	p->axes = array_new(count + 1, sizeof *p->axes);
	for (size_t k = 0; k < count; k++)
		if (has_dependent(p, s, k, p->options->floats_only)) {
			which[p->n] = k;
			p->axes[p->n] = all[k].axis;
			p->scalars[p->n++] = all[k];
		} else {
			p->kept += has_dependent(p, s, k, false);
		}
	p->touches = array_new(p->count * p->n + 1, sizeof *p->touches);
	for (size_t i = 0; i < p->count; i++)
		for (size_t k = 0; k < p->n; k++)
			p->touches[i * p->n + k] = depends_on_scalar(p, s, i, which[k]);
	free(which);
}

/* ---- */

static void take_conjuncts(struct condition_problem *p, const struct expr_store *store,
			   const struct conjunct *list, size_t count)
{
	expr *roots = array_new(count + 1, sizeof *roots);

	p->conjuncts = array_new(count + 1, sizeof *p->conjuncts);
	p->count = count;
	for (size_t i = 0; i < count; i++) {
		p->conjuncts[i] = list[i];
		roots[i] = list[i].e;
	}
	condition_program_init(&p->program, store, roots, count);
	condition_errors_init(&p->errors, &p->program, p->options->distance);
	free(roots);
}

void condition_problem_init(struct condition_problem *p, const struct expr_store *store,
			    struct condition_options *options,
			    const struct conjunct *conjuncts, size_t count,
			    const struct condition_scalar *all, size_t scalar_count,
			    const unsigned char *start, size_t size)
{
	struct support support;

	memset(p, 0, sizeof *p);
	p->options = options;
	take_conjuncts(p, store, conjuncts, count);
	support_init(&support, &p->program, all, scalar_count);
	take_scalars(p, &support, all, scalar_count);
	support_done(&support);
	p->size = size;
	p->input = array_new(size + 1, 1);
	memcpy(p->input, start, size);
	p->start = array_new(p->n + 1, sizeof *p->start);
	p->lowest = array_new(p->n + 1, sizeof *p->lowest);
	p->lowest_error = INFINITY;
	for (size_t k = 0; k < p->n; k++)
		p->start[k] = axis_clamp(
		    &p->axes[k], condition_scalar_get(&p->scalars[k], start, size));
}

void condition_problem_done(struct condition_problem *p)
{
	condition_errors_done(&p->errors);
	condition_program_done(&p->program);
	free(p->conjuncts);
	free(p->scalars);
	free(p->axes);
	free(p->touches);
	free(p->start);
	free(p->lowest);
	free(p->input);
	memset(p, 0, sizeof *p);
}

/* ---- evaluation */

double condition_problem_error(const struct condition_problem *p, size_t i)
{
	return condition_error(&p->errors, p->conjuncts[i].e, p->conjuncts[i].holds);
}

double condition_problem_difference(const struct condition_problem *p, size_t i)
{
	return condition_difference(&p->errors, p->conjuncts[i].e);
}

bool condition_problem_over(const struct condition_problem *p)
{
	return p->found || p->evaluations >= p->limit || stop_asked();
}

bool condition_problem_read(struct condition_problem *p, const coord *x, double *error)
{
	bool all = true;

	if (condition_problem_over(p))
		return false;
	p->evaluations++;
	for (size_t k = 0; k < p->n; k++)
		condition_scalar_put(&p->scalars[k], x[k], p->input, p->size);
	condition_program_run(&p->program, p->input, p->size);
	condition_errors_read(&p->errors);
	*error = 0;
	for (size_t i = 0; i < p->count; i++) {
		all = all && condition_is(&p->program, p->conjuncts[i].e,
					  p->conjuncts[i].holds);
		*error += condition_problem_error(p, i);
	}
	p->found = all;
	if (*error < p->lowest_error) {
		p->lowest_error = *error;
		memcpy(p->lowest, x, p->n * sizeof *x);
	}
	return true;
}
