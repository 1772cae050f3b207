/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/condition/condition_scalar.h"

#include <stdlib.h>
#include <string.h>

#include "mcmc/axis.h"
#include "prover/expr/node.h"
#include "prover/ir/arena.h"
#include "value/type.h"

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
	l->list = array_grow(l->list, l->count, &l->room, sizeof *l->list);
	l->list[l->count++] = s;
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
