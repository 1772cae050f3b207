/* SPDX-License-Identifier: GPL-3.0-or-later */
/* summary_callee.c - a callee as an entry: numbers by value are taken as their bits,
 * and what pointers point to as bytes. */
#include <string.h>

#include "prover/cover/summary.h"

static enum me_type type_of(struct type type)
{
	if (type.kind == TYPE_FLOAT && type.bits == 80)
		return ME_F80;
	switch (type.kind == TYPE_OTHER || type.kind == TYPE_POINTER ? 0 : type.bits) {
	case 1: /* one of more bytes, as Fortran has it, is none */
		return type_size(type) == 1 ? ME_BOOL : ME_VOID;
	case 8:
		return ME_U8;
	case 16:
		return ME_U16;
	case 32:
		return ME_U32;
	case 64:
		return ME_U64;
	case 128:
		return ME_U128;
	default:
		return ME_VOID;
	}
}

/* Bytes that a pointer points to, each a field: one of them may be a constant. */
static void target_make(struct entry_parameter *p, uint64_t size, struct arena *arena)
{
	p->by_pointer = true;
	p->size = (uint32_t)size;
	p->field_count = size;
	p->fields = arena_get(arena, size, sizeof *p->fields);
	for (uint32_t i = 0; i < size; i++)
		p->fields[i] =
		    (struct entry_field){.offset = i, .count = 1, .type = ME_U8};
}

static bool parameter_make(struct entry_parameter *p, const struct parameter *from,
			   struct arena *arena)
{
	const enum me_type type = type_of(from->type);

	p->count = 1;
	p->length_of = ME_NO_PARAMETER;
	if (from->type.kind == TYPE_POINTER) {
		if (!from->target_size || from->target_size > SUMMARY_TARGET)
			return false;
		target_make(p, from->target_size, arena);
		return true;
	}
	p->size = (uint32_t)type_size(from->type);
	p->field_count = 1;
	p->fields = arena_get(arena, 1, sizeof *p->fields);
	p->fields[0] = (struct entry_field){.count = 1, .type = type};
	return type != ME_VOID;
}

bool callee_make(struct callee *callee, const struct function *f, struct arena *arena)
{
	struct entry *e = &callee->entry;

	memset(callee, 0, sizeof *callee);
	callee->function = f;
	*e = (struct entry){.name = f->name,
			    .unit = f->unit,
			    .ranges = "",
			    .parameter_count = f->parameter_count};
	e->parameters =
	    arena_get(arena, f->parameter_count + 1u, sizeof *e->parameters);
	callee->at = arena_get(arena, f->parameter_count + 1u, sizeof *callee->at);
	for (uint32_t i = 0; i < f->parameter_count; i++) {
		struct entry_parameter *p = &e->parameters[i];
		if (!parameter_make(p, &f->parameters[i], arena))
			return false;
		callee->at[i] = (uint32_t)callee->size;
		callee->size +=
		    p->by_pointer ? p->size : entry_scalar_size(p->fields[0].type);
	}
	return !f->is_variadic && !f->is_nested;
}

/* A field is a constant when all its bytes are. */
static void field_restrict(struct entry_field *f, const uint8_t *known,
			   const uint8_t *is_known)
{
	const size_t size = entry_scalar_size(f->type);
	uint64_t value[2] = {0, 0};

	for (size_t i = 0; i < size; i++)
		if (!is_known[i])
			return;
	memcpy(value, known, size);
	f->has_range = f->type != ME_F80;
	memcpy(f->low, value, sizeof value);
	memcpy(f->high, value, sizeof value);
}

void callee_restrict(struct callee *callee, const uint8_t *known,
		     const uint8_t *is_known)
{
	for (size_t i = 0; i < callee->entry.parameter_count; i++) {
		struct entry_parameter *p = &callee->entry.parameters[i];
		size_t at = callee->at[i];
		for (size_t k = 0; k < p->field_count; k++) {
			field_restrict(&p->fields[k], known + at, is_known + at);
			at += entry_scalar_size(p->fields[k].type);
		}
	}
}
