/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cxx_elements.c - elements that an object gives by reference become numbers: m(i, j) or v[i] where
 * functions of it say how many there are, those from begin() to end(), and those that an array of
 * indices names where a function returns such an array, of the numbers that these are below:
 *
 *	for (int i = 0, k = 0; i < int(m.rows()) && k < 16; i++)
 *		for (int j = 0; j < int(m.cols()) && k < 16; j++)
 *			m(i, j) = m_elements[k++];
 *
 * Functions of bases count too. An object with resize() has a size that is not fixed, or a fixed one
 * already.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

enum {
	ELEMENTS = 16,
	SHAPE = 4, /* rows and columns of matrices whose sizes are alike */
	ROWS = 8, /* and of others */
	COLUMNS = 4,
};

/* A number that can be assigned. */
static bool is_element(const struct wrapping *w, const json_t *type)
{
	return type && !is_true(type, "const") &&
	       type_is_number(type_plain(w->unit, type));
}

/* Whether a parameter's "type", or a function's "result", is one. */
static bool is_integer(const struct wrapping *w, const json_t *of, const char *member)
{
	return type_is(type_plain(w->unit, type_of(w->unit, of, member)), "integer");
}

/* The element to which the function returns a reference, also of an object that is not const; or
 * null. */
static const json_t *element_of(const struct wrapping *w, const json_t *function)
{
	const json_t *result = type_of(w->unit, function, "result");
	const json_t *to = type_of(w->unit, result, "to");

	return !is_true(function, "static") && !is_true(function, "const") &&
		       type_is(result, "reference") && is_element(w, to)
		   ? to
		   : NULL;
}

static void functions_add(const struct wrapping *w, const json_t *type, json_t *all)
{
	const json_t *base;
	size_t index;

	json_array_extend(all, json_object_get(type, "functions"));
	json_array_foreach(json_object_get(type, "bases"), index, base)
		functions_add(w, type_at(w->unit, base), all);
}

/* An object whose elements are asked for, and the functions of its class and then of its bases. */
struct owner {
	const json_t *type;
	json_t *functions;
	const char *object;
};

/* The caller owns the array. */
static json_t *functions_of(const struct wrapping *w, const json_t *type)
{
	json_t *all = json_array();

	functions_add(w, type, all);
	return all;
}

/* The parameter: so many numbers of the type. The caller frees. */
static char *numbers_make(struct wrapping *w, const json_t *element, int count,
			  const char *object, const struct value_place *at)
{
	char *of = cxx_spell(w, type_plain(w->unit, element));
	char *wanted = wrap_format("%s_elements", object), more[16];

	snprintf(more, sizeof more, "[%d]", count);
	char *from =
	    cxx_parameter(w, of ? of : "", wanted ? wanted : object, at, more, "");
	wrap_guess(w, "%s has %d elements, in turn", object, count);
	free(wanted);
	free(of);
	return from;
}

/* What stands for the element that the function gives for these arguments. The caller frees. */
static char *access(const char *object, const char *function, const char *arguments)
{
	if (strcmp(function, "operator[]") == 0)
		return wrap_format("%s[%s]", object, arguments);
	return strncmp(function, "operator", strlen("operator")) == 0
		   ? wrap_format("%s(%s)", object, arguments)
		   : wrap_format("%s.%s(%s)", object, function, arguments);
}

/* ---- by one or two indices */

/* How many indices the function takes, 1 or 2, to return an element; else 0. */
static size_t indices(const struct wrapping *w, const json_t *function)
{
	const json_t *list = json_object_get(function, "parameters"), *p;
	const size_t count = json_array_size(list);
	size_t index;

	if (count > 2 || !element_of(w, function))
		return 0;
	json_array_foreach(list, index, p) if (!is_integer(w, p, "type")) return 0;
	return count;
}

/* The function that says how many there are, by its name, one of the words or with one in it; or
 * null. */
static const char *size_of(const struct wrapping *w, const json_t *functions,
			   const char *const *words)
{
	const char *like = NULL;
	const json_t *f;
	size_t index;

	json_array_foreach(functions, index, f)
	{
		const char *name = json_member_text(f, "name");
		if (!is_true(f, "const") ||
		    json_array_size(json_object_get(f, "parameters")) ||
		    !is_integer(w, f, "result"))
			continue;
		for (size_t i = 0; words[i]; i++) {
			if (strcmp(name, words[i]) == 0)
				return name;
			if (!like && strcasestr(name, words[i]))
				like = name;
		}
	}
	return like;
}

static const char *const rows[] = {"row", "height", "size1", NULL},
			 *const columns[] = {"col", "width", "size2", NULL},
			 *const sizes[] = {"size", "length", "dim", "count", NULL};

/* Whether the function is an operator with so many indices, which it does not compare. */
static bool takes_indices(const struct wrapping *w, const json_t *function,
			  size_t *count)
{
	const json_t *list = json_object_get(function, "parameters"), *p;
	size_t index;

	json_array_foreach(list, index, p)
	{
		if (!is_integer(w, p, "type") || is_true(p, "ordered") ||
		    is_true(p, "negative") || json_object_get(p, "compared"))
			return false;
	}
	*count = index;
	const char *name = json_member_text(function, "name");
	return index && index <= 2 &&
	       (strstr(name, "operator()") || strstr(name, "operator[]"));
}

void cxx_indices_assume(struct wrapping *w, const json_t *type, const char *object,
			const char *arguments, const struct value_place *at)
{
	const char *const *const words[] = {rows, columns};
	size_t count;

	if (!type || !takes_indices(w, w->function, &count))
		return;
	json_t *functions = functions_of(w, type);
	for (size_t i = 0; i < count; i++) {
		const char *size = size_of(w, functions, count > 1 ? words[i] : sizes);
		const size_t length = strcspn(arguments, ",");
		if (!size)
			break;
		const char *own = wrap_name(w, size);
		text_add(at->statements,
			 "%sconst unsigned long %s = %s.%s();\n%sME_ASSUME((unsigned "
			 "long)%.*s < %s);\n",
			 at->indent, own, object, size, at->indent, (int)length,
			 arguments, own);
		wrap_guess(w, "%.*s is an index, below %s()", (int)length, arguments,
			   size);
		arguments += length + strspn(arguments + length, ", ");
	}
	json_decref(functions);
}

/* Whether its elements lie outside of it, in memory that it asks for. */
static bool leads_away(const struct wrapping *w, const json_t *type)
{
	const json_t *plain = type_plain(w->unit, type), *part;
	size_t index;

	if (type_is(plain, "array"))
		return leads_away(w, type_of(w->unit, plain, "to"));
	if (!type_is(plain, "record"))
		return !type_is_number(plain);
	if (is_true(plain, "library"))
		return true;
	json_array_foreach(json_object_get(plain, "members"), index, part)
		if (leads_away(w, type_of(w->unit, part, "type")))
			return true;
	return false;
}

static bool is_resize(const struct wrapping *w, const json_t *function, size_t count)
{
	const json_t *list = json_object_get(function, "parameters"), *p;
	size_t index;

	if (strcmp(json_member_text(function, "name"), "resize") != 0)
		return false;
	json_array_foreach(list, index, p)
		if (index < count ? !is_integer(w, p, "type") : !is_true(p, "default"))
			return false;
	return index >= count;
}

static bool has_resize(const struct wrapping *w, const json_t *functions, size_t count)
{
	const json_t *f;
	size_t index;

	json_array_foreach(functions, index, f)
		if (is_resize(w, f, count))
			return true;
	return false;
}

/* The elements that a function of the object gives for one index, or for two. */
struct counted {
	const char *object, *call;
	const char *first, *second; /* what counts them; null: there is one index */
	const char *from;
	int most;
};

char *cxx_shape(struct wrapping *w, const char *name, const struct value_place *at)
{
	struct value_place one = *at;

	one.dims = one.index = "";
	if (!w->shape) {
		w->shape = cxx_count(w, name, SHAPE, &one);
		wrap_guess(w, "matrices whose sizes are not compared have %s rows and "
			      "columns",
			   w->shape);
	}
	return wrap_format("%s", w->shape ? w->shape : "");
}

/* A size that is not 0 stays: it is fixed. */
static void resize_write(struct wrapping *w, const struct counted *c,
			 const struct value_place *at)
{
	const char *const names[] = {c->first, c->second};
	const bool is_free = w->size_told || w->most > WRAP_ELEMENTS;
	struct text_buffer text = {0};

	for (size_t i = 0; i < 2 && names[i]; i++) {
		char *wanted =
		    wrap_format("%s_%s", c->object, is_free ? names[i] : "size");
		const long most = i ? COLUMNS : c->second ? ROWS : ELEMENTS;
		char *size = is_free ? cxx_count(w, wanted ? wanted : names[i], most, at)
				     : cxx_shape(w, wanted ? wanted : names[i], at);
		text_add(&text, "%s%s.%s() ? %s.%s() : %s", i ? ", " : "", c->object,
			 names[i], c->object, names[i], size ? size : "0");
		free(size);
		free(wanted);
	}
	text_add(at->statements, "%s%s.resize(%s);\n", at->indent, c->object,
		 text_string(&text));
	text_done(&text);
}

static void loops_write(const struct counted *c, const struct value_place *at)
{
	const char *i = cxx_loop_variable(at, 0), *j = cxx_loop_variable(at, 1),
		   *k = cxx_loop_variable(at, 2), *t = at->indent;
	char *arguments =
	    c->second ? wrap_format("%s, %s", i, j) : wrap_format("%s", i);
	char *element = access(c->object, c->call, arguments);

	text_add(at->statements,
		 "%sfor (int %s = 0, %s = 0; %s < int(%s.%s()) && %s < %d; %s++)\n", t,
		 i, k, i, c->object, c->first, k, c->most, i);
	if (c->second)
		text_add(at->statements,
			 "%s\tfor (int %s = 0; %s < int(%s.%s()) && %s < %d; %s++)\n",
			 t, j, j, c->object, c->second, k, c->most, j);
	text_add(at->statements, "%s%s\t%s = %s[%s++];\n", t, c->second ? "\t" : "",
		 element, c->from, k);
	free(arguments);
	free(element);
}

static bool counted_write(struct wrapping *w, const struct owner *o,
			  const json_t *function, const struct value_place *at)
{
	const size_t count = indices(w, function);
	const json_t *element = element_of(w, function);
	struct counted c = {
	    .object = o->object,
	    .call = json_member_text(function, "name"),
	    .first = count ? size_of(w, o->functions, count > 1 ? rows : sizes) : NULL,
	    .second = count > 1 ? size_of(w, o->functions, columns) : NULL,
	    .most = ELEMENTS,
	};

	if (!c.first || (count > 1 && !c.second))
		return false;
	if (has_resize(w, o->functions, count) && leads_away(w, o->type)) {
		c.most = c.second ? ROWS * COLUMNS : ELEMENTS;
		resize_write(w, &c, at);
	} else if (!leads_away(w, o->type)) {
		const long bits = number_in(type_plain(w->unit, element), "bits");
		c.most = (int)(number_in(o->type, "size") * 8 / (bits < 8 ? 8 : bits));
	}
	char *from = numbers_make(w, element, c.most, c.object, at);
	c.from = from ? from : "";
	loops_write(&c, at);
	free(from);
	return true;
}

/* ---- by an array of indices */

static const char *const shape_helper =
    "/* Calls f with the indices of so many elements, in turn. */\n"
    "template <typename Shape, typename F>\n"
    "ME_DRIVER static void me_each(const Shape shape, int most, F f)\n"
    "{\n"
    "\tShape at = shape;\n"
    "\tbool is_in = at.size() > 0;\n"
    "\n"
    "\tfor (auto &index : at) {\n"
    "\t\tis_in = is_in && index > 0;\n"
    "\t\tindex = 0;\n"
    "\t}\n"
    "\tfor (int k = 0; is_in && k < most; k++) {\n"
    "\t\tf(at, k);\n"
    "\t\tauto last = at.size();\n"
    "\t\twhile (last > 0 && ++at[last - 1] >= shape[last - 1])\n"
    "\t\t\tat[--last] = 0;\n"
    "\t\tis_in = last > 0;\n"
    "\t}\n"
    "}\n";

/* The array or vector of integers that the type is, or refers to; or null. */
static const json_t *shape_type(const struct wrapping *w, const json_t *type)
{
	const json_t *plain = type_plain(
	    w->unit, type_is(type, "reference") ? type_of(w->unit, type, "to") : type);
	const char *template = json_member_text(plain, "template");
	const json_t *of = type_of(
	    w->unit, json_array_get(json_object_get(plain, "arguments"), 0), "type");

	return type_is(type_plain(w->unit, of), "integer") &&
		       (strcmp(template, "std::array") == 0 ||
			strcmp(template, "std::vector") == 0)
		   ? plain
		   : NULL;
}

static bool shaped_write(struct wrapping *w, const struct owner *o,
			 const json_t *function, const struct value_place *at)
{
	const json_t *list = json_object_get(function, "parameters"), *f;
	const json_t *shape =
	    json_array_size(list) == 1 && element_of(w, function)
		? shape_type(w, type_of(w->unit, json_array_get(list, 0), "type"))
		: NULL;
	size_t index;

	json_array_foreach(o->functions, index, f)
	{
		if (!shape || !is_true(f, "const") ||
		    json_array_size(json_object_get(f, "parameters")) ||
		    shape_type(w, type_of(w->unit, f, "result")) != shape)
			continue;
		char *from =
		    numbers_make(w, element_of(w, function), ELEMENTS, o->object, at);
		char *element =
		    access(o->object, json_member_text(function, "name"), "at");
		if (!strstr(text_string(&w->above), "me_each("))
			text_add(&w->above, "%s", shape_helper);
		text_add(at->statements,
			 "%sme_each(%s.%s(), %d, [&](const %s &at, int next) { %s = "
			 "%s[next]; });\n",
			 at->indent, o->object, json_member_text(f, "name"), ELEMENTS,
			 json_member_text(shape, "name"), element, from ? from : "");
		free(from);
		free(element);
		return true;
	}
	return false;
}

/* ---- from begin() to end() */

/* What an iterator or pointer leads to, if that can be assigned; or null. */
static const json_t *pointed(const struct wrapping *w, const json_t *type)
{
	const json_t *plain = type_plain(w->unit, type), *arguments, *f;
	const char *template = json_member_text(plain, "template");
	size_t index;

	if (type_is(plain, "pointer"))
		return type_of(w->unit, plain, "to");
	arguments = json_object_get(plain, "arguments");
	const json_t *first = type_of(w->unit, json_array_get(arguments, 0), "type");
	if (strcmp(template, "__gnu_cxx::__normal_iterator") == 0)
		return type_of(w->unit, first, "to");
	if (strcmp(template, "std::_Deque_iterator") == 0)
		return type_of(w->unit,
			       type_of(w->unit, json_array_get(arguments, 1), "type"),
			       "to");
	if (strcmp(template, "std::_List_iterator") == 0)
		return first;
	json_array_foreach(json_object_get(plain, "functions"), index,
			   f) if (strcmp(json_member_text(f, "name"), "operator*") ==
				      0 &&
				  !json_array_size(json_object_get(f, "parameters")))
	{
		const json_t *result = type_of(w->unit, f, "result");
		return type_is(result, "reference") ? type_of(w->unit, result, "to")
						    : NULL;
	}
	return NULL;
}

static bool range_write(struct wrapping *w, const struct owner *o,
			const json_t *function, const struct value_place *at)
{
	const json_t *element = pointed(w, type_of(w->unit, function, "result"));

	if (strcmp(json_member_text(function, "name"), "begin") != 0 ||
	    json_array_size(json_object_get(function, "parameters")) ||
	    is_true(function, "const") || is_true(function, "static") ||
	    !is_element(w, element) ||
	    named_in(o->functions, "end") < 0)
		return false;
	char *from = numbers_make(w, element, ELEMENTS, o->object, at);
	char *wanted = wrap_format("%s_next", o->object);
	const char *next = wrap_name(w, wanted ? wanted : "next"), *t = at->indent;
	text_add(at->statements,
		 "%sint %s = 0;\n%sfor (auto &&element : %s)\n%s\tif (%s < %d)\n"
		 "%s\t\telement = %s[%s++];\n",
		 t, next, t, o->object, t, next, ELEMENTS, t, from ? from : "", next);
	free(wanted);
	free(from);
	return true;
}

bool cxx_gives_element(const struct wrapping *w, const json_t *function)
{
	static const char *const names[] = {"begin", "end", "rbegin", "rend", "data"};
	const char *name = json_member_text(function, "name");

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return !json_array_size(
			    json_object_get(function, "parameters"));
	return element_of(w, function) &&
	       (indices(w, function) > 0 || strcmp(name, "at") == 0);
}

void cxx_elements(struct wrapping *w, const json_t *type, const char *object,
		  const struct value_place *at)
{
	static bool (*const ways[])(struct wrapping *, const struct owner *,
				    const json_t *, const struct value_place *) = {
	    counted_write, shaped_write, range_write};
	const struct owner o = {type, functions_of(w, type), object};
	bool is_written = false;
	const json_t *f;
	size_t index;

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		json_array_foreach(o.functions, index, f)
			is_written = is_written || ways[i](w, &o, f, at);
	json_decref(o.functions);
}

bool cxx_is_resized(const struct wrapping *w, const json_t *type)
{
	json_t *functions = functions_of(w, type);
	const json_t *f;
	size_t index, count;
	bool is = false;

	json_array_foreach(functions, index, f)
		is = is || ((count = indices(w, f)) && has_resize(w, functions, count));
	json_decref(functions);
	return is;
}

bool cxx_has_matrix(const struct wrapping *w, const json_t *type)
{
	const json_t *member;
	size_t index;

	json_array_foreach(json_object_get(type, "members"), index, member)
	{
		const json_t *of =
		    type_plain(w->unit, type_of(w->unit, member, "type"));
		if (type_is(of, "record") && cxx_is_resized(w, of))
			return true;
	}
	return false;
}
