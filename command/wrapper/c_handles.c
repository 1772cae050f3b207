/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_handles.c - objects that functions of the unit or of its headers make (c_makers.c): their calls,
 * with arguments of numbers, texts and callbacks, what fills the object and what ends it. Where the
 * source itself has several makers, a parameter chooses one. And what a void * leads to, as those that
 * such an object keeps; and files: over a text, or by their name.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

/* A variable of its own for an error that the function stores: int *error. */
static char *error_make(struct wrapping *w, const json_t *type, const char *given,
			const char *name)
{
	static const char *const words[] = {"err", NULL};
	const json_t *to = type_of(w->unit, type, "to");

	if (!to || !type_is(to, "integer") || is_true(to, "const") ||
	    !has_word(given, words))
		return NULL;
	const char *own = wrap_name(w, name);
	text_add(&w->objects, "\t%s %s = 0;\n", json_member_text(to, "name"), own);
	text_add(&w->statements, "\tif (%s)\n\t\t%s;\n", own, w->nothing);
	return wrap_format("&%s", own);
}

/* A callback is one that the driver writes, or one of the file that takes no data. */
static char *callback_make(struct wrapping *w, const json_t *to, const json_t *p,
			   const char *name, const struct value_place *at)
{
	json_t *facts = json_object();

	if (is_true(p, "null"))
		json_object_set_new(facts, "null", json_true());
	char *value = make_callback(w, to, name, facts, at);
	json_decref(facts);
	return value;
}

/* Whether an array at the end of the objects, which has an element by its type, has so many. */
static bool counts_tail(const json_t *record, const json_t *p)
{
	const json_t *tail = record_tail(record);

	return number_in(tail, "elements") == 1 &&
	       strcmp(json_member_text(tail, "length"), json_member_text(p, "name")) ==
		   0;
}

/* Whether the only integer that a maker takes is by what bodies divide that do not ask whether it is 0, or
 * else an array of no elements would be read. */
static bool is_divisor(const struct wrapping *w, const json_t *record,
		       const json_t *list)
{
	const json_t *p, *member;
	size_t index, integers = 0;
	bool divides = false;

	json_array_foreach(list, index, p) integers +=
	    type_is(type_of(w->unit, p, "type"), "integer");
	json_array_foreach(json_object_get(record, "members"), index, member) divides |=
	    is_true(member, "divides") && !is_true(member, "zero");
	return divides && integers == 1;
}

/* Whether it takes a number or memory from the maker, or leaves that to it where null is passed:
 * f(n, NULL, NULL) of f(n, memory, &size). */
static bool is_optional(const json_t *type, const json_t *to, const json_t *p)
{
	return type_is(type, "pointer") && is_true(p, "null") &&
	       !is_true(to, "const") &&
	       ((type_is(to, "void") && !*json_member_text(p, "called_with")) ||
		type_is_number(to));
}

/* The value of argument number `index`: an integer has not more than the array beside it. */
static char *argument_make(struct wrapping *w, const json_t *f, size_t index,
			   const char *name, const struct value_place *at,
			   struct makers *m)
{
	const json_t *list = json_object_get(f, "parameters");
	const json_t *p = json_array_get(list, index);
	const json_t *type = type_of(w->unit, p, "type");
	const json_t *to = type_of(w->unit, type, "to");
	const long low = !m->can_refuse || is_divisor(w, m->record, list) ? 1
			 : is_true(p, "negative")			  ? -1
			 : counts_tail(m->record, p)			  ? 1
									  : 0;
	const long most = variety_of(w, f) == HAS_ARRAY ? WRAP_ELEMENTS : SIZE_MOST;
	struct value_place here = *at;
	char *value = error_make(w, type, json_member_text(p, "name"), name);

	if (value)
		return value;
	if (is_optional(type, to, p))
		return wrap_format("NULL");
	if (!type_is_flat(w->unit, type) && is_counted_array(w, list, index, m->record))
		return wrap_format("NULL");
	if (index && is_counted_array(w, list, index - 1, m->record))
		return wrap_format("0");
	char *key = wrap_format("%p %zu %ld %ld", (const void *)type, index, low, most);
	for (size_t i = 0; i < m->keys.count && !value; i++)
		if (strcmp(m->keys.items[i], key) == 0)
			value = wrap_format("%s", m->values.items[i]);
	if (!value) {
		here.path = name;
		value =
		    type_is(to, "function") ? callback_make(w, to, p, name, at)
		    : type_is(type, "integer")
			? wrap_range(w, json_member_text(type, "name"), name, low, most,
				     at)
			: w->make(w, type, name, type_is(to, "void") ? p : NULL, &here);
		words_add(&m->keys, key);
		words_add(&m->values, value ? value : "0");
	}
	free(key);
	return value;
}

/* The arguments of a function; number `place`, unless -1, is the address of the object. */
static void arguments_write(struct wrapping *w, const json_t *f, long place,
			    const char *prefix, const struct value_place *at,
			    struct makers *m, struct text_buffer *call)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(f, "parameters"), index, p)
	{
		const char *given = json_member_text(p, "name");
		char *name = *given ? wrap_format("%s_%s", prefix, given)
				    : wrap_format("%s_%zu", prefix, index);
		char *value = (long)index == place
				  ? wrap_format("&%s", prefix)
				  : argument_make(w, f, index, name, at, m);
		text_add(call, "%s%s", index ? ", " : "", value ? value : "0");
		free(value);
		free(name);
	}
}

/* Numbers behind a pointer of the object, as many as its length says, come from a parameter: of
 * an object that the source makes for itself only floats, integers may have to fit each other. */
static void numbers_fill(struct wrapping *w, const json_t *record, const char *own,
			 bool only_floats, const struct value_place *at)
{
	const json_t *list = json_object_get(record, "members"), *member;
	size_t index;

	json_array_foreach(list, index, member)
	{
		const json_t *to = member_pointed(w, member);
		const long length = member_length(w, list, member);
		const char *field = json_member_text(member, "name"), *parameter;
		char more[16];
		if (!to || !type_is_number(to) || !type_is_flat(w->unit, to) ||
		    is_true(to, "const") || length < 0 ||
		    (only_floats && !type_is(to, "float")))
			continue;
		char *name = wrap_format("%s_%s", own, field);
		snprintf(more, sizeof more, "[%d]", SIZE_MOST);
		free(wrap_parameter(w, to, name ? name : field, at, more, &parameter));
		text_add(&w->statements,
			 "\tfor (i = 0; i < %d && i < (int)%s->%s; i++)\n\t\t%s->%s[i] "
			 "= %s[i];\n",
			 SIZE_MOST, own,
			 json_member_text(json_array_get(list, (size_t)length), "name"),
			 own, field, parameter);
		w->loops = true;
		free(name);
	}
}

static bool has_parameter(const json_t *function, const char *name)
{
	return *name && named_in(json_object_get(function, "parameters"), name) >= 0;
}

/* Whether the function fills an object that `maker` makes, as spline_set(s, x, y, n) does one of
 * spline_alloc(n): with floats that it only reads, and numbers of the maker by their names. */
static bool is_filler(const struct wrapping *w, const json_t *f, const json_t *record,
		      const json_t *maker)
{
	const json_t *list = json_object_get(f, "parameters"), *p;
	size_t index, arrays = 0;

	json_array_foreach(list, index, p)
	{
		const json_t *type = type_of(w->unit, p, "type");
		const json_t *to = type_of(w->unit, type, "to");
		const bool is_object = type_is(type, "pointer") &&
				       !is_true(to, "const") &&
				       type_plain(w->unit, to) == record;
		const bool is_array = type_is(type, "pointer") &&
				      is_true(to, "const") &&
				      type_is(type_plain(w->unit, to), "float");
		if (!index ? !is_object
			   : !is_array &&
				 !(type_is(type, "integer") &&
				   has_parameter(maker, json_member_text(p, "name"))))
			return false;
		arrays += is_array;
	}
	return arrays && f != w->function && f != maker;
}

static const json_t *filler_of(const struct wrapping *w, const json_t *record,
			       const json_t *maker)
{
	const json_t *f;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "functions"), index,
			   f) if (is_filler(w, f, record, maker)) return f;
	return NULL;
}

/* Fills the object by the function that does, with SIZE_MOST elements in each array. Whether there
 * is one. `made`: the arguments of its maker. */
static bool object_fill(struct wrapping *w, const json_t *record, const json_t *maker,
			const char *own, const char *value, const char *made,
			const struct value_place *at)
{
	const json_t *f = filler_of(w, record, maker), *p;
	struct text_buffer call = {0};
	size_t k;

	if (!f)
		return false;
	json_array_foreach(json_object_get(f, "parameters"), k, p)
	{
		const json_t *type = type_of(w->unit, p, "type");
		char *name = wrap_format("%s_%s", own, json_member_text(p, "name"));
		char *argument = NULL, more[16];
		snprintf(more, sizeof more, "[%d]", SIZE_MOST);
		if (k && type_is(type, "integer"))
			argument = wrap_format("%s", strstr(made, name) ? name : "0");
		else if (k)
			argument = wrap_parameter(
			    w, type_plain(w->unit, type_of(w->unit, type, "to")), name,
			    at, more, NULL);
		text_add(&call, "%s%s", k ? ", " : "", k ? argument : value);
		free(argument);
		free(name);
	}
	text_add(&w->statements, "\t%s(%s);\n", json_member_text(f, "name"),
		 text_string(&call));
	wrap_guess(w, "%s is filled by %s()", own, json_member_text(f, "name"));
	text_done(&call);
	return true;
}

/* Functions of the source may be called with it before: with an argument of its own rather than with
 * what a structure leads to. */
static void handle_note(struct wrapping *w, const json_t *record, const json_t *facts,
			const struct value_place *at, const char *value)
{
	if ((w->handle && (!w->handle_is_part || *at->path)) || is_true(facts, "freed"))
		return;
	free(w->handle_value);
	w->handle = record;
	w->handle_is_part = *at->path;
	w->handle_value = wrap_format("%s", value);
}

/* Null, as a parameter says, where a body asks for it. */
static char *null_or(struct wrapping *w, char *value, const char *own,
		     const json_t *facts, const struct value_place *at)
{
	return value && is_true(facts, "null") ? wrap_nullable(w, value, own, at)
					       : value;
}

/* The object, and the call that makes it; of several a parameter chooses one. */
static void makers_write(struct wrapping *w, struct makers *m, const char *own,
			 const char *declared, const struct value_place *at,
			 struct text_buffer *call)
{
	char *wanted = wrap_format("%s_made_by", own), *which = NULL;
	const char *first = json_member_text(m->list[0], "name");

	if (m->count > 1)
		which = wrap_range(w, "int", wanted, 0, (long)m->count - 1, at);
	for (size_t i = 0; i < m->count; i++) {
		if (which)
			text_add(call, "\tcase %zu:\n\t\t%s = ", i, own);
		text_add(call, "%s(", json_member_text(m->list[i], "name"));
		arguments_write(w, m->list[i], m->place, own, at, m, call);
		text_add(call, which ? ");\n\t\tbreak;\n" : ")");
	}
	text_add(&w->objects, "\t%s = %s;\n", declared,
		 which || m->place >= 0 ? "NULL" : text_string(call));
	if (which)
		text_add(&w->objects, "\tswitch (%s) {\n%s\t}\n", which,
			 text_string(call));
	else if (m->place >= 0)
		text_add(&w->objects, "\t%s;\n", text_string(call));
	w->is_parsed |=
	    variety_of(w, m->list[0]) == HAS_TEXT && is_in_source(m->list[0]);
	wrap_guess(w,
		   which ? "%s is made by %s() or another function: %s chooses"
			 : "%s is made by %s()",
		   own, first, which);
	free(which);
	free(wanted);
	words_done(&m->keys);
	words_done(&m->values);
}

char *make_by_function(struct wrapping *w, const json_t *record, const char *name,
		       const json_t *facts, const struct value_place *at)
{
	struct makers m = {.record = record, .can_refuse = true};
	struct text_buffer call = {0};
	const json_t *end;

	if (w->being_made == record)
		return wrap_format("NULL");
	if (*at->dims || !makers_find(w, record, &m))
		return NULL;
	const json_t *const outer = w->being_made;
	const char *own = wrap_name(w, name);
	char *declarator = wrap_format("*%s", own);
	char *declared = c_declaration(w->unit, record, declarator);
	if (filler_of(w, record, m.list[0]))
		m.count = 1;
	w->being_made = record;
	makers_write(w, &m, own, declared, at, &call);
	w->being_made = outer;
	end = destructor_of(w, record);
	if (end && end != w->function && !is_true(facts, "freed"))
		text_add(&w->after, "\tif (%s)\n\t\t%s(%s);\n", own,
			 json_member_text(end, "name"), own);
	text_add(&w->statements, "\tif (!%s)\n\t\t%s;\n", own, w->nothing);
	if (!object_fill(w, record, m.list[0], own, own, text_string(&call), at) &&
	    is_true(record, "complete"))
		numbers_fill(w, record, own, is_in_source(m.list[0]), at);
	handle_note(w, record, facts, at, own);
	free(declared);
	free(declarator);
	text_done(&call);
	return null_or(w, wrap_format("%s", own), own, facts, at);
}

char *make_by_initialiser(struct wrapping *w, const json_t *record, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *f = initialiser_of(w, record);
	struct makers m = {.record = record};
	struct text_buffer call = {0};

	if (!f)
		return NULL;
	const char *own = wrap_name(w, name);
	char *declared = c_declaration(w->unit, record, own);
	/* What goes over another object begins when that is filled. */
	const bool is_later = takes_object(w, f, record);
	struct text_buffer *out = is_later ? &w->later : &w->objects;
	w->begun = is_later ? record : w->begun;
	w->is_whole = is_later;
	arguments_write(w, f, 0, own, at, &m, &call);
	w->is_whole = false;
	text_add(&w->objects, "\t%s = {0};\n", declared);
	if (is_true(w->function, "asks_members")) {
		char *wanted = wrap_format("%s_is_made", name);
		char *made = wrap_plain(w, "_Bool", wanted, at, "", NULL);
		text_add(out, "\tif (%s)\n\t", made);
		free(is_later ? made : w->handle_made);
		w->handle_made = is_later ? w->handle_made : made;
		free(wanted);
	}
	text_add(out, "\t%s(%s);\n", json_member_text(f, "name"), text_string(&call));
	words_done(&m.keys);
	words_done(&m.values);
	wrap_guess(w, "%s is made by %s()", name, json_member_text(f, "name"));
	free(declared);
	char *value = wrap_format("&%s", own);
	if (!is_true(w->function, "asks_members"))
		object_fill(w, record, f, own, value, text_string(&call), at);
	text_done(&call);
	if (!*w->why && !is_later)
		handle_note(w, record, facts, at, value);
	return null_or(w, value, own, facts, at);
}

char *make_handle(struct wrapping *w, const json_t *to, const char *name,
		  const json_t *facts, const struct value_place *at)
{
	const json_t *record = type_plain(w->unit, to);
	char *value = make_by_function(w, record, name, facts, at);

	if (value)
		return value;
	if (is_true(facts, "null") || *at->dims)
		return wrap_format("NULL");
	return wrap_refuse(w,
			   "%s is an opaque `%s`, and no function of the source or its "
			   "headers makes one of numbers",
			   name, json_member_text(record, "name"));
}

/* ---- bytes and files */

/* Whether the function under test, or one that it calls, frees what a void * leads to that an object keeps. */
static bool frees_items(const struct wrapping *w)
{
	const json_t *type, *m;
	size_t index, k;

	json_array_foreach(json_object_get(w->unit, "types"), index, type)
	    json_array_foreach(json_object_get(type, "members"), k, m)
	{
		const json_t *to = type_of(w->unit, type_of(w->unit, m, "type"), "to");
		if ((type_is(to, "void") && is_true(m, "freed_here")) ||
		    (type_is(type_of(w->unit, to, "to"), "void") &&
		     is_true(json_object_get(m, "inside"), "freed_here")))
			return true;
	}
	return false;
}

/* What an object that a function makes gets to keep: one of some blocks, by which it may be found
 * again; where it is freed, a copy. */
static char *make_item(struct wrapping *w, const char *name, const json_t *facts,
		       const struct value_place *at)
{
	const struct value_place alone = {.dims = "", .index = "", .path = ""};
	const bool may_be_null = is_true(facts, "null");
	char more[32], count[16];

	snprintf(more, sizeof more, "[%d][%d]", WRAP_OBJECTS, WRAP_TEXT);
	snprintf(count, sizeof count, "%d", WRAP_TEXT);
	if (!w->items) {
		free(wrap_plain(w, "unsigned char", "items", &alone, more, &w->items));
		wrap_guess(
		    w, "what is kept by its address is one of %d blocks of %d bytes",
		    WRAP_OBJECTS, WRAP_TEXT);
	}
	char *wanted = wrap_format("%s_is", name);
	char *which =
	    wrap_range(w, "int", wanted, -(int)may_be_null, WRAP_OBJECTS - 1, at);
	char *value = wrap_format("%s[%s]", w->items, which);
	if (frees_items(w))
		value = wrap_copied(value, count);
	if (may_be_null) {
		char *whole = wrap_format("(%s < 0 ? NULL : (void *)%s)", which, value);
		free(value);
		value = whole;
	}
	free(which);
	free(wanted);
	return value;
}

/* What a void * leads to, where nothing takes it for something else. */
static char *make_bytes(struct wrapping *w, const char *name, const json_t *facts,
			const struct value_place *at)
{
	const json_t *length =
	    !*at->path && !*at->dims ? argument_length(w, facts) : NULL;
	const char *own;
	char more[32] = "", *value;

	if (w->handle && !length && !*at->path)
		return make_item(w, name, facts, at);
	if (*at->dims)
		snprintf(more, sizeof more, "[%d]", WRAP_TEXT);
	value = wrap_plain(w, *at->dims ? "unsigned char" : "unsigned char *", name, at,
			   more, &own);
	if (*at->dims)
		return value;
	wrap_note(w, "%s:~%d%s", own, WRAP_TEXT, is_true(facts, "null") ? "?" : "");
	if (length)
		wrap_note(w, "%s:~len(%s)", json_member_text(length, "name"), own);
	wrap_guess(w, "%s leads to %s bytes", name,
		   length ? json_member_text(length, "name") : "16");
	return value;
}

/* A void *: what the body takes it for. */
char *make_void(struct wrapping *w, const char *name, const json_t *facts,
		const struct value_place *at)
{
	const char *callback = json_member_text(facts, "called_with");
	const json_t *cast = type_of(w->unit, facts, "cast");

	if (*callback && !cast) {
		cast = callback_data(w, callback);
		/* A key that may not be null leads to something. */
		if (!cast && !is_true(facts, "null"))
			return wrap_format("NULL");
	}
	if (!cast)
		return make_bytes(w, name, facts, at);
	char *spelled = c_declaration(w->unit, cast, "");
	wrap_guess(w, "%s is a %s, as the source takes it for", name, spelled);
	free(spelled);
	return w->make(w, cast, name, facts, at);
}

/* A FILE * over a text. */
char *make_open_file(struct wrapping *w, const char *name, const json_t *facts,
		     const struct value_place *at)
{
	char *text_name = wrap_format("%s_text", name);
	const char *own, *stream = wrap_name(w, name);
	char *from =
	    wrap_plain(w, "char *", text_name ? text_name : name, at, "", &own);

	if (*at->dims)
		return wrap_refuse(w, "%s: there would be several files", name);
	wrap_note(w, "%s:%d", own, WRAP_STREAM);
	wrap_guess(w, "%s is a file of up to %d characters, in memory", name,
		   WRAP_STREAM);
	if (!wrap_is_cxx(w) && !strstr(text_string(&w->above), "fmemopen"))
		text_add(&w->above, "FILE *fmemopen(void *, size_t, const char *);\n");
	text_add(&w->objects, "\tFILE *%s = fmemopen(%s, strlen(%s) + 1, \"r+\");\n",
		 stream, from, from);
	if (!wrap_is_freed(w, facts))
		text_add(&w->after, "\tfclose(%s);\n", stream);
	free(from);
	free(text_name);
	return wrap_format("%s", stream);
}

/* What makes a file without a name on any disk, and lets no run count as one that writes. */
static const char opener[] =
    "int (memfd_create)(const char *, unsigned);\n"
    "int (ftruncate)(int, long);\n"
    "void *(mmap)(void *, size_t, int, int, int, long);\n"
    "int (munmap)(void *, size_t);\n"
    "int (close)(int);\n"
    "int (sprintf)(char *, const char *, ...);\n"
    "\n"
    "/* A file in memory of these bytes, or none where they are null; its name. */\n"
    "ME_DRIVER static int me_file(char *name, const void *bytes, size_t size)\n"
    "{\n"
    "\tint file = bytes ? (memfd_create)(\"me\", 0) : -1;\n"
    "\tif (file >= 0 && size && (ftruncate)(file, (long)size) == 0) {\n"
    "\t\tvoid *to = (mmap)(NULL, size, 3, 1, file, 0);\n"
    "\t\t(memcpy)(to, bytes, size);\n"
    "\t\t(munmap)(to, size);\n"
    "\t}\n"
    "\t(sprintf)(name, \"/proc/self/fd/%d\", file);\n"
    "\treturn file;\n"
    "}\n";

/* The name of a file: of a text, or of bytes. */
char *make_file(struct wrapping *w, const char *name, const json_t *facts,
		const struct value_place *at)
{
	const bool is_binary = is_true(facts, "opened_bytes");
	char *holds = wrap_format("%s_%s", name, is_binary ? "bytes" : "text");
	char *flag = wrap_format("%s_is_there", name), *file, *from, *size;
	char *sized = wrap_format("%s_size", name);
	const char *own, *path = wrap_name(w, name);

	if (wrap_is_cxx(w))
		wrap_refuse(w, "%s is the name of a file", name);
	from = wrap_plain(w, is_binary ? "const unsigned char *" : "const char *",
			  holds ? holds : name, at, "", &own);
	wrap_note(w, "%s:%d", own, WRAP_STREAM);
	size = is_binary
		   ? wrap_range(w, "int", sized ? sized : name, 0, WRAP_STREAM, at)
		   : wrap_format("strlen(%s)", from);
	file = wrap_plain(w, "_Bool", flag ? flag : name, at, "", NULL);
	wrap_guess(w, "%s is the name of a file of up to %d %s, in memory, or of none",
		   name, WRAP_STREAM, is_binary ? "bytes" : "characters");
	if (!w->above.bytes || !strstr(w->above.bytes, "me_file("))
		text_add(&w->above, "%s", opener);
	text_add(
	    &w->objects,
	    "\tchar %s[32];\n\tconst int %s_file = me_file(%s, %s ? %s : NULL, %s);\n",
	    path, path, path, file, from, size);
	text_add(&w->after, "\tif (%s_file >= 0)\n\t\t(close)(%s_file);\n", path, path);
	free(holds);
	free(flag);
	free(sized);
	free(from);
	free(size);
	free(file);
	char *value = wrap_format("%s", path);
	return is_true(facts, "null") ? wrap_nullable(w, value, name, at) : value;
}
