/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cxx_parts.c - parameters, names of files, notes and loops of a driver of C++. */
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
	if (w->shared_count) {
		*count = wrap_format("%s", w->shared_count);
	} else if (*at->dims) {
		*count = cxx_count(w, count_name, WRAP_ELEMENTS, at);
	} else {
		/* It is the name alone. */
		char *note = wrap_format("len(%s)", data);
		*count = cxx_parameter(w, "int", count_name, at, "", note ? note : "");
		free(note);
	}
	return data;
}

char *cxx_or_null(struct wrapping *w, char *value, const char *name,
		  const struct value_place *at)
{
	char *flag = wrap_format("has_%s", name);
	char *has = cxx_parameter(w, "bool", flag ? flag : "", at, "", "");
	char *whole =
	    wrap_format("(%s ? %s : nullptr)", has ? has : "", value ? value : "");

	free(value);
	free(flag);
	free(has);
	return whole;
}

char *cxx_value(struct wrapping *w, const json_t *type, const char *name,
		const struct value_place *at)
{
	return *w->why ? NULL : w->make(w, type, name, NULL, at);
}

/* ---- names of files */

/* As in c_values.c: a file without a name on any disk. */
static const char opener[] =
    "#include <cstring>\n"
    "#include <string>\n"
    "#include <sys/mman.h>\n"
    "#include <unistd.h>\n"
    "\n"
    "struct me_closed {\n"
    "\tint file;\n"
    "\tME_DRIVER ~me_closed() { ::close(file); }\n"
    "};\n"
    "\n"
    "/* A file in memory of these bytes, or none; its name. */\n"
    "ME_DRIVER static int me_file(std::string &name, const char *bytes, int size, "
    "bool is_there)\n"
    "{\n"
    "\tconst int file = is_there ? ::memfd_create(\"me\", 0) : -1;\n"
    "\tif (file >= 0 && size && ::ftruncate(file, size) == 0) {\n"
    "\t\tvoid *to = ::mmap(nullptr, size, PROT_WRITE, MAP_SHARED, file, 0);\n"
    "\t\tstd::memcpy(to, bytes, size);\n"
    "\t\t::munmap(to, size);\n"
    "\t}\n"
    "\tname = \"/proc/self/fd/\" + std::to_string(file);\n"
    "\treturn file;\n"
    "}\n";

/* How the name of the file is passed, of a std::string `own`; null: as something else. */
static char *name_as(const struct wrapping *w, const json_t *type, const char *own)
{
	const json_t *of = type_plain(
	    w->unit, type_is(type, "reference") ? type_of(w->unit, type, "to") : type);
	const json_t *to = type_of(w->unit, of, "to");
	const char *template = json_member_text(of, "template");

	if (type_is(of, "pointer"))
		return wrap_format(is_true(to, "const") ? "%s.c_str()" : "&%s[0]", own);
	return strncmp(template, "std::basic_string", 17) == 0 ||
		       strstr(json_member_text(of, "name"), "filesystem::")
		   ? wrap_format("%s", own)
		   : NULL;
}

char *cxx_file(struct wrapping *w, const json_t *parameter, const char *name,
	       const struct value_place *at)
{
	char *value =
	    *at->dims ? NULL : name_as(w, type_of(w->unit, parameter, "type"), name);
	char *parts[3] = {wrap_format("%s_text", name),
			  wrap_format("%s_text_size", name),
			  wrap_format("%s_is_there", name)};
	char more[32], *text, *note, *size, *is_there;

	if (value) {
		free(value);
		const char *own = wrap_name(w, name);
		value = name_as(w, type_of(w->unit, parameter, "type"), own);
		snprintf(more, sizeof more, "[%d]", WRAP_STREAM);
		text = cxx_parameter(w, "const char", parts[0], at, more, "");
		note = wrap_format("len(%s)", text);
		size = cxx_parameter(w, "int", parts[1], at, "", note);
		is_there = cxx_parameter(w, "bool", parts[2], at, "", "");
		if (!strstr(w->above.bytes ? w->above.bytes : "", "me_file("))
			text_add(&w->above, "%s", opener);
		text_add(
		    at->statements,
		    "%sstd::string %s;\n%sconst me_closed %s_file{me_file(%s, %s, %s, "
		    "%s)};\n",
		    at->indent, own, at->indent, own, own, text, size, is_there);
		wrap_guess(
		    w,
		    "%s is the name of a file of up to %d characters, in memory, "
		    "or of none",
		    name, WRAP_STREAM);
		free(text);
		free(note);
		free(size);
		free(is_there);
		if (is_true(parameter, "null"))
			value = cxx_or_null(w, value, name, at);
	}
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		free(parts[i]);
	return value;
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

/* ---- elements that an object gives by reference, m(i, j) or v[i], become numbers where functions of
 * it say how many there are:
 *
 *	for (int i = 0, k = 0; i < int(m.rows()) && k < 16; i++)
 *		for (int j = 0; j < int(m.cols()) && k < 16; j++)
 *			m(i, j) = m_elements[k++];
 */

enum { ELEMENTS = 16 };

/* How many indices the function takes, 1 or 2, to return an element that can be assigned; else
 * 0. */
static size_t indices(const struct wrapping *w, const json_t *function)
{
	const json_t *list = json_object_get(function, "parameters"), *p;
	const json_t *result = type_of(w->unit, function, "result");
	const json_t *to = type_of(w->unit, result, "to");
	const size_t count = json_array_size(list);
	size_t index;

	if (is_true(function, "static") || is_true(function, "const") || count > 2 ||
	    !type_is(result, "reference") || is_true(to, "const") ||
	    !type_is_number(type_plain(w->unit, to)))
		return 0;
	json_array_foreach(
	    list, index,
	    p) if (!type_is(type_plain(w->unit, type_of(w->unit, p, "type")),
			    "integer")) return 0;
	return count;
}

/* The function of the object that says how many there are, by its name; or null. */
static const char *size_of(const struct wrapping *w, const json_t *type,
			   const char *const *words)
{
	const json_t *f;
	size_t index;

	json_array_foreach(json_object_get(type, "functions"), index, f)
	{
		const char *name = json_member_text(f, "name");
		if (!is_true(f, "const") ||
		    json_array_size(json_object_get(f, "parameters")) ||
		    !type_is(type_plain(w->unit, type_of(w->unit, f, "result")),
			     "integer"))
			continue;
		for (size_t i = 0; words[i]; i++)
			if (strcasestr(name, words[i]))
				return name;
	}
	return NULL;
}

static void loops_write(const struct value_place *at, const char *object,
			const char *call, const char *first, const char *second,
			const char *from)
{
	const bool is_operator = strncmp(call, "operator", strlen("operator")) == 0;
	const char *open = !is_operator ? "(" : strstr(call, "[]") ? "[" : "(";
	const char *dot = is_operator ? "" : ".", *name = is_operator ? "" : call;
	const char *close = *open == '[' ? "]" : ")", *t = at->indent;

	text_add(at->statements,
		 "%sfor (int i = 0, k = 0; i < int(%s.%s()) && k < %d; i++)\n", t,
		 object, first, ELEMENTS);
	if (second)
		text_add(at->statements,
			 "%s\tfor (int j = 0; j < int(%s.%s()) && k < %d; j++)\n", t,
			 object, second, ELEMENTS);
	text_add(at->statements, "%s%s\t%s%s%s%si%s%s = %s[k++];\n", t,
		 second ? "\t" : "", object, dot, name, open, second ? ", j" : "",
		 close, from);
}

void cxx_elements(struct wrapping *w, const json_t *type, const char *object,
		  const struct value_place *at)
{
	static const char *const rows[] = {"row", "height", "size1", NULL},
				 *const columns[] = {"col", "width", "size2", NULL},
				 *const sizes[] = {"size", "length", "dim", "count",
						   NULL};
	const json_t *f;
	size_t index;

	json_array_foreach(json_object_get(type, "functions"), index, f)
	{
		const size_t count = indices(w, f);
		const char *first =
		    count ? size_of(w, type, count > 1 ? rows : sizes) : NULL;
		const char *second = count > 1 ? size_of(w, type, columns) : NULL;
		if (!first || (count > 1 && !second))
			continue;
		const json_t *result = type_of(w->unit, f, "result");
		char *of =
		    cxx_spell(w, type_plain(w->unit, type_of(w->unit, result, "to")));
		char *wanted = wrap_format("%s_elements", object), more[16];
		snprintf(more, sizeof more, "[%d]", ELEMENTS);
		char *from = cxx_parameter(w, of, wanted, at, more, "");
		if (from)
			loops_write(at, object, json_member_text(f, "name"), first,
				    second, from);
		wrap_guess(w, "%s has %d elements, in turn", object, ELEMENTS);
		free(from);
		free(wanted);
		free(of);
		return;
	}
}
