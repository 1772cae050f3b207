/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_unit.c - declarations and expressions of a unit of Fortran. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/base/text.h"
#include "command/fortran/fortran_unit.h"

/* ---- scopes and symbols */

const json_t *fortran_scope(const json_t *unit, long number)
{
	return number < 0
		   ? NULL
		   : json_array_get(json_object_get(unit, "scopes"), (size_t)number);
}

static const json_t *around(const json_t *unit, const json_t *scope)
{
	return fortran_scope(
	    unit, (long)json_integer_value(json_object_get(scope, "parent")));
}

const json_t *fortran_symbol(const json_t *unit, const json_t *scope, const char *name)
{
	for (; scope; scope = around(unit, scope)) {
		const json_t *d =
		    json_object_get(json_object_get(scope, "symbols"), name);
		if (d)
			return d;
	}
	return NULL;
}

const json_t *fortran_self(const json_t *unit, const json_t *scope)
{
	return fortran_symbol(unit, scope, json_member_text(scope, "name"));
}

const json_t *fortran_dummy(const json_t *unit, const json_t *scope, size_t i)
{
	const json_t *formal = json_object_get(fortran_self(unit, scope), "formal");
	const char *name = json_string_value(json_array_get(formal, i));

	return name ? fortran_symbol(unit, scope, name) : NULL;
}

const json_t *fortran_result(const json_t *unit, const json_t *scope)
{
	const json_t *self = fortran_self(unit, scope);
	const char *name = json_member_text(self, "result");
	const json_t *own = *name ? fortran_symbol(unit, scope, name) : NULL;

	if (!fortran_has(self, "FUNCTION"))
		return NULL;
	return own ? own : self;
}

const json_t *fortran_procedure(const json_t *unit, const char *name)
{
	const json_t *f;
	size_t i;

	json_array_foreach(json_object_get(unit, "functions"), i, f)
	{
		const char *full = json_member_text(f, "name");
		const char *colons = strstr(full, "::");
		if (strcmp(colons ? colons + 2 : full, name) == 0)
			return fortran_scope(unit, (long)json_integer_value(
						       json_object_get(f, "scope")));
	}
	return NULL;
}

/* ---- calls */

static bool names(const char *text, const char *name)
{
	const size_t size = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at++)
		if ((at == text || strchr(" (:", at[-1])) && strchr(" [(", at[size]) &&
		    at[size])
			return true;
	return false;
}

static bool scope_names(const json_t *scope, const char *name)
{
	const json_t *line;
	size_t i;

	json_array_foreach(json_object_get(scope, "code"), i, line)
	{
		if (names(json_member_text(line, "text"), name))
			return true;
	}
	return false;
}

static void called_add(const json_t *unit, const json_t *scope, json_t *all);

/* Adds those that types have for a binding that the procedure calls: `f % _vptr % eval[[...`. */
static void bound_add(const json_t *unit, const json_t *scope, json_t *all)
{
	const char *key, *name;
	json_t *type, *procedure;

	json_object_foreach(json_object_get(unit, "types"), key, type)
	{
		json_t *bindings = json_object_get(type, "bindings");
		json_object_foreach(bindings, name, procedure)
		{
			const json_t *bound =
			    fortran_procedure(unit, json_string_value(procedure));
			if (bound && scope_names(scope, name))
				called_add(unit, bound, all);
		}
	}
}

/* Adds the procedure and those that it calls. */
static void called_add(const json_t *unit, const json_t *scope, json_t *all)
{
	const char *own = json_member_text(scope, "name");
	const json_t *other;
	size_t i;

	if (json_object_get(all, own))
		return;
	json_object_set_new(all, own, json_true());
	json_array_foreach(json_object_get(unit, "scopes"), i, other)
	{
		const char *name = json_member_text(other, "name");
		if (*name && *name != '_' && scope_names(scope, name))
			called_add(unit, other, all);
	}
	bound_add(unit, scope, all);
}

json_t *fortran_called(const json_t *unit, const json_t *scope)
{
	json_t *all = json_object();

	called_add(unit, scope, all);
	return all;
}

/* ---- types */

const json_t *fortran_type(const json_t *unit, const char *name)
{
	return json_object_get(json_object_get(unit, "types"), name);
}

const json_t *fortran_type_of(const json_t *unit, const json_t *declaration)
{
	const json_t *type = fortran_type(unit, json_member_text(declaration, "of"));

	if (fortran_is(declaration, "CLASS"))
		type = fortran_type(unit, json_member_text(type, "data"));
	return strcmp(json_member_text(type, "name"), "STAR") == 0 ? NULL : type;
}

const json_t *fortran_parent(const json_t *unit, const json_t *type)
{
	const json_t *first = json_array_get(json_object_get(type, "components"), 0);
	const char *of = json_member_text(first, "of");

	return fortran_is(first, "DERIVED") &&
		       strcmp(json_member_text(first, "name"), of) == 0 &&
		       !fortran_has(first, "POINTER") &&
		       !fortran_has(first, "ALLOCATABLE")
		   ? fortran_type(unit, of)
		   : NULL;
}

bool fortran_extends(const json_t *unit, const json_t *type, const json_t *base)
{
	for (; type; type = fortran_parent(unit, type))
		if (type == base)
			return true;
	return false;
}

bool fortran_is(const json_t *declaration, const char *base)
{
	return strcmp(json_member_text(declaration, "base"), base) == 0;
}

bool fortran_has(const json_t *declaration, const char *word)
{
	const char *words = json_member_text(declaration, "words");
	const size_t size = strlen(word);

	for (const char *at = words; (at = strstr(at, word)); at++)
		if (at > words && strchr(" (", at[-1]) && strchr(" )", at[size]))
			return true;
	return false;
}

bool fortran_is_dummy(const json_t *declaration)
{
	return strstr(json_member_text(declaration, "words"), " DUMMY") != NULL;
}

/* "__class_lists_Shape_a": a pointer p, allocatable a, else t. */
static char class_letter(const json_t *declaration)
{
	const char *of = json_member_text(declaration, "of");

	return fortran_is(declaration, "CLASS") && *of ? of[strlen(of) - 1] : '\0';
}

bool fortran_is_allocatable(const json_t *declaration)
{
	return fortran_has(declaration, "ALLOCATABLE") ||
	       class_letter(declaration) == 'a';
}

bool fortran_is_pointer(const json_t *declaration)
{
	return fortran_has(declaration, "POINTER") || class_letter(declaration) == 'p';
}

static bool type_is_flat(const json_t *unit, const json_t *type)
{
	const json_t *d;
	size_t i;

	if (fortran_parent(unit, type))
		return false;
	json_array_foreach(json_object_get(type, "components"), i, d)
	{
		if (fortran_has(d, "PPC") || fortran_is_pointer(d) ||
		    fortran_is_allocatable(d) || !fortran_is_flat(unit, d))
			return false;
	}
	return json_array_size(json_object_get(type, "components")) > 0;
}

bool fortran_is_procedure(const json_t *d)
{
	return fortran_has(d, "PROCEDURE") ||
	       (fortran_has(d, "EXTERNAL") && !fortran_has(d, "VARIABLE"));
}

static bool is_number(const json_t *d)
{
	static const char *const numbers[] = {"INTEGER", "REAL", "COMPLEX", "LOGICAL"};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		if (fortran_is(d, numbers[i]))
			return true;
	return false;
}

bool fortran_is_scalar(const json_t *d)
{
	return is_number(d) && !json_object_get(d, "rank") &&
	       !fortran_is_allocatable(d) && !fortran_is_pointer(d);
}

bool fortran_is_flat(const json_t *unit, const json_t *declaration)
{
	if (is_number(declaration) || fortran_is(declaration, "CHARACTER"))
		return true;
	const json_t *type = fortran_is(declaration, "DERIVED")
				 ? fortran_type_of(unit, declaration)
				 : NULL;
	return type && type_is_flat(unit, type);
}

/* ---- expressions */

static bool expression_write(const char **at, struct text_buffer *out);

static void blanks_skip(const char **at)
{
	*at += strspn(*at, " ");
}

/* "(+ a b)", "(- a)", "(a)" from behind the parenthesis on. */
static bool operation_write(const char **at, struct text_buffer *out)
{
	const size_t size = strcspn(*at, " ()[]");
	const bool has_operator = size && strspn(*at, "+-*/=<>") == size;
	const char *operator= * at;
	bool is_first = true, is_known = true;

	*at += has_operator ? size : 0;
	text_add(out, "(");
	for (blanks_skip(at); is_known && **at && **at != ')'; blanks_skip(at)) {
		const char *next = *at;
		struct text_buffer one = {0};
		is_known = expression_write(at, &one) && *at > next;
		if (has_operator && (!is_first || **at == ')'))
			text_add(out, "%.*s", (int)size, operator);
		else if (!is_first)
			is_known = false;
		text_add(out, "%s", text_string(&one));
		text_done(&one);
		is_first = false;
	}
	if (**at == ')')
		++*at;
	text_add(out, ")");
	return is_known;
}

/* "[[((a) (b) ((arg not-present)))]]" behind a name: the arguments, between commas. */
static bool arguments_write(const char **at, struct text_buffer *out)
{
	bool is_known = true, is_first = true;

	*at += 3;
	for (blanks_skip(at); is_known && **at == '('; blanks_skip(at)) {
		static const char absent[] = "((arg not-present))";
		if (strncmp(*at, absent, sizeof absent - 1) == 0) {
			*at += sizeof absent - 1;
			continue;
		}
		++*at;
		text_add(out, "%s", is_first ? "" : ", ");
		is_known = expression_write(at, out) && **at == ')';
		*at += **at == ')';
		is_first = false;
	}
	is_known &= strncmp(*at, ")]]", 3) == 0;
	*at += is_known ? 3 : 0;
	return is_known;
}

/* "__max_i4" is max. */
static void function_name(const char *name, size_t size, struct text_buffer *out)
{
	if (size > 2 && strncmp(name, "__", 2) == 0) {
		name += 2;
		size = strcspn(name, "_[");
	}
	text_add(out, "%.*s", (int)size, name);
}

/* "scope:x", "12_8", "size[[((x))]]", "m % n". */
static bool operand_write(const char **at, struct text_buffer *out)
{
	const size_t size = strcspn(*at, " ()[]:");
	const char *name = *at;
	const bool is_conversion = strncmp(name, "__convert_", 10) == 0;

	if (!size)
		return false;
	*at += size;
	if (**at == ':') {
		++*at;
		return operand_write(at, out);
	}
	if (strncmp(*at, "[[(", 3) == 0) {
		if (!is_conversion)
			function_name(name, size, out);
		text_add(out, "(");
		const bool is_known = arguments_write(at, out);
		text_add(out, ")");
		return is_known;
	}
	text_add(out, "%.*s", (int)size, name);
	if (strncmp(*at, "(FULL)", 6) == 0)
		*at += 6;
	if (**at == '(')
		return false;
	if (strncmp(*at, " % ", 3) == 0) {
		*at += 3;
		text_add(out, "%%");
		return operand_write(at, out);
	}
	return true;
}

static bool expression_write(const char **at, struct text_buffer *out)
{
	blanks_skip(at);
	if (**at == '(') {
		++*at;
		return operation_write(at, out);
	}
	return operand_write(at, out);
}

char *fortran_expression(const char *text)
{
	struct text_buffer out = {0};
	const char *at = text;
	const bool is_known = expression_write(&at, &out) && !*at;
	const char *whole = text_string(&out);
	char *copy = NULL;

	/* A parenthesis around all says nothing. */
	if (is_known && whole && *whole == '(' &&
	    strchr(whole, ')') == whole + out.size - 1)
		copy = strndup(whole + 1, out.size - 2);
	else if (is_known && whole)
		copy = strdup(whole);
	text_done(&out);
	return copy;
}

/* ---- declarations */

static char *length_text(const json_t *d)
{
	const char *length = json_member_text(d, "length");
	char *known = *length ? fortran_expression(length) : NULL;

	if (!known)
		known =
		    strdup(json_is_true(json_object_get(d, "deferred")) ? ":" : "*");
	return known;
}

char *fortran_type_text(const json_t *unit, const json_t *declaration)
{
	const json_t *type = fortran_type_of(unit, declaration);
	char *text = NULL, *length;
	char base[16] = "";

	const char *name = json_member_text(declaration, "base");
	for (size_t i = 0; name[i] && i + 1 < sizeof base; i++)
		base[i] = (char)tolower((unsigned char)name[i]);
	if (fortran_is(declaration, "UNKNOWN") || fortran_is(declaration, "VOID"))
		return NULL;
	if (fortran_is(declaration, "CHARACTER")) {
		length = length_text(declaration);
		if (asprintf(&text, "character(len=%s)", length) < 0)
			text = NULL;
		free(length);
	} else if (fortran_is(declaration, "DERIVED") ||
		   fortran_is(declaration, "CLASS")) {
		if (asprintf(&text, "%s(%s)",
			     fortran_is(declaration, "CLASS") ? "class" : "type",
			     type ? json_member_text(type, "name") : "*") < 0)
			text = NULL;
	} else if (asprintf(&text, "%s(%d)", base,
			    (int)json_integer_value(
				json_object_get(declaration, "kind"))) < 0) {
		text = NULL;
	}
	return text;
}

/* One dimension: "n", "0:n", ":", "*". Null: not known. */
static char *dimension_text(const json_t *d, size_t i)
{
	const json_t *bounds = json_object_get(d, "bounds");
	const char *const shape = json_member_text(d, "shape");
	const char *low = json_string_value(json_array_get(bounds, 2 * i));
	const char *high = json_string_value(json_array_get(bounds, 2 * i + 1));
	const bool is_last = 2 * i + 2 >= json_array_size(bounds);
	const bool has_low = low && *low && strcmp(low, "1") && strcmp(low, "1_8");
	char *lower = has_low ? fortran_expression(low) : NULL, *upper, *whole = NULL;

	if (strcmp(shape, "AS_ASSUMED_SIZE") == 0 && is_last)
		upper = strdup("*");
	else if (high && *high)
		upper = fortran_expression(high);
	else
		upper = strdup("");
	if (upper && (!has_low || lower) && strcmp(shape, "AS_DEFERRED") != 0)
		if (asprintf(&whole, "%s%s%s", lower ? lower : "",
			     lower || !*upper ? ":" : "", upper) < 0)
			whole = NULL;
	if (strcmp(shape, "AS_DEFERRED") == 0)
		whole = strdup(":");
	free(lower);
	free(upper);
	return whole;
}

char *fortran_bounds_text(const json_t *declaration)
{
	const long rank =
	    (long)json_integer_value(json_object_get(declaration, "rank"));
	struct text_buffer text = {0};
	bool is_known = rank >= 0;
	char *whole;

	for (long i = 0; i < rank && is_known; i++) {
		char *one = dimension_text(declaration, (size_t)i);
		is_known = one != NULL;
		text_add(&text, "%s%s", i ? ", " : "(", one ? one : "");
		free(one);
	}
	if (rank > 0)
		text_add(&text, ")");
	whole = is_known ? strdup(text_string(&text)) : NULL;
	text_done(&text);
	return whole;
}
