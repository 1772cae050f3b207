/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit_types.c - types of a unit, and how C writes them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/base/unit_types.h"

const json_t *type_at(const json_t *unit, const json_t *number)
{
	return json_is_integer(number)
		   ? json_array_get(json_object_get(unit, "types"),
				    (size_t)json_integer_value(number))
		   : NULL;
}

const json_t *type_of(const json_t *unit, const json_t *object, const char *member)
{
	return type_at(unit, json_object_get(object, member));
}

const json_t *type_plain(const json_t *unit, const json_t *type)
{
	const json_t *plain = type_of(unit, type, "plain");

	return plain ? plain : type;
}

bool type_is(const json_t *type, const char *kind)
{
	return strcmp(json_member_text(type, "kind"), kind) == 0;
}

bool is_true(const json_t *object, const char *member)
{
	return json_is_true(json_object_get(object, member));
}

long number_in(const json_t *object, const char *member)
{
	return (long)json_integer_value(json_object_get(object, member));
}

long named_in(const json_t *list, const char *name)
{
	const json_t *row;
	size_t index;

	json_array_foreach(list, index, row)
	{
		if (strcmp(json_member_text(row, "name"), name) == 0)
			return (long)index;
	}
	return -1;
}

bool type_is_number(const json_t *type)
{
	return type_is(type, "integer") || type_is(type, "float") ||
	       type_is(type, "boolean") || type_is(type, "enum");
}

/* std::complex<double>, std::array<int, 3> */
static bool class_is_flat(const json_t *unit, const json_t *record)
{
	const char *template = json_member_text(record, "template");
	const json_t *list = json_object_get(record, "arguments");

	if (strcmp(template, "std::array") == 0)
		return number_in(json_array_get(list, 1), "value") > 0 &&
		       type_is_flat(unit,
				    type_of(unit, json_array_get(list, 0), "type"));
	return strcmp(template, "std::complex") == 0;
}

/* A structure is named in a parameter, and its pointers and bit-fields are no numbers. */
static bool record_is_flat(const json_t *unit, const json_t *record)
{
	const json_t *member;
	size_t index;

	if (!is_true(record, "complete") || !*json_member_text(record, "name"))
		return false;
	if (is_true(record, "library"))
		return class_is_flat(unit, record);
	/* Of C++: made of its members. */
	if (json_object_get(record, "functions") &&
	    (!is_true(record, "aggregate") || is_true(record, "constructed") ||
	     json_array_size(json_object_get(record, "bases"))))
		return false;
	json_array_foreach(json_object_get(record, "members"), index, member)
	{
		const json_t *type = type_of(unit, member, "type");
		const bool is_unnamed =
		    type_is(type, "record") && !*json_member_text(type, "name");
		if (json_object_get(member, "bits") || is_true(member, "tail") ||
		    (!is_unnamed && !type_is_flat(unit, type)))
			return false;
		const json_t *inner;
		size_t i;
		if (is_unnamed)
			json_array_foreach(
			    json_object_get(type, "members"), i,
			    inner) if (json_object_get(inner, "bits") ||
				       !type_is_flat(
					   unit,
					   type_of(unit, inner, "type"))) return false;
	}
	return json_array_size(json_object_get(record, "members")) > 0;
}

bool type_is_flat(const json_t *unit, const json_t *type)
{
	if (type_is_number(type) || type_is(type, "complex"))
		return *json_member_text(type, "name") != '\0';
	if (type_is(type, "array"))
		return number_in(type, "count") > 0 &&
		       type_is_flat(unit, type_of(unit, type, "to"));
	return type_is(type, "record") && record_is_flat(unit, type);
}

/* Whether `wanted` is among what a value of the type leads to; `seen`: types by number. */
static bool leads_to(const json_t *unit, const json_t *type, const json_t *wanted,
		     bool *seen)
{
	const json_t *plain = type_plain(unit, type), *member;
	size_t index;

	if (type_is(type, "pointer") || type_is(type, "array")) {
		const json_t *to = type_of(unit, type, "to");
		return type_plain(unit, to) == wanted ||
		       leads_to(unit, to, wanted, seen);
	}
	if ((!type_is(type, "record") && !type_is(type, "union")) ||
	    seen[number_in(plain, "number")])
		return false;
	seen[number_in(plain, "number")] = true;
	json_array_foreach(json_object_get(plain, "members"), index, member)
	{
		const json_t *of = type_of(unit, member, "type");
		if ((type_plain(unit, of) == wanted && of != type) ||
		    leads_to(unit, of, wanted, seen))
			return true;
	}
	return false;
}

bool type_is_recursive(const json_t *unit, const json_t *record)
{
	const json_t *plain = type_plain(unit, record);
	bool *seen =
	    calloc(json_array_size(json_object_get(unit, "types")) + 1, sizeof *seen);
	const bool is =
	    seen && type_is(record, "record") && leads_to(unit, plain, plain, seen);

	free(seen);
	return is;
}

const json_t *record_tail(const json_t *record)
{
	const json_t *list = json_object_get(record, "members");
	const size_t count = json_array_size(list);
	const json_t *last = count ? json_array_get(list, count - 1) : NULL;

	return is_true(last, "tail") && !is_true(last, "unused") ? last : NULL;
}

const char *type_noun(const json_t *type)
{
	const char *name = json_member_text(type, "name"), *space = strrchr(name, ' ');

	return !*name ? "object" : space ? space + 1 : name;
}

/* How a function is named: 0, its symbol or its whole text; 1, its name; 2, the end of its
 * text; 3, its name without its scopes. */
static bool is_named(const json_t *f, const char *name, int way)
{
	const char *text = json_member_text(f, "text"),
		   *own = json_member_text(f, "name");
	const size_t n = strlen(name), size = strlen(way == 2 ? text : own);
	const char *end = (way == 2 ? text : own) + (size > n ? size - n : 0);

	if (way == 0)
		return strcmp(json_member_text(f, "symbol"), name) == 0 ||
		       (*text && strcmp(text, name) == 0);
	if (way == 1)
		return strcmp(own, name) == 0;
	return size > n && strcmp(end, name) == 0 && strchr(" :", end[-1]) &&
	       (way == 2 ? strchr(name, '(') != NULL : end[-1] == ':');
}

const json_t *function_find(const json_t *unit, const char *name)
{
	const json_t *functions = json_object_get(unit, "functions"), *f;
	size_t index;

	for (int way = 0; way < 4; way++)
		json_array_foreach(functions, index,
				   f) if (is_named(f, name, way)) return f;
	return NULL;
}

/* ---- declarations of C */

static bool is_qualified(const json_t *type)
{
	return is_true(type, "const") || is_true(type, "volatile");
}

static const char *qualifiers(const json_t *type)
{
	return is_true(type, "const")
		   ? is_true(type, "volatile") ? "const volatile " : "const "
	       : is_true(type, "volatile") ? "volatile "
					   : "";
}

/* `inner` as the declarator of a function of the type. */
static char *function_declaration(const json_t *unit, const json_t *type,
				  const char *inner)
{
	struct text_buffer text = {0};
	const json_t *parameter;
	size_t index;
	char *whole;

	text_add(&text, "%s(", inner);
	json_array_foreach(json_object_get(type, "parameters"), index, parameter)
	{
		char *one = c_declaration(unit, type_at(unit, parameter), "");
		text_add(&text, "%s%s", index ? ", " : "", one ? one : "");
		free(one);
	}
	if (is_true(type, "variadic"))
		text_add(&text, ", ...");
	else if (!index && !is_true(type, "unprototyped"))
		text_add(&text, "void");
	text_add(&text, ")");
	whole = text_string(&text) ? c_declaration(unit, type_of(unit, type, "result"),
						   text_string(&text))
				   : NULL;
	text_done(&text);
	return whole;
}

char *c_declaration(const json_t *unit, const json_t *type, const char *declarator)
{
	const char *name = json_member_text(type, "name");
	const json_t *to = type_of(unit, type, "to");
	char *inner = NULL, *whole = NULL;

	if ((type_is(type, "pointer") || type_is(type, "reference")) && !*name) {
		const bool binds = type_is(to, "array") || type_is(to, "function");
		const char *sign = type_is(type, "pointer")  ? "*"
				   : is_true(type, "rvalue") ? "&&"
							     : "&";
		if (asprintf(&inner, "%s%s%s%s%s", binds ? "(" : "", sign,
			     qualifiers(type), declarator, binds ? ")" : "") < 0)
			return NULL;
		whole = c_declaration(unit, to, inner);
	} else if (type_is(type, "array") && !*name) {
		const long count = number_in(type, "count");
		if ((count ? asprintf(&inner, "%s[%ld]", declarator, count)
			   : asprintf(&inner, "%s[]", declarator)) < 0)
			return NULL;
		whole = c_declaration(unit, to, inner);
	} else if (type_is(type, "function") && !*name) {
		return function_declaration(unit, type, declarator);
	} else if (asprintf(
		       &whole, "%s%s%s%s", is_qualified(type) ? qualifiers(type) : "",
		       type_is(type, "void") ? "void" : name,
		       *declarator && *declarator != '[' ? " " : "", declarator) < 0) {
		return NULL;
	}
	free(inner);
	return whole;
}

bool type_is_file(const json_t *type)
{
	return type && type_is(type, "record") &&
	       (strcmp(type_noun(type), "_IO_FILE") == 0 ||
		strcmp(type_noun(type), "FILE") == 0);
}
