/* SPDX-License-Identifier: GPL-3.0-or-later */
/* call_text.c - the call of the entry, as its language writes it. */
#include "harness/input/call_text.h"

#include "harness/input/arguments.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "value/type.h"

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
	enum text_form form;
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
			scalar_text_fortran(field->type, c, kind, g->form, value,
					    sizeof value);
		else
			scalar_text_c(field->type, c, g->form, value, sizeof value);
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

/* "ab" */
static void put_quoted(struct call_text *t, const coord *x, size_t length)
{
	put_text(t, "\"");
	for (size_t i = 0; i < length; i++) {
		const int c = (int)(x[i] & 0xff);
		if (c == '"' || c == '\\')
			put_text(t, "\\%c", c);
		else if (is_printed(c) && c != '?') /* no trigraphs */
			put_text(t, "%c", c);
		else
			put_text(t, "\\%03o", (unsigned)c);
	}
	put_text(t, "\"");
}

/* Zero bytes at the end are implicit. */
static size_t text_length(const coord *x, size_t length)
{
	while (length && !x[length - 1])
		length--;
	return length;
}

/* 'a'; 10 */
static void put_char(struct call_text *t, coord c)
{
	const int is_quoted = is_printed((long)c) && c != '\'' && c != '\\';

	put_text(t, is_quoted ? "'%c'" : "%d", (int)c);
}

/* A field that is texts of that length, or characters. A text that fills its array has no place for
 * a NUL, which source has. */
static void put_c_texts(struct call_text *t, struct printing *g,
			const struct me_field *field, uint32_t length)
{
	for (uint32_t k = 0; k < field->count; k += length, g->at += length) {
		const coord *x = g->x + g->at;
		const size_t used = text_length(x, length);
		put_text(t, "%s", k ? ", " : "");
		if (length > 1 && (used < length || g->form == TEXT_PLAIN)) {
			put_quoted(t, x, used);
			continue;
		}
		for (uint32_t i = 0; i < length; i++) {
			put_text(t, "%s", i ? ", " : length > 1 ? "{" : "");
			put_char(t, x[i]);
		}
		put_text(t, "%s", length > 1 ? "}" : "");
	}
}

/* What stands behind @ in the text of an element that has texts, or Fortran's; 0: nothing. */
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
		if (number && !is_fortran_entry(g->layout))
			put_c_texts(t, g, f, number);
		else if (number && f->type != ME_BOOL)
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

/* Those of several parameters that lie in one array. */
static void put_region(struct call_text *t, struct printing *g,
		       const struct layout_region *r)
{
	const char *literal = g->parameter->record->literal;
	const int is_plain = g->form == TEXT_PLAIN,
		  several = !is_plain || *literal != '*' || r->high > r->low + 1;

	put_text(t, "%s%s", is_plain ? "" : literal, several ? "{" : "");
	for (long i = r->low, k; i < r->high; i++) {
		g->parameter = layout_element(g->layout, r, g->x, i, &k);
		g->at = g->parameter->first +
			(size_t)k * layout_element_size(g->parameter->record);
		put_text(t, "%s", i > r->low ? ", " : "");
		put_call_element(t, g);
	}
	put_text(t, "%s%s", r->of->record->flags & ME_PARAMETER_STRING ? ", 0" : "",
		 several ? "}" : "");
}

/* ---- C */

/* (char[17]){"abc"}, or "abc" where no byte behind the NUL is there */
static void put_call_string(struct call_text *t, const struct printing *g)
{
	const size_t length = g->parameter->record->count,
		     cut = arguments_behind_text(g->layout, g->parameter, g->x);
	const int is_whole = g->parameter->record->flags & ME_PARAMETER_ENDED &&
			     !g->layout->has_aliases,
		  is_array = g->form != TEXT_PLAIN && !is_whole;

	if (is_array)
		put_text(t, "(char[%zu]){", length + 1);
	put_quoted(t, g->x + g->at, text_length(g->x + g->at, length - cut));
	put_text(t, is_array ? "}" : "");
}

static void put_parameter(struct call_text *t, struct printing *g)
{
	const struct me_parameter *r = g->parameter->record;
	const int is_plain = g->form == TEXT_PLAIN;
	int several = *r->literal && *r->literal != '&' &&
		      r->passing == ME_BY_POINTER && !(is_plain && *r->literal == '*');

	if (layout_is_null(g->parameter, g->x)) {
		put_text(t, is_plain ? "NULL" : "0");
		return;
	}
	if (r->flags & ME_PARAMETER_STRING) {
		put_call_string(t, g);
		return;
	}
	if (is_plain && several && !strcmp(r->element, "@:1")) {
		put_quoted(t, g->x + g->at, layout_length(g->parameter, g->x));
		return;
	}
	put_text(t, "%s%s", is_plain ? "" : r->literal, several ? "{" : "");
	put_elements(t, g);
	put_text(t, "%s", several ? "}" : "");
}

static struct layout_region region_of(const struct printing *g, long *behind)
{
	const struct layout_parameter *of =
	    layout_inside(g->layout, g->parameter, g->x, behind);

	return layout_region(g->layout, of ? of : g->parameter, g->x);
}

/* In a region that several have, the first one has all elements: f(y + 1, {1, 2, 3}). */
static void put_placed(struct call_text *t, struct printing *g)
{
	long behind = 0;
	const struct layout_parameter *p = g->parameter;
	const struct layout_region r = region_of(g, &behind);
	const int is_reference = *p->record->literal == '*';

	if (!r.others)
		put_parameter(t, g);
	else if (r.holder == p)
		put_region(t, g, &r);
	else
		put_text(t,
			 behind > r.low ? is_reference ? "%s[1]" : "%s + 1"
			 : is_reference && g->form != TEXT_PLAIN ? "%s[0]"
								 : "%s",
			 r.holder->record->name);
}

/* Where arrays lie in each other the call shows which. */
static int is_result(const struct call_text_form *f, const struct printing *g, size_t i)
{
	long behind;

	return f->results && f->results[i] && !region_of(g, &behind).others;
}

static void put_parameters(struct call_text *t, const struct layout *l, const coord *x,
			   const struct call_text_form *f)
{
	const char *separator = "";

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		struct printing g = {l, f->numbers, p, x, p->first};
		if (is_result(f, &g, i) || p->record->flags & ME_PARAMETER_NO_ARGUMENT)
			continue;
		put_text(t, "%s", separator);
		put_placed(t, &g);
		separator = ", ";
	}
}

/* ---- global variables */

/* "n = 1; t = {2}; " before a call; a structure or an array as a statement of C, where the text is
 * source. In Fortran, where no statement names them, a comment behind the call. */
static void put_globals(struct call_text *t, const struct layout *l, const coord *x,
			enum text_form form)
{
	const int is_comment = is_fortran_entry(l) && form != TEXT_PLAIN;

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const char *name = p->record->name;
		struct printing g = {l, form, p, x, p->first};
		if (!(p->record->flags & ME_PARAMETER_GLOBAL))
			continue;
		const char *element = p->record->element;
		const int is_array =
		    strchr(element, '{') || (*element == '@' && strlen(element) > 1 &&
					     strcmp(element, "@:1") != 0);
		const int is_whole = is_array && form != TEXT_PLAIN && !is_comment;
		put_text(t, is_comment ? " ! " : is_whole ? "{__typeof__(" : "");
		put_text(t, is_whole ? "%s) me_v = " : "%s = ", name);
		put_elements(t, &g);
		if (is_whole)
			put_text(t, "; __builtin_memcpy(&%s, &me_v, sizeof me_v);} ",
				 name);
		else
			put_text(t, is_comment ? "" : "; ");
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
	if (!layout_length(g->parameter, g->x) && g->form != TEXT_PLAIN)
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
static void put_arguments(struct call_text *t, const struct layout *l, const coord *x,
			  const struct call_text_form *f)
{
	int is_absent = 0;
	const char *separator = "";

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const char *name = p->record->name;
		struct printing g = {l, f->numbers, p, x, p->first};
		if (*name == '_' || *name == '.' || is_result(f, &g, i) ||
		    p->record->flags & ME_PARAMETER_NO_ARGUMENT)
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

int call_text_print(const struct layout *l, const coord *x, struct call_text_form form,
		    char *out, size_t size)
{
	static const char *const starts[] = {[ME_SPELLING_C] = "",
					     [ME_SPELLING_FUNCTION] = "r = ",
					     [ME_SPELLING_SUBROUTINE] = "call "};
	const char *start = starts[l->entry->spelling];
	struct call_text t = {out, size, 0};

	if (form.numbers == TEXT_PLAIN && l->entry->spelling == ME_SPELLING_FUNCTION)
		start = "";
	const int is_behind = is_fortran_entry(l) && form.numbers != TEXT_PLAIN;
	if (!is_behind)
		put_globals(&t, l, x, form.numbers);
	put_text(&t, "%s%s(", start, l->entry->source_name);
	if (is_fortran_entry(l))
		put_arguments(&t, l, x, &form);
	else
		put_parameters(&t, l, x, &form);
	put_text(&t, ")");
	if (is_behind)
		put_globals(&t, l, x, form.numbers);
	return (int)t.length;
}

int call_text_print_value(const struct layout *l, const struct layout_parameter *p,
			  const coord *x, char *out, size_t size)
{
	struct call_text t = {out, size, 0};
	struct printing g = {l, TEXT_PLAIN, p, x, p->first};

	if (is_fortran_entry(l))
		put_argument(&t, &g);
	else
		put_parameter(&t, &g);
	return (int)t.length;
}

/* ---- a result that is no number, as its driver shows it */

/* Of the driver, by ME_SHOWS(). */
void __me_shows(char *text, unsigned long room, const void *result)
    __attribute__((weak));

static char *asked;
static size_t asked_room;

void shown_result_ask(char *text, size_t room)
{
	asked = text;
	asked_room = room;
}

/* Called behind each call of a driver that shows its result. */
void __me_returned(const void *result);
__attribute__((visibility("default"))) void __me_returned(const void *result)
{
	if (asked && __me_shows)
		__me_shows(asked, asked_room, result);
}
