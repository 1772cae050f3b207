/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call_text.c - the call of the entry, as its language writes it. */
#include "harness/input/call_text.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/runtime/type.h"
#include "mcmc/axis.h"

/* ---- values as Fortran writes them */

enum { DIGITS_MOST = 21 }; /* of a long double */

/* The bits as a hexadecimal number, for what Fortran has no constant for. */
static int print_bits(const char *function, enum me_type type, const coord *parts,
		      char *out, size_t size)
{
	unsigned char bytes[16];
	char digits[2 * sizeof bytes + 1];
	enum me_type part[2];
	size_t n = 0;

	for (unsigned k = 0, count = type_parts(type, part); k < count; k++) {
		type_store(part[k], parts[k], bytes + n);
		n += type_file_size(part[k]);
	}
	for (size_t i = 0; i < n; i++)
		snprintf(digits + 2 * i, 3, "%02x", bytes[n - 1 - i]);
	return snprintf(out, size, "%s(z'%s', %zu)", function, digits, n);
}

static int fortran_print_integer(enum me_type type, coord c, char *out, size_t size)
{
	const size_t kind = type_file_size(type);
	char suffix[8] = "";

	if (kind != 4)
		snprintf(suffix, sizeof suffix, "_%zu", kind);
	/* -128 is minus 128, which is too large. */
	if (c == type_axis(type).low && c < 0)
		return snprintf(out, size, "(-huge(0%s) - 1%s)", suffix, suffix);
	return snprintf(out, size, "%lld%s", (long long)c, suffix);
}

static int is_read_as(enum axis_kind kind, const char *text, long double v)
{
	switch (kind) {
	case AXIS_F32:
		return strtof(text, NULL) == (float)v;
	case AXIS_F64:
		return strtod(text, NULL) == (double)v;
	default:
		return strtold(text, NULL) == v;
	}
}

/* 1.5e+10 -> 1.5, 10 */
static int cut_exponent(char *text)
{
	char *e = strchr(text, 'e');

	if (!e)
		return 0;
	*e = 0;
	return atoi(e + 1);
}

/* With as few digits as distinguish it from other numbers of its type. */
static int print_real(enum axis_kind kind, long double v, char *out, size_t size)
{
	char text[64], exponent[16] = "";
	int digits = 0, e;

	do
		snprintf(text, sizeof text, "%.*Lg", ++digits, v);
	while (digits < DIGITS_MOST && !is_read_as(kind, text, v));
	e = cut_exponent(text);
	if (kind == AXIS_F64)
		snprintf(exponent, sizeof exponent, "d%d", e);
	else if (e)
		snprintf(exponent, sizeof exponent, "e%d", e);
	return snprintf(out, size, "%s%s%s%s", text,
			strchr(text, '.') || *exponent ? "" : ".0", exponent,
			kind == AXIS_F80 ? "_10" : "");
}

/* A scalar, exact, given its parts (type_parts()): 2.5d0, -3_8, .true., and what has no
 * constant by its bits: real(z'7ff0000000000000', 8). `kind` is that of a logical; 0: the
 * default one. Returns the required length, like snprintf. */
static int fortran_print(enum me_type type, const coord *parts, unsigned kind,
			 char *out, size_t size)
{
	const char *truth = *parts ? ".true." : ".false.";

	if (type == ME_BOOL && (!kind || kind == 4))
		return snprintf(out, size, "%s", truth);
	if (type == ME_BOOL)
		return snprintf(out, size, "%s_%u", truth, kind);
	if (type == ME_I128)
		return print_bits("int", type, parts, out, size);
	if (!type_is_float(type))
		return fortran_print_integer(type, *parts, out, size);
	if (type == ME_F128)
		return print_bits("real", type, parts, out, size);
	const enum axis_kind axis = type_axis(type).kind;
	const long double v = axis_to_long_double(axis, *parts);
	if (v - v != 0) /* an infinity or a NaN */
		return print_bits("real", type, parts, out, size);
	return print_real(axis, v, out, size);
}

/* ---- texts */

static int is_printed(long character)
{
	return character >= ' ' && character < 0x7f;
}

/* One character of a text of that type, which follows `before`, or -1 at the start:
 * 'ab'//achar(10)//'c'. At the end of the text `character` is -1. An apostrophe inside of a
 * text is written twice. */
static int fortran_print_character(enum me_type type, long before, long character,
				   char *out, size_t size)
{
	const int is_wide = type == ME_U32, is_first = before < 0;
	const char *ends = is_printed(before) ? "'" : "";
	const char *begins = is_printed(before) ? "" : is_wide ? "4_'" : "'";
	const char *joint =
	    is_first || (is_printed(before) && is_printed(character)) ? "" : "//";

	if (character < 0)
		return snprintf(out, size, "%s", is_first ? "''" : ends);
	if (is_printed(character))
		return snprintf(out, size, "%s%s%s%c", joint, begins,
				character == '\'' ? "'" : "", (char)character);
	return snprintf(out, size, "%s%schar(%ld%s)", ends, joint, character,
			is_wide ? ", 4" : "");
}

/* ---- the call */

struct call_text {
	char *out;
	size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void put_text(struct call_text *t,
							   const char *format, ...)
{
	va_list arguments;
	size_t left = t->length < t->size ? t->size - t->length : 0;

	va_start(arguments, format);
	int n = vsnprintf(left ? t->out + t->length : NULL, left, format, arguments);
	va_end(arguments);
	if (n > 0)
		t->length += (size_t)n;
}

struct printing {
	const struct layout *layout;
	const struct layout_parameter *parameter;
	const coord *x;
	size_t at; /* the next coordinate */
};

static int is_fortran_entry(const struct layout *l)
{
	return l->entry->spelling != ME_SPELLING_C;
}

/* ---- elements */

/* "1, 2": the scalars of one field. */
static void put_scalars(struct call_text *t, struct printing *g,
			const struct me_field *field, unsigned kind)
{
	enum me_type part[2];
	unsigned parts = type_parts(field->type, part);

	for (uint32_t k = 0; k < field->count; k++, g->at += parts) {
		coord c[2] = {layout_passed(g->layout, g->parameter, g->at, g->x),
			      parts == 2 ? g->x[g->at + 1] : 0};
		char value[96];
		if (is_fortran_entry(g->layout))
			fortran_print(field->type, c, kind, value, sizeof value);
		else
			type_print(field->type, c, value, sizeof value);
		put_text(t, "%s%s", k ? ", " : "", value);
	}
}

/* 'ab': the next n characters. */
static void put_characters(struct call_text *t, struct printing *g, enum me_type type,
			   uint32_t n)
{
	char one[32];
	long before = -1, c;

	for (uint32_t k = 0; k <= n; k++, before = c) {
		c = k < n ? (long)g->x[g->at++] : -1;
		fortran_print_character(type, before, c, one, sizeof one);
		put_text(t, "%s", one);
	}
}

/* 'ab', 'cd': a field that is texts of that length. */
static void put_texts(struct call_text *t, struct printing *g,
		      const struct me_field *field, uint32_t length)
{
	for (uint32_t k = 0; k < field->count; k += length) {
		put_text(t, "%s", k ? ", " : "");
		put_characters(t, g, field->type, length);
	}
}

/* What stands behind @ in the text of an element of Fortran; 0: nothing. */
static unsigned read_text_number(const char **at)
{
	char *end;

	if (**at != ':')
		return 0;
	const unsigned long number = strtoul(*at + 1, &end, 10);
	*at = end;
	return (unsigned)number;
}

static void put_call_element(struct call_text *t, struct printing *g)
{
	const struct me_parameter *r = g->parameter->record;
	uint32_t field = 0;

	for (const char *c = r->element; *c;) {
		if (*c != '@' || field == r->field_count) {
			put_text(t, "%c", *c++);
			continue;
		}
		const struct me_field *f = &r->fields[field++];
		c++;
		const unsigned number = read_text_number(&c);
		if (number && f->type != ME_BOOL)
			put_texts(t, g, f, number);
		else
			put_scalars(t, g, f, number);
	}
}

static void put_elements(struct call_text *t, struct printing *g)
{
	for (uint32_t k = 0; k < layout_length(g->parameter, g->x); k++) {
		put_text(t, "%s", k ? ", " : "");
		put_call_element(t, g);
	}
}

/* ---- C */

/* (char[17]){"abc"}: zero bytes at the end are implicit. */
static void put_call_string(struct call_text *t, const struct printing *g)
{
	size_t length = g->parameter->record->count;
	const coord *x = g->x + g->at;

	while (length && !x[length - 1])
		length--;
	put_text(t, "(char[%u]){\"", g->parameter->record->count + 1);
	for (size_t i = 0; i < length; i++) {
		int c = (int)(x[i] & 0xff);
		if (c == '"' || c == '\\')
			put_text(t, "\\%c", c);
		else if (c >= ' ' && c < 0x7f && c != '?') /* no trigraphs */
			put_text(t, "%c", c);
		else
			put_text(t, "\\%03o", (unsigned)c);
	}
	put_text(t, "\"}");
}

static void put_parameter(struct call_text *t, struct printing *g)
{
	const struct me_parameter *r = g->parameter->record;
	int several = *r->literal && *r->literal != '&' && r->passing == ME_BY_POINTER;

	if (layout_is_null(g->parameter, g->x)) {
		put_text(t, "0");
		return;
	}
	if (r->flags & ME_PARAMETER_STRING) {
		put_call_string(t, g);
		return;
	}
	put_text(t, "%s%s", r->literal, several ? "{" : "");
	put_elements(t, g);
	put_text(t, "%s", several ? "}" : "");
}

static void put_parameters(struct call_text *t, const struct layout *l, const coord *x)
{
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		struct printing g = {l, p, x, p->first};
		put_text(t, "%s", i ? ", " : "");
		put_parameter(t, &g);
	}
}

/* ---- Fortran */

/* [1d0, 2d0], or reshape([1d0, 2d0], [2, 1]); an empty one says its type. */
static void put_array(struct call_text *t, struct printing *g)
{
	const char *type = g->parameter->record->literal;
	const size_t n = strcspn(type, ":");
	const char *shape = type[n] ? type + n + 1 : "";
	char varied[100];

	if (!*shape) {
		layout_print_shape(g->layout, g->parameter, g->x, varied,
				   sizeof varied);
		shape = varied;
	}

	put_text(t, "%s", *shape ? "reshape([" : "[");
	if (!layout_length(g->parameter, g->x))
		put_text(t, "%.*s ::", (int)n, type);
	put_elements(t, g);
	put_text(t, "]");
	if (*shape)
		put_text(t, ", [%s])", shape);
}

static void put_argument(struct call_text *t, struct printing *g)
{
	const struct me_parameter *r = g->parameter->record;

	if (*r->literal == '\'')
		put_characters(t, g, r->fields->type,
			       layout_length(g->parameter, g->x));
	else if (*r->literal)
		put_array(t, g);
	else
		put_elements(t, g);
}

/* Arguments behind one that is absent have their names. */
static void put_arguments(struct call_text *t, const struct layout *l, const coord *x)
{
	int is_absent = 0;
	const char *separator = "";

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const char *name = p->record->name;
		struct printing g = {l, p, x, p->first};
		if (*name == '_' || *name == '.' ||
		    p->record->flags & ME_PARAMETER_EXTENT)
			continue;
		if (layout_is_null(p, x)) {
			is_absent = 1;
			continue;
		}
		put_text(t, "%s%s%s", separator, is_absent ? name : "",
			 is_absent ? "=" : "");
		put_argument(t, &g);
		separator = ", ";
	}
}

/* ---- */

int call_text_print(const struct layout *l, const coord *x, char *out, size_t size)
{
	static const char *const starts[] = {[ME_SPELLING_C] = "",
					     [ME_SPELLING_FUNCTION] = "r = ",
					     [ME_SPELLING_SUBROUTINE] = "call "};
	struct call_text t = {out, size, 0};

	put_text(&t, "%s%s(", starts[l->entry->spelling], l->entry->source_name);
	if (is_fortran_entry(l))
		put_arguments(&t, l, x);
	else
		put_parameters(&t, l, x);
	put_text(&t, ")");
	return (int)t.length;
}
