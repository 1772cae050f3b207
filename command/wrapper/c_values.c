/* SPDX-License-Identifier: GPL-3.0-or-later */
/* c_values.c - values of numbers, arrays, pointers, texts, bytes and files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

static bool is_argument(const struct value_place *at)
{
	return !*at->path && !*at->dims;
}

/* ---- numbers */

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
	return wrap_range(w, "int", name, low, high, at);
}

/* ---- arrays */

/* An array of numbers: what a parameter holds is copied. */
static char *make_array(struct wrapping *w, const json_t *type, const char *name,
			const struct value_place *at)
{
	char *from = wrap_parameter(w, type, name, at, "", NULL);

	if (!*at->path)
		return from;
	text_add(at->statements, "%smemcpy(%s, %s, sizeof %s);\n", at->indent, at->path,
		 from ? from : "", at->path);
	free(from);
	return wrap_format("{0}");
}

/* An array of what is no number: its first elements; the others are zero. */
static char *make_elements(struct wrapping *w, const json_t *type, const char *name,
			   const json_t *facts, const struct value_place *at)
{
	const json_t *of = type_of(w->unit, type, "to");
	const long count = number_in(type, "count");
	struct text_buffer list = {0};
	char *whole = NULL;

	for (long i = 0; i < count && i < WRAP_OBJECTS && !*w->why; i++) {
		char *one_name = wrap_format("%s_%ld", name, i);
		char *path = wrap_format("%s[%ld]", at->path, i);
		struct value_place here = *at;
		here.path = path ? path : "";
		char *value =
		    make_value(w, of, one_name ? one_name : name, facts, &here);
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

/* ---- pointers to numbers */

static bool is_character(const json_t *type)
{
	return is_true(type, "character");
}

static bool is_offsets(const json_t *facts)
{
	return strcmp(json_member_text(facts, "elements_are"), "offsets") == 0;
}

/* How many elements an argument has that other ones lead into, or that has indices: an expression, and
 * the notes of it. What no body says is left to ME, or 8 where only elements lead there. */
static char *argument_count(struct wrapping *w, const json_t *facts, const char *name,
			    const char *own)
{
	const char *end = offsets_end(w, facts, name);
	const json_t *length = argument_length(w, facts);
	const char *counted = json_member_text(length, "name");
	const bool is_told =
	    length && strcmp(json_member_text(facts, "length"), counted) == 0;
	const bool is_met = is_true(facts, "met_by_elements");

	if (end) {
		wrap_counted(w, own, end, "", 0, WRAP_ELEMENTS);
		return wrap_format("%s", end);
	}
	if (is_offsets(facts) && !is_told) {
		const json_t *list = json_object_get(w->function, "parameters");
		const long rows = offsets_count(list, json_member_text(facts, "name"));
		if (rows >= 0)
			return wrap_format(
			    "%s + 1", json_member_text(
					  json_array_get(list, (size_t)rows), "name"));
		wrap_note(w, "%s:~%d", own, WRAP_ELEMENTS + 1);
		return wrap_format("%d", WRAP_ELEMENTS + 1);
	}
	if (length && is_true(facts, "one_more"))
		return wrap_format("%s + 1", counted);
	if (is_told && is_met)
		wrap_counted(w, own, counted, "", -is_true(length, "negative"),
			     length_elements(length));
	else if (!length && is_met)
		wrap_note(w, "%s:%d", own, WRAP_ELEMENTS);
	return length ? wrap_format("%s", counted) : wrap_format("%d", WRAP_ELEMENTS);
}

/* The length that elements are below, where it is an argument; else as many as such arrays have. */
static char *argument_below(const struct wrapping *w, const json_t *facts)
{
	const char *below = json_member_text(facts, "elements_below");
	const bool is_argument =
	    *below && named_in(json_object_get(w->function, "parameters"), below) >= 0;

	return is_argument ? wrap_format("%s", below)
			   : wrap_format("%d", WRAP_ELEMENTS);
}

/* An argument that accesses by elements lead to, or of which the elements lead to others. */
static char *make_met(struct wrapping *w, const json_t *to, const char *name,
		      const json_t *facts, const struct value_place *at)
{
	const char *own;
	char *declared = c_declaration(w->unit, type_plain(w->unit, to), "*");
	char *from = wrap_plain(w, declared ? declared : "", name, at, "", &own);
	char *count = argument_count(w, facts, name, own);
	char *below = argument_below(w, facts);

	if (is_true(facts, "null"))
		wrap_note(w, "%s:?", own);
	wrap_elements(w, facts, to, name, own, count, below, at->statements);
	free(below);
	free(count);
	free(declared);
	return from;
}

/* As an argument of the function: ME itself reads from the body how many there are. One that
 * is freed is a copy. */
static char *make_argument(struct wrapping *w, const json_t *type, const char *name,
			   const json_t *facts, const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");
	const long bound = number_in(facts, "bound");
	const char *own;
	char all[16], more[32];

	if (bound <= 0 && !wrap_is_freed(w, facts) && type_is_number(to) &&
	    (*json_member_text(facts, "elements_are") ||
	     *json_member_text(facts, "offsets_by") ||
	     is_true(facts, "met_by_elements")))
		return make_met(w, to, name, facts, at);
	*more = 0;
	if (bound > 0)
		snprintf(more, sizeof more, "[%ld]", bound);
	char *from = wrap_parameter(w, bound > 0 ? to : type, name, at, more, &own);
	if (!wrap_is_freed(w, facts) || !from)
		return from;
	const unsigned count = is_character(to) ? WRAP_TEXT : WRAP_ELEMENTS;
	const bool may_be_null = is_true(facts, "null");
	const json_t *length = is_character(to) ? NULL : argument_length(w, facts);
	wrap_note(w, "%s:%u%s", own, count, may_be_null ? "?" : "");
	wrap_guess(w, "%s is freed or moved: it is a copy of %u elements", name, count);
	if (length)
		wrap_note(w, "%s:%d..%u", json_member_text(length, "name"),
			  is_true(length, "negative") ? -1 : 0,
			  count - is_true(facts, "one_more"));
	snprintf(all, sizeof all, "%u", count + is_character(to));
	char *copied = wrap_copied(from, all);
	if (!may_be_null || !copied)
		return copied;
	char *whole = wrap_format("%s ? %s : NULL", own, copied);
	free(copied);
	return whole;
}

/* In structures: a text, one structure, or some numbers. */
static char *make_numbers(struct wrapping *w, const json_t *type, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");
	const bool is_one = type_is(to, "record");
	const unsigned count = is_character(to)	   ? WRAP_TEXT
			       : is_one		   ? 1
			       : is_offsets(facts) ? WRAP_ELEMENTS + 1
						   : WRAP_ELEMENTS;
	const char *own;
	char all[16], more[32], *value;

	if (is_argument(at))
		return make_argument(w, type, name, facts, at);
	snprintf(all, sizeof all, "%u", count + is_character(to));
	snprintf(more, sizeof more, "[%s]", all);
	if (*at->dims) {
		/* The driver ends each text. */
		const bool is_changed = is_character(to) || is_true(type, "const");
		const json_t *plain = is_changed ? type_plain(w->unit, to) : to;
		value = wrap_parameter(w, plain, name, at, more, &own);
	} else {
		const bool is_known =
		    is_one || is_character(to) || is_true(facts, "met_by_elements");
		value = wrap_parameter(w, type, name, at, "", &own);
		wrap_note(w, "%s:%s%u", own, is_known ? "" : "~", count);
		snprintf(all, sizeof all, "%u", count);
		wrap_elements(w, facts, to, name, own, all, w->below ? w->below : all,
			      &w->objects);
	}
	if (is_character(to) && *at->dims)
		text_add(at->statements, "%s%s[%u] = 0;\n", at->indent, value, count);
	if (wrap_is_freed(w, facts) && value)
		value = wrap_copied(value, all);
	if (!type_is(to, "record") && !is_character(to))
		wrap_guess(w, "%s has %u element%s: nothing says how many", name, count,
			   text_plural(count));
	return is_true(facts, "null") ? wrap_nullable(w, value, name, at) : value;
}

/* ---- pointers to pointers */

/* The list of these pointers and a null pointer; `length`, or null, counts them. */
static void list_declare(struct wrapping *w, const json_t *inner, const char *list,
			 const char *pointers, const json_t *length)
{
	char *declarator = wrap_format("%s[%d]", list, WRAP_OBJECTS + 1);
	char *declared = c_declaration(w->unit, inner, declarator);

	text_add(&w->objects, "\t%s = {%sNULL};\n", declared, pointers);
	if (length)
		wrap_note(w, "%s:0..%d", json_member_text(length, "name"),
			  WRAP_OBJECTS);
	free(declared);
	free(declarator);
}

/* The list itself, which may be null or is freed as the body says. */
static char *list_value(struct wrapping *w, const char *list, const char *name,
			const json_t *facts, const struct value_place *at)
{
	char *value = wrap_format("%s", list), all[16];

	snprintf(all, sizeof all, "%d", WRAP_OBJECTS + 1);
	if (wrap_is_freed(w, facts))
		value = wrap_copied(value, all);
	return is_true(facts, "null") ? wrap_nullable(w, value, name, at) : value;
}

/* Rows of numbers, or texts: a list of pointers into one parameter, or to copies that are
 * freed. */
static char *make_rows(struct wrapping *w, const json_t *inner, const char *name,
		       const json_t *facts, const struct value_place *at)
{
	const json_t *to = type_of(w->unit, inner, "to");
	const json_t *plain = type_plain(w->unit, to);
	const json_t *length = is_argument(at) ? argument_length(w, facts) : NULL;
	const unsigned columns = is_character(to) ? WRAP_TEXT + 1 : WRAP_ELEMENTS;
	const char *list = wrap_name(w, name), *own;
	const json_t *inside = json_object_get(facts, "inside");
	char more[48], count[16],
	    *rows_name = wrap_format("%s_%s", name, is_character(to) ? "text" : "row");
	struct text_buffer all = {0};

	snprintf(more, sizeof more, "[%d][%u]", WRAP_OBJECTS, columns);
	snprintf(count, sizeof count, "%u", columns);
	free(wrap_parameter(w, plain, rows_name ? rows_name : name, at, more, &own));
	for (int i = 0; i < WRAP_OBJECTS; i++) {
		char *row = wrap_format("%s[%d]", own, i);
		if (wrap_is_freed(w, inside))
			row = wrap_copied(row, count);
		text_add(&all, "%s, ", row);
		free(row);
		if (is_character(to)) /* before it is copied */
			text_add(&w->objects, "\t%s[%d][%u] = 0;\n", own, i,
				 columns - 1);
	}
	list_declare(w, inner, list, text_string(&all), length);
	wrap_guess(w, "%s leads to %d pointers and a null pointer%s%s", name,
		   WRAP_OBJECTS, length ? ", of which there are " : "",
		   length ? json_member_text(length, "name") : "");
	const char *width = json_member_text(inside, "length");
	if (*width && is_argument(at) && !is_character(to))
		wrap_note(w, "%s:0..%u", width, columns);
	free(rows_name);
	text_done(&all);
	return list_value(w, list, name, facts, at);
}

/* Some structures: a list of pointers to each. */
static char *make_list(struct wrapping *w, const json_t *inner, const char *name,
		       const json_t *facts, const struct value_place *at)
{
	const json_t *length = is_argument(at) ? argument_length(w, facts) : NULL;
	const char *list = wrap_name(w, name);
	struct text_buffer all = {0};

	for (int i = 0; i < WRAP_OBJECTS && !*w->why; i++) {
		char *one = wrap_format("%s_%d", name, i);
		struct value_place here = *at;
		here.path = one ? one : name;
		here.deep++;
		char *value = make_value(w, inner, one ? one : name,
					 json_object_get(facts, "inside"), &here);
		text_add(&all, "%s, ", value ? value : "NULL");
		free(value);
		free(one);
	}
	list_declare(w, inner, list, text_string(&all), length);
	text_done(&all);
	return *w->why ? NULL : list_value(w, list, name, facts, at);
}

/* Of each object of an array: a list of pointers. */
static char *make_lists(struct wrapping *w, const json_t *inner, const char *name,
			const json_t *facts, const struct value_place *at)
{
	const char *list = wrap_name(w, name);
	char *declarator = wrap_format("%s%s[%d]", list, at->dims, WRAP_OBJECTS + 1);
	char *declared = c_declaration(w->unit, inner, declarator);

	text_add(&w->objects, "\t%s = {{NULL}};\n", declared);
	for (int k = 0; k < WRAP_OBJECTS && !*w->why; k++) {
		char *one = wrap_format("%s_%d", name, k);
		struct value_place here = *at;
		here.path = one ? one : name;
		here.deep++;
		char *value = make_value(w, inner, here.path,
					 json_object_get(facts, "inside"), &here);
		text_add(at->statements, "%s%s%s[%d] = %s;\n", at->indent, list,
			 at->index, k, value ? value : "NULL");
		free(value);
		free(one);
	}
	free(declared);
	free(declarator);
	return *w->why ? NULL : wrap_format("%s%s", list, at->index);
}

/* The address of a pointer. */
static char *make_variable(struct wrapping *w, const json_t *inner, const char *name,
			   const json_t *facts, const struct value_place *at)
{
	char *to_name = wrap_format("%s_to", name);
	struct value_place here = *at;

	here.path = to_name ? to_name : name;
	here.deep++;
	char *value =
	    make_value(w, inner, here.path, json_object_get(facts, "inside"), &here);
	free(to_name);
	if (*w->why) {
		free(value);
		return NULL;
	}
	return wrap_address(w, inner, name, facts, value, at);
}

static char *make_double(struct wrapping *w, const json_t *type, const char *name,
			 const json_t *facts, const struct value_place *at)
{
	const json_t *inner = type_of(w->unit, type, "to");
	const json_t *to = type_of(w->unit, inner, "to");
	/* What is freed is no variable. */
	const bool many = *json_member_text(facts, "length") ||
			  wrap_is_freed(w, facts) ||
			  (is_argument(at) && argument_length(w, facts) &&
			   !is_true(json_object_get(facts, "inside"), "moved") &&
			   (is_character(to) || type_is(to, "record"))) ||
			  is_true(facts, "indexed");

	if (at->deep > WRAP_DEEP)
		return wrap_format("NULL");
	if (*at->dims)
		return make_lists(w, inner, name, facts, at);
	if (many && type_is(inner, "pointer") && type_is_flat(w->unit, to) &&
	    !type_is(to, "record"))
		return make_rows(w, inner, name, facts, at);
	return many ? make_list(w, inner, name, facts, at)
		    : make_variable(w, inner, name, facts, at);
}

/* ---- all */

static char *make_pointer(struct wrapping *w, const json_t *type, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");

	if (is_true(facts, "unused") && is_argument(at))
		return wrap_format("NULL");
	if (type_is(to, "void"))
		return make_void(w, name, facts, at);
	if (type_is(to, "function"))
		return make_callback(w, to, name, facts, at);
	if (type_is(to, "pointer"))
		return make_double(w, type, name, facts, at);
	if (type_is(to, "record") && type_is_file(to))
		return make_open_file(w, name, facts, at);
	if (is_character(to) && is_true(facts, "opened") && !*at->dims)
		return make_file(w, name, facts, at);
	if (type_is_flat(w->unit, to))
		return make_numbers(w, type, name, facts, at);
	if ((type_is(to, "record") || type_is(to, "union")) && is_true(to, "complete"))
		return make_record_pointer(w, to, name, facts, at);
	if (type_is(to, "record") || type_is(to, "union"))
		return make_handle(w, to, name, facts, at);
	return wrap_refuse(w, "%s leads to what is made of no numbers", name);
}

char *make_value(struct wrapping *w, const json_t *type, const char *name,
		 const json_t *facts, const struct value_place *at)
{
	if (type_is(type, "enum") && !*json_member_text(type, "name"))
		return make_unnamed(w, type, name, at);
	if (type_is_flat(w->unit, type))
		return type_is(type, "array")
			   ? make_array(w, type, name, at)
			   : wrap_parameter(w, type, name, at, "", NULL);
	if (type_is(type, "array") && number_in(type, "count") > 0)
		return make_elements(w, type, name, facts, at);
	if (type_is(type, "array"))
		return wrap_format("{0}");
	if (type_is(type, "pointer"))
		return make_pointer(w, type, name, facts, at);
	if (type_is(type, "record") && is_true(type, "complete"))
		return make_record(w, type, name, at);
	if (type_is(type, "union") && is_true(type, "complete"))
		return make_union(w, type, name, at);
	return wrap_refuse(w, "%s is of a type that is made of no numbers: %s", name,
			   json_member_text(type, "name"));
}
