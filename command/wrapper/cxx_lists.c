/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cxx_lists.c - several values: elements of an array, arguments of a call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

/* ---- arrays */

char *cxx_array(struct wrapping *w, const json_t *type, const char *name,
		const struct value_place *at)
{
	const json_t *of = type_of(w->unit, type, "to");
	const bool is_flat = type_is_flat(w->unit, of) && !type_is(of, "array");
	const long count = number_in(type, "count");
	struct cxx_list values = {0};
	char more[32], *data = NULL, *whole;

	if (count < 1 || count > 4 * WRAP_ELEMENTS)
		return wrap_refuse(w, "%s is an array of %ld elements", name, count);
	snprintf(more, sizeof more, "[%ld]", count);
	if (is_flat) {
		char *spelled = cxx_spell(w, type_plain(w->unit, of));
		data = cxx_parameter(w, spelled ? spelled : "", name, at, more, "");
		free(spelled);
	}
	for (long i = 0; i < count && !*w->why; i++) {
		char *part = wrap_format("%s_%ld", name, i);
		cxx_list_add(&values, is_flat ? wrap_format("%s[%ld]", data, i)
				      : type_is(of, "array")
					  ? cxx_array(w, of, part ? part : "", at)
					  : cxx_value(w, of, part ? part : "", at));
		free(part);
	}
	whole = *w->why ? NULL : wrap_format("{%s}", text_string(&values.text));
	text_done(&values.text);
	free(data);
	return whole;
}

/* ---- lists of parameters */

/* The integer behind a pointer to numbers that is their number, by its name. */
static bool is_length(const struct wrapping *w, const json_t *pointer,
		      const json_t *next)
{
	static const char *const names[] = {"n",      "len", "length", "size", "count",
					    "number", "num", "dim",    "nelem"};
	const char *name = json_member_text(next, "name"),
		   *of = json_member_text(pointer, "name");
	const json_t *type = type_of(w->unit, pointer, "type");

	if (!type_is(type, "pointer") ||
	    !type_is(type_of(w->unit, next, "type"), "integer") ||
	    !type_is_flat(w->unit, type_of(w->unit, type, "to")))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	/* n_data, data_len */
	return *of && strstr(name, of) && strlen(name) > strlen(of);
}

/* Numbers and how many there are, as two arguments. */
static void counted_add(struct wrapping *w, const json_t *pointer, const char *name,
			const char *count_name, const struct value_place *at,
			struct cxx_list *list)
{
	const json_t *to = type_of(w->unit, type_of(w->unit, pointer, "type"), "to");
	char *type = cxx_spell(w, type_plain(w->unit, to)), *count;

	cxx_list_add(list,
		     cxx_counted(w, type ? type : "", name, count_name, at, &count));
	wrap_guess(w, "%s has %s elements", name, count_name);
	cxx_list_add(list, count);
	free(type);
}

/* An integer that an object is made with, and that is a size: a std::size_t, or by its name. */
static bool is_size(const struct wrapping *w, const json_t *parameter)
{
	static const char *const names[] = {"rows",   "cols",	  "columns", "width",
					    "height", "capacity", "depth",   "degree"};
	const json_t *type = type_of(w->unit, parameter, "type");
	const char *name = json_member_text(parameter, "name");

	if (!type_is(type, "integer"))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return is_length_name(name) ||
	       (is_true(type, "unsigned") && number_in(type, "bits") == 64);
}

/* A size up to which a body checks it is made, unless objects of it would be huge. */
enum { COMPARED_MOST = 255 };

static char *size_make(struct wrapping *w, const json_t *parameter, const char *name,
		       const struct value_place *at)
{
	const json_t *type = type_of(w->unit, parameter, "type");
	const long compared = number_in(parameter, "compared");
	const long most = compared >= WRAP_ELEMENTS && compared <= COMPARED_MOST
			      ? compared + 1
			      : WRAP_ELEMENTS;
	char *spelled = cxx_spell(w, type_plain(w->unit, type)), range[48];

	snprintf(range, sizeof range, "%d..%ld",
		 is_true(parameter, "negative") ? -1 : 0, most);
	wrap_guess(w, "%s is a size, up to %ld", name, most);
	char *value = cxx_parameter(w, spelled ? spelled : "int", name, at, "", range);
	free(spelled);
	return value;
}

int cxx_arguments(struct wrapping *w, const json_t *parameters, const char *prefix,
		  const struct value_place *at, struct cxx_list *list)
{
	const size_t count = json_array_size(parameters);

	for (size_t i = 0; i < count && !*w->why; i++) {
		const json_t *p = json_array_get(parameters, i),
			     *next = json_array_get(parameters, i + 1);
		const char *own = json_member_text(p, "name");
		char *name = *own && *prefix ? wrap_format("%s_%s", prefix, own)
			     : *own	     ? wrap_format("%s", own)
			     : *prefix	     ? wrap_format("%s_%zu", prefix, i + 1)
					     : wrap_format("argument_%zu", i + 1);
		if (next && (at->deep || *prefix) && is_length(w, p, next)) {
			char *length =
			    wrap_format("%s_%s", name, json_member_text(next, "name"));
			counted_add(w, p, name ? name : "", length ? length : "", at,
				    list);
			free(length);
			i++;
		} else if (at->deep && is_size(w, p)) {
			cxx_list_add(list, size_make(w, p, name ? name : "", at));
		} else {
			cxx_list_add(list, cxx_value(w, type_of(w->unit, p, "type"),
						     name ? name : "", at));
		}
		free(name);
	}
	return *w->why ? -1 : 0;
}
