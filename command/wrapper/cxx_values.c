/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cxx_values.c - values of numbers, pointers and references of C++. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

/* ---- numbers */

static char *make_flat(struct wrapping *w, const json_t *plain, const char *name,
		       const struct value_place *at)
{
	char *type = cxx_spell(w, plain);
	char *value = cxx_parameter(w, type ? type : "", name, at, "", "");

	free(type);
	return value;
}

/* ---- objects */

/* An object with a name, for what is not const. */
static char *make_object(struct wrapping *w, const json_t *type, const char *name,
			 const struct value_place *at)
{
	const json_t *plain = type_plain(w->unit, type);
	char *wanted = wrap_format("%s_object", name), *value;

	if (type_is(plain, "record") && !is_true(plain, "library")) {
		free(wanted);
		return cxx_class_object(w, plain, name, at);
	}
	value = cxx_value(w, plain, name, at);
	const char *own = wrap_name(w, wanted ? wanted : name);
	if (value)
		text_add(at->statements, "%sauto &&%s = %s;\n", at->indent, own, value);
	free(wanted);
	free(value);
	return *w->why ? NULL : wrap_format("%s", own);
}

/* ---- pointers */

/* A text inside of something else: its last byte is the NUL. */
static char *make_text(struct wrapping *w, const char *name,
		       const struct value_place *at)
{
	char more[32];

	snprintf(more, sizeof more, "[%d]", WRAP_ELEMENTS + 1);
	char *value = cxx_parameter(w, "char", name, at, more, "");
	text_add(at->statements, "%s%s[%d] = 0;\n", at->indent, value ? value : "",
		 WRAP_ELEMENTS);
	return value;
}

static char *make_numbers(struct wrapping *w, const json_t *to, const char *name,
			  const struct value_place *at)
{
	const bool is_const = is_true(to, "const");
	char *type = cxx_spell(w, type_plain(w->unit, to)), *value;
	char more[32];

	snprintf(more, sizeof more, "[%d]", WRAP_ELEMENTS);
	if (!*at->dims && at->deep == 0) {
		/* ME reads from the body how many there are. */
		char *pointer =
		    wrap_format("%s%s *", is_const ? "const " : "", type ? type : "");
		value = cxx_parameter(w, pointer ? pointer : "", name, at, "", "");
		free(pointer);
	} else if (is_true(type_plain(w->unit, to), "character")) {
		value = make_text(w, name, at);
	} else {
		wrap_guess(w, "%s has %d elements: nothing says how many", name,
			   WRAP_ELEMENTS);
		value = cxx_parameter(w, type ? type : "", name, at, more, "");
	}
	free(type);
	return value;
}

static char *make_pointer(struct wrapping *w, const json_t *type, const char *name,
			  const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");

	if (type_is_flat(w->unit, to))
		return make_numbers(w, to, name, at);
	if (type_is(to, "function"))
		return cxx_callback_pointer(w, to, name, at);
	if (type_is(to, "void")) {
		wrap_guess(w, "%s is null: nothing says what it points to", name);
		return wrap_format("nullptr");
	}
	if (!type_is(to, "record") || !is_true(to, "complete"))
		return wrap_refuse(w, "%s points to what is not known here", name);
	if (at->deep >= CXX_DEEP)
		return wrap_format("nullptr");
	char *object = make_object(w, to, name, at);
	char *value = object ? wrap_format("&%s", object) : NULL;
	free(object);
	return value;
}

/* ---- any of them */

/* What is only read may be a value without a name. */
static char *make_reference(struct wrapping *w, const json_t *type, const char *name,
			    const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");
	const bool is_read = is_true(to, "const") || is_true(type, "rvalue");

	if (type_is(to, "function"))
		return cxx_callback_pointer(w, to, name, at);
	if (type_is_flat(w->unit, to) || (is_read && !is_true(to, "abstract")))
		return cxx_value(w, to, name, at);
	return make_object(w, to, name, at);
}

char *cxx_make(struct wrapping *w, const json_t *type, const char *name,
	       const json_t *facts, const struct value_place *at)
{
	const json_t *plain = type_plain(w->unit, type);

	(void)facts;
	if (*w->why)
		return NULL;
	if (at->deep > CXX_DEEP)
		return wrap_refuse(w, "%s is inside of too many other values", name);
	if (type_is(type, "reference"))
		return make_reference(w, type, name, at);
	if (type_is_flat(w->unit, plain) && !type_is(plain, "array"))
		return make_flat(w, plain, name, at);
	if (type_is(type, "pointer"))
		return make_pointer(w, type, name, at);
	if (type_is(plain, "record") && is_true(plain, "library"))
		return cxx_library(w, plain, name, at);
	if (type_is(plain, "record") && is_true(plain, "complete"))
		return cxx_class(w, plain, name, at);
	if (strcmp(json_member_text(plain, "name"), "std::nullptr_t") == 0)
		return wrap_format("nullptr");
	char *text = cxx_spell(w, plain);
	wrap_refuse(w, "%s is of a type that is made of no numbers: %s", name,
		    text && *text ? text : "one without a name");
	free(text);
	return NULL;
}
