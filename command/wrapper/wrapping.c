/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * wrapping.c - the parts of a driver: names, parameters, lines of its comment; and which integer says
 * how many elements there are.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

static char *format_list(const char *format, va_list list)
{
	char *text = NULL;

	return vasprintf(&text, format, list) < 0 ? NULL : text;
}

char *wrap_format(const char *format, ...)
{
	va_list list;

	va_start(list, format);
	char *text = format_list(format, list);
	va_end(list);
	return text;
}

bool wrap_is_cxx(const struct wrapping *w)
{
	return strcmp(json_member_text(w->unit, "language"), "c++") == 0;
}

char *wrap_refuse(struct wrapping *w, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	if (!*w->why)
		vsnprintf(w->why, sizeof w->why, format, list);
	va_end(list);
	return NULL;
}

void wrap_guess(struct wrapping *w, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	char *line = format_list(format, list);
	va_end(list);
	if (line && !strstr(text_string(&w->guesses), line))
		text_add(&w->guesses, " * guess: %s\n", line);
	free(line);
}

static bool is_taken(const struct wrapping *w, const char *name)
{
	for (size_t i = 0; i < w->names.count; i++)
		if (strcmp(w->names.items[i], name) == 0)
			return true;
	return false;
}

/* Of an item of notes: a range or a length; else how many elements there are. */
static bool is_range(const char *item, size_t size)
{
	return (memmem(item, size, "..", 2) && !memmem(item, size, ":..", 3)) ||
	       memmem(item, size, "len(", 4);
}

/* Whether the notes have an item of that name and kind. */
static bool is_noted(const struct wrapping *w, const char *item)
{
	const size_t size = strcspn(item, ":") + 1;
	const bool range = is_range(item, strcspn(item, ","));

	for (const char *n = text_string(&w->notes); *n; n += strspn(n, ",")) {
		const size_t length = strcspn(n, ",");
		if (strncmp(n, item, size) == 0 && is_range(n, length) == range)
			return true;
		n += length;
	}
	return false;
}

void wrap_note(struct wrapping *w, const char *format, ...)
{
	va_list list;

	va_start(list, format);
	char *item = format_list(format, list);
	va_end(list);
	if (item && !is_noted(w, item))
		text_add(&w->notes, "%s%s", w->notes.size ? "," : "", item);
	free(item);
}

const char *wrap_name(struct wrapping *w, const char *wanted)
{
	const bool is_own = w->own && strcmp(w->own, wanted) == 0;
	char *name = wrap_format("%s", *wanted ? wanted : "value");

	for (unsigned i = 2; name && !is_own && is_taken(w, name); i++) {
		free(name);
		name = wrap_format("%s_%u", *wanted ? wanted : "value", i);
	}
	if (is_own)
		w->own = NULL;
	words_add(&w->names, name ? name : "value");
	free(name);
	return w->names.items[w->names.count - 1];
}

static void parameter_add(struct wrapping *w, const char *text)
{
	text_add(&w->parameters, "%s%s", w->parameters.size ? ", " : "", text);
}

char *wrap_parameter(struct wrapping *w, const json_t *type, const char *name,
		     const struct value_place *at, const char *more, const char **own)
{
	const char *taken = wrap_name(w, name);
	char *declarator = wrap_format("%s%s%s", taken, at->dims, more);
	char *text = declarator ? c_declaration(w->unit, type, declarator) : NULL;

	parameter_add(w, text ? text : "");
	free(declarator);
	free(text);
	if (own)
		*own = taken;
	return wrap_format("%s%s", taken, at->index);
}

char *wrap_plain(struct wrapping *w, const char *type, const char *name,
		 const struct value_place *at, const char *more, const char **own)
{
	const char *taken = wrap_name(w, name);
	if (strcmp(type, "_Bool") == 0 && wrap_is_cxx(w))
		type = "bool";
	const char *space = type[strlen(type) - 1] == '*' ? "" : " ";
	char *text = wrap_format("%s%s%s%s%s", type, space, taken, at->dims, more);

	parameter_add(w, text ? text : "");
	free(text);
	if (own)
		*own = taken;
	return wrap_format("%s%s", taken, at->index);
}

char *wrap_range(struct wrapping *w, const char *type, const char *name, long low,
		 long high, const struct value_place *at)
{
	const char *own;
	char *value = wrap_plain(w, type, name, at, "", &own);

	wrap_note(w, "%s:%ld..%ld", own, low, high);
	return value;
}

char *wrap_mask(struct wrapping *w, const char *name, long most,
		const struct value_place *at)
{
	long bits = 0;

	while ((2l << bits) <= most + 1)
		bits++;
	char *value = wrap_range(w, "int", name, 0, bits, at);
	char *whole = wrap_format("(1 << %s) - 1", value);

	wrap_guess(w, "%s is one less than a power of 2", name);
	free(value);
	return whole;
}

void wrap_macros_reserve(struct wrapping *w)
{
	const json_t *name;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "macros"), index, name)
	    words_add(&w->names, json_string_value(name));
}

bool wrap_is_macro(const struct wrapping *w, const char *name)
{
	const json_t *macro;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "macros"), index,
			   macro) if (strcmp(json_string_value(macro), name) ==
				      0) return true;
	return false;
}

void wrap_once(struct wrapping *w)
{
	parameter_add(w, "unsigned char unused_number");
}

char *wrap_nullable(struct wrapping *w, char *value, const char *name,
		    const struct value_place *at)
{
	char *flag = wrap_format("has_%s", name), *has = NULL, *whole = NULL;

	if (flag && value)
		has = wrap_plain(w, "_Bool", flag, at, "", NULL);
	if (has)
		whole = wrap_format("%s ? %s : NULL", has, value);
	free(has);
	free(flag);
	free(value);
	return whole;
}

char *wrap_address(struct wrapping *w, const json_t *type, const char *name,
		   const json_t *facts, char *value, const struct value_place *at)
{
	const char *own = wrap_name(w, name);
	char *declared = c_declaration(
	    w->unit, is_true(type, "const") ? type_plain(w->unit, type) : type, own);

	/* In C, what a pointer leads to may be an object that a statement has made. */
	const bool is_cxx = wrap_is_cxx(w);
	if (!is_cxx)
		text_add(&w->objects, "\t%s;\n", declared ? declared : "");
	text_add(at->statements, "%s%s = %s;\n", at->indent,
		 is_cxx && declared ? declared : own, value ? value : "0");
	free(declared);
	free(value);
	char *address = wrap_format("&%s", own);
	return is_true(facts, "null") ? wrap_nullable(w, address, name, at) : address;
}

bool wrap_is_freed(const struct wrapping *w, const json_t *facts)
{
	return is_true(facts, "freed") && is_true(w->function, "frees");
}

char *wrap_copied(char *value, const char *count)
{
	char *copy = wrap_format("me_copied(%s, %s * sizeof *%s)", value, count, value);

	free(value);
	return copy;
}

void wrap_include(struct text_buffer *out, const char *header, const char *without)
{
	text_add(out,
		 "#if __has_include(<me/%s>)\n#include <me/%s>\n#else\n%s#define "
		 "ME_NOTES(text)\n"
		 "#define ME_DRIVER\n#define ME_DRIVER_OF(name)\n#define "
		 "ME_DRIVER_CALLS(name)\n#define ME_ASSUME(expr) ((void)0)\n#endif\n",
		 header, header, without);
}

enum { LINE_LEAST = 40, LINE_MOST = 86 }; /* characters of a line that is broken */

/* Where a long line is broken: behind a comma, or in front of a ?, near its end; 0: nowhere. */
static size_t break_of(const char *line, size_t length)
{
	size_t at = 0;
	bool in_string = false;

	for (size_t i = 0; i + 1 < length && (i < LINE_MOST || !at); i++) {
		in_string ^= line[i] == '"';
		if (!in_string && i > LINE_LEAST &&
		    (line[i] == ',' || line[i + 1] == '?') &&
		    (line[i + 1] == ' ' || line[i] == ' '))
			at = i + (line[i] == ',');
	}
	return at;
}

void wrap_lines(struct text_buffer *out, const char *text)
{
	for (const char *line = text; *line;) {
		const char *end = strchrnul(line, '\n');
		const size_t length = (size_t)(end - line);
		const size_t at = length > LINE_MOST ? break_of(line, length) : 0;
		if (at) {
			text_add(out, "%.*s\n\t\t\t", (int)at, line);
			line += at + (line[at] == ' ');
			continue;
		}
		text_add(out, "%.*s\n", (int)length, line);
		line = *end ? end + 1 : end;
	}
}

void wrap_notes(const struct wrapping *w, struct text_buffer *text)
{
	const char *list = text_string(&w->notes);
	size_t column = 0;

	text_add(text, "ME_NOTES(\"");
	for (const char *c = list; *c; c++) {
		text_add_char(text, *c);
		if (*c == ',' && ++column > LINE_LEAST) {
			text_add(text, "\"\n\t \"");
			column = 0;
		} else {
			column++;
		}
	}
	text_add(text, "\")");
}

/* ---- lengths: as the bodies have them, or else by their names */

bool is_length_name(const char *name)
{
	static const char *const names[] = {
	    "n",      "N",     "m",	   "size",    "len",   "length", "count",
	    "num",    "used",  "nelem",	   "dim",     "argc",  "nnz",	 "nitems",
	    "nbytes", "bytes", "capacity", "n_items", "size1", "sz",	 "total"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	/* nvertices, n_rows, num_slots: that many of these */
	const size_t length = strlen(name);
	return length > 3 && name[0] == 'n' && name[length - 1] == 's' &&
	       (strncmp(name, "num_", 4) == 0 || !strchr("aeiou", name[1]));
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

long length_elements(const json_t *length)
{
	const long compared = number_in(length, "compared") + 1;

	return compared > WRAP_ELEMENTS && compared <= WRAP_STREAM + 1 ? compared
								       : WRAP_ELEMENTS;
}

void wrap_counted(struct wrapping *w, const char *array, const char *length,
		  const char *guess, long least, long count)
{
	char *item = wrap_format("%s:%slen(", length, guess);
	char *known = wrap_format("%s:len(", length);
	const char *notes = text_string(&w->notes);
	const bool is_ranged = known && is_noted(w, known);

	if (item && known && (strstr(notes, item) || strstr(notes, known))) {
		wrap_note(w, "%s:%s%s", array, guess, length);
	} else {
		wrap_note(w, "%s:%s%ld", array, guess, count);
		wrap_note(w, "%s:%slen(%s)", length, guess, array);
		if (least && !is_ranged)
			text_add(&w->notes, ",%s:%ld..%ld", length, least, count);
	}
	free(known);
	free(item);
}

/* ---- elements that are indices or offsets */

/* The parameter for the last of the offsets, of which that is the name. */
static const char *end_of(struct wrapping *w, const char *offsets)
{
	const struct value_place here = {.dims = "", .index = "", .path = ""};
	size_t i = 0;

	while (i < w->end_count && strcmp(w->ends[i].of, offsets) != 0)
		i++;
	if (i == sizeof w->ends / sizeof *w->ends)
		return NULL;
	if (i == w->end_count) {
		char *wanted = wrap_format("%s_end", offsets);
		free(wrap_plain(w, "int", wanted ? wanted : offsets, &here, "",
				&w->ends[i].name));
		free(wanted);
		w->ends[w->end_count++].of = wrap_format("%s", offsets);
	}
	return w->ends[i].name;
}

const char *offsets_end(struct wrapping *w, const json_t *facts, const char *name)
{
	const char *by = json_member_text(facts, "offsets_by");
	const size_t own = strlen(json_member_text(facts, "name")), all = strlen(name);
	const char *end = NULL;

	if (!*by || own > all)
		return NULL;
	char *offsets = wrap_format("%.*s%s", (int)(all - own), name, by);
	if (offsets)
		end = end_of(w, offsets);
	free(offsets);
	return end;
}

long offsets_count(const json_t *list, const char *offsets)
{
	const json_t *of;
	size_t index;

	json_array_foreach(list, index, of)
	{
		const char *below = json_member_text(of, "elements_below");
		if (*below &&
		    strcmp(json_member_text(of, "offsets_by"), offsets) == 0 &&
		    named_in(list, below) >= 0)
			return named_in(list, below);
	}
	return -1;
}

/* The statement for element i of x; `below`: of offsets the last one. */
static const char *element_rule(const json_t *facts)
{
	static const char *const rules[][2] = {
	    {"later", "x[i] = x[i] > i && x[i] < below ? x[i] : -1;"},
	    {"parents", "x[i] = x[i] % (i + 1);"},
	    {"permutation", "k = x[i] % (i + 1), x[i] = x[k], x[k] = i;"},
	    {"offsets", "x[i] = i == 0 ? 0 : i == count - 1 || x[i] > below ? below : "
			"x[i] < x[i - 1] ? x[i - 1] : x[i];"},
	    {"indices", "x[i] = below > 0 ? x[i] % below : 0;"}};
	const char *kind = json_member_text(facts, "elements_are");

	/* The function asks if they increase. */
	if (strcmp(kind, "offsets") == 0 && is_true(facts, "elements_any_order"))
		return is_true(facts, "offsets_full")
			   ? "if (x[i] > below - (i + 1 < count))\n\t\t\tx[i] = below "
			     "- (i + "
			     "1 < count);"
			   : "if (x[i] > below)\n\t\t\tx[i] = below;";
	if (is_true(facts, "offsets_full"))
		return "x[i] = i == 0 ? 0 : i == count - 1 || x[i] > below - count + 1 "
		       "+ i "
		       "? below - count + 1 + i : x[i] <= x[i - 1] ? x[i - 1] + 1 : "
		       "x[i];";
	if (strcmp(kind, "indices") == 0 && is_true(facts, "elements_end"))
		return "x[i] = x[i] < below ? x[i] : -1;";
	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
		if (strcmp(kind, rules[i][0]) == 0)
			return rules[i][1];
	return NULL;
}

void wrap_elements(struct wrapping *w, const json_t *facts, const json_t *to,
		   const char *name, const char *own, const char *count,
		   const char *below, struct text_buffer *out)
{
	const char *rule = element_rule(facts),
		   *kind = json_member_text(facts, "elements_are");
	char *wanted = wrap_format("%s_made", own);
	char *declared = c_declaration(w->unit, type_plain(w->unit, to), "*x");
	const bool is_own = strcmp(kind, "offsets") && strcmp(kind, "indices");

	if (rule && strcmp(kind, "offsets") == 0)
		below = end_of(w, name);
	if (rule && wanted && declared && below) {
		const char *function = wrap_name(w, wanted);
		text_add(&w->above,
			 "ME_DRIVER static void %s(%s, int count, int below)\n{\n"
			 "\tint i%s;\n\n\tfor (i = 0; %si < count; i++)\n\t\t%s\n}\n",
			 function, declared, strstr(rule, "k =") ? ", k" : "",
			 is_true(facts, "null") ? "x && " : "", rule);
		if (is_true(facts, "offsets_full"))
			text_add(out, "\tif (%s < %s)\n\t\t%s;\n", below, count,
				 w->nothing);
		text_add(out, "\t%s(%s, %s, %s);\n", function, own, count,
			 is_own ? count : below);
		wrap_note(w, "%s:0..%d", own, WRAP_ELEMENTS);
		wrap_guess(w, "the elements of %s are %s%s", name,
			   strcmp(kind, "later") == 0 ? "-1, or indices of later ones"
			   : strcmp(kind, "parents") == 0     ? "indices of it that end"
			   : strcmp(kind, "permutation") == 0 ? "a permutation"
			   : is_true(facts, "elements_any_order")
			       ? "offsets in any order"
			   : strcmp(kind, "offsets") == 0 ? "offsets that increase"
							  : "indices",
			   strcmp(kind, "indices") ? "" : " of an array");
	}
	free(wanted);
	free(declared);
}

/* ---- */

void wrapping_done(struct wrapping *w)
{
	struct text_buffer *const texts[] = {
	    &w->notes,	 &w->above,	 &w->guesses, &w->parameters,
	    &w->objects, &w->statements, &w->later,   &w->after};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		text_done(texts[i]);
	for (size_t i = 0; i < w->pool_count; i++) {
		free(w->pools[i].name);
	}
	for (size_t i = 0; i < w->end_count; i++)
		free(w->ends[i].of);
	for (size_t i = 0; i < w->range_count; i++)
		free(w->ranges[i].of);
	free(w->nothing);
	free(w->last_count);
	free(w->shape);
	free(w->handle_value);
	free(w->handle_made);
	json_decref(w->derived);
	words_done(&w->names);
}
