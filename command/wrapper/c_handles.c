/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_handles.c - opaque objects, which functions of the unit or of its headers make: of those
 * that return a pointer to one, or store it, the one with the fewest arguments, which are
 * numbers and texts.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

enum { SIZE_MOST = 8 };

static const json_t *pointed_plain(const struct wrapping *w, const json_t *type)
{
	return type_is(type, "pointer")
		   ? type_plain(w->unit, type_of(w->unit, type, "to"))
		   : NULL;
}

/* Whether a name has the word, as part of name_word or nameWord. */
static bool has_word(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (strcasestr(name, *words))
			return true;
	return false;
}

bool destroys(const char *name)
{
	static const char *const words[] = {"free",    "destroy", "delete",  "close",
					    "release", "dispose", "cleanup", "unref",
					    "done",    "fini",	  NULL};

	return has_word(name, words);
}

const json_t *destructor_of(const struct wrapping *w, const json_t *record)
{
	const json_t *f;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "functions"), index, f)
	{
		const json_t *list = json_object_get(f, "parameters");
		const json_t *first = type_of(w->unit, json_array_get(list, 0), "type");
		if (json_array_size(list) == 1 && pointed_plain(w, first) == record &&
		    destroys(json_member_text(f, "name")))
			return f;
	}
	return NULL;
}

/* An argument that is made of a number or a text alone. */
static bool is_simple(const struct wrapping *w, const json_t *type)
{
	const json_t *to = type_of(w->unit, type, "to");

	return type_is_number(type) ||
	       (type_is(type, "pointer") && type_is_flat(w->unit, to));
}

/* How many arguments a factory takes besides the place of its result; -1: it is none.
 * *stores: it stores the object at its first argument. */
static long factory_cost(const struct wrapping *w, const json_t *f,
			 const json_t *record, bool *stores)
{
	const json_t *list = json_object_get(f, "parameters"), *p;
	const json_t *result = type_of(w->unit, f, "result");
	const json_t *first = type_of(w->unit, json_array_get(list, 0), "type");
	size_t index;
	long cost = 0;

	if (f == w->function || is_true(type_of(w->unit, f, "type"), "variadic"))
		return -1;
	*stores = pointed_plain(w, result) != record;
	if (*stores && (!type_is(first, "pointer") ||
			pointed_plain(w, type_of(w->unit, first, "to")) != record))
		return -1;
	json_array_foreach(list, index, p)
	{
		if (*stores && !index)
			continue;
		if (!is_simple(w, type_of(w->unit, p, "type")))
			return -1;
		cost += 2;
	}
	/* Of two alike the one that leaves nothing undefined. */
	return cost + !strstr(json_member_text(f, "name"), "calloc");
}

static const json_t *factory_of(const struct wrapping *w, const json_t *record,
				bool *stores)
{
	const json_t *functions = json_object_get(w->unit, "functions"), *f,
		     *best = NULL;
	size_t index;
	long least = 0;

	json_array_foreach(functions, index, f)
	{
		bool by_address;
		const long cost = factory_cost(w, f, record, &by_address);
		if (cost < 0 || (best && cost >= least))
			continue;
		best = f;
		least = cost;
		*stores = by_address;
	}
	return best;
}

/* The arguments of a function, from number `from` on. */
static void arguments_write(struct wrapping *w, const json_t *f, size_t from,
			    const char *prefix, const struct value_place *at,
			    struct text_buffer *call)
{
	const json_t *list = json_object_get(f, "parameters"), *p;
	size_t index;

	json_array_foreach(list, index, p)
	{
		const json_t *type = type_of(w->unit, p, "type");
		const char *given = json_member_text(p, "name");
		char *name = *given ? wrap_format("%s_%s", prefix, given)
				    : wrap_format("%s_%zu", prefix, index);
		struct value_place here = *at;
		char *value;
		if (index < from) {
			free(name);
			continue;
		}
		here.path = prefix;
		if (type_is(type, "integer"))
			value = wrap_range(w, json_member_text(type, "name"), name, 1,
					   SIZE_MOST, at);
		else
			value = w->make(w, type, name, NULL, &here);
		text_add(call, "%s%s", index ? ", " : "", value ? value : "0");
		free(value);
		free(name);
	}
}

bool is_in_source(const json_t *function)
{
	const char *kind = json_member_text(function, "kind");

	return !strcmp(kind, "external") || !strcmp(kind, "static");
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
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(function, "parameters"), index,
			   p) if (*name && strcmp(json_member_text(p, "name"), name) ==
					       0) return true;
	return false;
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

/* An argument of its own: functions of the source may be called with it before. */
static void handle_note(struct wrapping *w, const json_t *record, const json_t *facts,
			const struct value_place *at, const char *value)
{
	if (*at->path || w->handle || is_true(facts, "freed"))
		return;
	w->handle = record;
	w->handle_value = wrap_format("%s", value);
}

/* Null, as a parameter says, where a body asks for it. */
static char *null_or(struct wrapping *w, char *value, const char *own,
		     const json_t *facts, const struct value_place *at)
{
	return value && is_true(facts, "null") ? wrap_nullable(w, value, own, at)
					       : value;
}

char *make_by_function(struct wrapping *w, const json_t *record, const char *name,
		       const json_t *facts, const struct value_place *at)
{
	bool stores = false;
	const json_t *f = *at->dims ? NULL : factory_of(w, record, &stores), *end;
	struct text_buffer call = {0};

	if (!f)
		return NULL;
	const char *own = wrap_name(w, name);
	char *declarator = wrap_format("*%s", own);
	char *declared = c_declaration(w->unit, record, declarator);
	arguments_write(w, f, stores, own, at, &call);
	const char *maker = json_member_text(f, "name");
	if (stores)
		text_add(&w->objects, "\t%s = NULL;\n", declared);
	else
		text_add(&w->objects, "\t%s = %s(%s);\n", declared, maker,
			 call.size ? text_string(&call) : "");
	if (stores)
		text_add(&w->statements, "\t%s(&%s%s);\n", maker, own,
			 call.size ? text_string(&call) : "");
	wrap_guess(w, "%s is made by %s()", name, maker);
	end = destructor_of(w, record);
	if (end && end != w->function && !is_true(facts, "freed"))
		text_add(&w->after, "\tif (%s)\n\t\t%s(%s);\n", own,
			 json_member_text(end, "name"), own);
	text_add(&w->statements, "\tif (!%s)\n\t\t%s;\n", own, w->nothing);
	if (!object_fill(w, record, f, own, own, text_string(&call), at) &&
	    is_true(record, "complete"))
		numbers_fill(w, record, own, is_in_source(f), at);
	handle_note(w, record, facts, at, own);
	free(declared);
	free(declarator);
	text_done(&call);
	return null_or(w, wrap_format("%s", own), own, facts, at);
}

/* work_init(), work_zero(): the last word of a name says that it fills the object. */
bool initialises(const char *name)
{
	static const char *const words[] = {
	    "init", "zero", "initialize", "initialise", "reset", "defaults", "default"};
	const char *last = strrchr(name, '_');

	for (size_t i = 0; last && i < sizeof words / sizeof *words; i++)
		if (strcasecmp(last + 1, words[i]) == 0)
			return true;
	return false;
}

static const json_t *initialiser_of(const struct wrapping *w, const json_t *record)
{
	const json_t *f, *p, *best = NULL;
	size_t index, k, least = 0;

	json_array_foreach(json_object_get(w->unit, "functions"), index, f)
	{
		const json_t *list = json_object_get(f, "parameters");
		const size_t count = json_array_size(list);
		bool fits =
		    f != w->function && initialises(json_member_text(f, "name"));
		json_array_foreach(list, k, p)
		{
			const json_t *type = type_of(w->unit, p, "type");
			const json_t *to = type_of(w->unit, type, "to");
			fits &= k ? is_simple(w, type) || type_is_file(to)
				  : pointed_plain(w, type) == record &&
					!is_true(to, "const");
		}
		if (!fits || !count || (best && count >= least))
			continue;
		best = f;
		least = count;
	}
	return best;
}

bool has_maker(const struct wrapping *w, const json_t *record)
{
	const json_t *member, *f;
	size_t index;
	bool stores, leads = false;

	json_array_foreach(json_object_get(record, "members"), index, member)
	{
		const json_t *to = member_pointed(w, member);
		leads |= to && !type_is(to, "function") && !is_true(member, "unused");
	}
	f = leads ? factory_of(w, record, &stores) : NULL;
	if (leads && !f)
		f = initialiser_of(w, record);
	return f && is_in_source(f);
}

char *make_by_initialiser(struct wrapping *w, const json_t *record, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *f = initialiser_of(w, record);
	struct text_buffer call = {0};

	if (!f)
		return NULL;
	const char *own = wrap_name(w, name);
	char *declared = c_declaration(w->unit, record, own);
	arguments_write(w, f, 1, own, at, &call);
	text_add(&w->objects, "\t%s = {0};\n", declared);
	if (is_true(w->function, "asks_members")) {
		char *wanted = wrap_format("%s_is_made", name);
		char *made = wrap_plain(w, "_Bool", wanted, at, "", NULL);
		text_add(&w->statements, "\tif (%s)\n\t", made);
		free(w->handle_made);
		w->handle_made = made;
		free(wanted);
	}
	text_add(&w->statements, "\t%s(&%s%s);\n", json_member_text(f, "name"), own,
		 text_string(&call));
	wrap_guess(w, "%s is made by %s()", name, json_member_text(f, "name"));
	free(declared);
	char *value = wrap_format("&%s", own);
	if (!is_true(w->function, "asks_members"))
		object_fill(w, record, f, own, value, text_string(&call), at);
	text_done(&call);
	if (!*w->why)
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
