/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wrapping.c - the parts of a driver: names, parameters, lines of its comment. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/wrapper/wrapping.h"

char *wrap_format(const char *format, ...)
{
	va_list list;
	char *text = NULL;

	va_start(list, format);
	if (vasprintf(&text, format, list) < 0)
		text = NULL;
	va_end(list);
	return text;
}

char *wrap_refuse(struct wrapping *w, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	if (!*w->why)
		vsnprintf(w->why, sizeof w->why, format, list);
	va_end(list);
	return NULL;
}

void wrap_guess(struct wrapping *w, const char *format, ...)
{
	va_list list;
	char *line = NULL;

	va_start(list, format);
	if (vasprintf(&line, format, list) < 0)
		line = NULL;
	va_end(list);
	if (line && (!w->guesses.bytes || !strstr(w->guesses.bytes, line)))
		text_add(&w->guesses, " * guess: %s\n", line);
	free(line);
}

static bool is_taken(const struct wrapping *w, const char *name)
{
	for (size_t i = 0; i < w->names.count; i++)
		if (strcmp(w->names.items[i], name) == 0)
			return true;
	return false;
}

const char *wrap_name(struct wrapping *w, const char *wanted)
{
	char *name = wrap_format("%s", *wanted ? wanted : "value");

	for (unsigned i = 2; name && is_taken(w, name); i++) {
		free(name);
		name = wrap_format("%s_%u", *wanted ? wanted : "value", i);
	}
	words_add(&w->names, name ? name : "value");
	free(name);
	return w->names.items[w->names.count - 1];
}

char *wrap_parameter(struct wrapping *w, const json_t *type, const char *name,
		     const struct value_place *at, const char *more)
{
	const char *own = wrap_name(w, name);
	char *declarator = wrap_format("%s%s%s", own, at->dims, more);
	char *text = declarator ? c_declaration(w->unit, type, declarator) : NULL;

	text_add(&w->parameters, "%s%s", w->parameters.size ? ",\n\t" : "",
		 text ? text : "");
	free(declarator);
	free(text);
	return wrap_format("%s%s", own, at->index);
}

char *wrap_choice(struct wrapping *w, const char *name, long low, long high,
		  const struct value_place *at)
{
	const char *own = wrap_name(w, name);
	char *type = wrap_format("from_%ld_to_%ld", low, high);

	for (char *c = type; c && *c; c++)
		*c = *c == '-' ? 'm' : *c;
	if (type && !is_taken(w, type)) {
		words_add(&w->names, type);
		text_add(&w->above, "enum %s {%s_least = %ld, %s_most = %ld};\n", type,
			 type, low, type, high);
	}
	text_add(&w->parameters, "%senum %s %s%s", w->parameters.size ? ",\n\t" : "",
		 type ? type : "", own, at->dims);
	free(type);
	return wrap_format("%s%s", own, at->index);
}

void wrapping_done(struct wrapping *w)
{
	struct text_buffer *const texts[] = {&w->above,	     &w->guesses,
					     &w->parameters, &w->objects,
					     &w->statements, &w->after};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		text_done(texts[i]);
	for (size_t i = 0; i < w->pool_count; i++) {
		free(w->pools[i].name);
		free(w->pools[i].ahead);
	}
	words_done(&w->names);
}
