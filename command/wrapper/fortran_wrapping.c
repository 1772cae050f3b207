/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_wrapping.c - the parts of a driver of Fortran: lines, parameters, names of modules. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
