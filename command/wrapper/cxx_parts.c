/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cxx_parts.c - parameters, notes and loops of a driver of C++. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

/* ---- parameters */

char *cxx_parameter(struct wrapping *w, const char *type, const char *name,
		    const struct value_place *at, const char *more, const char *note)
{
	const char *own, *bound = *at->dims ? at->dims : more;
	char *value = wrap_plain(w, type, name, at, more, &own);

	if (*bound)
		wrap_note(w, "%s:%ld", own, strtol(bound + 1, NULL, 10));
	if (*note)
		wrap_note(w, "%s:%s", own, note);
	return value;
}

char *cxx_count(struct wrapping *w, const char *name, long most,
		const struct value_place *at)
{
	char *range = wrap_format("0..%ld", most);
	char *count = cxx_parameter(w, "int", name, at, "", range ? range : "");

	free(range);
	return count;
}

char *cxx_counted(struct wrapping *w, const char *type, const char *name,
		  const char *count_name, const struct value_place *at, char **count)
{
	char more[32];

	snprintf(more, sizeof more, "[%d]", WRAP_ELEMENTS);
	char *data = cxx_parameter(w, type, name, at, more, "");
	if (*at->dims) {
		*count = cxx_count(w, count_name, WRAP_ELEMENTS, at);
	} else {
		/* It is the name alone. */
		char *note = wrap_format("len(%s)", data);
		*count = cxx_parameter(w, "int", count_name, at, "", note ? note : "");
		free(note);
	}
	return data;
}

char *cxx_value(struct wrapping *w, const json_t *type, const char *name,
		const struct value_place *at)
{
	return *w->why ? NULL : w->make(w, type, name, NULL, at);
}

/* ---- loops */

void cxx_loop_begin(struct cxx_loop *loop, const struct value_place *at, long most)
{
	static const char *const variables[] = {"i", "j", "k", "i_4", "i_5", "i_6"};
	size_t depth = 0;

	for (const char *c = at->index; *c; c++)
		depth += *c == '[';
	memset(loop, 0, sizeof *loop);
	loop->variable = variables[depth < 6 ? depth : 5];
	loop->dims = wrap_format("%s[%ld]", at->dims, most);
	loop->index = wrap_format("%s[%s]", at->index, loop->variable);
	loop->indent = wrap_format("%s\t", at->indent);
	loop->in = *at;
	loop->in.dims = loop->dims ? loop->dims : "";
	loop->in.index = loop->index ? loop->index : "";
	loop->in.indent = loop->indent ? loop->indent : "";
	loop->in.statements = &loop->body;
	loop->in.deep++;
}

void cxx_loop_end(struct wrapping *w, struct cxx_loop *loop,
		  const struct value_place *at, const char *count)
{
	const char *body = text_string(&loop->body), *v = loop->variable;
	const bool braces = body && strchr(body, '\n') != strrchr(body, '\n');

	if (!*w->why)
		text_add(at->statements, "%sfor (int %s = 0; %s < %s; %s++)%s\n%s%s%s",
			 at->indent, v, v, count, v, braces ? " {" : "",
			 body ? body : "", braces ? at->indent : "",
			 braces ? "}\n" : "");
	text_done(&loop->body);
	free(loop->dims);
	free(loop->index);
	free(loop->indent);
}

/* ---- lists */

void cxx_list_add(struct cxx_list *list, char *expression)
{
	text_add(&list->text, "%s%s", list->count++ ? ", " : "",
		 expression ? expression : "");
	free(expression);
}

/* ---- tries */

static size_t buffers(struct wrapping *w, const struct value_place *at,
		      struct text_buffer *list[8])
{
	struct text_buffer *all[] = {&w->above,	     &w->guesses,   &w->parameters,
				     &w->objects,    &w->notes,	    &w->after,
				     &w->statements, at->statements};

	memcpy(list, all, sizeof all);
	return sizeof all / sizeof *all;
}

void cxx_mark(const struct wrapping *w, const struct value_place *at,
	      struct cxx_mark *mark)
{
	struct text_buffer *list[8];
	const size_t n = buffers((struct wrapping *)w, at, list);

	for (size_t i = 0; i < n; i++)
		mark->sizes[i] = list[i]->size;
	mark->names = w->names.count;
	mark->derived = json_array_size(w->derived);
}

void cxx_back(struct wrapping *w, const struct value_place *at,
	      const struct cxx_mark *mark)
{
	struct text_buffer *list[8];
	const size_t n = buffers(w, at, list);

	for (size_t i = 0; i < n; i++)
		if (list[i]->size > mark->sizes[i]) {
			list[i]->size = mark->sizes[i];
			list[i]->bytes[mark->sizes[i]] = '\0';
		}
	while (w->names.count > mark->names)
		free(w->names.items[--w->names.count]);
	while (json_array_size(w->derived) > mark->derived)
		json_array_remove(w->derived, mark->derived);
	w->why[0] = '\0';
}

/* ---- names */

char *cxx_spell(const struct wrapping *w, const json_t *type)
{
	char *text = c_declaration(w->unit, type, "");
	size_t n = text ? strlen(text) : 0;

	while (n && text[n - 1] == ' ')
		text[--n] = '\0';
	return text;
}

char *cxx_noun(const char *name)
{
	const char *last = name;
	char *noun;
	int depth = 0;

	for (const char *c = name; *c; c++) {
		depth += (*c == '<') - (*c == '>');
		if (c[0] == ':' && c[1] == ':' && depth == 0)
			last = c + 2;
	}
	noun = strdup(last);
	if (noun && strncmp(noun, "operator", 8) != 0)
		noun[strcspn(noun, "<")] = '\0';
	return noun;
}

char *cxx_called(const json_t *function)
{
	char *name = wrap_format("%s", json_member_text(function, "name"));

	/* {anonymous}::f */
	for (char *a; name && (a = strstr(name, "{anonymous}::"));)
		memmove(a, a + 13, strlen(a + 13) + 1);
	return name;
}
