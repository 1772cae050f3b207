/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cxx_class.c - objects of the unit's classes: by members, by a public constructor, by a static
 * function that returns one. An object with a name is then changed by some calls of its public
 * functions.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

enum { CHANGES_DEEP = 2 }; /* values in which an object is changed before it is used */

static bool is_constructor(const json_t *function)
{
	return !*json_member_text(function, "name");
}

/* ---- ways to make one */

/* The elements of an array in braces. */
static char *make_array(struct wrapping *w, const json_t *type, const char *name,
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
					  ? make_array(w, of, part ? part : "", at)
					  : cxx_value(w, of, part ? part : "", at));
		free(part);
	}
	whole = *w->why ? NULL : wrap_format("{%s}", text_string(&values.text));
	text_done(&values.text);
	free(data);
	return whole;
}

/* {x, y}: an array of numbers is written out. */
static char *make_braces(struct wrapping *w, const json_t *type, const char *name,
			 const struct value_place *at)
{
	struct cxx_list values = {0};
	const json_t *member;
	struct cxx_rows rows;
	size_t index;
	char *whole, *row;

	cxx_rows_begin(w, json_object_get(type, "members"), &rows);
	json_array_foreach(rows.list, index, member)
	{
		const json_t *of = type_of(w->unit, member, "type");
		const char *own = json_member_text(member, "name");
		struct value_place in = *at;
		char *part = wrap_format("%s_%s", name, *own ? own : "base");
		in.deep++;
		if (*w->why)
			;
		else if (node_is_link(w, type, member) && node_leads_back(own))
			cxx_list_add(&values, wrap_format("nullptr"));
		else if (is_true(member, "opened") &&
			 (row = cxx_file(w, member, part ? part : "", &in)))
			cxx_list_add(&values, row);
		else if ((row =
			      make_shared(w, rows.list, member, part ? part : "", &in)))
			cxx_list_add(&values, row);
		else if (type_is(of, "array"))
			cxx_list_add(&values, make_array(w, of, part ? part : "", &in));
		else if ((row = cxx_row(w, index, name, &in, &rows)))
			cxx_list_add(&values, row);
		else
			cxx_list_add(&values, cxx_value(w, of, part ? part : "", &in));
		free(part);
	}
	cxx_rows_done(&rows);
	whole = *w->why ? NULL
			: wrap_format("%s{%s}", json_member_text(type, "name"),
				      text_string(&values.text));
	text_done(&values.text);
	return whole;
}

/* Whether the object and its bases hold numbers alone: no array, no pointer, no container. */
static bool holds_numbers(const struct wrapping *w, const json_t *type)
{
	const json_t *member;
	size_t index;

	json_array_foreach(json_object_get(type, "members"), index, member)
	{
		const json_t *of =
		    type_plain(w->unit, type_of(w->unit, member, "type"));
		if (!type_is_number(of) &&
		    !(type_is(of, "record") && !is_true(of, "library") &&
		      holds_numbers(w, of)))
			return false;
	}
	return true;
}

/* A call of a constructor, or of a function that returns an object, which may be const: its copy is
 * not. */
static char *make_call(struct wrapping *w, const json_t *type, const json_t *function,
		       const json_t *parameters, const char *name,
		       const struct value_place *at)
{
	struct cxx_list values = {0};
	const char *own = json_member_text(function, "name"),
		   *class = json_member_text(type, "name");
	const bool is_const = is_true(type_of(w->unit, function, "result"), "const");
	const bool had_matrix = w->has_matrix;
	struct value_place in = *at;
	char *whole = NULL;

	w->has_matrix = cxx_has_matrix(w, type);
	in.deep++;
	in.sizeless = holds_numbers(w, type);
	if (cxx_arguments(w, parameters, name, &in, &values) == 0)
		whole = !*own ? wrap_format("%s(%s)", class, text_string(&values.text))
			: is_const ? wrap_format("%s(%s::%s(%s))", class, class, own,
						 text_string(&values.text))
				   : wrap_format("%s::%s(%s)", class, own,
						 text_string(&values.text));
	w->has_matrix = had_matrix;
	text_done(&values.text);
	return whole;
}

/* Whether the object is what the static function returns. */
static bool is_factory(const struct wrapping *w, const json_t *type,
		       const json_t *function)
{
	return is_true(function, "static") &&
	       type_plain(w->unit, type_of(w->unit, function, "result")) == type;
}

/* Parameters with a default value are left out where all others can be. */
static size_t needed(const json_t *function)
{
	const json_t *p;
	size_t index, count = 0;

	json_array_foreach(json_object_get(function, "parameters"), index, p) count +=
	    !is_true(p, "default");
	return count;
}

struct class_ways {
	char *list[CXX_CHOICES];
	size_t count;
	char why[256]; /* the last one that failed */
};

/* Whether the function can be called with these arguments. */
static bool way_add(struct wrapping *w, const json_t *type, const json_t *function,
		    const json_t *parameters, const char *name,
		    const struct value_place *at, struct class_ways *ways)
{
	struct cxx_mark mark;

	cxx_mark(w, at, &mark);
	char *way = make_call(w, type, function, parameters, name, at);
	if (way) {
		ways->list[ways->count++] = way;
		return true;
	}
	snprintf(ways->why, sizeof ways->why, "%s", w->why);
	cxx_back(w, at, &mark);
	return false;
}

static void way_try(struct wrapping *w, const json_t *type, const json_t *function,
		    const char *name, const struct value_place *at,
		    struct class_ways *ways)
{
	const json_t *parameters = json_object_get(function, "parameters");
	size_t count = needed(function);

	if (ways->count == CXX_CHOICES ||
	    way_add(w, type, function, parameters, name, at, ways) ||
	    count == json_array_size(parameters))
		return;
	json_t *first = json_copy((json_t *)parameters);
	while (json_array_size(first) > count)
		json_array_remove(first, json_array_size(first) - 1);
	way_add(w, type, function, first, name, at, ways);
	json_decref(first);
}

/* Whether an object can be made without arguments. */
static bool is_made_alone(const json_t *type)
{
	const json_t *f;
	size_t index;
	bool is = is_true(type, "default");

	json_array_foreach(json_object_get(type, "functions"), index, f) is =
	    is || (is_constructor(f) && !needed(f));
	return is;
}

/* Constructors first; those with arguments before those without. */
static void ways_find(struct wrapping *w, const json_t *type, const char *name,
		      const struct value_place *at, struct class_ways *ways)
{
	const json_t *functions = json_object_get(type, "functions"), *f;
	const bool is_alone = is_made_alone(type);
	const int most = !cxx_is_resized(w, type) && !(is_alone && w->is_plain);
	size_t index;

	w->may_be_plainer |= is_alone && most;
	for (int with = most; with >= 0; with--)
		json_array_foreach(functions, index,
				   f) if (is_constructor(f) && (needed(f) > 0) == with)
		    way_try(w, type, f, name, at, ways);
	if (is_true(type, "default") && ways->count < CXX_CHOICES)
		ways->list[ways->count++] =
		    wrap_format("%s()", json_member_text(type, "name"));
	json_array_foreach(functions, index, f) if (is_factory(w, type, f))
	    way_try(w, type, f, name, at, ways);
}

/* `n == 0 ? first : n == 1 ? second : third`. Takes what is in the list. */
static char *choose(struct wrapping *w, char **list, size_t count, const char *name,
		    const char *noun, const struct value_place *at)
{
	struct text_buffer text = {0};
	char *wanted = wrap_format("%s_%s", name, noun), *which = NULL, *whole = NULL;

	if (count > 1 && !*w->why)
		which = cxx_count(w, wanted ? wanted : name, (long)count - 1, at);
	for (size_t i = 0; i < count; i++) {
		if (i + 1 < count)
			text_add(&text, "%s == %zu ? ", which ? which : "", i);
		text_add(&text, "%s%s", list[i] ? list[i] : "",
			 i + 1 < count ? " : " : "");
		free(list[i]);
	}
	if (!*w->why)
		whole = wrap_format(count > 1 ? "(%s)" : "%s", text_string(&text));
	text_done(&text);
	free(wanted);
	free(which);
	return whole;
}

/* ---- classes that are derived */

/* Those that an object of the class can be of: itself, or where it is abstract those of the unit
 * that are derived of it, or else one of the driver. */
static size_t concrete(struct wrapping *w, const json_t *type,
		       const struct value_place *at, const json_t *list[CXX_CHOICES])
{
	const json_t *all = json_object_get(w->unit, "types"), *t;
	size_t count = 0, index;

	if (!is_true(type, "abstract")) {
		list[0] = type;
		return 1;
	}
	json_array_foreach(
	    all, index, t) if (count < CXX_CHOICES && type_is(t, "record") &&
			       type_plain(w->unit, t) == t && !is_true(t, "abstract") &&
			       cxx_has_base(w, t, type)) list[count++] = t;
	if (!count && (list[0] = cxx_derived(w, type, at)))
		count = 1;
	return count;
}

/* ---- calls before the object is used */

static bool is_change(const struct wrapping *w, const json_t *function)
{
	const char *name = json_member_text(function, "name");

	return !is_constructor(function) && !is_true(function, "static") &&
	       !is_true(function, "const") && strncmp(name, "operator", 8) != 0 &&
	       !cxx_gives_element(w, function);
}

/* Whether it sets something up, by its name: those are called rather than others. */
static bool is_setter(const json_t *function)
{
	static const char *const verbs[] = {"set",  "add",  "def",    "init", "push",
					    "open", "load", "insert", "put",  "append",
					    "bind", "read", "enable", "reset"};
	const char *name = json_member_text(function, "name");

	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strncasecmp(name, verbs[i], strlen(verbs[i])) == 0)
			return true;
	return false;
}

/* ---- calls that change an object, or variables of static storage */

/* A case of the switch, or -1: the call of one function, of the object unless that is "". */
static bool case_add(struct wrapping *w, const json_t *function, const char *object,
		     long number, struct cxx_loop *loop)
{
	const char *t = loop->in.indent, *dot = *object ? "." : "";
	char *own = *object ? wrap_format("%s", json_member_text(function, "name"))
			    : cxx_called(function);
	char *noun = cxx_noun(own ? own : "");
	char *prefix = wrap_format("%s%s%s", object, *object ? "_" : "", noun);
	char *indent = wrap_format("%s%s", t, number >= 0 ? "\t" : "");
	struct cxx_list values = {0};
	struct text_buffer inner = {0};
	struct value_place in = loop->in;
	struct cxx_mark mark;

	in.statements = &inner;
	in.indent = indent ? indent : "";
	in.settled = true;
	cxx_mark(w, &in, &mark);
	const int err = cxx_arguments(w, json_object_get(function, "parameters"),
				      prefix ? prefix : "", &in, &values);
	if (err)
		cxx_back(w, &in, &mark);
	else if (number >= 0)
		text_add(&loop->body, "%scase %ld: {\n", t, number);
	if (!err)
		text_add(&loop->body, "%s%s%s%s%s(%s);\n", text_string(&inner),
			 in.indent, object, dot, own, text_string(&values.text));
	if (!err && number >= 0)
		text_add(&loop->body, "%s\tbreak;\n%s}\n", t, t);
	text_done(&values.text);
	text_done(&inner);
	free(own);
	free(noun);
	free(prefix);
	free(indent);
	return !err;
}

/* Which function each call is of, a parameter whose name is returned, and how many there are: *count.
 * The caller frees both. */
static char *choice_add(struct wrapping *w, const char *object, long most,
			const struct value_place *at, char **count)
{
	char *wanted = wrap_format("%s%scalls", object, *object ? "_" : "which_");
	char more[32];

	snprintf(more, sizeof more, "[%ld]", most);
	free(cxx_parameter(w, "const int", wanted ? wanted : object, at, more, ""));
	const char *own = w->names.items[w->names.count - 1];
	char *note =
	    *at->dims ? wrap_format("0..%ld", most) : wrap_format("len(%s)", own);
	char *counted = wrap_format("%s_size", own);
	*count =
	    cxx_parameter(w, "int", counted ? counted : own, at, "", note ? note : "");
	free(wanted);
	free(counted);
	free(note);
	return wrap_format("%s", own);
}

bool cxx_calls(struct wrapping *w, const json_t *const *list, size_t size, long most,
	       const char *object, const struct value_place *at)
{
	struct cxx_loop loop;
	struct cxx_mark mark;
	char *which = NULL, *calls = NULL;
	char *one = wrap_format("%s%scalls", object, *object ? "_" : "earlier_");
	size_t count = 0;

	cxx_mark(w, at, &mark);
	if (size > 1)
		which = choice_add(w, object, most, at, &calls);
	else
		calls = cxx_count(w, one ? one : object, most, at);
	cxx_loop_begin(&loop, at, most);
	if (which)
		text_add(&loop.body, "%sswitch (%s%s) {\n", loop.in.indent, which,
			 loop.in.index);
	for (size_t i = 0; i < size; i++)
		count += case_add(w, list[i], object, which ? (long)count : -1, &loop);
	if (which)
		text_add(&loop.body, "%s}\n", loop.in.indent);
	if (count) {
		if (which)
			wrap_note(w, "%s:0..%zu", which, count - 1);
		cxx_loop_end(w, &loop, at, calls ? calls : "");
	} else {
		loop.body.size = 0;
		snprintf(w->why, sizeof w->why, "-");
		cxx_loop_end(w, &loop, at, "");
		cxx_back(w, at, &mark);
	}
	free(which);
	free(calls);
	free(one);
	return count > 0;
}

static void calls_add(struct wrapping *w, const json_t *type, const char *object,
		      const struct value_place *at)
{
	const json_t *list[CXX_CHOICES + 2], *f;
	const long most = wrap_steps(w, type, CXX_CALLS);
	size_t index, count = 0;

	if (w->is_plain)
		return;
	for (int others = 0; others < 2; others++)
		json_array_foreach(json_object_get(type, "functions"), index,
				   f) if (count < CXX_CHOICES + 2 && is_change(w, f) &&
					  is_setter(f) != others) list[count++] = f;
	w->may_be_plainer |= count;
	if (cxx_calls(w, list, count, most, object, at))
		wrap_guess(w, "up to %ld calls change %s before it is used", most,
			   object);
}

/* ---- */

/* An object of this very class, as an expression. */
static char *make_exactly(struct wrapping *w, const json_t *type, const char *name,
			  const struct value_place *at)
{
	struct class_ways ways = {0};

	if (!*json_member_text(type, "name"))
		return wrap_refuse(w, "%s is of a class without a name", name);
	if (at->deep > CXX_DEEP)
		return wrap_refuse(w, "%s is inside of too many other values", name);
	if (is_true(type, "aggregate"))
		return make_braces(w, type, name, at);
	ways_find(w, type, name, at, &ways);
	if (!ways.count)
		return wrap_refuse(
		    w, "%s has no constructor that can be called here%s%s",
		    json_member_text(type, "name"), *ways.why ? ": " : "", ways.why);
	return choose(w, ways.list, ways.count, name, "made_by", at);
}

/* What is made of one of so many classes: of several it has the class's name behind it. */
static char *name_of_class(const json_t *class, size_t count, const char *name)
{
	char *noun = cxx_noun(json_member_text(class, "name"));
	char *whole = count > 1 ? wrap_format("%s_%s", name, noun ? noun : "")
				: wrap_format("%s", name);

	free(noun);
	return whole;
}

/* The value where one of several classes is chosen: as a reference or pointer to their base. */
static char *as_class(const json_t *base, size_t count, const char *star,
		      const char *value)
{
	return count > 1 ? wrap_format("static_cast<%s %s>(%s)",
				       json_member_text(base, "name"), star, value)
			 : wrap_format("%s", value);
}

/* Whether an object there has elements that are numbers, or is changed by calls. */
static bool is_changed(const json_t *type, const struct value_place *at)
{
	return at->deep <= CHANGES_DEEP && cxx_loops(at) <= 1 &&
	       !is_true(type, "aggregate");
}

/* Whether a constructor sets each member, which are numbers: no call adds to that. */
static bool is_given(const struct wrapping *w, const json_t *type)
{
	const size_t members = json_array_size(json_object_get(type, "members"));
	const json_t *f;
	size_t index;

	if (!holds_numbers(w, type))
		return false;
	json_array_foreach(json_object_get(type, "functions"), index,
			   f) if (is_constructor(f) &&
				  json_array_size(json_object_get(f, "parameters")) >=
				      members) return true;
	return false;
}

char *cxx_class(struct wrapping *w, const json_t *type, const char *name,
		const struct value_place *at)
{
	if (is_true(type, "abstract"))
		return wrap_refuse(w, "%s is of an abstract class", name);
	if (!is_changed(type, at))
		return make_exactly(w, type, name, at);
	/* Calls change an object that has a name. */
	char *own = cxx_class_object(w, type, name, at);
	char *value = own ? wrap_format("std::move(%s)", own) : NULL;
	free(own);
	return value;
}

/* Elements of an object of this very class, and calls that change it. */
static void object_change(struct wrapping *w, const json_t *type, const char *object,
			  const struct value_place *at)
{
	if (*w->why || !is_changed(type, at))
		return;
	cxx_elements(w, type, object, at);
	if (!at->settled && !(at->deep && is_given(w, type)))
		calls_add(w, type, object, at);
}

char *cxx_class_object(struct wrapping *w, const json_t *type, const char *name,
		       const struct value_place *at)
{
	const json_t *classes[CXX_CHOICES];
	const size_t count = concrete(w, type, at, classes);
	char *list[CXX_CHOICES] = {NULL};

	for (size_t i = 0; i < count && !*w->why; i++) {
		char *part = name_of_class(classes[i], count, name);
		char *wanted = count > 1 ? NULL : wrap_format("%s_object", name);
		char *value = make_exactly(w, classes[i], part ? part : name, at);
		const char *own = wrap_name(w, wanted ? wanted : part ? part : name);
		if (value)
			text_add(at->statements, "%sauto &&%s = %s;\n", at->indent, own,
				 value);
		object_change(w, classes[i], own, at);
		list[i] = as_class(type, count, "&", own);
		free(part);
		free(wanted);
		free(value);
	}
	return choose(w, list, count, name, "class", at);
}

/* `new T(x)` of `T(x)`. */
static char *make_new(const json_t *type, const char *value)
{
	const char *name = json_member_text(type, "name");
	const size_t n = strlen(name);

	return strncmp(value, name, n) == 0 && strchr("({", value[n])
		   ? wrap_format("new %s", value)
		   : wrap_format("new %s(%s)", name, value);
}

/* A new object with a name, which is changed before it is owned. */
static char *new_changed(struct wrapping *w, const json_t *type, char *made,
			 const char *name, const struct value_place *at)
{
	char *wanted = wrap_format("%s_made", name),
	     *noun = wrap_format("%s_object", name);
	const char *own = wrap_name(w, wanted ? wanted : name);
	const char *object = wrap_name(w, noun ? noun : name);

	text_add(at->statements, "%sauto *%s = %s;\n%sauto &%s = *%s;\n", at->indent,
		 own, made ? made : "", at->indent, object, own);
	object_change(w, type, object, at);
	free(wanted);
	free(noun);
	free(made);
	return wrap_format("%s", own);
}

char *cxx_class_new(struct wrapping *w, const json_t *type, const char *name,
		    const struct value_place *at)
{
	const json_t *classes[CXX_CHOICES];
	const size_t count = concrete(w, type, at, classes);
	char *list[CXX_CHOICES] = {NULL};
	struct value_place in = *at;

	in.deep++;
	for (size_t i = 0; i < count && !*w->why; i++) {
		char *part = name_of_class(classes[i], count, name);
		char *value = make_exactly(w, classes[i], part ? part : name, &in);
		char *made = make_new(classes[i], value ? value : "");
		if (count == 1 && !at->links && !*w->why && is_changed(classes[i], &in))
			made =
			    new_changed(w, classes[i], made, part ? part : name, &in);
		list[i] = as_class(type, count, "*", made ? made : "");
		free(made);
		free(part);
		free(value);
	}
	return choose(w, list, count, name, "class", at);
}
