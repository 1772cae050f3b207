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
	if (!w->mark.type || w->mark.type != plain)
		return value;
	char *marked =
	    wrap_format("(%s ? %s : %s)", w->mark.until, value, w->mark.value);
	w->mark.type = NULL;
	free(value);
	return marked;
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

/* ---- nodes of lists and trees, which lead to others of their class */

/* A link to an object of the same class, or one back: prev, parent. */
static bool is_link(const struct wrapping *w, const json_t *class, const json_t *member,
		    bool back)
{
	return node_is_link(w, class, member) && !is_true(member, "private") &&
	       node_leads_back(json_member_text(member, "name")) == back;
}

/* The links back to the object lead from those that it leads to; and those that no constructor
 * takes are set, behind it. */
static void link_object(struct wrapping *w, const json_t *class, const char *name,
			const char *object, const struct value_place *at)
{
	const json_t *list = json_object_get(class, "members"), *link, *back;
	size_t i, k;

	json_array_foreach(list, i, link)
	{
		const char *own = json_member_text(link, "name");
		if (!is_link(w, class, link, false))
			continue;
		if (!is_true(class, "aggregate") && !is_true(link, "const")) {
			struct value_place in = *at;
			char *part = wrap_format("%s_%s", name, own);
			in.deep++;
			char *value = cxx_value(w, type_of(w->unit, link, "type"),
						part ? part : own, &in);
			text_add(at->statements, "%s%s->%s = %s;\n", at->indent, object,
				 own, value ? value : "nullptr");
			free(value);
			free(part);
		}
		json_array_foreach(list, k, back)
		{
			if (!is_link(w, class, back, true) || is_true(back, "const"))
				continue;
			text_add(at->statements,
				 "%sif (%s->%s)\n%s\t%s->%s->%s = %s;\n", at->indent,
				 object, own, at->indent, object, own,
				 json_member_text(back, "name"), object);
		}
	}
}

/* The parameter of the function that is made, if it is a pointer; or null. */
static const json_t *pointer_argument(const struct wrapping *w, const char *name,
				      const struct value_place *at)
{
	const json_t *list = json_object_get(w->function, "parameters");
	const long number = at->deep ? -1 : named_in(list, name);
	const json_t *p = number < 0 ? NULL : json_array_get(list, (size_t)number);

	return type_is(type_of(w->unit, p, "type"), "pointer") ? p : NULL;
}

/* Where nodes lead back, an argument is any of a list: statements that go on from its first. */
static void go_on(struct wrapping *w, const json_t *class, const char *name,
		  const char *object, const struct value_place *at)
{
	const json_t *member;
	const char *link = "";
	bool has_back = false;
	size_t index;

	json_array_foreach(json_object_get(class, "members"), index, member)
	{
		if (is_link(w, class, member, false) && !*link)
			link = json_member_text(member, "name");
		has_back |= is_link(w, class, member, true);
	}
	if (!has_back || !*link)
		return;
	char *place = wrap_format("%s_place", name);
	char *steps =
	    wrap_range(w, "int", place ? place : name, 0, WRAP_OBJECTS - 1, at);
	text_add(at->statements, "%sfor (; %s > 0 && %s->%s; %s--)\n%s\t%s = %s->%s;\n",
		 at->indent, steps ? steps : "0", object, link, steps ? steps : "0",
		 at->indent, object, object, link);
	free(steps);
	free(place);
}

/* A node, or null; in memory of its own where one is deleted. */
static char *make_node(struct wrapping *w, const json_t *class, const char *name,
		       const struct value_place *at)
{
	struct value_place in = *at;
	char *wanted = wrap_format("%s_node", name), *value, *made;

	in.deep = at->deep > 0;
	in.links++;
	if (wrap_is_freed(w, class)) {
		value = cxx_class_new(w, class, name, &in);
	} else {
		made = make_object(w, class, name, &in);
		value = made ? wrap_format("&%s", made) : NULL;
		free(made);
	}
	const char *own = wrap_name(w, wanted ? wanted : name);
	free(wanted);
	if (!value)
		return NULL;
	const json_t *argument = pointer_argument(w, name, at);
	text_add(at->statements, "%sauto *%s = %s;\n", at->indent, own, value);
	free(value);
	link_object(w, class, name, own, &in);
	if (argument)
		go_on(w, class, name, own, at);
	value = wrap_format("%s", own);
	return argument && !is_true(argument, "null") ? value
						      : cxx_or_null(w, value, name, at);
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
	const json_t *class = type_plain(w->unit, to);
	const unsigned links = node_links(w, class);
	if (at->deep >= CXX_DEEP || (links && at->links >= cxx_levels(links)))
		return wrap_format("nullptr");
	if (links && !*at->dims && !is_true(class, "abstract"))
		return make_node(w, class, name, at);
	char *object = make_object(w, to, name, at);
	char *value = object ? wrap_format("&%s", object) : NULL;
	free(object);
	return value;
}

/* ---- any of them */

/* An object that is only read: it is not moved. Takes the value. */
static char *unmoved(char *value)
{
	static const char move[] = "std::move(";
	const size_t n = sizeof move - 1, size = value ? strlen(value) : 0;

	/* A name has no other closing parenthesis. */
	if (size > n && strncmp(value, move, n) == 0 &&
	    strchr(value, ')') == value + size - 1) {
		memmove(value, value + n, size - n);
		value[size - n - 1] = '\0';
	}
	return value;
}

/* What is only read may be a value without a name. */
static char *make_reference(struct wrapping *w, const json_t *type, const char *name,
			    const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type, "to");
	const bool is_read = is_true(to, "const") || is_true(type, "rvalue");

	if (type_is(to, "function"))
		return cxx_callback_pointer(w, to, name, at);
	if (type_is_flat(w->unit, to) || (is_read && !is_true(to, "abstract"))) {
		char *value = cxx_value(w, to, name, at);
		return at->deep || is_true(type, "rvalue") ? value : unmoved(value);
	}
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
	if (type_is_flat(w->unit, plain) && !type_is(plain, "array") &&
	    !(w->mark.type && type_is(plain, "record")))
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
