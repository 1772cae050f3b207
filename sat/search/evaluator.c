/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * evaluator.c - floats of 32 and 64 bits that are rounded to nearest are computed by
 * the machine; all else by term_compute(). Both give the same bits.
 *
 * This file is compiled without contraction of a * b + c.
 */
#include "sat/search/evaluator.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

enum fast {
	FAST_NONE, /* term_compute() */
	FAST_INPUT, /* a variable or a constant: nothing is computed */
	FAST_BOOL, /* not, and, or, ite of Bool */
	FAST_ATOM, /* branch_distance() */
	FAST_ITE,
	FAST_SINGLE, /* + - * / and roots */
	FAST_DOUBLE,
	FAST_WIDEN, /* 32 to 64 */
	FAST_NARROW, /* 64 to 32 */
};

/* ---- what is computed how */

static bool is_float_node(struct sort sort, unsigned exponent, unsigned significand)
{
	return sort.kind == SORT_FLOAT && sort.exponent == exponent &&
	       sort.significand == significand;
}

static enum fast fast_float(const struct evaluator *e, const struct node *n)
{
	const bool is_single = is_float_node(n->sort, 8, 24);
	const bool is_double = is_float_node(n->sort, 11, 53);
	const struct sort from = e->nodes[n->operands[n->count - 1]].sort;

	if (!is_single && !is_double)
		return FAST_NONE;
	switch (n->operation) {
	case OP_FP_ADD:
	case OP_FP_SUB:
	case OP_FP_MUL:
	case OP_FP_DIV:
	case OP_FP_SQRT:
		return is_single ? FAST_SINGLE : FAST_DOUBLE;
	case OP_FP_OF_FP:
		if (is_double && is_float_node(from, 8, 24))
			return FAST_WIDEN;
		return is_single && is_float_node(from, 11, 53) ? FAST_NARROW
								: FAST_NONE;
	default:
		return FAST_NONE;
	}
}

static enum fast fast_of(const struct evaluator *e, const struct node *n)
{
	switch (n->operation) {
	case OP_CONSTANT:
	case OP_VARIABLE:
		return FAST_INPUT;
	case OP_NOT:
	case OP_AND:
	case OP_OR:
		return FAST_BOOL;
	case OP_ITE:
		return n->sort.kind == SORT_BOOL ? FAST_BOOL : FAST_ITE;
	default:
		return n->sort.kind == SORT_BOOL ? FAST_ATOM : fast_float(e, n);
	}
}

/* ---- the program */

/* Marks what the constraints are made of; returns how many terms. */
static size_t mark_node(const struct system *s, bool *used)
{
	size_t count = 0;

	for (size_t i = 0; i < s->count; i++)
		used[s->constraints[i]] = true;
	for (size_t i = s->formula->count; i-- > 0;) {
		const struct term *term = term_at(s->formula, (term_id)i);

		if (!used[i])
			continue;
		count++;
		for (unsigned k = 0; k < term->count; k++)
			used[term->operands[k]] = true;
	}
	return count;
}

static void evaluator_allocate(struct evaluator *e, const struct system *s,
			       size_t count)
{
	e->nodes = array_new(count + 1, sizeof(*e->nodes));
	e->values = array_new(count + 1, sizeof(*e->values));
	e->open = array_new(count + 1, sizeof(*e->open));
	e->distances = array_new(count + 1, sizeof(*e->distances));
	e->inputs = array_new(count + 1, sizeof(*e->inputs));
	e->constraints = array_new(s->count + 1, sizeof(*e->constraints));
	e->users = array_new(TERM_OPERANDS * count + 1, sizeof(*e->users));
	e->first_user = array_new(count + 2, sizeof(*e->first_user));
	e->changed = array_new(count + 1, sizeof(*e->changed));
	e->last = array_new(count + 1, sizeof(*e->last));
}

static void set_bool(struct evaluator *e, uint32_t node)
{
	const bool value = e->values[node] != 0;

	e->distances[node][0] = value;
	e->distances[node][1] = !value;
}

static void node_add(struct evaluator *e, term_id id, const uint32_t *places)
{
	const struct term *term = term_at(e->formula, id);
	const uint32_t at = (uint32_t)e->count++;
	struct node *n = &e->nodes[at];

	n->operation = term->operation;
	n->count = term->count;
	n->sort = term->sort;
	n->number = term->number;
	n->term = id;
	for (unsigned k = 0; k < n->count; k++)
		n->operands[k] = places[term->operands[k]];
	n->fast = (uint8_t)fast_of(e, n);
	e->values[at] = term->value;
	if (n->sort.kind == SORT_BOOL)
		set_bool(e, at);
	if (n->operation == OP_VARIABLE)
		e->inputs[e->input_count++] = at;
}

/* Lists the users of each node, by counting first. All nodes are to be computed. */
static void list_users(struct evaluator *e)
{
	for (uint32_t i = 0; i < e->count; i++)
		for (unsigned k = 0; k < e->nodes[i].count; k++)
			e->first_user[e->nodes[i].operands[k] + 1]++;
	for (size_t i = 0; i < e->count; i++)
		e->first_user[i + 1] += e->first_user[i];
	for (uint32_t i = (uint32_t)e->count; i-- > 0;)
		for (unsigned k = 0; k < e->nodes[i].count; k++)
			e->users[--e->first_user[e->nodes[i].operands[k] + 1]] = i;
	/* Each entry has moved down to where the one before it begins. */
	memmove(e->first_user, e->first_user + 1, e->count * sizeof(*e->first_user));
	e->first_user[e->count] = 0;
	for (size_t i = 0; i < e->count; i++)
		e->first_user[e->count] += e->nodes[i].count;
	memset(e->changed, true, e->count);
}

void evaluator_init(struct evaluator *e, const struct system *system)
{
	const size_t all = system->formula->count;
	bool *used = array_new(all, sizeof(*used));
	uint32_t *places = array_new(all, sizeof(*places));

	memset(e, 0, sizeof(*e));
	e->formula = system->formula;
	e->metric = METRIC_SCALE;
	evaluator_allocate(e, system, mark_node(system, used));
	for (size_t i = 0; i < all; i++)
		if (used[i]) {
			places[i] = (uint32_t)e->count;
			node_add(e, (term_id)i, places);
		}
	for (size_t i = 0; i < system->count; i++)
		e->constraints[e->constraint_count++] = places[system->constraints[i]];
	list_users(e);
	free(used);
	free(places);
}

void evaluator_done(struct evaluator *e)
{
	free(e->nodes);
	free(e->values);
	free(e->open);
	free(e->distances);
	free(e->inputs);
	free(e->constraints);
	free(e->users);
	free(e->first_user);
	free(e->changed);
	free(e->last);
	memset(e, 0, sizeof(*e));
}

/* ---- a run */

static void run_slow(struct evaluator *e, uint32_t node)
{
	const struct node *n = &e->nodes[node];
	struct sort sorts[TERM_OPERANDS];
	word values[TERM_OPERANDS];

	for (unsigned k = 0; k < n->count; k++) {
		sorts[k] = e->nodes[n->operands[k]].sort;
		values[k] = e->values[n->operands[k]];
	}
	e->open[node] = !term_compute(term_at(e->formula, n->term), sorts, values,
				      &e->values[node]);
	for (unsigned k = 0; k < n->count; k++)
		e->open[node] |= e->open[n->operands[k]];
}

static void run_bool(struct evaluator *e, uint32_t node)
{
	const struct node *n = &e->nodes[node];
	const double *a = e->distances[n->operands[0]];
	const double *b = e->distances[n->operands[n->count > 1]];
	double *d = e->distances[node];
	const double *c;

	switch (n->operation) {
	case OP_NOT:
		d[0] = a[1];
		d[1] = a[0];
		break;
	case OP_AND:
		d[0] = fmin(a[0], b[0]);
		d[1] = a[1] + b[1];
		break;
	case OP_OR:
		d[0] = a[0] + b[0];
		d[1] = fmin(a[1], b[1]);
		break;
	default: /* OP_ITE */
		c = e->distances[n->operands[2]];
		d[0] = fmin(a[1] + b[0], a[0] + c[0]);
		d[1] = fmin(a[1] + b[1], a[0] + c[1]);
	}
	e->values[node] = d[1] == 0;
}

static void run_ite(struct evaluator *e, uint32_t node)
{
	const uint32_t *x = e->nodes[node].operands;
	const uint32_t chosen = x[node_is(e, x[0], true) ? 1 : 2];

	e->values[node] = e->values[chosen];
	e->open[node] =
	    e->open[chosen] || (!node_is(e, x[0], true) && !node_is(e, x[0], false));
}

static void run_atom(struct evaluator *e, uint32_t node)
{
	const struct node *n = &e->nodes[node];
	bool is_open = false;

	for (unsigned k = 0; k < n->count; k++)
		is_open |= e->open[n->operands[k]];
	if (is_open)
		e->distances[node][0] = e->distances[node][1] = DISTANCE_OPEN;
	else
		branch_distance(e, node);
	e->values[node] = e->distances[node][1] == 0;
}

static float single_of(word value)
{
	const uint32_t bits = (uint32_t)value;
	float number;

	memcpy(&number, &bits, sizeof(number));
	return number;
}

static double double_of(word value)
{
	const uint64_t bits = (uint64_t)value;
	double number;

	memcpy(&number, &bits, sizeof(number));
	return number;
}

static word of_single(float number)
{
	uint32_t bits = 0x7fc00000;

	if (number == number)
		memcpy(&bits, &number, sizeof(bits));
	return bits;
}

static word of_double(double number)
{
	uint64_t bits = 0x7ff8000000000000;

	if (number == number)
		memcpy(&bits, &number, sizeof(bits));
	return bits;
}

/* Floats too, which are then rounded again, as if once: doubles have more than twice their
 * digits (S. A. Figueroa, When is Double Rounding Innocuous?, 1995). */
static double arithmetic(enum term_operation operation, double a, double b)
{
	switch (operation) {
	case OP_FP_ADD:
		return a + b;
	case OP_FP_SUB:
		return a - b;
	case OP_FP_MUL:
		return a * b;
	case OP_FP_DIV:
		return a / b;
	default: /* OP_FP_SQRT */
		return sqrt(b);
	}
}

static word run_fast(const struct node *n, word first, word last)
{
	const enum term_operation operation = (enum term_operation)n->operation;

	switch ((enum fast)n->fast) {
	case FAST_SINGLE:
		return of_single(
		    (float)arithmetic(operation, single_of(first), single_of(last)));
	case FAST_DOUBLE:
		return of_double(
		    arithmetic(operation, double_of(first), double_of(last)));
	case FAST_WIDEN:
		return of_double(single_of(last));
	default: /* FAST_NARROW */
		return of_single((float)double_of(last));
	}
}

static void run_float(struct evaluator *e, uint32_t node)
{
	const struct node *n = &e->nodes[node];
	const uint32_t first = n->operands[1], last = n->operands[n->count - 1];

	if (e->values[n->operands[0]] != ROUND_NEAREST_EVEN) {
		run_slow(e, node);
		return;
	}
	e->values[node] = run_fast(n, e->values[first], e->values[last]);
	e->open[node] = e->open[first] || e->open[last] || e->open[n->operands[0]];
}

static void run_node(struct evaluator *e, uint32_t node)
{
	switch ((enum fast)e->nodes[node].fast) {
	case FAST_INPUT:
		if (e->nodes[node].sort.kind == SORT_BOOL)
			set_bool(e, node);
		break;
	case FAST_BOOL:
		run_bool(e, node);
		break;
	case FAST_ATOM:
		run_atom(e, node);
		break;
	case FAST_ITE:
		run_ite(e, node);
		break;
	case FAST_NONE:
		run_slow(e, node);
		break;
	default:
		run_float(e, node);
	}
}

static void users_are_stale(struct evaluator *e, uint32_t node)
{
	for (uint32_t u = e->first_user[node]; u < e->first_user[node + 1]; u++)
		e->changed[e->users[u]] = true;
}

/* Computes a node; what uses it is to be computed if it has changed. */
static void refresh(struct evaluator *e, uint32_t node)
{
	const word value = e->values[node];
	const bool open = e->open[node];
	const double to_false = e->distances[node][0], to_true = e->distances[node][1];

	e->changed[node] = false;
	run_node(e, node);
	if (e->nodes[node].fast == FAST_INPUT || e->values[node] != value ||
	    e->open[node] != open || e->distances[node][0] != to_false ||
	    e->distances[node][1] != to_true)
		users_are_stale(e, node);
}

static void find_stale(struct evaluator *e)
{
	for (size_t i = 0; i < e->input_count; i++)
		if (*evaluator_input(e, i) != e->last[i]) {
			e->last[i] = *evaluator_input(e, i);
			e->changed[e->inputs[i]] = true;
		}
	if (e->metric != e->last_metric)
		memset(e->changed, true, e->count);
	e->last_metric = e->metric;
}

double evaluator_run(struct evaluator *e)
{
	double sum = 0;

	e->runs++;
	find_stale(e);
	for (uint32_t node = 0; node < e->count; node++)
		if (e->changed[node])
			refresh(e, node);
	for (size_t i = 0; i < e->constraint_count; i++)
		sum += e->distances[e->constraints[i]][1];
	return sum;
}

void evaluator_replaced(struct evaluator *e)
{
	for (size_t i = 0; i < e->input_count; i++)
		e->last[i] = *evaluator_input(e, i);
}
