/* SPDX-License-Identifier: GPL-3.0-or-later */
/* field.c - typed values in the bytes of an input, and operands found there. */
#include "harness/input/field.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/runtime/numbers.h"
#include "value/type.h"
#include "mcmc/axis.h"

enum { TEXT_MOST = 400 }; /* longer numbers are truncated */

struct axis field_axis(const struct field *f, size_t max_size)
{
	struct axis axis = type_axis(f->type);

	if (f->form == FIELD_SIZE) {
		axis.low = 0;
		axis.high = (coord)max_size;
	} else if ((f->form == FIELD_TEXT || f->form == FIELD_PLACE) &&
		   type_is_float(f->type)) {
		coord infinity = axis_from_double(&axis, HUGE_VAL);
		axis.high = infinity - 1;
		axis.low = axis_negate(&axis, axis.high);
	}
	return axis;
}

/* ---- binary numbers */

static void reverse(uint8_t *to, const uint8_t *from, size_t n)
{
	for (size_t i = 0; i < n; i++)
		to[i] = from[n - 1 - i];
}

static coord read_binary(const struct field *f, const uint8_t *at)
{
	uint8_t turned[16];

	if (f->form == FIELD_LITTLE)
		return type_load(f->type, at);
	reverse(turned, at, f->width);
	return type_load(f->type, turned);
}

void field_store(const struct field *f, coord value, uint8_t *at)
{
	uint8_t straight[16];

	type_store(f->type, value, straight);
	if (f->form == FIELD_LITTLE)
		memcpy(at, straight, f->width);
	else
		reverse(at, straight, f->width);
}

/* ---- text */

static int is_text_field(const struct field *f)
{
	return f->form == FIELD_TEXT || f->form == FIELD_PLACE ||
	       f->form == FIELD_NUMBER;
}

static struct number_form number_form(const struct field *f)
{
	return (struct number_form){(unsigned char)f->type, f->base ? f->base : 10,
				    f->most};
}

static int is_digit(int c)
{
	return c >= '0' && c <= '9';
}

static int in_number(int c)
{
	return is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

size_t field_number(const uint8_t *base, size_t size, size_t offset, size_t *width,
		    int *is_float)
{
	size_t from = offset, to = offset;
	int digits = 0;

	while (from && in_number(base[from - 1]))
		from--;
	while (to < size && in_number(base[to]))
		to++;
	/* A number does not begin with an exponent. */
	while (from < to &&
	       (base[from] == 'e' || base[from] == 'E' || base[from] == '+'))
		from++;
	*is_float = 0;
	for (size_t i = from; i < to; i++) {
		digits |= is_digit(base[i]);
		*is_float |= i > from && !is_digit(base[i]);
	}
	*width = digits ? to - from : 0;
	return digits ? from : offset;
}

static coord read_text(const struct field *f, const uint8_t *at)
{
	struct axis axis = field_axis(f, 0);
	char text[TEXT_MOST + 1];
	size_t n = f->width < TEXT_MOST ? f->width : TEXT_MOST;

	memcpy(text, at, n);
	text[n] = 0;
	if (f->form == FIELD_NUMBER)
		return number_read(number_form(f), text);
	if (!n || !(is_digit(text[0]) || text[0] == '-' || text[0] == '.'))
		return 0;
	if (type_is_float(f->type))
		return axis_from_double(&axis, strtod(text, NULL));
	return axis_clamp(&axis, strtoll(text, NULL, 10));
}

/* The shortest decimal text that is read as the same number. */
static int print_shortest(double v, char *text)
{
	int n = 0;

	for (int digits = 1; digits <= 17; digits++) {
		n = snprintf(text, TEXT_MOST, "%.*g", digits, v);
		if (strtod(text, NULL) == v)
			break;
	}
	for (int i = 0; i < n; i++) /* instead of the locale's point */
		if (text[i] == ',')
			text[i] = '.';
	return n;
}

static size_t print_text(const struct field *f, coord value, char *text)
{
	if (f->form == FIELD_NUMBER)
		return number_write(number_form(f), value, text, NUMBER_LONGEST - 1);
	int n = type_is_float(f->type)
		    ? print_shortest(axis_to_double(AXIS_F64, value), text)
		    : snprintf(text, TEXT_MOST, "%lld", (long long)value);

	return n > 0 ? (size_t)n : 0;
}

/* Pads with zeros that do not change the value: before the digits, after the fraction
 * or before an exponent. */
static size_t fill(char *text, size_t n, size_t width)
{
	size_t at = text[0] == '-', more = width - n;

	if (memchr(text, '.', n))
		at = strcspn(text, "eE");
	memmove(text + at + more, text + at, n - at);
	memset(text + at, '0', more);
	return width;
}

/* Drops digits of the fraction until the text fits; 0 if it cannot. */
static size_t print_in_place(const struct field *f, coord value, char *text)
{
	size_t n = print_text(f, value, text);

	text[n] = 0;
	if (n > f->width && type_is_float(f->type))
		for (int digits = 16; digits && n > f->width; digits--)
			n = (size_t)snprintf(text, TEXT_MOST, "%.*g", digits,
					     axis_to_double(AXIS_F64, value));
	if (n > f->width || f->width > TEXT_MOST)
		return 0;
	return fill(text, n, f->width);
}

/* Writes over the field's bytes in out, which is `size` long; returns the new size. */
static size_t write_text(const struct field *f, coord value, uint8_t *out, size_t size,
			 size_t max_size)
{
	char text[2 * TEXT_MOST];
	size_t n = f->form == FIELD_PLACE ? print_in_place(f, value, text)
					  : print_text(f, value, text);
	size_t rest = f->offset + f->width;

	if (!n || size - f->width + n > max_size)
		return size;
	memmove(out + f->offset + n, out + rest, size - rest);
	memcpy(out + f->offset, text, n);
	return size - f->width + n;
}

/* ---- */

coord field_read(const struct field *f, const uint8_t *base, size_t size)
{
	switch (f->form) {
	case FIELD_SIZE:
		return (coord)size;
	case FIELD_TEXT:
	case FIELD_PLACE:
	case FIELD_NUMBER:
		return read_text(f, base + f->offset);
	default:
		return read_binary(f, base + f->offset);
	}
}

/* Writes texts last, from the last one on, since each may move the bytes after it. */
size_t fields_write(const struct fields *f, const coord *x, uint8_t *out,
		    size_t max_size)
{
	size_t size = f->size;

	memcpy(out, f->base, f->size);
	for (size_t i = 0; i < f->count; i++)
		if (f->list[i].form <= FIELD_BIG)
			field_store(&f->list[i], x[i], out + f->list[i].offset);
	for (size_t i = f->count; i-- > 0;) {
		/* An unchanged value keeps its text. */
		if (is_text_field(&f->list[i]) &&
		    x[i] != field_read(&f->list[i], f->base, f->size))
			size = write_text(&f->list[i], x[i], out, size, max_size);
	}
	if (!f->count || f->list[f->count - 1].form != FIELD_SIZE ||
	    x[f->count - 1] == (coord)f->size)
		return size;
	size_t wanted = (size_t)x[f->count - 1];
	if (wanted > size)
		memset(out + size, 0, wanted - size);
	return wanted;
}

/* ---- operands */

/* What an operand may have been in the input, wide ones first. */
static const enum me_type candidates[] = {ME_F80, ME_F64, ME_I64, ME_U64,
					  ME_F32, ME_I32, ME_U32, ME_I16,
					  ME_U16, ME_I8,  ME_U8};

static long double operand_number(const struct typed_operand *o)
{
	return type_number(o->type, type_from_bits(o->type, o->bits));
}

static int is_number_type(enum me_type type)
{
	return type >= ME_BOOL && type <= ME_F64;
}

coord operand_value(const struct typed_operand *o, const struct field *f,
		    size_t max_size)
{
	struct axis axis = field_axis(f, max_size);

	if (o->type == f->type)
		return axis_clamp(&axis, type_from_bits(o->type, o->bits));
	if (!is_number_type(o->type))
		return 0;
	if (!type_is_float(o->type) && !type_is_float(f->type))
		return axis_clamp(&axis, type_from_bits(o->type, o->bits));
	return axis_from_long_double(&axis, operand_number(o));
}

/* The bytes that hold the operand as `type`; how many, 0 when none do. */
static size_t pattern_of(const struct typed_operand *o, enum me_type type,
			 enum field_form form, uint8_t *pattern)
{
	struct field f = {0, type_file_size(type), type, form, 0, 0};
	coord c = operand_value(o, &f, 0);

	/* The operand of a long double has its low 64 bits: all of its digits. */
	if (type == ME_F80) {
		type_store(ME_U64, (coord)o->bits, pattern);
		return form == FIELD_LITTLE ? 8 : 0;
	}
	if (o->type != type && type_number(type, c) != operand_number(o))
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

static int is_wanted_field(const uint8_t *wanted, size_t from, size_t n)
{
	return !wanted || memchr(wanted + from, 1, n) != NULL;
}

struct searched {
	const uint8_t *base;
	size_t size;
	const uint8_t *wanted;
};

struct field_listing {
	struct field *out;
	size_t count, most;
};

static void list_field(struct field_listing *l, const struct field *f)
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

static void find_form(const struct typed_operand *o, enum me_type type,
		      enum field_form form, struct searched *in,
		      struct field_listing *l)
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
		if (!memcmp(next, pattern, length) &&
		    is_wanted_field(in->wanted, at, width))
			list_field(l, &f);
	}
}

static void find_text(const struct typed_operand *o, const struct searched *in,
		      struct field_listing *l)
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
		if (width && type_number(f.type, c) == operand_number(o))
			list_field(l, &f);
	}
}

size_t operand_find(const struct typed_operand *o, const uint8_t *base, size_t size,
		    const uint8_t *wanted, struct field *out, size_t most)
{
	struct field_listing l = {out, 0, most};
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
