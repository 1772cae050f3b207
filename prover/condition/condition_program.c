/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_program.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"

/* Addresses that are searched: apart from each other, and none is null. */
enum { FIRST_ADDRESS = 0x10000000, ADDRESS_STEP = 0x100000 };

/* ---- the cone */

bool *condition_cone(const struct expr_store *store, const expr *conditions,
		     size_t count)
{
	bool *marked = array_new(store->count, sizeof *marked);
	expr operands[EXPR_OPERANDS];

	for (size_t i = 0; i < count; i++)
		marked[conditions[i]] = true;
	for (expr e = (expr)store->count - 1; e > 0; e--)
		for (unsigned n = marked[e] ? expr_operands(store, e, operands) : 0; n;)
			marked[operands[--n]] = true;
	return marked;
}

/* ---- the steps */

static bool is_wide_node(unsigned sort)
{
	return sort > 64 && sort != SORT_F32 && sort != SORT_F64;
}

static void add_step(struct condition_program *p, expr e)
{
	const struct expr_node *n = expr_at(p->store, e);
	struct condition_step *s = &p->steps[p->count++];

	s->node = *n;
	s->e = e;
	s->node.a = p->slot[n->a];
	s->node.b = p->slot[n->b];
	s->node.c = p->slot[n->c];
	s->operand_sort = (uint16_t)expr_sort(p->store, n->a);
	p->slot[e] = (uint32_t)p->count;
	p->is_wide |= is_wide_node(n->sort);
	if (n->op != EXPR_VAR)
		return;
	s->variable = &p->store->variables[n->value];
	for (int i = 0; i < NATIVE_ARGUMENTS; i++)
		s->arguments[i] = p->slot[s->variable->arguments[i]];
	const struct native_function *call = s->variable->native;
	p->has_opaque |= call && native_function_is_opaque(call);
	p->is_open |= s->variable->kind != VARIABLE_INPUT &&
		      (!call || native_function_is_opaque(call));
}

void condition_program_init(struct condition_program *p, const struct expr_store *store,
			    const expr *conditions, size_t count)
{
	bool *marked = condition_cone(store, conditions, count);
	size_t steps = 0;

	memset(p, 0, sizeof *p);
	p->store = store;
	for (expr e = 1; e < store->count; e++)
		steps += marked[e];
	p->steps = array_new(steps + 1, sizeof *p->steps);
	p->values = array_new(steps + 1, sizeof *p->values);
	p->unknown = array_new(steps + 1, sizeof *p->unknown);
	p->slot = array_new(store->count, sizeof *p->slot);
	for (expr e = 1; e < store->count; e++)
		if (marked[e])
			add_step(p, e);
	free(marked);
}

void condition_program_done(struct condition_program *p)
{
	free(p->steps);
	free(p->values);
	free(p->unknown);
	free(p->slot);
	memset(p, 0, sizeof *p);
}

/* ---- running it */

static uint64_t input_value(const struct variable *v, const unsigned char *input,
			    size_t size)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < v->sort / 8u && v->index + i < size; i++)
		value |= (uint64_t)input[v->index + i] << 8 * i;
	return value;
}

/* The result of a call whose arguments are known. */
static bool is_called(const struct condition_program *p, const struct condition_step *s,
		      uint64_t *result)
{
	uint64_t arguments[NATIVE_ARGUMENTS];

	for (int i = 0; i < NATIVE_ARGUMENTS; i++) {
		if (p->unknown[s->arguments[i]])
			return false;
		arguments[i] = p->values[s->arguments[i]];
	}
	return native_function_try(s->variable->native, arguments, result);
}

/* The value of step `i`; 0 if it is not known. */
static uint64_t variable_value(struct condition_program *p, size_t i,
			       const unsigned char *input, size_t size)
{
	const struct condition_step *s = &p->steps[i];
	const struct variable *v = s->variable;
	uint64_t result = 0;

	if (v->kind == VARIABLE_INPUT)
		return input_value(v, input, size);
	if (v->kind == VARIABLE_ADDRESS || v->kind == VARIABLE_SYMBOL)
		return FIRST_ADDRESS + (uint64_t)ADDRESS_STEP * v->index;
	if (v->native && !is_called(p, s, &result))
		p->unknown[i + 1] = true;
	return p->unknown[i + 1] ? 0 : result;
}

/* What has an operand that is not known is not known either. */
static void spread_unknown(struct condition_program *p, size_t i)
{
	const struct expr_node *n = &p->steps[i].node;

	p->unknown[i + 1] = p->unknown[n->a] || p->unknown[n->b] || p->unknown[n->c];
}

void condition_program_run(struct condition_program *p, const unsigned char *input,
			   size_t size)
{
	for (size_t i = 0; i < p->count; i++) {
		const struct condition_step *s = &p->steps[i];
		const uint64_t operands[3] = {
		    p->values[s->node.a], p->values[s->node.b], p->values[s->node.c]};
		uint64_t *value = &p->values[i + 1];
		if (p->has_opaque)
			spread_unknown(p, i);
		if (s->node.op == EXPR_CONST)
			*value = s->node.value;
		else if (s->node.op == EXPR_VAR)
			*value = variable_value(p, i, input, size);
		else
			expr_compute(&s->node, s->operand_sort, operands, value);
	}
}
