/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_wrapping.c - the parts of a driver of Fortran: lines, parameters, names of modules. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/fortran_wrapping.h"

void fortran_line(const struct fortran_place *p, const char *format, ...)
{
	va_list list;
	char *text = NULL;

	va_start(list, format);
	if (vasprintf(&text, format, list) < 0)
		text = NULL;
	va_end(list);
	text_add(p->body, "%*s%s\n", (int)(2 * p->indent), "", text ? text : "");
	free(text);
}

const char *fortran_parameter(struct fortran_driver *f, const char *type,
			      const char *name, const char *more,
			      const struct fortran_place *p)
{
	const char *own = wrap_name(f->w, name);
	const bool is_array = *more || *p->dims;
	struct text_buffer *into = is_array ? &f->arrays : &f->scalars;

	text_add(&f->w->parameters, "%s%s", f->w->parameters.size ? ", " : "", own);
	text_add(into, "%s :: %s", type, own);
	if (is_array)
		text_add(into, "(%s%s%s)", more, *more && *p->dims ? ", " : "",
			 p->dims);
	text_add(into, "\n");
	return own;
}

char *fortran_choice(struct fortran_driver *f, const char *name, long low, long high,
		     const struct fortran_place *p)
{
	const char *own = fortran_parameter(f, "integer", name, "", p);

	wrap_note(f->w, "%s:%ld..%ld", own, low, high);
	return *p->index ? wrap_format("%s(%s)", own, p->index)
			 : wrap_format("%s", own);
}

void fortran_use(struct fortran_driver *f, const char *module, const char *name)
{
	for (size_t i = 0; i < f->uses.count; i += 2)
		if (strcmp(f->uses.items[i], module) == 0 &&
		    strcmp(f->uses.items[i + 1], name) == 0)
			return;
	words_add_each(&f->uses, module, name);
	words_add(&f->w->names, name);
}

/* Appends what an extent is in the driver: "m%n" of "%n" in the object m. */
static void length_write(const char *of, const struct fortran_place *p,
			 struct text_buffer *out)
{
	for (const char *c = of; *c; c++) {
		if (*c == '%' && (c == of || c[-1] == '('))
			text_add(out, "%s", p->object);
		text_add_char(out, *c);
	}
}

char *fortran_extent(const json_t *d, size_t i, const struct fortran_place *p,
		     long *most)
{
	const json_t *e = json_array_get(json_object_get(d, "extents"), i);
	const char *of = json_member_text(e, "of");
	const bool is_member = *of == '%' || strncmp(of, "size(%", 6) == 0;
	const long more = (long)json_integer_value(json_object_get(e, "more"));
	/* gfortran copies an array of -1 elements as one of very many. */
	const bool is_negative = more <= 0 && strncmp(of, "size(", 5) != 0;
	/* What counts elements in use has room for one. */
	const bool has_room =
	    is_negative && json_is_true(json_object_get(d, "counted"));
	struct text_buffer text = {0};
	char *whole;

	/* An argument may be made behind the object. */
	if (!json_is_object(e) || (!is_member && *p->object))
		return NULL;
	text_add(&text, "%s", has_room ? "max(1, " : is_negative ? "max(0, " : "");
	length_write(of, p, &text);
	text_add(&text, "%s", is_negative ? ")" : "");
	if (more > 0)
		text_add(&text, " + %ld", more);
	*most = WRAP_ELEMENTS + (more > 0 ? more : 0);
	whole = strdup(text_string(&text));
	text_done(&text);
	return whole;
}

const char *fortran_measure(const json_t *d)
{
	const json_t *first = json_array_get(json_object_get(d, "extents"), 0);
	const char *of = json_member_text(first, "of");

	return strncmp(of, "size(%", 6) == 0 ? of + 6 : "";
}

/* ---- arguments of assumed rank */

enum { RANK_MOST = 5, RANK_MARK = 1 };

/* The largest rank of "CASE (2 ())" behind "SELECT RANK"; 1: none is selected. */
static long rank_selected(const json_t *scope)
{
	bool is_inside = false;
	const json_t *line;
	long most = 1, rank;
	size_t i;

	json_array_foreach(json_object_get(scope, "code"), i, line)
	{
		const char *text = json_member_text(line, "text");
		is_inside |= strncmp(text, "SELECT RANK", 11) == 0;
		if (is_inside && sscanf(text, "CASE (%ld ())", &rank) == 1 &&
		    rank > most)
			most = rank;
	}
	return most < RANK_MOST ? most : RANK_MOST - 1;
}

char *fortran_ranked(struct fortran_driver *f, const json_t *d, const char *name,
		     const struct fortran_place *p)
{
	static const char *const dims[] = {
	    "", ":", ":, :", "2, 1, 2", "1, 2, 1, 2", "1, 1, 1, 1, 1"};
	char *type = fortran_type_text(f->w->unit, d);

	if (f->ranked) { /* one after the other would be all pairs of ranks */
		const char *own = fortran_parameter(f, type, name, ":", p);
		free(type);
		return wrap_format("%s", own);
	}
	f->ranked = name;
	f->rank_most = rank_selected(f->scope) + 1;
	char *rank = wrap_format("%s_rank", name);
	f->rank = fortran_choice(f, rank, 0, f->rank_most, p);
	free(rank);
	for (long i = 0; i <= f->rank_most; i++) {
		char *own = wrap_format("%s_%ld", name, i);
		fortran_parameter(f, type, own, dims[i], p);
		free(own);
	}
	free(type);
	return wrap_format("%c", RANK_MARK);
}

char *fortran_with_rank(const struct fortran_driver *f, const char *text, long i)
{
	const char *at = strchr(text, RANK_MARK);

	return at ? wrap_format("%.*s%s_%ld%s", (int)(at - text), text, f->ranked, i,
				at + 1)
		  : wrap_format("%s", text);
}
