/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call_text.c - the call of the entry, as its language writes it. */
#include "harness/input/call_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/input/fortran_value.h"
#include "harness/runtime/type.h"

struct text {
	char *out;
	size_t size, length;
};

__attribute__((format(printf, 2, 3))) static void put(struct text *t,
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

static int is_fortran(const struct layout *l)
{
	return l->entry->spelling != ME_SPELLING_C;
}

/* ---- elements */

/* "1, 2": the scalars of one field. */
static void put_scalars(struct text *t, struct printing *g,
			const struct me_field *field, unsigned kind)
{
	enum me_type part[2];
	unsigned parts = type_parts(field->type, part);

	for (uint32_t k = 0; k < field->count; k++, g->at += parts) {
		coord c[2] = {layout_passed(g->layout, g->parameter, g->at, g->x),
			      parts == 2 ? g->x[g->at + 1] : 0};
		char value[96];
		if (is_fortran(g->layout))
			fortran_print(field->type, c, kind, value, sizeof value);
		else
			type_print(field->type, c, value, sizeof value);
		put(t, "%s%s", k ? ", " : "", value);
	}
}

/* 'ab': the next n characters. */
static void put_characters(struct text *t, struct printing *g, enum me_type type,
			   uint32_t n)
{
	char one[32];
	long before = -1, c;

	for (uint32_t k = 0; k <= n; k++, before = c) {
		c = k < n ? (long)g->x[g->at++] : -1;
		fortran_print_character(type, before, c, one, sizeof one);
		put(t, "%s", one);
	}
}

/* 'ab', 'cd': a field that is texts of that length. */
static void put_texts(struct text *t, struct printing *g, const struct me_field *field,
		      uint32_t length)
{
	for (uint32_t k = 0; k < field->count; k += length) {
		put(t, "%s", k ? ", " : "");
		put_characters(t, g, field->type, length);
	}
}

/* Of Fortran: what stands behind @ in the text of an element; 0: nothing. */
static unsigned read_number(const char **at)
{
	char *end;

	if (**at != ':')
		return 0;
	const unsigned long number = strtoul(*at + 1, &end, 10);
	*at = end;
	return (unsigned)number;
}

static void put_element(struct text *t, struct printing *g)
{
	const struct me_parameter *r = g->parameter->record;
	uint32_t field = 0;

	for (const char *c = r->element; *c;) {
		if (*c != '@' || field == r->field_count) {
			put(t, "%c", *c++);
			continue;
		}
		const struct me_field *f = &r->fields[field++];
		c++;
		const unsigned number = read_number(&c);
		if (number && f->type != ME_BOOL)
			put_texts(t, g, f, number);
		else
			put_scalars(t, g, f, number);
	}
}

static void put_elements(struct text *t, struct printing *g)
{
	for (uint32_t k = 0; k < layout_length(g->parameter, g->x); k++) {
		put(t, "%s", k ? ", " : "");
		put_element(t, g);
	}
}

/* ---- C */

/* (char[17]){"abc"}: zero bytes at the end are implicit. */
static void put_string(struct text *t, const struct printing *g)
{
	size_t length = g->parameter->record->count;
	const coord *x = g->x + g->at;

	while (length && !x[length - 1])
		length--;
	put(t, "(char[%u]){\"", g->parameter->record->count + 1);
	for (size_t i = 0; i < length; i++) {
		int c = (int)(x[i] & 0xff);
		if (c == '"' || c == '\\')
			put(t, "\\%c", c);
		else if (c >= ' ' && c < 0x7f && c != '?') /* no trigraphs */
			put(t, "%c", c);
		else
			put(t, "\\%03o", (unsigned)c);
	}
	put(t, "\"}");
}

static void put_parameter(struct text *t, struct printing *g)
{
	const struct me_parameter *r = g->parameter->record;
	int several = *r->literal && *r->literal != '&' && r->passing == ME_BY_POINTER;

	if (layout_is_null(g->parameter, g->x)) {
		put(t, "0");
		return;
	}
	if (r->flags & ME_PARAMETER_STRING) {
		put_string(t, g);
		return;
	}
	put(t, "%s%s", r->literal, several ? "{" : "");
	put_elements(t, g);
	put(t, "%s", several ? "}" : "");
}

static void put_parameters(struct text *t, const struct layout *l, const coord *x)
{
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		struct printing g = {l, p, x, p->first};
		put(t, "%s", i ? ", " : "");
		put_parameter(t, &g);
	}
}

/* ---- Fortran */

/* [1d0, 2d0], or reshape([1d0, 2d0], [2, 1]); an empty one says its type. */
static void put_array(struct text *t, struct printing *g)
{
	const char *type = g->parameter->record->literal;
	const size_t n = strcspn(type, ":");
	const char *shape = type[n] ? type + n + 1 : "";

	put(t, "%s", *shape ? "reshape([" : "[");
	if (!layout_length(g->parameter, g->x))
		put(t, "%.*s ::", (int)n, type);
	put_elements(t, g);
	put(t, "]");
	if (*shape)
		put(t, ", [%s])", shape);
}

static void put_argument(struct text *t, struct printing *g)
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

/* Those behind an argument that is absent have their names. */
static void put_arguments(struct text *t, const struct layout *l, const coord *x)
{
	int is_absent = 0;
	const char *separator = "";

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const char *name = p->record->name;
		struct printing g = {l, p, x, p->first};
		if (*name == '_' || *name == '.')
			continue;
		if (layout_is_null(p, x)) {
			is_absent = 1;
			continue;
		}
		put(t, "%s%s%s", separator, is_absent ? name : "",
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
	struct text t = {out, size, 0};

	put(&t, "%s%s(", starts[l->entry->spelling], l->entry->source_name);
	if (is_fortran(l))
		put_arguments(&t, l, x);
	else
		put_parameters(&t, l, x);
	put(&t, ")");
	return (int)t.length;
}
