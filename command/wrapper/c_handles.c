/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_handles.c - opaque objects, which functions of the unit or of its headers make: of those
 * that return a pointer to one, or store it, the one with the fewest arguments, which are
 * numbers and texts. Where the source itself has several, a parameter chooses one.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

enum {
	SIZE_MOST = 16, /* of an integer that a maker takes */
	MAKERS = 8, /* of which one is chosen */
};

/* Functions that make an object. */
struct makers {
	const json_t *list[MAKERS];
	size_t count;
	bool stores; /* it stores the object at its first argument */
	bool can_refuse; /* null is returned for sizes that are not taken */
	/* Their arguments: those of one type and range are one parameter. */
	struct words keys, values;
};

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

bool is_in_source(const json_t *function)
{
	const char *kind = json_member_text(function, "kind");

	return !strcmp(kind, "external") || !strcmp(kind, "static");
}

bool makes_handle(const struct wrapping *w, const json_t *f, const json_t *record)
{
	bool stores;

	return record && factory_cost(w, f, record, &stores) >= 0 && !stores;
}

/* What the arguments tell of an object: a text, which may be parsed, more than an array, and that
 * more than numbers. */
enum { HAS_NUMBER = 1, HAS_ARRAY, HAS_TEXT };

static int variety_of(const struct wrapping *w, const json_t *f)
{
	const json_t *p;
	size_t index;
	int most = 0;

	json_array_foreach(json_object_get(f, "parameters"), index, p)
	{
		const json_t *to = type_of(w->unit, type_of(w->unit, p, "type"), "to");
		const int own = is_true(to, "character") ? HAS_TEXT : HAS_NUMBER + !!to;
		most = own > most ? own : most;
	}
	return most;
}

/* Whether it may be chosen instead of another one: it opens no file and leaves no memory undefined. */
static bool is_choice(const json_t *f)
{
	static const char *const words[] = {"file", "open", "load", "alloc", NULL};

	return !has_word(json_member_text(f, "name"), words) &&
	       !strcmp(json_member_text(f, "kind"), "external");
}

/* The one with the fewest arguments, then others of the source. How many there are. */
static size_t makers_find(const struct wrapping *w, const json_t *record,
			  struct makers *m)
{
	const json_t *functions = json_object_get(w->unit, "functions"), *f;
	size_t index;
	long least = 0;

	json_array_foreach(functions, index, f)
	{
		bool by_address;
		const long cost = factory_cost(w, f, record, &by_address);
		if (cost < 0 || (m->count && cost >= least))
			continue;
		m->list[0] = f;
		m->count = 1;
		least = cost;
		m->stores = by_address;
	}
	if (!m->count || m->stores || !is_in_source(m->list[0]))
		return m->count;
	for (int variety = HAS_TEXT; variety >= 0; variety--)
		json_array_foreach(
		    functions, index,
		    f) if (m->count < MAKERS && variety_of(w, f) == variety &&
			   f != m->list[0] && is_choice(f) &&
			   makes_handle(w, f, record)) m->list[m->count++] = f;
	return m->count;
}

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

/* The value of argument number `index`: an integer has not more than the array beside it. */
static char *argument_make(struct wrapping *w, const json_t *f, size_t index,
			   const char *name, const struct value_place *at,
			   struct makers *m)
{
	const json_t *p = json_array_get(json_object_get(f, "parameters"), index);
	const json_t *type = type_of(w->unit, p, "type");
	const long low = !m->can_refuse ? 1 : is_true(p, "negative") ? -1 : 0;
	const long most = variety_of(w, f) == HAS_ARRAY ? WRAP_ELEMENTS : SIZE_MOST;
	struct value_place here = *at;
	char *value = error_make(w, type, json_member_text(p, "name"), name);

	if (value)
		return value;
	char *key = wrap_format("%p %zu %ld %ld", (const void *)type, index, low, most);
	for (size_t i = 0; i < m->keys.count && !value; i++)
		if (strcmp(m->keys.items[i], key) == 0)
			value = wrap_format("%s", m->values.items[i]);
	if (!value) {
		here.path = name;
		value = type_is(type, "integer")
			    ? wrap_range(w, json_member_text(type, "name"), name, low,
					 most, at)
			    : w->make(w, type, name, NULL, &here);
		words_add(&m->keys, key);
		words_add(&m->values, value ? value : "0");
	}
	free(key);
	return value;
}

/* The arguments of a function, from number `from` on. */
static void arguments_write(struct wrapping *w, const json_t *f, size_t from,
			    const char *prefix, const struct value_place *at,
			    struct makers *m, struct text_buffer *call)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(f, "parameters"), index, p)
	{
		if (index < from)
			continue;
		const char *given = json_member_text(p, "name");
		char *name = *given ? wrap_format("%s_%s", prefix, given)
				    : wrap_format("%s_%zu", prefix, index);
		char *value = argument_make(w, f, index, name, at, m);
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
		text_add(call, m->stores ? "%s(&%s" : "%s(",
			 json_member_text(m->list[i], "name"), own);
		arguments_write(w, m->list[i], m->stores, own, at, m, call);
		text_add(call, which ? ");\n\t\tbreak;\n" : ")");
	}
	text_add(&w->objects, "\t%s = %s;\n", declared,
		 which || m->stores ? "NULL" : text_string(call));
	if (which)
		text_add(&w->objects, "\tswitch (%s) {\n%s\t}\n", which,
			 text_string(call));
	else if (m->stores)
		text_add(&w->objects, "\t%s;\n", text_string(call));
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
	struct makers m = {.can_refuse = true};
	struct text_buffer call = {0};
	const json_t *end;

	if (*at->dims || !makers_find(w, record, &m))
		return NULL;
	const char *own = wrap_name(w, name);
	char *declarator = wrap_format("*%s", own);
	char *declared = c_declaration(w->unit, record, declarator);
	if (filler_of(w, record, m.list[0]))
		m.count = 1;
	makers_write(w, &m, own, declared, at, &call);
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
	struct makers m = {.count = 0};
	bool leads = false;

	json_array_foreach(json_object_get(record, "members"), index, member)
	{
		const json_t *to = member_pointed(w, member);
		leads |= to && !type_is(to, "function") && !is_true(member, "unused");
	}
	f = leads && makers_find(w, record, &m) ? m.list[0] : NULL;
	if (leads && !f)
		f = initialiser_of(w, record);
	return f && is_in_source(f);
}

char *make_by_initialiser(struct wrapping *w, const json_t *record, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *f = initialiser_of(w, record);
	struct makers m = {.count = 0};
	struct text_buffer call = {0};

	if (!f)
		return NULL;
	const char *own = wrap_name(w, name);
	char *declared = c_declaration(w->unit, record, own);
	arguments_write(w, f, 1, own, at, &m, &call);
	text_add(&w->objects, "\t%s = {0};\n", declared);
	if (is_true(w->function, "asks_members")) {
		char *wanted = wrap_format("%s_is_made", name);
		char *made = wrap_plain(w, "_Bool", wanted, at, "", NULL);
		text_add(&w->objects, "\tif (%s)\n\t", made);
		free(w->handle_made);
		w->handle_made = made;
		free(wanted);
	}
	text_add(&w->objects, "\t%s(&%s%s);\n", json_member_text(f, "name"), own,
		 text_string(&call));
	words_done(&m.keys);
	words_done(&m.values);
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
