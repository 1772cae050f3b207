/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cxx_driver.c - a driver of C++ as text. For
 *
 *	double median(std::vector<double> v);
 *
 * it is
 *
 *	ME_DRIVER ME_NOTES("v:8,v_size:len(v)")
 *	double median_driver(const double v[8], int v_size)
 *	{
 *		return median(std::vector<double>(v, v + v_size));
 *	}
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"
#include "command/wrapper/driver_file.h"

/* Whether the driver names something private, and so is compiled without access control: only
 * then, since traits of types, std::is_copy_constructible, are others there. */
static bool is_open(const struct wrapping *w, const char *body)
{
	const json_t *t;
	size_t index;
	bool is = is_true(w->function, "closed");

	json_array_foreach(json_object_get(w->unit, "types"), index, t)
	{
		const char *name = json_member_text(t, "name");
		is |= *name && is_true(t, "closed") &&
		      (strstr(body, name) || strstr(text_string(&w->above), name));
	}
	return is;
}

static void head_write(struct wrapping *w, const char *include, const char *body,
		       struct text_buffer *text)
{
	const char *noun = w->of;

	text_add(
	    text,
	    "/*\n * %s_driver() makes the arguments of %s() from numbers. What was "
	    "guessed is said before it;\n * change what is wrong: a file that was "
	    "edited is kept. To build the target alone:\n *\n *\tme-c++ -g -O0 "
	    "%s%s-fplugin-arg-me-entry=%s_driver THIS_FILE -o target\n */\n",
	    noun, json_member_text(w->function, "name"),
	    is_open(w, body) ? DRIVER_OPEN : "", is_open(w, body) ? " " : "", noun);
	text_add(text, "#include \"%s\"\n\n", include);
	wrap_include(text, "shown.h", "#define ME_SHOWS(driver)\n");
	text_add(text, "#include <utility>\n");
	text_add(text, "%s\n", text_string(&w->above));
	if (w->guesses.size)
		text_add(text, "/*\n%s */\n", text_string(&w->guesses));
}

/* What the driver returns: a value, also of a reference to a number; else nothing. */
static char *result_type(const struct wrapping *w)
{
	const json_t *type = type_of(w->unit, w->function, "result");
	const json_t *to =
	    type_is(type, "reference") ? type_of(w->unit, type, "to") : type;
	const json_t *plain = type_plain(w->unit, to);
	const bool is_value =
	    type_is_flat(w->unit, plain) ||
	    (to == type && type_is(type, "record") && *json_member_text(plain, "name"));

	return is_value ? cxx_spell(w, plain) : wrap_format("void");
}

/* `alone`: what the driver calls besides has no goals. */
static void body_write(struct wrapping *w, const char *call, bool alone,
		       struct text_buffer *text)
{
	char *type = result_type(w);
	const bool returns = type && strcmp(type, "void") != 0;
	const json_t *result =
	    type_plain(w->unit, type_of(w->unit, w->function, "result"));
	struct text_buffer body = {0};

	if (!w->parameters.size)
		wrap_once(w);
	text_add(text, "ME_DRIVER_%s(\"%s\")%s", alone ? "OF" : "CALLS",
		 json_member_text(w->function, "symbol"), w->notes.size ? "\n" : " ");
	if (w->notes.size)
		wrap_notes(w, text);
	text_add(&body, "%s%s %s_driver(%s)\n{\n%s\t%s%s;\n}\n",
		 w->notes.size ? "\n" : "", type ? type : "void", w->of,
		 text_string(&w->parameters), text_string(&w->statements),
		 returns ? "return " : "", call);
	wrap_lines(text, text_string(&body));
	if (returns && !type_is_flat(w->unit, result))
		text_add(text, "ME_SHOWS(%s_driver)\n", w->of);
	text_done(&body);
	free(type);
}

/* Calls of functions that change what the function reads. Whether there are any. */
static bool changes_add(struct wrapping *w, const struct value_place *at)
{
	const json_t *all[WRAP_CHANGES], *list[WRAP_CHANGES];
	long most;
	const size_t size = wrap_changes(w, all, &most);
	size_t count = 0;

	for (size_t i = 0; i < size; i++)
		if (!type_of(w->unit, all[i], "class") && !is_true(all[i], "closed"))
			list[count++] = all[i];
	if (!count || !cxx_calls(w, list, count, most, "", at))
		return false;
	wrap_guess(w, "up to %ld calls come before the last one", most);
	return true;
}

/* The call up to its arguments: `stats::median`, `self.share`. The caller frees. */
static char *callee(struct wrapping *w, const struct value_place *at)
{
	const json_t *class = type_of(w->unit, w->function, "class");
	const char *name = json_member_text(w->function, "name");
	char *noun, *object, *whole;

	if (!class)
		return cxx_called(w->function);
	object = cxx_class_object(w, class, "self", at);
	noun = cxx_noun(name);
	whole = object && noun ? wrap_format("%s.%s", object, noun) : NULL;
	free(noun);
	free(object);
	return whole;
}

/* Of `self.operator()`, the object that it is called of. */
static void operands_assume(struct wrapping *w, const char *call, const char *arguments,
			    const struct value_place *at)
{
	char *object = strndup(call, strcspn(call, "."));

	cxx_indices_assume(w, type_of(w->unit, w->function, "class"),
			   object ? object : "", arguments, at);
	free(object);
}

int cxx_driver_write(struct wrapping *w, const char *include, struct text_buffer *text)
{
	const struct value_place here = {.dims = "",
					 .index = "",
					 .statements = &w->statements,
					 .indent = "\t",
					 .path = ""};
	struct cxx_list values = {0};
	struct text_buffer body = {0};
	char *call, *whole = NULL;

	w->make = cxx_make;
	cxx_names_reserve(w);
	words_add_each(&w->names, w->of, "i", "j", "k", "calls", "files");
	wrap_macros_reserve(w);
	call = callee(w, &here);
	if (call)
		cxx_arguments(w, json_object_get(w->function, "parameters"), "", &here,
			      &values);
	if (call && !*w->why)
		operands_assume(w, call, text_string(&values.text), &here);
	const bool has_changes = !*w->why && changes_add(w, &here);
	if (!*w->why) {
		whole = wrap_format("%s(%s)", call, text_string(&values.text));
		body_write(w, whole ? whole : "", has_changes, &body);
		head_write(w, include, text_string(&body), text);
		text_add(text, "%s", text_string(&body));
	}
	text_done(&values.text);
	text_done(&body);
	free(call);
	free(whole);
	return *w->why ? -1 : 0;
}

/* ---- functions whose arguments are those of C
 *
 * structures without constructors and bases, pointers to pointers, void *, FILE *, and references to such
 * structures. What their bodies do says more of them than their types, so that their drivers are written as
 * those of C are.
 */

enum { PLAIN_DEEP = 6 };

static bool is_plain_type(const struct wrapping *w, const json_t *type, unsigned deep);

/* A structure without a class's ways: all that there is of it are its members. */
static bool is_plain_record(const struct wrapping *w, const json_t *type, unsigned deep)
{
	const json_t *member;
	size_t index;

	if (type_is_file(type) || !is_true(type, "complete"))
		return !is_true(type, "library") || type_is_file(type);
	if (is_true(type, "library") || strpbrk(json_member_text(type, "name"), "<{") ||
	    (type_is(type, "record") && !is_true(type, "aggregate")) ||
	    json_array_size(json_object_get(type, "bases")))
		return false;
	json_array_foreach(json_object_get(type, "members"), index, member)
	{
		if (is_true(member, "private") || is_true(member, "opened") ||
		    !is_plain_type(w, type_of(w->unit, member, "type"), deep + 1))
			return false;
	}
	return true;
}

static bool is_plain_function(const struct wrapping *w, const json_t *type,
			      unsigned deep)
{
	const json_t *list = json_object_get(type, "parameters"), *number;
	size_t index;

	json_array_foreach(list, index, number)
	{
		if (!is_plain_type(w, type_at(w->unit, number), deep + 1))
			return false;
	}
	return !is_true(type, "variadic");
}

/* Whether C has such values. */
static bool is_plain_type(const struct wrapping *w, const json_t *type, unsigned deep)
{
	const json_t *plain = type_plain(w->unit, type);

	if (deep > PLAIN_DEEP || type_is_number(plain) || type_is(plain, "void"))
		return true;
	if (type_is(plain, "pointer") || type_is(plain, "array"))
		return is_plain_type(w, type_of(w->unit, plain, "to"), deep + 1);
	if (type_is(plain, "function"))
		return is_plain_function(w, plain, deep);
	return (type_is(plain, "record") || type_is(plain, "union")) &&
	       is_plain_record(w, plain, deep);
}

/* Whether a structure leads to others, or to numbers. */
static bool leads_on(const struct wrapping *w, const json_t *type, unsigned deep)
{
	const json_t *member, *plain = type_plain(w->unit, type);
	size_t index;

	if (type_is(plain, "pointer") || type_is(plain, "union"))
		return true;
	if (type_is(plain, "array"))
		return deep && leads_on(w, type_of(w->unit, plain, "to"), deep);
	json_array_foreach(json_object_get(plain, "members"), index, member)
	{
		if (type_is(type_of(w->unit, member, "type"), "array") ||
		    leads_on(w, type_of(w->unit, member, "type"), deep + 1))
			return true;
	}
	return type_is(plain, "record") && !is_true(plain, "complete");
}

/* Whether an argument of the type is more than numbers beside each other. */
static bool is_more(const struct wrapping *w, const json_t *type)
{
	const json_t *to = type_plain(w->unit, type_of(w->unit, type, "to"));

	if (!type_is(type, "pointer") && !type_is(type, "reference"))
		return type_is(type_plain(w->unit, type), "record") &&
		       leads_on(w, type, 0);
	return type_is(to, "pointer") || type_is(to, "void") || type_is_file(to) ||
	       leads_on(w, to, 0);
}

bool cxx_is_plain(const struct wrapping *w)
{
	const json_t *p;
	bool more = false;
	size_t index;

	if (json_object_get(w->function, "class") ||
	    strpbrk(json_member_text(w->function, "name"), "<{ "))
		return false;
	json_array_foreach(json_object_get(w->function, "parameters"), index, p)
	{
		const json_t *type = type_of(w->unit, p, "type");
		const bool is_reference = type_is(type, "reference");
		const json_t *of = is_reference ? type_of(w->unit, type, "to") : type;
		if (is_true(p, "opened") || json_object_get(p, "end") ||
		    is_true(type, "rvalue") || !is_plain_type(w, of, 0))
			return false;
		more |= is_more(w, type);
	}
	return more;
}

json_t *cxx_plain_unit(const struct wrapping *w)
{
	json_t *unit = json_copy((json_t *)w->unit), *list = json_array(), *f;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "functions"), index, f)
	{
		if (!json_object_get(f, "class") &&
		    !strpbrk(json_member_text(f, "name"), "<{ "))
			json_array_append(list, f);
	}
	json_object_set_new(unit, "functions", list);
	return unit;
}
