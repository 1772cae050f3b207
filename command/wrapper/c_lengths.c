/* SPDX-License-Identifier: GPL-3.0-or-later */
/* c_lengths.c - which integer says how many elements there are: as the bodies have it, or else
 * by its name. */
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

bool is_length_name(const char *name)
{
	static const char *const names[] = {
	    "n",      "N",     "m",	   "size",    "len",   "length", "count",
	    "num",    "used",  "nelem",	   "dim",     "argc",  "nnz",	 "nitems",
	    "nbytes", "bytes", "capacity", "n_items", "size1", "sz",	 "total"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

static bool is_integer(const struct wrapping *w, const json_t *of)
{
	return type_is(type_of(w->unit, of, "type"), "integer") &&
	       !json_object_get(of, "bits");
}

/* n of `x`: `n_x`, `x_len`, `nx`, `num_x`. */
static bool is_named_after(const char *name, const char *of)
{
	static const char *const ends[] = {"len",   "length", "size",
					   "count", "n",      "num"};
	const size_t size = strlen(of);
	const char *rest = NULL;

	if (!size)
		return false;
	if (strncmp(name, of, size) == 0)
		rest = name + size;
	else if (strlen(name) > size && strcmp(name + strlen(name) - size, of) == 0)
		rest = name;
	rest = rest && *rest == '_' ? rest + 1 : rest;
	for (size_t i = 0; rest && i < sizeof ends / sizeof *ends; i++)
		if (strncmp(rest, ends[i], strlen(ends[i])) == 0)
			return true;
	return false;
}

const json_t *argument_length(const struct wrapping *w, const json_t *argument)
{
	const json_t *list = json_object_get(w->function, "parameters"), *p;
	const char *told = json_member_text(argument, "length");
	const json_t *near = NULL, *before = NULL, *named = NULL;
	bool is_behind = false;
	size_t index;

	json_array_foreach(list, index, p)
	{
		const char *name = json_member_text(p, "name");
		if (p == argument) {
			near = before && is_integer(w, before) &&
				       is_length_name(json_member_text(before, "name"))
				   ? before
				   : NULL;
			is_behind = true;
		} else if (*told && strcmp(name, told) == 0 && is_integer(w, p)) {
			return p;
		} else if (is_integer(w, p)) {
			if (is_named_after(name, json_member_text(argument, "name")))
				named = p;
			if (is_behind && is_length_name(name))
				near = p;
		}
		is_behind = p == argument;
		before = p;
	}
	return is_true(argument, "length_outside") ? NULL : named ? named : near;
}

long member_length(const struct wrapping *w, const json_t *members, const json_t *of)
{
	const char *told = json_member_text(of, "length");
	const json_t *member;
	size_t index;
	long only = -1, named = -1;

	json_array_foreach(members, index, member)
	{
		const char *name = json_member_text(member, "name");
		if (!is_integer(w, member))
			continue;
		if (*told && !is_true(of, "length_outside") && strcmp(told, name) == 0)
			return (long)index;
		if (is_named_after(name, json_member_text(of, "name")))
			named = (long)index;
		if (is_length_name(name))
			only = only == -1 ? (long)index : only;
	}
	return is_true(of, "length_outside") ? -1 : named >= 0 ? named : only;
}
