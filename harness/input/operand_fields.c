/* SPDX-License-Identifier: GPL-3.0-or-later */
/* operand_fields.c - finds the values of operands in the bytes of an input. */
#include "harness/input/operand_fields.h"

#include <string.h>

#include "harness/runtime/type.h"
#include "mcmc/axis.h"

/* What an operand may have been in the input, wide ones first. */
static const enum me_type candidates[] = {ME_F80, ME_F64, ME_I64, ME_U64,
					  ME_F32, ME_I32, ME_U32, ME_I16,
					  ME_U16, ME_I8,  ME_U8};

static long double number(const struct operand *o)
{
	return axis_to_long_double(type_axis(o->type).kind,
				   type_from_operand(o->type, o->bits));
}

static int is_number_type(enum me_type type)
{
	return type >= ME_BOOL && type <= ME_F64;
}

coord operand_value(const struct operand *o, const struct field *f, size_t max_size)
{
	struct axis axis = field_axis(f, max_size);

	if (o->type == f->type)
		return axis_clamp(&axis, type_from_operand(o->type, o->bits));
	if (!is_number_type(o->type))
		return 0;
	if (!type_is_float(o->type) && !type_is_float(f->type))
		return axis_clamp(&axis, type_from_operand(o->type, o->bits));
	return axis_from_long_double(&axis, number(o));
}

/* The bytes that hold the operand as `type`; how many, 0 when none do. */
static size_t pattern_of(const struct operand *o, enum me_type type,
			 enum field_form form, uint8_t *pattern)
{
	struct field f = {0, type_file_size(type), type, form, 0, 0};
	struct axis axis = type_axis(type);
	coord c = operand_value(o, &f, 0);

	/* Of a long double an operand has the low 64 bits: all of its digits. */
	if (type == ME_F80) {
		type_store(ME_U64, (coord)o->bits, pattern);
		return form == FIELD_LITTLE ? 8 : 0;
	}
	if (o->type != type && axis_to_long_double(axis.kind, c) != number(o))
		return 0;
	field_store(&f, c, pattern);
	return f.width;
}

/* An integer is not looked for as a float: conversions to integers cut. */
static int may_come_from(enum me_type operand, enum me_type type)
{
	if (operand == ME_F80 || type == ME_F80)
		return operand == type;
	if (!is_number_type(operand))
		return 0;
	if (!type_is_float(operand))
		return !type_is_float(type) &&
		       (type_is_signed(operand) == type_is_signed(type) ||
			!type_is_signed(type));
	return type_file_size(type) <= type_file_size(operand);
}

static int is_wanted(const uint8_t *wanted, size_t from, size_t n)
{
	return !wanted || memchr(wanted + from, 1, n) != NULL;
}

struct searched {
	const uint8_t *base;
	size_t size;
	const uint8_t *wanted;
};

struct listing {
	struct field *out;
	size_t count, most;
};

static void list(struct listing *l, const struct field *f)
{
	for (size_t i = 0; i < l->count; i++) {
		const struct field *g = &l->out[i];
		int apart = g->offset + g->width <= f->offset ||
			    f->offset + f->width <= g->offset;
		if (!apart)
			return;
	}
	if (l->count < l->most)
		l->out[l->count++] = *f;
}

static void find_form(const struct operand *o, enum me_type type, enum field_form form,
		      struct searched *in, struct listing *l)
{
	uint8_t pattern[16];
	size_t length = pattern_of(o, type, form, pattern),
	       width = type_file_size(type);

	for (size_t at = 0; length && at + width <= in->size; at++) {
		const uint8_t *next =
		    memchr(in->base + at, pattern[0], in->size - width - at + 1);
		if (!next)
			return;
		at = (size_t)(next - in->base);
		struct field f = {at, width, type, form, 0, 0};
		if (!memcmp(next, pattern, length) && is_wanted(in->wanted, at, width))
			list(l, &f);
	}
}

static void find_text(const struct operand *o, const struct searched *in,
		      struct listing *l)
{
	for (size_t at = 0; at < in->size; at++) {
		size_t width;
		int is_float;
		if (!in->wanted[at])
			continue;
		size_t from = field_number(in->base, in->size, at, &width, &is_float);
		struct field f = {from,
				  width,
				  is_float || type_is_float(o->type) ? ME_F64 : ME_I64,
				  FIELD_TEXT,
				  0,
				  0};
		coord c = field_read(&f, in->base, in->size);
		if (width &&
		    axis_to_long_double(type_axis(f.type).kind, c) == number(o))
			list(l, &f);
	}
}

size_t operand_find(const struct operand *o, const uint8_t *base, size_t size,
		    const uint8_t *wanted, struct field *out, size_t most)
{
	struct listing l = {out, 0, most};
	struct searched in = {base, size, wanted};

	for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++) {
		if (!may_come_from(o->type, candidates[i]))
			continue;
		find_form(o, candidates[i], FIELD_LITTLE, &in, &l);
		if (type_file_size(candidates[i]) > 1)
			find_form(o, candidates[i], FIELD_BIG, &in, &l);
	}
	if (wanted && is_number_type(o->type))
		find_text(o, &in, &l);
	return l.count;
}
