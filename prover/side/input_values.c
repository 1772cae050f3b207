/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input_values.c - values under one input. Numbers are rounded to nearest, as in runs. */
#include "prover/side/input_values.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

void input_values_init(struct input_values *v, const struct expr_store *store,
		       const uint8_t *bytes, size_t size)
{
	memset(v, 0, sizeof *v);
	v->store = store;
	v->bytes = bytes;
	v->size = size;
}

void input_values_done(struct input_values *v)
{
	free(v->values);
	free(v->known);
	memset(v, 0, sizeof *v);
}

uint64_t input_values_read(const struct variable *variable, const uint8_t *bytes,
			   size_t size)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < variable->sort / 8u && i < 8; i++)
		if (variable->index + i < size)
			value |= (uint64_t)bytes[variable->index + i] << 8 * i;
	return value;
}

/* ---- one expression */

static bool is_known_value(const struct input_values *v, expr e)
{
	return e == EXPR_NONE || v->known[e];
}

/* A format that is not computed here. */
static bool is_wide_value(const struct input_values *v, expr e)
{
	const unsigned sort = expr_sort(v->store, e);

	return e != EXPR_NONE && (sort == SORT_F80 || sort == SORT_F128 ||
				  (sort > 64 && sort < SORT_FLOAT));
}

/* What one operand alone decides. */
static bool decide_value(struct input_values *v, expr e, const struct expr_node *n)
{
	const bool absorbing = n->op == EXPR_OR;

	if (n->op == EXPR_ITE && v->known[n->a]) {
		const expr chosen = v->values[n->a] ? n->b : n->c;
		v->values[e] = v->values[chosen];
		return v->known[chosen];
	}
	if (n->op != EXPR_AND && n->op != EXPR_OR)
		return false;
	if ((v->known[n->a] && v->values[n->a] == absorbing) ||
	    (v->known[n->b] && v->values[n->b] == absorbing)) {
		v->values[e] = absorbing;
		return true;
	}
	return false;
}

/* A call is executed. */
static bool compute_call(struct input_values *v, expr e, const struct variable *x)
{
	uint64_t arguments[NATIVE_ARGUMENTS] = {0};

	if (!x->native)
		return false;
	for (unsigned i = 0; i < native_function_count(x->native); i++) {
		if (!v->known[x->arguments[i]])
			return false;
		arguments[i] = v->values[x->arguments[i]];
	}
	return native_function_try(x->native, arguments, &v->values[e]);
}

static bool compute_one(struct input_values *v, expr e)
{
	const struct expr_node *n = expr_at(v->store, e);
	const uint64_t operands[3] = {v->values[n->a], v->values[n->b],
				      v->values[n->c]};

	if (is_wide_value(v, e) || is_wide_value(v, n->a) || is_wide_value(v, n->b))
		return false;
	if (n->op == EXPR_CONST) {
		v->values[e] = n->value;
		return true;
	}
	if (n->op == EXPR_VAR) {
		const struct variable *x = &v->store->variables[n->value];
		if (x->kind != VARIABLE_INPUT)
			return compute_call(v, e, x);
		v->values[e] = input_values_read(x, v->bytes, v->size);
		return true;
	}
	if (decide_value(v, e, n))
		return true;
	return is_known_value(v, n->a) && is_known_value(v, n->b) &&
	       is_known_value(v, n->c) &&
	       expr_compute(n, expr_sort(v->store, n->a), operands, &v->values[e]);
}

/* Operands have smaller numbers than their expressions. */
static void catch_up(struct input_values *v, expr last)
{
	while (v->count <= last) {
		v->values =
		    array_grow(v->values, v->count, &v->room, sizeof *v->values);
		v->known =
		    array_grow(v->known, v->count, &v->known_room, sizeof *v->known);
		const expr e = (expr)v->count++;
		v->values[e] = 0;
		v->known[e] = false;
		if (e != EXPR_NONE)
			v->known[e] = compute_one(v, e);
	}
}

bool input_values_value(struct input_values *v, expr e, uint64_t *value)
{
	if (!v->bytes)
		return false;
	catch_up(v, e);
	*value = v->values[e];
	return v->known[e];
}

enum input_truth input_values_say(struct input_values *v, expr condition)
{
	uint64_t value;

	if (!expr_is_const(v->store, condition, &value) &&
	    !input_values_value(v, condition, &value))
		return INPUT_UNKNOWN;
	return value ? INPUT_TRUE : INPUT_FALSE;
}
