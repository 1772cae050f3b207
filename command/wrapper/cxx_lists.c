/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cxx_lists.c - several values: ends of a range, arguments of a call. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

/* ---- ranges: iterators, and pointers that are their ends, are those of a container that is
 * made for them */

static const struct iterator_row {
	const char *name, *container; /* templates; "": it is the second argument */
} iterators[] = {
    {"__gnu_cxx::__normal_iterator", ""},
    {"std::_List_iterator", "std::list"},
    {"std::_List_const_iterator", "std::list"},
    {"std::_Deque_iterator", "std::deque"},
    {"std::_Rb_tree_const_iterator", "std::set"},
};

static const json_t *range_type(const struct wrapping *w, const json_t *parameter)
{
	const json_t *type = type_of(w->unit, parameter, "type");

	return type_plain(
	    w->unit, type_is(type, "reference") ? type_of(w->unit, type, "to") : type);
}

static const json_t *template_argument(const json_t *type, size_t i)
{
	return json_object_get(json_array_get(json_object_get(type, "arguments"), i),
			       "type");
}

static const struct iterator_row *row_of(const json_t *type)
{
	const char *template = json_member_text(type, "template");

	for (size_t i = 0; i < sizeof iterators / sizeof *iterators; i++)
		if (strcmp(template, iterators[i].name) == 0)
			return &iterators[i];
	return NULL;
}

/* The container whose iterators have the type. The caller drops it. */
static json_t *container(const struct wrapping *w, const json_t *type)
{
	const struct iterator_row *row = row_of(type);
	const char *template = row ? row->container : "std::vector";
	const json_t *element =
	    row ? template_argument(type, 0) : json_object_get(type, "to");

	if (!*template)
		return json_incref(
		    (json_t *)type_at(w->unit, template_argument(type, 1)));
	char *of = cxx_spell(w, type_plain(w->unit, type_at(w->unit, element)));
	char *name = wrap_format("%s<%s>", template, of ? of : "");
	json_t *made = json_pack("{s:s, s:b, s:s, s:s, s:[{s:O}]}", "kind", "record",
				 "library", 1, "name", name ? name : "", "template",
				 template, "arguments", "type", element);
	free(name);
	free(of);
	return made;
}

/* The iterator as the parameter takes it: behind a reference it has a name. */
static void iterator_add(struct wrapping *w, const json_t *parameter, const char *name,
			 const struct value_place *at, struct cxx_list *list,
			 char *value)
{
	const json_t *type = type_of(w->unit, parameter, "type");

	if (type_is(type, "reference") && !is_true(type, "rvalue") &&
	    !is_true(type_of(w->unit, type, "to"), "const")) {
		char *wanted = wrap_format("%s_at", name);
		char *spelled = cxx_spell(w, range_type(w, parameter));
		const char *own = wrap_name(w, wanted ? wanted : name);
		text_add(at->statements, "%s%s %s = %s;\n", at->indent,
			 spelled ? spelled : "auto", own, value ? value : "");
		free(spelled);
		free(wanted);
		free(value);
		value = wrap_format("%s", own);
	}
	cxx_list_add(list, value);
}

/* How the parameters from `first` on lie in a range: the number of its last one, which is
 * `first` where it has no end. */
static size_t end_find(const struct wrapping *w, const json_t *parameters, size_t first,
		       bool is_alone)
{
	const json_t *p = json_array_get(parameters, first), *q;
	const char *end = json_member_text(p, "end");

	for (size_t i = first + 1; i <= first + 2; i++) {
		q = json_array_get(parameters, i);
		if (!q || range_type(w, q) != range_type(w, p))
			break;
		if (*end ? strcmp(json_member_text(q, "name"), end) == 0 : is_alone)
			return i;
	}
	return first;
}

/* A container with a name; count: its elements, or null. The caller frees. */
static char *range_make(struct wrapping *w, const json_t *type, const char *name,
			const char *count, const struct value_place *at)
{
	const json_t *element = type_at(w->unit, template_argument(type, 0));
	char *wanted = wrap_format("%s_range", name), *value = NULL, more[32];
	char *spelled = cxx_spell(w, type_plain(w->unit, element));
	const char *own = wrap_name(w, wanted ? wanted : name);

	if (!strstr(w->above.bytes ? w->above.bytes : "", "<vector>"))
		text_add(&w->above, "#include <vector>\n");
	snprintf(more, sizeof more, "[%d]", WRAP_ELEMENTS);
	if (!count) {
		value = cxx_value(w, type, name, at);
		text_add(at->statements, "%sauto &&%s = %s;\n", at->indent, own,
			 value ? value : "");
	} else if (!type_is_flat(w->unit, element)) {
		wrap_refuse(w, "%s is an iterator without an end, of what is no number",
			    name);
	} else {
		value = cxx_parameter(w, spelled ? spelled : "", name, at, more, "");
		wrap_guess(w, "%s has %s elements", name, count);
		text_add(at->statements, "%s%s %s(%s, %s + %s);\n", at->indent,
			 json_member_text(type, "name"), own, value ? value : "",
			 value ? value : "", count);
	}
	free(spelled);
	free(wanted);
	free(value);
	return wrap_format("%s", own);
}

/* An iterator that adds to a container, which is empty before. */
static bool inserter_add(struct wrapping *w, const json_t *parameter, const char *name,
			 const struct value_place *at, struct cxx_list *list)
{
	const json_t *type = range_type(w, parameter);
	const char *template = json_member_text(type, "template");
	const json_t *of = type_at(w->unit, template_argument(type, 0));

	if (strcmp(template, "std::back_insert_iterator") != 0 &&
	    strcmp(template, "std::front_insert_iterator") != 0)
		return false;
	char *wanted = wrap_format("%s_range", name);
	const char *own = wrap_name(w, wanted ? wanted : name);
	text_add(at->statements, "%s%s %s;\n", at->indent, json_member_text(of, "name"),
		 own);
	iterator_add(w, parameter, name, at, list,
		     wrap_format("%s(%s)", json_member_text(type, "name"), own));
	free(wanted);
	return true;
}

/* A pointer is an iterator where it has an end; others lead to as many as the body says. */
static bool is_iterator(const struct wrapping *w, const json_t *parameter)
{
	const json_t *type = range_type(w, parameter),
		     *to = type_of(w->unit, type, "to");

	if (!type_is(type, "pointer"))
		return row_of(type) != NULL;
	return json_object_get(parameter, "end") && type_is_flat(w->unit, to) &&
	       strcmp(json_member_text(type_plain(w->unit, to), "name"), "bool") != 0;
}

/* Adds the iterators, or pointers that are the ends of a range, that the parameters from `first`
 * on are; returns how many, 0: it is none. *count: the elements of the range before them, or null:
 * the caller frees. */
static size_t ranged_add(struct wrapping *w, const json_t *parameters, size_t first,
			 const char *name, const struct value_place *at, char **count,
			 struct cxx_list *list)
{
	const json_t *p = json_array_get(parameters, first);
	const bool is_pointer = type_is(range_type(w, p), "pointer");

	if (inserter_add(w, p, name, at, list))
		return 1;
	if (!is_iterator(w, p))
		return 0;
	const size_t last = end_find(w, parameters, first, !*count && !is_pointer);
	const json_t *end = json_array_get(parameters, last);
	const char *begin = is_pointer ? "data" : "begin";
	if (last == first && !*count)
		*count = wrap_format("%d", WRAP_ELEMENTS);
	json_t *type = container(w, range_type(w, p));
	char *range = range_make(w, type, name, last == first ? *count : NULL, at);
	iterator_add(w, p, name, at, list, wrap_format("%s.%s()", range, begin));
	if (last > first + 1) {
		const json_t *middle = json_array_get(parameters, first + 1);
		const char *own = json_member_text(middle, "name");
		char *place = cxx_count(w, *own ? own : "middle", WRAP_ELEMENTS, at);
		iterator_add(w, middle, own, at, list,
			     wrap_format("std::next(%s.%s(), %s %% (%s.size() + 1))",
					 range, begin, place, range));
		free(place);
	}
	if (last > first) {
		wrap_guess(w, "%s and %s are the ends of %s", name,
			   json_member_text(end, "name"), range);
		iterator_add(
		    w, end, json_member_text(end, "name"), at, list,
		    wrap_format(is_pointer ? "%s.data() + %s.size()" : "%s.end()",
				range, range));
		free(*count);
		*count = wrap_format("%s.size()", range);
	}
	json_decref(type);
	free(range);
	return last - first + 1;
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
		     cxx_counted(w, type ? type : "", name, count_name, at,
				 WRAP_ELEMENTS, &count));
	wrap_guess(w, "%s has %s elements", name, count_name);
	cxx_list_add(list, count);
	free(type);
}

/* An integer that an object is made with, and that is a size: a std::size_t, or by its name. */
static bool is_size(const struct wrapping *w, const json_t *parameter,
		    const struct value_place *at)
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
	return (is_length_name(name) && !at->sizeless) ||
	       (is_true(type, "unsigned") && number_in(type, "bits") == 64);
}

/* Whether it holds sizes: an array of std::size_t, or a vector of them by its name. */
static bool has_sizes(const struct wrapping *w, const json_t *parameter)
{
	static const char *const names[] = {"shape", "dim", "size", "extent", "layer"};
	const json_t *type = range_type(w, parameter),
		     *of = type_plain(w->unit,
				      type_at(w->unit, template_argument(type, 0)));
	const char *template = json_member_text(type, "template");
	const char *name = json_member_text(parameter, "name");

	if (!type_is(of, "integer") || !is_true(of, "unsigned") ||
	    number_in(of, "bits") != 64)
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcasestr(name, names[i]) && strcmp(template, "std::vector") == 0)
			return true;
	return strcmp(template, "std::array") == 0;
}

/* A container of sizes: its elements are the first parameter that is made for it. */
static char *sizes_make(struct wrapping *w, const json_t *parameter, const char *name,
			const struct value_place *at)
{
	const size_t first = w->names.count;
	char *value = cxx_value(w, type_of(w->unit, parameter, "type"), name, at);

	if (value && w->names.count > first) {
		wrap_note(w, "%s:0..%d", w->names.items[first], WRAP_ELEMENTS);
		wrap_guess(w, "%s are sizes, up to %d", name, WRAP_ELEMENTS);
	}
	return value;
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
	if (w->has_matrix)
		return cxx_shape(w, name, at);
	char *spelled = cxx_spell(w, type_plain(w->unit, type)), range[48];

	snprintf(range, sizeof range, "%d..%ld",
		 is_true(parameter, "negative") ? -1 : 0, most);
	wrap_guess(w, "%s is a size, up to %ld", name, most);
	char *value = cxx_parameter(w, spelled ? spelled : "int", name, at, "", range);
	free(spelled);
	return value;
}

/* ---- containers that have as many elements as another one */

/* Whether the parameter has elements in a row whose number may be chosen. */
static bool is_row(const struct wrapping *w, const json_t *parameter)
{
	static const char *const names[] = {"std::vector", "std::span", "std::deque",
					    "std::valarray"};
	const json_t *type = type_of(w->unit, parameter, "type");
	const json_t *of = type_plain(
	    w->unit, type_is(type, "reference") ? type_of(w->unit, type, "to") : type);

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(json_member_text(of, "template"), names[i]) == 0)
			return true;
	return false;
}

/* The integer of the list that bounds the indices of the row; or null. */
static const json_t *row_length(const struct wrapping *w, const json_t *list,
				const json_t *row)
{
	const char *name = json_member_text(row, "length");
	const long number = *name ? named_in(list, name) : -1;
	const json_t *p = number < 0 ? NULL : json_array_get(list, (size_t)number);

	return type_is(type_of(w->unit, p, "type"), "integer") ? p : NULL;
}

/* The first whose size is asked, or else the first at all, whose elements others have as many as;
 * -1: there are none. */
static long measure_find(const struct wrapping *w, const json_t *parameters)
{
	const json_t *p;
	long any = -1;
	size_t i;

	json_array_foreach(parameters, i, p)
	{
		if (is_row(w, p) && is_true(p, "sized"))
			return (long)i;
		if (is_row(w, p) && is_true(p, "unsized") && any < 0 &&
		    !is_true(p, "permuted") && !row_length(w, parameters, p))
			any = (long)i;
	}
	return any;
}

/* Of all rows of the list, since others have as many elements. */
static long rows_most(const struct wrapping *w, const json_t *list)
{
	const json_t *p;
	long most = 0;
	size_t i;

	json_array_foreach(list, i, p)
		if (is_row(w, p) && length_elements(p) > most)
			most = length_elements(p);
	return most;
}

static char *row_make(struct wrapping *w, const json_t *p, const char *name, long most,
		      const struct value_place *at)
{
	w->rows = !is_true(p, "rows_alike") ? ROWS_ANY
		  : is_true(p, "row_sized") ? ROWS_ALIKE
					    : ROWS_SQUARE;
	w->is_unasked = is_true(p, "unsized") && !w->shared_count;
	w->most = most;
	char *value = cxx_value(w, type_of(w->unit, p, "type"), name, at);
	w->rows = ROWS_ANY;
	w->is_unasked = false;
	w->most = 0;
	return value;
}

static char *parameter_name(const json_t *parameters, size_t i, const char *prefix)
{
	const char *own = json_member_text(json_array_get(parameters, i), "name");

	return *own && *prefix ? wrap_format("%s_%s", prefix, own)
	       : *own	       ? wrap_format("%s", own)
	       : *prefix       ? wrap_format("%s_%zu", prefix, i + 1)
			       : wrap_format("argument_%zu", i + 1);
}

/* How many elements the row has that is no measure; null: a number of its own. The caller frees. */
static char *row_count(struct wrapping *w, size_t i, const char *prefix,
		       const char *name, struct cxx_rows *rows)
{
	const json_t *p = json_array_get(rows->list, i),
		     *n = row_length(w, rows->list, p);
	const char *more = is_true(p, "one_more") ? " + 1" : "", *own;

	if (!is_true(p, "unsized"))
		return NULL;
	if (is_true(p, "permuted"))
		return wrap_format("%d", WRAP_ELEMENTS);
	if (!n && !(rows->count && *rows->count))
		return NULL;
	own = json_member_text(
	    n ? n : json_array_get(rows->list, (size_t)rows->measure), "name");
	wrap_guess(w, "%s has as many elements as %s%s%s", name, own, n ? " says" : "",
		   n && *more ? ", and one more" : "");
	if (!n)
		return wrap_format("%s", rows->count);
	char *length =
	    *prefix ? wrap_format("%s_%s", prefix, own) : wrap_format("%s", own);
	wrap_note(w, "%s:%d..%d", length, is_true(n, "negative") ? -1 : 0,
		  WRAP_ELEMENTS - (*more != 0));
	char *count = is_true(n, "negative")
			  ? wrap_format("(%s < 0 ? 0 : %s%s)", length, length, more)
			  : wrap_format("%s%s", length, more);
	free(length);
	return count;
}

void cxx_rows_begin(const struct wrapping *w, const json_t *list, struct cxx_rows *rows)
{
	*rows = (struct cxx_rows){.list = list, .measure = measure_find(w, list)};
}

/* The measure, before its turn where another one comes first. */
static void measure_make(struct wrapping *w, const char *prefix,
			 const struct value_place *at, struct cxx_rows *rows)
{
	const size_t measure = (size_t)rows->measure;
	char *name = parameter_name(rows->list, measure, prefix);

	rows->made = row_make(w, json_array_get(rows->list, measure), name,
			      rows_most(w, rows->list), at);
	rows->count = wrap_format("%s", w->last_count ? w->last_count : "");
	free(name);
}

/* Its elements are indices of others, and of the measure where that has as few. */
static void indices_limit(struct wrapping *w, const char *name, const char *count,
			  const struct value_place *at, const struct cxx_rows *rows)
{
	const bool is_measured =
	    rows->count && *rows->count && rows->measure >= 0 &&
	    is_true(json_array_get(rows->list, (size_t)rows->measure), "permuted");

	wrap_note(w, "%s:0..%d", name, WRAP_ELEMENTS - 1);
	if (is_measured && count && *count)
		text_add(at->statements,
			 "%sfor (int i = 0; i < %s; i++)\n%s\tME_ASSUME(%s[i] < %s);\n",
			 at->indent, count, at->indent, name, rows->count);
}

char *cxx_row(struct wrapping *w, size_t i, const char *prefix,
	      const struct value_place *at, struct cxx_rows *rows)
{
	const json_t *p = json_array_get(rows->list, i);
	char *name, *value, *count;

	if (*at->dims || !is_row(w, p) || *w->why)
		return NULL;
	name = parameter_name(rows->list, i, prefix);
	count = NULL;
	if (rows->measure >= 0 && !rows->count)
		measure_make(w, prefix, at, rows);
	if ((long)i == rows->measure) {
		value = rows->made;
		rows->made = NULL;
	} else {
		w->shared_count = count = row_count(w, i, prefix, name, rows);
		value = row_make(w, p, name, rows_most(w, rows->list), at);
		w->shared_count = NULL;
	}
	if (is_true(p, "is_index"))
		indices_limit(w, name,
			      (long)i == rows->measure ? NULL
			      : count		       ? count
						       : w->last_count,
			      at, rows);
	free(count);
	free(name);
	return value;
}

void cxx_rows_done(struct cxx_rows *rows)
{
	free(rows->made);
	free(rows->count);
}

/* The address of a cursor over what nothing says the end of, as a text; or null: it is none. */
static char *cursor_make(struct wrapping *w, const json_t *parameter, const char *name,
			 const struct value_place *at)
{
	const json_t *type = type_of(w->unit, parameter, "type"),
		     *to = type_of(w->unit, type, "to");

	if (!type_is(type, "pointer") ||
	    !is_true(json_object_get(parameter, "inside"), "moved"))
		return NULL;
	char *wanted = wrap_format("%s_to", name);
	char *value = cxx_value(w, to, wanted ? wanted : name, at);
	free(wanted);
	return wrap_address(w, to, name, parameter, value, at);
}

int cxx_arguments(struct wrapping *w, const json_t *parameters, const char *prefix,
		  const struct value_place *at, struct cxx_list *list)
{
	const size_t count = json_array_size(parameters);
	char *ranged_count = NULL, *row;
	struct cxx_rows rows;
	size_t ranged;

	cxx_rows_begin(w, parameters, &rows);
	for (size_t i = 0; i < count && !*w->why; i++) {
		const json_t *p = json_array_get(parameters, i),
			     *next = json_array_get(parameters, i + 1);
		char *name = parameter_name(parameters, i, prefix);
		ranged = ranged_add(w, parameters, i, name ? name : "", at,
				    &ranged_count, list);
		if (ranged) {
			i += ranged - 1;
		} else if (is_true(p, "opened") &&
			   (row = cxx_file(w, p, name ? name : "", at))) {
			cxx_list_add(list, row);
		} else if ((row =
				make_shared(w, parameters, p, name ? name : "", at)) ||
			   (row = cursor_make(w, p, name ? name : "", at))) {
			cxx_list_add(list, row);
		} else if (next && (at->deep || *prefix) && is_length(w, p, next)) {
			char *length =
			    wrap_format("%s_%s", name, json_member_text(next, "name"));
			counted_add(w, p, name ? name : "", length ? length : "", at,
				    list);
			free(length);
			i++;
		} else if (at->deep && is_size(w, p, at)) {
			cxx_list_add(list, size_make(w, p, name ? name : "", at));
		} else if (at->deep && has_sizes(w, p)) {
			cxx_list_add(list, sizes_make(w, p, name ? name : "", at));
		} else if ((row = cxx_row(w, i, prefix, at, &rows))) {
			cxx_list_add(list, row);
		} else {
			w->most = length_elements(p);
			w->size_told = is_true(p, "size_told");
			cxx_list_add(list, cxx_value(w, type_of(w->unit, p, "type"),
						     name ? name : "", at));
			w->most = 0;
			w->size_told = false;
		}
		free(name);
	}
	cxx_rows_done(&rows);
	free(ranged_count);
	return *w->why ? -1 : 0;
}
