/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_program.h"

#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "prover/expr/node.h"
#include "prover/ir/arena.h"
#include "value/type.h"

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
	p->is_wide |= n->sort > 64 && !node_is_float(n->sort);
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

/* ---- the scalars of an input */

/* ---- values */

static bool is_signed_type(const struct condition_scalar *s)
{
	return s->axis.kind == AXIS_INTEGER && s->axis.low < 0;
}

static coord coordinate_of(const struct condition_scalar *s, uint64_t bits)
{
	if (s->axis.kind != AXIS_INTEGER)
		return axis_from_bits(s->axis.kind, bits);
	return is_signed_type(s) ? (coord)node_signed(8 * s->size, bits) : (coord)bits;
}

coord condition_scalar_get(const struct condition_scalar *s, const unsigned char *input,
			   size_t size)
{
	uint64_t bits = 0;

	for (unsigned i = 0; i < s->size && s->offset + i < size; i++)
		bits |= (uint64_t)input[s->offset + i] << 8 * i;
	return coordinate_of(s, bits);
}

void condition_scalar_put(const struct condition_scalar *s, coord value,
			  unsigned char *input, size_t size)
{
	const uint64_t bits = (uint64_t)axis_to_bits(s->axis.kind, value);

	for (unsigned i = 0; i < s->size && s->offset + i < size; i++)
		input[s->offset + i] = (unsigned char)(bits >> 8 * i);
}

/* ---- by the entry */

struct scalar_list {
	struct condition_scalar *list;
	size_t count, room;
	uint32_t at; /* the next byte of the file */
};

static void add_scalar(struct scalar_list *l, struct condition_scalar s)
{
	ARRAY_ADD(l->list, l->count, l->room, s);
}

/* The next scalar of the file; one of more than 8 bytes is passed over. */
static void take_field(struct scalar_list *l, const struct me_field *f)
{
	struct condition_scalar s = {.offset = l->at,
				     .size = (uint32_t)type_scalar_size(f->type)};

	l->at += s.size;
	if (s.size > 8)
		return;
	s.axis = type_axis(f->type);
	if (f->flags & ME_FIELD_RANGE) {
		const coord low = coordinate_of(&s, f->low[0]);
		const coord high = coordinate_of(&s, f->high[0]);
		s.axis.low = low < high ? low : high;
		s.axis.high = low < high ? high : low;
	}
	add_scalar(l, s);
}

struct condition_scalar *condition_scalars_of_entry(const struct entry *entry,
						    size_t *count)
{
	struct scalar_list l = {0};

	for (size_t i = 0; i < entry->parameter_count; i++) {
		const struct me_parameter *p = &entry->parameters[i];
		if (p->flags & ME_PARAMETER_NULLABLE)
			take_field(&l, &(struct me_field){.type = ME_BOOL});
		for (uint32_t k = 0; k < p->count; k++)
			for (size_t j = 0; j < p->field_count; j++)
				for (uint32_t m = 0; m < p->fields[j].count; m++)
					take_field(&l, &p->fields[j]);
	}
	*count = l.count;
	return l.list;
}

void condition_scalars_clamp(const struct entry *entry, unsigned char *input,
			     size_t size)
{
	size_t count;
	struct condition_scalar *scalars = condition_scalars_of_entry(entry, &count);

	for (size_t i = 0; i < count; i++) {
		const struct condition_scalar *s = &scalars[i];
		const coord value = condition_scalar_get(s, input, size);
		condition_scalar_put(s, axis_clamp(&s->axis, value), input, size);
	}
	free(scalars);
}

/* ---- by use */

/* The bytes that the step reads as they stand in the file; size 0: it does not. */
struct scalar_span {
	uint32_t offset, size;
	bool is_number;
};

static struct scalar_span span_of(const struct condition_program *p,
				  const struct scalar_span *spans, size_t i)
{
	const struct condition_step *s = &p->steps[i];
	const struct scalar_span *upper = &spans[s->node.a], *lower = &spans[s->node.b];

	if (s->variable && s->variable->kind == VARIABLE_INPUT)
		return (struct scalar_span){s->variable->index, s->variable->sort / 8u,
					    false};
	if (s->node.op == EXPR_CONCAT && upper->size && lower->size &&
	    lower->offset + lower->size == upper->offset &&
	    upper->size + lower->size <= 8)
		return (struct scalar_span){lower->offset, upper->size + lower->size,
					    false};
	return (struct scalar_span){0, 0, false};
}

/* The longer ones first: a shorter one inside is no scalar of its own. */
static int compare_spans(const void *a, const void *b)
{
	const struct scalar_span *x = a, *y = b;

	if (x->size != y->size)
		return x->size < y->size ? 1 : -1;
	if (x->is_number != y->is_number)
		return x->is_number ? -1 : 1;
	return (x->offset > y->offset) - (x->offset < y->offset);
}

static bool is_byte_taken(const struct scalar_list *l, const struct scalar_span *s)
{
	for (size_t i = 0; i < l->count; i++)
		if (s->offset < l->list[i].offset + l->list[i].size &&
		    l->list[i].offset < s->offset + s->size)
			return true;
	return false;
}

static struct axis axis_of_span(const struct scalar_span *s)
{
	if (s->is_number && s->size == 4)
		return axis_full(AXIS_F32);
	if (s->is_number && s->size == 8)
		return axis_full(AXIS_F64);
	const coord half = (coord)1 << (8 * s->size - 1);
	return s->size > 1 ? (struct axis){AXIS_INTEGER, -half, half - 1}
			   : (struct axis){AXIS_INTEGER, 0, 2 * half - 1};
}

struct condition_scalar *condition_scalars_of_program(const struct condition_program *p,
						      size_t *count)
{
	struct scalar_span *spans = array_new(p->count + 1, sizeof *spans);
	struct scalar_list l = {0};

	for (size_t i = 0; i < p->count; i++) {
		spans[i + 1] = span_of(p, spans, i);
		if (p->steps[i].node.op == EXPR_TOFP)
			spans[p->steps[i].node.a].is_number = true;
	}
	spans[0].size = 0;
	qsort(spans + 1, p->count, sizeof *spans, compare_spans);
	for (size_t i = 1; i <= p->count; i++)
		if (spans[i].size && !is_byte_taken(&l, &spans[i]))
			add_scalar(&l, (struct condition_scalar){
					   axis_of_span(&spans[i]), spans[i].offset,
					   spans[i].size});
	free(spans);
	*count = l.count;
	return l.list;
}
