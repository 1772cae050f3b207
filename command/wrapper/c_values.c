/* SPDX-License-Identifier: GPL-3.0-or-later */
/* c_values.c - values of numbers, arrays, pointers and texts. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

/* An enumeration without a name: from its least to its largest value. */
static char *make_unnamed(struct wrapping *w, const json_t *type, const char *name,
			  const struct value_place *at)
{
	const json_t *values = json_object_get(type, "values"), *v;
	long low = 0, high = 0;
	size_t index;

	json_array_foreach(values, index, v)
	{
		const long n = number_in(v, "value");
		low = !index || n < low ? n : low;
		high = !index || n > high ? n : high;
	}
	return wrap_choice(w, name, low, high, at);
}

/* An array of numbers: what a parameter holds is copied. */
static char *make_array(struct wrapping *w, const json_t *type, const char *name,
			const struct value_place *at)
{
	char *from = wrap_parameter(w, type, name, at, "");

	if (!*at->path)
		return from;
	text_add(at->statements, "%smemcpy(%s, %s, sizeof %s);\n", at->indent, at->path,
		 from ? from : "", at->path);
	free(from);
	return wrap_format("{0}");
}

/* An array of what is no number: its first elements; the others are zero. */
static char *make_elements(struct wrapping *w, const json_t *type, const char *name,
			   const struct value_place *at)
{
	const json_t *of = type_of(w->unit, type, "to");
	const long count = number_in(type, "count");
	struct text_buffer list = {0};
	char *whole = NULL;

	for (long i = 0; i < count && i < WRAP_OBJECTS; i++) {
		char *one_name = wrap_format("%s_%ld", name, i);
		char *path = wrap_format("%s[%ld]", at->path, i);
		struct value_place here = *at;
		here.path = path ? path : "";
		char *value =
		    make_value(w, of, one_name ? one_name : name, NULL, &here);
		text_add(&list, "%s%s", i ? ", " : "", value ? value : "");
		free(one_name);
		free(path);
		free(value);
	}
	if (count > WRAP_OBJECTS)
		wrap_guess(w, "%s: of its %ld elements the first %d are made", name,
			   count, WRAP_OBJECTS);
	if (!*w->why)
		whole = wrap_format("{%s}", list.size ? text_string(&list) : "0");
	text_done(&list);
	return whole;
}

/* A pointer to numbers. As a parameter of the function ME itself reads from the body how many
 * there are. */
static char *make_numbers(struct wrapping *w, const json_t *type, const char *name,
			  const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");
	char more[32] = "";

	if (!*at->path && !*at->dims)
		return wrap_parameter(w, type, name, at, more);
	snprintf(more, sizeof more, "[%d]", type_is(to, "record") ? 1 : WRAP_ELEMENTS);
	if (!type_is(to, "record"))
		wrap_guess(w, "%s has %d elements: nothing says how many", name,
			   WRAP_ELEMENTS);
	return wrap_parameter(w, to, name, at, more);
}

static char *make_pointer(struct wrapping *w, const json_t *type, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");

	if (type_is_flat(w->unit, to))
		return make_numbers(w, type, name, at);
	if (type_is(to, "record") && is_true(to, "complete"))
		return make_record_pointer(w, to, name, facts, at);
	if (type_is(to, "function"))
		return wrap_refuse(w, "%s is a pointer to a function", name);
	return wrap_refuse(w, "%s points to what is not known here", name);
}

char *make_value(struct wrapping *w, const json_t *type, const char *name,
		 const json_t *facts, const struct value_place *at)
{
	if (type_is(type, "enum") && !*json_member_text(type, "name"))
		return make_unnamed(w, type, name, at);
	if (type_is_flat(w->unit, type))
		return type_is(type, "array") ? make_array(w, type, name, at)
					      : wrap_parameter(w, type, name, at, "");
	if (type_is(type, "array") && number_in(type, "count") > 0)
		return make_elements(w, type, name, at);
	if (type_is(type, "pointer"))
		return make_pointer(w, type, name, facts, at);
	if (type_is(type, "record") && is_true(type, "complete"))
		return make_record(w, type, name, at);
	return wrap_refuse(w, "%s is of a type that is made of no numbers: %s", name,
			   json_member_text(type, "name"));
}
