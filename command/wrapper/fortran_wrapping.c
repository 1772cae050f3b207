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
	struct text_buffer text = {0};
	char *whole;

	/* An argument may be made behind the object. */
	if (!json_is_object(e) || (!is_member && *p->object))
		return NULL;
	text_add(&text, "%s", is_negative ? "max(0, " : "");
	length_write(of, p, &text);
	text_add(&text, "%s", is_negative ? ")" : "");
	if (more > 0)
		text_add(&text, " + %ld", more);
	*most = WRAP_ELEMENTS + (more > 0 ? more : 0);
	whole = strdup(text_string(&text));
	text_done(&text);
	return whole;
}
