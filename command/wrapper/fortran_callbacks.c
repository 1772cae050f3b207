/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_callbacks.c - procedures that are arguments of a function of Fortran: those of the
 * unit with that interface, and one that is made, whose results are a polynomial of its
 * arguments or the elements of a table in turn. It stands in a module before the driver.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/fortran/fortran_reference.h"
#include "command/wrapper/fortran_wrapping.h"

enum { TABLE = 4, PROCEDURES_MOST = 4, CALLED_MOST = 16 };

static const struct fortran_place outside = {
    .path = "", .object = "", .name = "", .dims = "", .index = ""};

static bool is_input(const json_t *d)
{
	return fortran_has(d, "DUMMY(IN)") || fortran_has(d, "VALUE");
}

static bool is_real(const json_t *d)
{
	return fortran_is(d, "REAL");
}

static long rank_of(const json_t *d)
{
	return number_in(d, "rank");
}

/* ---- the interface */

/* result: of a function; null: it is a subroutine. */
static json_t *interface_new(json_t *dummies, const json_t *result)
{
	json_t *all = json_object();

	json_object_set_new(all, "subroutine", json_boolean(!result));
	json_object_set_new(all, "dummies", dummies);
	if (result)
		json_object_set(all, "result", (json_t *)result);
	return all;
}

/* Of a procedure of the unit. */
static json_t *interface_of_scope(const json_t *unit, const json_t *scope)
{
	json_t *dummies = json_array();
	const json_t *d;

	for (size_t i = 0; (d = fortran_dummy(unit, scope, i)); i++)
		json_array_append_new(dummies, json_copy((json_t *)d));
	return interface_new(dummies, fortran_result(unit, scope));
}

/* The variable or number that is an argument of a call, as a dummy of that name. */
static json_t *argument_as_dummy(const struct fortran_driver *f, const char *text,
				 size_t number)
{
	const char *colon = strchr(text, ':');
	const size_t size = colon ? strcspn(colon + 1, " ()[],") : 0;
	char *variable = colon ? strndup(colon + 1, size) : NULL, name[16];
	const json_t *known =
	    variable ? fortran_symbol(f->w->unit, f->scope, variable) : NULL;
	json_t *d = known ? json_copy((json_t *)known) : json_object();
	const bool is_number = strspn(text, "0123456789") > 0;

	snprintf(name, sizeof name, "a%zu", number + 1);
	json_object_set_new(d, "variable", json_text(variable ? variable : ""));
	json_object_set_new(d, "name", json_text(name));
	json_object_set_new(d, "words", json_text(known ? " " : " DUMMY(IN) "));
	if (!known) {
		const char *kind = strrchr(text, '_');
		json_object_set_new(
		    d, "base",
		    json_text(is_number && !strpbrk(text, ".e") ? "INTEGER" : "REAL"));
		json_object_set_new(d, "kind",
				    json_integer(kind && kind[1] == '8' ? 8 : 4));
	}
	free(variable);
	return d;
}

/* The arguments of the first call of that dummy procedure, "((a) (b))" in the dump. */
static const char *call_find(const struct fortran_driver *f, const char *name)
{
	const json_t *line;
	size_t i;
	char as_function[80], as_subroutine[80];

	snprintf(as_function, sizeof as_function, "%s[[((", name);
	snprintf(as_subroutine, sizeof as_subroutine, "CALL %s ((", name);
	json_array_foreach(json_object_get(f->scope, "code"), i, line)
	{
		const char *text = json_member_text(line, "text");
		const char *at = strstr(text, as_function);
		if (strncmp(text, as_subroutine, strlen(as_subroutine)) == 0)
			return text + strlen(as_subroutine) - 1;
		if (at && (at == text || strchr(" (", at[-1])))
			return at + strlen(as_function) - 1;
	}
	return NULL;
}

/* EXTERNAL: as it is called. */
static json_t *interface_of_call(const struct fortran_driver *f, const json_t *d)
{
	const char *at = call_find(f, json_member_text(d, "name"));
	json_t *all, *dummies;

	if (!at)
		return NULL;
	dummies = json_array();
	for (size_t i = 0; *at == '(' && i < CALLED_MOST; i++) {
		const char *end = fortran_expression_end(at);
		json_array_append_new(dummies, argument_as_dummy(f, at + 1, i));
		at = end + strspn(end, " ");
	}
	all = interface_new(dummies, fortran_has(d, "FUNCTION") ? d : NULL);
	json_object_set_new(all, "external", json_true());
	return all;
}

static json_t *interface_find(const struct fortran_driver *f, const char *in,
			      const json_t *d)
{
	json_t *found = fortran_interface(f->source, in, json_member_text(d, "name"));
	const char *procedure = json_member_text(found, "procedure");

	if (*procedure) {
		const json_t *scope = fortran_procedure(f->w->unit, procedure);
		json_decref(found);
		return scope ? interface_of_scope(f->w->unit, scope) : NULL;
	}
	return found ? found : interface_of_call(f, d);
}

/* ---- procedures of the unit */

static bool is_same(const json_t *unit, const json_t *a, const json_t *b)
{
	const json_t *of = fortran_type_of(unit, a), *other = fortran_type_of(unit, b);

	return strcmp(json_member_text(a, "base"), json_member_text(b, "base")) == 0 &&
	       rank_of(a) == rank_of(b) && (!of || !other || of == other);
}

static bool has_interface(const json_t *unit, const json_t *scope, const json_t *wanted)
{
	json_t *own = interface_of_scope(unit, scope);
	const json_t *dummies = json_object_get(wanted, "dummies");
	const json_t *others = json_object_get(own, "dummies");
	bool is = json_is_true(json_object_get(wanted, "subroutine")) ==
		      json_is_true(json_object_get(own, "subroutine")) &&
		  json_array_size(dummies) == json_array_size(others);

	for (size_t i = 0; is && i < json_array_size(dummies); i++)
		is = is_same(unit, json_array_get(dummies, i),
			     json_array_get(others, i)) &&
		     is_input(json_array_get(dummies, i)) ==
			 is_input(json_array_get(others, i));
	if (is && json_object_get(wanted, "result"))
		is = is_same(unit, json_object_get(wanted, "result"),
			     json_object_get(own, "result"));
	json_decref(own);
	return is;
}

/* Module procedures that have the interface. No pointer may be to an elemental one. */
static size_t procedures_find(const struct fortran_driver *f, const json_t *wanted,
			      const char **names, const char **modules)
{
	const json_t *function;
	size_t i, count = 0;

	json_array_foreach(json_object_get(f->w->unit, "functions"), i, function)
	{
		const json_t *scope =
		    fortran_scope(f->w->unit, number_in(function, "scope"));
		const long parent = number_in(scope, "parent");
		if (count < PROCEDURES_MOST && scope != f->scope && parent >= 0 &&
		    !fortran_has(fortran_self(f->w->unit, scope), "ELEMENTAL") &&
		    has_interface(f->w->unit, scope, wanted)) {
			names[count] = json_member_text(scope, "name");
			modules[count++] =
			    json_member_text(fortran_scope(f->w->unit, parent), "name");
		}
	}
	return count;
}

/* ---- the procedure that is made */

/* The first real number, and the first array of them, that the procedure gets. */
static const json_t *input_find(const json_t *dummies, bool is_array)
{
	const json_t *d;
	size_t i;

	json_array_foreach(dummies, i, d)
	{
		if (is_real(d) && (rank_of(d) > 0) == is_array &&
		    !fortran_has(d, "OUTPUT") && !fortran_has(d, "ALLOCATABLE") &&
		    !fortran_has(d, "POINTER"))
			return d;
	}
	return NULL;
}

/* Assumed size has no extent: as many as an integer among the arguments says. */
static char *part_of(const json_t *d, const json_t *dummies)
{
	const char *name = json_member_text(d, "name");
	const char *high =
	    json_string_value(json_array_get(json_object_get(d, "bounds"), 1));
	const json_t *other;
	size_t i;

	if (!rank_of(d) || strcmp(json_member_text(d, "shape"), "EXTERNAL") != 0)
		return wrap_format("%s", name);
	const char *colon = high ? strchr(high, ':') : NULL;
	json_array_foreach(dummies, i, other)
	{
		if (fortran_is(other, "INTEGER") && !rank_of(other) && colon &&
		    strcmp(json_member_text(other, "variable"), colon + 1) == 0)
			return wrap_format("%s(1:%s)", name,
					   json_member_text(other, "name"));
	}
	if (high && strspn(high, "0123456789") == strlen(high) && *high)
		return wrap_format("%s(1:%s)", name, high);
	json_array_foreach(dummies, i, other)
	{
		if (fortran_is(other, "INTEGER") && !rank_of(other))
			return wrap_format("%s(1:%s)", name,
					   json_member_text(other, "name"));
	}
	return wrap_format("%s(1)", name);
}

/* The array input in the shape of the output; their sum for an output of another rank. */
static char *array_for(const json_t *out, const json_t *array, const json_t *dummies,
		       const char *values)
{
	const json_t *bounds = json_object_get(out, "bounds");
	char *part = part_of(array, dummies), *to = part_of(out, dummies), *x;
	const bool is_same_size =
	    json_equal(bounds, json_object_get(array, "bounds")) &&
	    strcmp(part + strlen(json_member_text(array, "name")),
		   to + strlen(json_member_text(out, "name"))) == 0;

	if (rank_of(out) != rank_of(array))
		x = wrap_format("sum(%s)", part);
	else if (is_same_size)
		x = strdup(part);
	else
		x = wrap_format("reshape(%s, shape(%s), pad=real(%s, kind(%s)))", part,
				to, values, json_member_text(array, "name"));
	free(part);
	free(to);
	return x;
}

/* The polynomial for an output, "v(1) + v(2)*x + v(3)*x**2". */
static char *polynomial(const json_t *out, const json_t *dummies, const char *values)
{
	const json_t *scalar = input_find(dummies, false);
	const json_t *array = input_find(dummies, true);
	struct text_buffer text = {0};
	char *x = NULL, *whole;

	text_add(&text, "%s(1)", values);
	if (array) {
		x = array_for(out, array, dummies, values);
		text_add(&text, " + %s(2)*%s", values, x);
	}
	if (scalar) {
		const char *name = json_member_text(scalar, "name");
		text_add(&text, " + %s(3)*%s + %s(4)*%s**2", values, name, values,
			 name);
	}
	free(x);
	whole = strdup(text_string(&text));
	text_done(&text);
	return whole;
}

/* A pure procedure may not count its calls. */
static bool is_pure(const json_t *interface)
{
	const json_t *text = json_object_get(interface, "text");
	const char *head = json_string_value(json_array_get(text, 0));

	return head && strncmp(head, "pure ", 5) == 0;
}

static void output_write(const json_t *out, const json_t *interface, const char *name,
			 struct text_buffer *body)
{
	const json_t *dummies = json_object_get(interface, "dummies");
	char *values = wrap_format("%s_values", name);
	char *formula = polynomial(out, dummies, values);
	char *part = part_of(out, dummies);
	char *next = is_pure(interface) ? wrap_format("%s(1)", values)
					: wrap_format("%s(1 + mod(%s_calls, %d))",
						      values, name, TABLE);

	if (is_real(out) || fortran_is(out, "COMPLEX"))
		text_add(body,
			 "  if (%s_way == 0) then\n    %s = %s\n  else\n    %s = %s\n"
			 "  end if\n",
			 name, part, formula, part, next);
	else if (fortran_is(out, "LOGICAL"))
		text_add(body, "  %s = %s > 0\n", part, next);
	else if (fortran_is(out, "INTEGER"))
		text_add(body, "  %s = %s_status\n", part, name);
	free(values);
	free(formula);
	free(part);
	free(next);
}

static bool has_integer_output(const json_t *interface)
{
	const json_t *d;
	size_t i;

	json_array_foreach(json_object_get(interface, "dummies"), i, d)
	{
		if (fortran_is(d, "INTEGER") && fortran_has(d, "OUTPUT"))
			return true;
	}
	return fortran_is(json_object_get(interface, "result"), "INTEGER");
}

/* Which arguments the procedure sets: those that it may, but of an external one the last
 * array. */
static void outputs_mark(json_t *interface)
{
	const json_t *dummies = json_object_get(interface, "dummies");
	const bool is_subroutine =
	    json_is_true(json_object_get(interface, "subroutine"));
	const bool is_external = json_is_true(json_object_get(interface, "external"));
	size_t i = json_array_size(dummies);
	bool is_found = false;

	while (i--) {
		json_t *d = json_array_get(dummies, i);
		const bool is_last_array = rank_of(d) && is_real(d) && !is_found;
		const bool is_output =
		    is_external ? is_subroutine && is_last_array : !is_input(d);
		is_found |= is_last_array;
		if (is_external && rank_of(d)) {
			json_object_set_new(d, "shape", json_text("EXTERNAL"));
		}
		if (is_output && is_subroutine)
			json_object_set_new(d, "words", json_text(" OUTPUT "));
	}
}

/* Declarations of the arguments, where the source has no text of them. */
static void declarations_write(const struct fortran_driver *f, const json_t *interface,
			       struct text_buffer *out)
{
	const bool is_external = json_is_true(json_object_get(interface, "external"));
	const json_t *d;
	size_t i;

	json_array_foreach(json_object_get(interface, "dummies"), i, d)
	{
		char *type = fortran_type_text(f->w->unit, d);
		char *bounds =
		    is_external && rank_of(d) ? strdup("(*)") : fortran_bounds_text(d);
		text_add(out, "  %s%s :: %s%s\n", type ? type : "real(8)",
			 fortran_has(d, "VALUE")    ? ", value"
			 : is_external		    ? ""
			 : fortran_has(d, "OUTPUT") ? ", intent(inout)"
						    : ", intent(in)",
			 json_member_text(d, "name"), bounds ? bounds : "");
		free(type);
		free(bounds);
	}
}

/* "subroutine f_made(t, y, dy)" and what declares its arguments. */
static void head_write(struct fortran_driver *f, const json_t *interface,
		       const char *name, struct text_buffer *out)
{
	const json_t *result = json_object_get(interface, "result"), *d;
	const json_t *dummies = json_object_get(interface, "dummies");
	const json_t *text = json_object_get(interface, "text");
	const char *own = json_member_text(result, "name");
	size_t i;

	text_add(out, "!me$ driver\n%s%s %s_made(", is_pure(interface) ? "pure " : "",
		 result ? "function" : "subroutine", name);
	json_array_foreach(dummies, i, d)
	    text_add(out, "%s%s", i ? ", " : "", json_member_text(d, "name"));
	text_add(out, ")%s%s%s\n", result ? " result(" : "",
		 result ? text ? own : "made" : "", result ? ")" : "");
	if (!text) {
		declarations_write(f, interface, out);
		char *type = result ? fortran_type_text(f->w->unit, result) : NULL;
		char *bounds = result ? fortran_bounds_text(result) : NULL;
		if (type)
			text_add(out, "  %s :: made%s\n", type, bounds ? bounds : "");
		free(type);
		free(bounds);
		return;
	}
	for (i = 1; i + 1 < json_array_size(text); i++) {
		const char *line = json_string_value(json_array_get(text, i));
		if (strncmp(line, "import", 6) != 0)
			text_add(out, "  %s\n", line);
	}
	const char *head =
	    fortran_type_begin(json_string_value(json_array_get(text, 0)));
	const char *word = result ? strstr(head, "function") : head;
	if (word > head && !strstr(head, "result"))
		text_add(out, "  %.*s :: %s\n", (int)(word - head - 1), head, own);
}

static void made_write(struct fortran_driver *f, json_t *interface, const char *name)
{
	const json_t *dummies = json_object_get(interface, "dummies"), *d;
	json_t *result = json_object_get(interface, "result");
	struct text_buffer body = {0};
	const bool is_named = json_object_get(interface, "text");
	size_t i;

	outputs_mark(interface);
	head_write(f, interface, name, &body);
	if (!is_pure(interface))
		text_add(&body, "  %s_calls = %s_calls + 1\n", name, name);
	json_array_foreach(dummies, i, d) if (fortran_has(d, "OUTPUT"))
	    output_write(d, interface, name, &body);
	if (result) {
		json_t *copy = json_copy(result);
		if (!is_named)
			json_object_set_new(copy, "name", json_text("made"));
		output_write(copy, interface, name, &body);
		json_decref(copy);
	}
	text_add(&body, "end %s\n", result ? "function" : "subroutine");
	text_add(&f->w->above, "%s", text_string(&body));
	text_add(&f->data,
		 "integer, save :: %s_way = 0, %s_calls = 0, %s_status = 0\n"
		 "real(8), save :: %s_values(%d) = 0\n",
		 name, name, name, name, TABLE);
	text_done(&body);
}

/* ---- the argument */

/* Statements of the driver that set what the procedure returns. */
static void values_set(struct fortran_driver *f, const json_t *interface,
		       const char *name, size_t others)
{
	struct fortran_place here = outside;
	char *way = wrap_format("%s_choice", name), *values, *status;
	char *given = wrap_format("%s_given", name);

	here.body = &f->w->statements;
	char *choice = fortran_choice(f, way, 0, (long)others + 1, &here);
	const char *own = fortran_parameter(f, "real(8)", given, "4", &here);
	values = wrap_format("%s_values", name);
	fortran_line(&here, "%s_way = %s", name, choice);
	fortran_line(&here, "%s_calls = 0", name);
	fortran_line(&here, "%s = %s", values, own);
	if (has_integer_output(interface)) {
		status = wrap_format("%s_returned", name);
		char *returned = fortran_choice(f, status, -2, 2, &here);
		fortran_line(&here, "%s_status = %s", name, returned);
		free(returned);
		free(status);
	}
	free(values);
	free(given);
	free(way);
	free(choice);
}

static char *pointer_declare(struct fortran_driver *f, const char *name,
			     const char **names, const char **modules, size_t count)
{
	char *wanted = wrap_format("%s_procedure", name);
	const char *own = wrap_name(f->w, wanted);
	struct fortran_place here = outside;

	here.body = &f->w->statements;
	text_add(&f->w->objects, "procedure(%s_made), pointer :: %s\n", name, own);
	fortran_line(&here, "%s => %s_made", own, name);
	for (size_t i = 0; i < count; i++) {
		fortran_use(f, modules[i], names[i]);
		fortran_line(&here, "if (%s_way == %zu) %s => %s", name, i + 2, own,
			     names[i]);
	}
	free(wanted);
	return wrap_format("%s", own);
}

char *fortran_callback(struct fortran_driver *f, const char *in, const json_t *d,
		       const char *name)
{
	const char *names[PROCEDURES_MOST], *modules[PROCEDURES_MOST];
	json_t *interface = interface_find(f, in, d);
	char *value = NULL;

	if (!interface)
		return wrap_refuse(f->w,
				   "nothing in this file says which interface the "
				   "procedure %s has",
				   name);
	const bool is_external = json_is_true(json_object_get(interface, "external"));
	const size_t count =
	    is_external ? 0 : procedures_find(f, interface, names, modules);
	made_write(f, interface, name);
	values_set(f, interface, name, count);
	wrap_guess(f->w, "%s is %sa polynomial of its arguments or a table of results",
		   name, count ? "a procedure of this file, " : "");
	value = is_external ? wrap_format("%s_made", name)
			    : pointer_declare(f, name, names, modules, count);
	json_decref(interface);
	return value;
}
