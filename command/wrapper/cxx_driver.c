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

/* Names of classes and enumerations mean these. */
static void names_take(struct wrapping *w, const char *noun)
{
	const json_t *types = json_object_get(w->unit, "types"), *t;
	size_t index;

	words_add_each(&w->names, noun, "i", "j", "k", "calls", "files");
	wrap_macros_reserve(w);
	json_array_foreach(types, index, t)
	{
		const char *name = json_member_text(t, "name");
		if ((type_is(t, "record") || type_is(t, "enum")) && *name &&
		    !is_true(t, "library") && type_plain(w->unit, t) == t &&
		    !strpbrk(name, ":<"))
			words_add(&w->names, name);
	}
}

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
	names_take(w, w->of);
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
