/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cxx_library.c - classes of the standard library, made of their elements. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

struct class_row;
typedef char *library_fn(struct wrapping *w, const json_t *type, const char *name,
			 const struct value_place *at, const struct class_row *row);

struct class_row {
	const char *name; /* of the template or class */
	library_fn *make;
	const char *how;
};

static library_fn make_span;

static const json_t *argument(const struct wrapping *w, const json_t *type, size_t i)
{
	return type_of(w->unit, json_array_get(json_object_get(type, "arguments"), i),
		       "type");
}

/* Whether the function asks if an object of the type is empty, as a pointer that may be null. */
static bool is_asked(const struct wrapping *w, const json_t *type)
{
	const json_t *number, *plain = type_plain(w->unit, type);
	size_t index;

	json_array_foreach(json_object_get(w->function, "asks"), index, number)
	{
		if (type_plain(w->unit, type_at(w->unit, number)) == plain)
			return true;
	}
	return false;
}

/* ---- containers */

/* Elements beside each other, and how many: `v, v + v_size`. */
static char *make_elements(struct wrapping *w, const json_t *element, const char *name,
			   const struct value_place *at, bool is_const, char **count)
{
	const long most = is_true(type_plain(w->unit, element), "character")
			      ? WRAP_TEXT
			      : WRAP_ELEMENTS;
	char *plain = cxx_spell(w, type_plain(w->unit, element));
	char *type = wrap_format("%s%s", is_const ? "const " : "", plain ? plain : "");
	char *wanted = wrap_format("%s_size", name);
	char *data = cxx_counted(w, type ? type : "", name, wanted ? wanted : name, at,
				 most, count);

	if (!*at->dims) {
		free(w->last_count);
		w->last_count = *count ? wrap_format("%s", *count) : NULL;
	}
	free(plain);
	free(type);
	free(wanted);
	return data;
}

static char *make_range(struct wrapping *w, const json_t *type, const char *name,
			const struct value_place *at)
{
	char *count = NULL,
	     *data = make_elements(w, argument(w, type, 0), name, at, true, &count);
	char *value =
	    wrap_format("%s(%s, %s + %s)", json_member_text(type, "name"),
			data ? data : "", data ? data : "", count ? count : "");

	free(data);
	free(count);
	return value;
}

/* How many elements each of its elements has, where they have equally many; or null. */
static char *row_count_make(struct wrapping *w, const char *name, const char *count,
			    const struct value_place *at)
{
	const bool is_square = w->rows == ROWS_SQUARE;
	char *wanted = wrap_format("%s_columns", name), *columns = NULL;

	if (is_square)
		columns = wrap_format("%s", count);
	else if (w->rows == ROWS_ALIKE)
		columns = cxx_count(w, wanted ? wanted : name, WRAP_ELEMENTS, at);
	if (columns)
		wrap_guess(w, "%s: each of its elements has %s elements", name,
			   columns);
	w->rows = ROWS_ANY;
	free(wanted);
	return columns;
}

/* The enumerator that says by its name that nothing follows: of Kind::End. */
static const char *end_name(const json_t *enumeration)
{
	static const char *const names[] = {"end", "eof", "eoi", "stop", "finish"};
	const json_t *value;
	size_t index;

	json_array_foreach(json_object_get(enumeration, "values"), index, value)
	{
		const char *own = json_member_text(value, "name");
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			const char *at = strcasestr(own, names[i]);
			const size_t size = strlen(names[i]);
			/* TOK_END, EndOfFile, END_OF_INPUT; not Append */
			if (at && (at == own || at[-1] == '_' || isupper(*at)) &&
			    !islower(at[size]))
				return own;
		}
	}
	return NULL;
}

/* Where no body asks how many tokens there are, the kind of the last one is their end. Whether it is. */
static bool mark_find(struct wrapping *w, const json_t *element)
{
	const json_t *plain = type_plain(w->unit, element), *m;
	size_t index;

	if (!w->is_unasked || is_true(plain, "library"))
		return false;
	json_array_foreach(json_object_get(plain, "members"), index, m)
	{
		const json_t *of = type_plain(w->unit, type_of(w->unit, m, "type"));
		const char *end = type_is(of, "enum") ? end_name(of) : NULL;
		if (!end)
			continue;
		w->mark.type = of;
		w->mark.value =
		    wrap_format("%s::%s", json_member_text(of, "name"), end);
		return true;
	}
	return false;
}

static void mark_done(struct wrapping *w)
{
	free(w->mark.until);
	free(w->mark.value);
	memset(&w->mark, 0, sizeof w->mark);
}

/* How many elements are made in a loop, `most` or less. */
static char *filled_count(struct wrapping *w, const char *name,
			  const struct value_place *at, long most)
{
	char range[32], *count;

	if (w->shared_count)
		return wrap_format("%s", w->shared_count);
	if (!w->mark.type)
		return cxx_count(w, name, most, at);
	snprintf(range, sizeof range, "1..%ld", most);
	count = cxx_parameter(w, "int", name, at, "", range);
	w->mark.until = wrap_format("%s + 1 < %s", cxx_loop_variable(at, 0), count);
	wrap_guess(w, "the last of %s elements is %s", count, w->mark.value);
	return count;
}

/* One element after the other: a loop that calls the function `how` of the container. */
static char *make_filled(struct wrapping *w, const json_t *type, const char *name,
			 const struct value_place *at, const char *how, size_t elements)
{
	char *wanted = wrap_format("%s_filled", name);
	char *size = wrap_format("%s_size", name);
	const char *own = wrap_name(w, wanted ? wanted : name);
	const char *shared = w->shared_count;
	const long most =
	    mark_find(w, argument(w, type, 0)) ? WRAP_ELEMENTS : WRAP_OBJECTS;
	char *count = filled_count(w, size ? size : name, at, most);
	char *row_count = row_count_make(w, name, count, at);
	struct cxx_list values = {0};
	struct cxx_loop loop;

	text_add(at->statements, "%s%s %s;\n", at->indent,
		 json_member_text(type, "name"), own);
	cxx_loop_begin(&loop, at, most);
	w->shared_count = row_count;
	for (size_t i = 0; i < elements && !*w->why; i++) {
		char *part = elements > 1
				 ? wrap_format("%s_%s", name, i ? "value" : "key")
				 : wrap_format("%s", name);
		cxx_list_add(&values, cxx_value(w, argument(w, type, i),
						part ? part : "", &loop.in));
		free(part);
	}
	text_add(&loop.body, "%s%s.%s(%s);\n", loop.in.indent, own, how,
		 text_string(&values.text));
	cxx_loop_end(w, &loop, at, count ? count : "");
	w->shared_count = shared;
	mark_done(w);
	text_done(&values.text);
	free(row_count);
	free(wanted);
	free(size);
	free(w->last_count);
	w->last_count = *at->dims ? NULL : count;
	if (*at->dims)
		free(count);
	/* What is returned is used once. */
	return *w->why ? NULL : wrap_format("std::move(%s)", own);
}

static char *make_container(struct wrapping *w, const json_t *type, const char *name,
			    const struct value_place *at, const struct class_row *row)
{
	const json_t *element = argument(w, type, 0);
	const bool is_adaptor = strcmp(row->how, "push") == 0;

	if (type_is_flat(w->unit, element) && !is_adaptor &&
	    !type_is(element, "array") && !mark_find(w, element))
		return make_range(w, type, name, at);
	return make_filled(w, type, name, at, row->how, 1);
}

static char *make_map(struct wrapping *w, const json_t *type, const char *name,
		      const struct value_place *at, const struct class_row *row)
{
	return make_filled(w, type, name, at, row->how, 2);
}

/* Numbers that lie elsewhere, or characters, given by where and how many. */
static char *make_view(struct wrapping *w, const json_t *type, const char *name,
		       const struct value_place *at, const struct class_row *row)
{
	char *count = NULL, *data, *value;

	if (!type_is_flat(w->unit, argument(w, type, 0)))
		return wrap_refuse(w, "%s is a view of what is no number", name);
	data = make_elements(
	    w, argument(w, type, 0), name, at,
	    row->make != make_span || is_true(argument(w, type, 0), "const"), &count);
	value = wrap_format(row->how, json_member_text(type, "name"), data ? data : "",
			    count ? count : "");
	free(data);
	free(count);
	return value;
}

static char *make_span(struct wrapping *w, const json_t *type, const char *name,
		       const struct value_place *at, const struct class_row *row)
{
	const json_t *extent = json_array_get(json_object_get(type, "arguments"), 1);
	const long n = number_in(extent, "value");
	char more[32], *spelled, *data, *value;

	if (!json_object_get(extent, "value") || n <= 0 || n > 4096)
		return make_view(w, type, name, at, row);
	if (!type_is_flat(w->unit, argument(w, type, 0)))
		return wrap_refuse(w, "%s is a view of what is no number", name);
	snprintf(more, sizeof more, "[%ld]", n);
	spelled = cxx_spell(w, type_plain(w->unit, argument(w, type, 0)));
	data = cxx_parameter(w, spelled ? spelled : "", name, at, more, "");
	value = wrap_format("%s(%s, %ld)", json_member_text(type, "name"),
			    data ? data : "", n);
	free(spelled);
	free(data);
	return value;
}

/* Braces are of a fixed length: one list for each. */
static char *make_braces(struct wrapping *w, const json_t *type, const char *name,
			 const struct value_place *at, const struct class_row *row)
{
	const char *spelled = json_member_text(type, "name");
	struct text_buffer text = {0}, elements = {0};
	char *count = NULL, *data, *value;

	(void)row;
	if (!type_is_flat(w->unit, argument(w, type, 0)) || *at->dims)
		return wrap_refuse(w, "%s is a list of what is no number", name);
	data = make_elements(w, argument(w, type, 0), name, at, true, &count);
	wrap_guess(w, "%s has up to %d elements", name, WRAP_OBJECTS);
	for (int n = 0; n < WRAP_OBJECTS; n++) {
		text_add(&text, "%s == %d ? %s{%s} : ", count ? count : "", n, spelled,
			 text_string(&elements));
		text_add(&elements, "%s%s[%d]", n ? ", " : "", data ? data : "", n);
	}
	value = wrap_format("(%s%s{%s})", text_string(&text), spelled,
			    text_string(&elements));
	text_done(&text);
	text_done(&elements);
	free(data);
	free(count);
	return value;
}

/* An array that is no array of numbers. */
static char *make_array(struct wrapping *w, const json_t *type, const char *name,
			const struct value_place *at, const struct class_row *row)
{
	const json_t *size = json_array_get(json_object_get(type, "arguments"), 1);
	const long n = number_in(size, "value");
	struct cxx_list values = {0};
	char *value;

	(void)row;
	if (n > WRAP_ELEMENTS)
		return wrap_refuse(w, "%s has %ld elements that are no numbers", name,
				   n);
	for (long i = 0; i < n && !*w->why; i++) {
		char *part = wrap_format("%s_%ld", name, i);
		cxx_list_add(&values,
			     cxx_value(w, argument(w, type, 0), part ? part : "", at));
		free(part);
	}
	value = *w->why ? NULL
			: wrap_format("%s{{%s}}", json_member_text(type, "name"),
				      text_string(&values.text));
	text_done(&values.text);
	return value;
}

/* ---- one or several values */

static char *make_tuple(struct wrapping *w, const json_t *type, const char *name,
			const struct value_place *at, const struct class_row *row)
{
	const size_t n = json_array_size(json_object_get(type, "arguments"));
	struct cxx_list values = {0};
	char *value;

	for (size_t i = 0; i < n && !*w->why; i++) {
		char *part = *row->how
				 ? wrap_format("%s_%s", name, i ? "second" : "first")
				 : wrap_format("%s_%zu", name, i);
		cxx_list_add(&values,
			     cxx_value(w, argument(w, type, i), part ? part : "", at));
		free(part);
	}
	value = *w->why ? NULL
			: wrap_format("%s(%s)", json_member_text(type, "name"),
				      text_string(&values.text));
	text_done(&values.text);
	return value;
}

/* An expression that is made only if the flag is set would still be read by the loops. */
static char *make_optional(struct wrapping *w, const json_t *type, const char *name,
			   const struct value_place *at, const struct class_row *row)
{
	char *flag = wrap_format("has_%s", name), *has, *of, *value;

	(void)row;
	has = cxx_parameter(w, "bool", flag ? flag : "", at, "", "");
	of = cxx_value(w, argument(w, type, 0), name, at);
	value = of ? wrap_format("(%s ? %s(%s) : %s())", has ? has : "",
				 json_member_text(type, "name"), of,
				 json_member_text(type, "name"))
		   : NULL;
	free(flag);
	free(has);
	free(of);
	return value;
}

static char *make_variant(struct wrapping *w, const json_t *type, const char *name,
			  const struct value_place *at, const struct class_row *row)
{
	const size_t n = json_array_size(json_object_get(type, "arguments"));
	const char *spelled = json_member_text(type, "name");
	char *wanted = wrap_format("%s_index", name), *which, *value;
	struct text_buffer text = {0};

	(void)row;
	which = cxx_count(w, wanted ? wanted : name, (long)n - 1, at);
	for (size_t i = 0; i < n && !*w->why; i++) {
		const char *of = json_member_text(argument(w, type, i), "name");
		char *part = wrap_format("%s_%zu", name, i);
		char *one =
		    strcmp(of, "std::monostate") == 0
			? wrap_format("std::monostate()")
			: cxx_value(w, argument(w, type, i), part ? part : "", at);
		if (i + 1 < n)
			text_add(&text, "%s == %zu ? ", which ? which : "", i);
		text_add(&text, "%s(std::in_place_index<%zu>, %s)%s", spelled, i,
			 one ? one : "", i + 1 < n ? " : " : "");
		free(part);
		free(one);
	}
	value = *w->why ? NULL : wrap_format("(%s)", text_string(&text));
	text_done(&text);
	free(wanted);
	free(which);
	return value;
}

static char *make_function(struct wrapping *w, const json_t *type, const char *name,
			   const struct value_place *at, const struct class_row *row)
{
	(void)row;
	char *function = cxx_callback(w, argument(w, type, 0), name, at);
	char *value =
	    function ? wrap_format("%s(%s)", json_member_text(type, "name"), function)
		     : NULL;

	if (function && is_asked(w, type))
		value = cxx_or_null(w, value, name, at);
	free(function);
	return value;
}

/* How many others an object that is owned owns so, as a node of a list or a tree; 0: it is none. */
static unsigned links_of(const struct wrapping *w, const json_t *owner,
			 const json_t *to)
{
	const json_t *member;
	unsigned links = 0;
	size_t index;

	json_array_foreach(json_object_get(to, "members"), index, member) links +=
	    type_plain(w->unit, type_of(w->unit, member, "type")) ==
	    type_plain(w->unit, owner);
	return links;
}

unsigned cxx_levels(unsigned links)
{
	return links == 1 ? WRAP_OBJECTS : links == 2 ? 3 : 2;
}

static char *make_owner(struct wrapping *w, const json_t *type, const char *name,
			const struct value_place *at, const struct class_row *row)
{
	const char *spelled = json_member_text(type, "name");
	const json_t *to = argument(w, type, 0);
	const unsigned links = links_of(w, type, to);
	struct value_place in = *at;
	char *made, *value;

	(void)row;
	if (type_is_flat(w->unit, to) && !type_is(to, "array")) {
		char *one = cxx_value(w, to, name, at);
		char *of = cxx_spell(w, type_plain(w->unit, to));
		made = one && of ? wrap_format("new %s(%s)", of, one) : NULL;
		free(one);
		free(of);
	} else if (type_is(to, "record") && !is_true(to, "library")) {
		/* The object is one level deeper, and its members two; not so those of links. */
		if (links && at->links)
			in.deep -= 2;
		if (in.deep + 2 > CXX_DEEP || (links && at->links >= cxx_levels(links)))
			return wrap_format("%s(nullptr)", spelled);
		in.links += links > 0;
		made = cxx_class_new(w, to, name, &in);
	} else if (type_is(to, "record")) {
		char *one = cxx_value(w, to, name, at);
		made =
		    one ? wrap_format("new %s(%s)", json_member_text(to, "name"), one)
			: NULL;
		free(one);
	} else {
		return wrap_refuse(w, "%s owns what is not known here", name);
	}
	if (!made)
		return NULL;
	value = wrap_format("%s(%s)", spelled, made);
	free(made);
	return is_asked(w, type) || links ? cxx_or_null(w, value, name, at) : value;
}

/* ---- others */

static char *make_of_one(struct wrapping *w, const json_t *type, const char *name,
			 const struct value_place *at, const struct class_row *row)
{
	char *one = cxx_parameter(w, row->how, name, at, "", "");
	char *value =
	    wrap_format("%s(%s)", json_member_text(type, "name"), one ? one : "");

	free(one);
	return value;
}

static char *make_duration(struct wrapping *w, const json_t *type, const char *name,
			   const struct value_place *at, const struct class_row *row)
{
	char *one = cxx_value(w, argument(w, type, 0), name, at);
	char *value =
	    one ? wrap_format("%s(%s)", json_member_text(type, "name"), one) : NULL;

	(void)row;
	free(one);
	return value;
}

static char *make_stream(struct wrapping *w, const json_t *type, const char *name,
			 const struct value_place *at, const struct class_row *row)
{
	char *wanted = wrap_format("%s_stream", name), *text = NULL;
	const json_t *element = argument(w, type, 0);
	const char *own = wrap_name(w, wanted ? wanted : name);

	if (!element || !is_true(type_plain(w->unit, element), "character"))
		return wrap_refuse(w, "%s is a stream of wide characters", name);
	if (!strstr(text_string(&w->above), "<sstream>"))
		text_add(&w->above, "#include <sstream>\n");
	if (strstr(row->how, "istring")) {
		w->most = WRAP_STREAM;
		char *count = NULL,
		     *data = make_elements(w, element, name, at, true, &count);
		w->most = 0;
		text = wrap_format("std::string(%s, %s)", data ? data : "",
				   count ? count : "");
		text = cxx_numbers_or(w, text, name, at);
		free(data);
		free(count);
	}
	text_add(at->statements, text ? "%s%s %s(%s);\n" : "%s%s %s;\n", at->indent,
		 row->how, own, text);
	free(text);
	free(wanted);
	return wrap_format("%s", own);
}

static const struct class_row classes[] = {
    {"std::vector", make_container, "push_back"},
    {"std::deque", make_container, "push_back"},
    {"std::list", make_container, "push_back"},
    {"std::forward_list", make_container, "push_front"},
    {"std::set", make_container, "insert"},
    {"std::multiset", make_container, "insert"},
    {"std::unordered_set", make_container, "insert"},
    {"std::unordered_multiset", make_container, "insert"},
    {"std::queue", make_container, "push"},
    {"std::stack", make_container, "push"},
    {"std::priority_queue", make_container, "push"},
    {"std::map", make_map, "emplace"},
    {"std::multimap", make_map, "emplace"},
    {"std::unordered_map", make_map, "emplace"},
    {"std::unordered_multimap", make_map, "emplace"},
    {"std::basic_string", make_view, "%s(%s, %s)"},
    {"std::basic_string_view", make_view, "%s(%s, %s)"},
    {"std::span", make_span, "%s(%s, %s)"},
    {"std::valarray", make_view, "%s(%s, %s)"},
    {"std::initializer_list", make_braces, ""},
    {"std::array", make_array, ""},
    {"std::pair", make_tuple, "pair"},
    {"std::tuple", make_tuple, ""},
    {"std::optional", make_optional, ""},
    {"std::variant", make_variant, ""},
    {"std::function", make_function, ""},
    {"std::unique_ptr", make_owner, ""},
    {"std::shared_ptr", make_owner, ""},
    {"std::bitset", make_of_one, "unsigned long"},
    {"std::mersenne_twister_engine", make_of_one, "unsigned int"},
    {"std::linear_congruential_engine", make_of_one, "unsigned int"},
    {"std::chrono::duration", make_duration, ""},
    {"std::basic_istream", make_stream, "std::istringstream"},
    {"std::basic_ostream", make_stream, "std::ostringstream"},
    {"std::basic_iostream", make_stream, "std::stringstream"},
    {"std::basic_istringstream", make_stream, "std::istringstream"},
    {"std::basic_ostringstream", make_stream, "std::ostringstream"},
    {"std::basic_stringstream", make_stream, "std::stringstream"},
};

char *cxx_library(struct wrapping *w, const json_t *type, const char *name,
		  const struct value_place *at)
{
	const char *template = json_member_text(type, "template");

	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (strcmp(template, classes[i].name) == 0)
			return classes[i].make(w, type, name, at, &classes[i]);
	return wrap_refuse(w,
			   "%s is of a class of the library that is not known here: %s",
			   name, json_member_text(type, "name"));
}
