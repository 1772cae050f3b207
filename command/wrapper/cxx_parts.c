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
		  const char *count_name, const struct value_place *at, long most,
		  char **count)
{
	char more[32];

	most = *at->dims ? WRAP_ELEMENTS : w->most > most ? w->most : most;
	snprintf(more, sizeof more, "[%ld]", most);
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

/* As in c_values.c: files without a name on any disk, which are closed at the driver's end. */
static const char opener[] =
    "#include <cstring>\n"
    "#include <string>\n"
    "#include <vector>\n"
    "#include <sys/mman.h>\n"
    "#include <unistd.h>\n"
    "\n"
    "struct me_files {\n"
    "\tstd::vector<int> all;\n"
    "\tME_DRIVER ~me_files()\n"
    "\t{\n"
    "\t\tfor (int file : all)\n"
    "\t\t\t::close(file);\n"
    "\t}\n"
    "};\n"
    "\n"
    "/* The name of a file in memory of these bytes, or of none. */\n"
    "ME_DRIVER static std::string me_file(me_files &files, const char *bytes, int "
    "size, "
    "bool is_there)\n"
    "{\n"
    "\tconst int file = is_there ? ::memfd_create(\"me\", 0) : -1;\n"
    "\tif (file >= 0 && size && ::ftruncate(file, size) == 0) {\n"
    "\t\tvoid *to = ::mmap(nullptr, size, PROT_WRITE, MAP_SHARED, file, 0);\n"
    "\t\tstd::memcpy(to, bytes, size);\n"
    "\t\t::munmap(to, size);\n"
    "\t}\n"
    "\tif (file >= 0)\n"
    "\t\tfiles.all.push_back(file);\n"
    "\treturn \"/proc/self/fd/\" + std::to_string(file);\n"
    "}\n";

/* What keeps the files that are open: in the driver's first statements, which are written before those
 * of loops. */
static const char *files_name(struct wrapping *w)
{
	if (!strstr(text_string(&w->above), "me_file("))
		text_add(&w->above, "%s", opener);
	if (!strstr(text_string(&w->statements), "me_files "))
		text_add(&w->statements, "\tme_files files;\n");
	return "files";
}

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

/* The text of the file and whether it is there, as the arguments of me_file(). */
static char *file_arguments(struct wrapping *w, const char *name,
			    const struct value_place *at)
{
	char *parts[3] = {wrap_format("%s_text", name),
			  wrap_format("%s_text_size", name),
			  wrap_format("%s_is_there", name)};
	char more[32], *text, *note, *size, *is_there, *whole;

	snprintf(more, sizeof more, "[%d]", WRAP_STREAM);
	text = cxx_parameter(w, "const char", parts[0], at, more, "");
	note = *at->dims ? wrap_format("0..%d", WRAP_STREAM)
			 : wrap_format("len(%s)", text);
	size = cxx_parameter(w, "int", parts[1], at, "", note);
	is_there = cxx_parameter(w, "bool", parts[2], at, "", "");
	whole = wrap_format("%s, %s, %s", text, size, is_there);
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		free(parts[i]);
	free(text);
	free(note);
	free(size);
	free(is_there);
	return whole;
}

char *cxx_file(struct wrapping *w, const json_t *parameter, const char *name,
	       const struct value_place *at)
{
	const json_t *type = type_of(w->unit, parameter, "type");
	char *value = cxx_loops(at) > 1 ? NULL : name_as(w, type, name);

	if (!value)
		return NULL;
	free(value);
	const char *files = files_name(w), *own = wrap_name(w, name);
	char *arguments = file_arguments(w, name, at);
	text_add(at->statements, "%sstd::string %s = me_file(%s, %s);\n", at->indent,
		 own, files, arguments ? arguments : "");
	wrap_guess(w,
		   "%s is the name of a file of up to %d characters, in memory, "
		   "or of none",
		   name, WRAP_STREAM);
	value = name_as(w, type, own);
	free(arguments);
	return is_true(parameter, "null") ? cxx_or_null(w, value, name, at) : value;
}

/* ---- texts of numbers, in streams */

/* What writes the numbers that a body reads. */
static const char numbers_text[] =
    "/* A text of the counts, and then of the numbers. */\n"
    "template <class T> ME_DRIVER std::string me_numbers(const int *counts, int size,\n"
    "\tconst T *numbers, int numbers_size)\n"
    "{\n"
    "\tstd::ostringstream text;\n"
    "\ttext.precision(17);\n"
    "\tfor (int i = 0; i < size; i++)\n"
    "\t\ttext << counts[i] << ' ';\n"
    "\tfor (int i = 0; i < numbers_size; i++)\n"
    "\t\ttext << numbers[i] << ' ';\n"
    "\treturn text.str();\n"
    "}\n";

enum { STREAM_COUNTS = 2 }; /* integers before floats */

char *cxx_numbers_or(struct wrapping *w, char *text, const char *name,
		     const struct value_place *at)
{
	const bool integers = is_true(w->function, "reads_integers"),
		   floats = is_true(w->function, "reads_floats");
	char more[32],
	    *parts[] = {wrap_format("%s_is_numbers", name),
			wrap_format("%s_counts", name), wrap_format("%s_numbers", name),
			wrap_format("%s_numbers_size", name)};

	if ((integers || floats) && !*at->dims) {
		char *is = cxx_parameter(w, "bool", parts[0], at, "", ""), *size;
		snprintf(more, sizeof more, "[%d]", STREAM_COUNTS);
		char *counts =
		    integers && floats
			? cxx_parameter(w, "const int", parts[1], at, more, "")
			: wrap_format("(const int *)nullptr");
		char *numbers =
		    cxx_counted(w, floats ? "const double" : "const int", parts[2],
				parts[3], at, WRAP_ELEMENTS, &size);
		char *whole = wrap_format(
		    "%s ? me_numbers(%s, %d, %s, %s) : %s", is, counts,
		    integers && floats ? STREAM_COUNTS : 0, numbers, size, text);
		wrap_guess(w, "%s holds %s, or a text", name,
			   !floats     ? "up to 8 integers"
			   : !integers ? "up to 8 numbers"
				       : "two integers and up to 8 numbers");
		if (!strstr(text_string(&w->above), "me_numbers("))
			text_add(&w->above, "%s", numbers_text);
		free(text);
		free(is);
		free(counts);
		free(numbers);
		free(size);
		text = whole;
	}
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		free(parts[i]);
	return text;
}

/* ---- loops */

size_t cxx_loops(const struct value_place *at)
{
	size_t depth = 0;

	for (const char *c = at->index; *c; c++)
		depth += *c == '[';
	return depth;
}

const char *cxx_loop_variable(const struct value_place *at, size_t more)
{
	static const char *const variables[] = {"i", "j", "k", "i_4", "i_5", "i_6"};
	const size_t depth = cxx_loops(at) + more;

	return variables[depth < 6 ? depth : 5];
}

void cxx_loop_begin(struct cxx_loop *loop, const struct value_place *at, long most)
{
	memset(loop, 0, sizeof *loop);
	loop->variable = cxx_loop_variable(at, 0);
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

void cxx_names_reserve(struct wrapping *w)
{
	const json_t *types = json_object_get(w->unit, "types"), *t;
	size_t index;

	json_array_foreach(types, index, t)
	{
		const char *name = json_member_text(t, "name");
		if ((type_is(t, "record") || type_is(t, "enum")) && *name &&
		    !is_true(t, "library") && type_plain(w->unit, t) == t &&
		    !strpbrk(name, ":<"))
			words_add(&w->names, name);
	}
}

/* ---- what drivers as those of C need besides */

const char cxx_plain_blocks[] =
    "#include <cstdlib>\n#include <cstring>\nstruct me_allocated {\n\tvoid *block;\n"
    "\texplicit me_allocated(size_t size) : block(malloc(size)) {}\n"
    "\ttemplate <class T> operator T *() const { return static_cast<T *>(block); "
    "}\n};\n"
    "template <class T> T *me_copied(const T *from, size_t size)\n"
    "{\n\treturn static_cast<T *>(memcpy(malloc(size), from, size));\n}\n";

char *cxx_plain_reference(struct wrapping *w, const json_t *type, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to"),
		     *plain = type_plain(w->unit, to);
	char *value, *whole;

	if (type_is_number(plain))
		return w->make(w, plain, name, facts, at);
	if (type_is(to, "pointer")) {
		char *of = w->make(w, to, name, facts, at);
		char *wanted = wrap_format("%s_place", name);
		value = of ? wrap_address(w, to, wanted, NULL, of, at) : NULL;
		free(wanted);
	} else if (type_is(plain, "record") && is_true(plain, "complete")) {
		value = make_record_pointer(w, to, name, facts, at);
	} else if (type_is(plain, "record")) {
		value = make_handle(w, to, name, facts, at);
	} else {
		return wrap_refuse(w, "%s is a reference to what C has not", name);
	}
	whole = !value					 ? NULL
		: *value == '&' && !strpbrk(value, " ?") ? wrap_format("%s", value + 1)
							 : wrap_format("*(%s)", value);
	free(value);
	return whole;
}
