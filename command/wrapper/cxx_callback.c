/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cxx_callback.c - functions that a function takes, also as those of an object of an abstract class,
 * which the driver writes. Their results are inputs: a polynomial of
 * the first argument where it and the result are floating point, one of two values on either
 * side of a limit where it is an integer, else one of some values for each call in turn.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

struct callback {
	struct text_buffer parameters; /* "double x, void *y" */
	struct words names;
	const json_t *result, *first;
	size_t count;
	bool counts; /* its calls */
	char *body; /* "return x < limit;" */
};

static const json_t *number_of(const struct wrapping *w, const json_t *type)
{
	const json_t *to =
	    type_is(type, "reference") ? type_of(w->unit, type, "to") : type;

	return type_is_number(to) && !type_is(to, "enum") ? type_plain(w->unit, to)
							  : NULL;
}

static void parameters_take(struct wrapping *w, const json_t *function,
			    struct callback *c)
{
	static const char *const names[] = {"x", "y", "z"};
	const json_t *parameter;
	size_t index;

	json_array_foreach(json_object_get(function, "parameters"), index, parameter)
	{
		const char *own = wrap_name(w, index < 3 ? names[index] : "more");
		char *text = c_declaration(w->unit, type_at(w->unit, parameter), own);
		text_add(&c->parameters, "%s%s", index ? ", " : "", text ? text : "");
		words_add(&c->names, own);
		free(text);
	}
	c->count = index;
	c->result = type_of(w->unit, function, "result");
	c->first =
	    c->count
		? number_of(w, type_at(w->unit,
				       json_array_get(
					   json_object_get(function, "parameters"), 0)))
		: NULL;
}

/* A variable above the driver, which bodies there can name: has the value, which it takes. */
static const char *keep_above(struct wrapping *w, char *value, const json_t *type,
			      const char *star, const char *wanted,
			      const struct value_place *at)
{
	const char *own = wrap_name(w, wanted);
	char *declarator = wrap_format("%s%s", star, own);
	char *declared = c_declaration(w->unit, type, declarator ? declarator : "");

	text_add(&w->above, "static %s%s;\n", *star ? "const " : "",
		 declared ? declared : "");
	text_add(at->statements, "%s%s = %s;\n", at->indent, own, value ? value : "");
	free(declarator);
	free(declared);
	free(value);
	return own;
}

/* How a name of the driver is read in the body: as it is by a function object, which has a copy of
 * it; a function has a variable of its own for it. */
static char *body_name(struct wrapping *w, char *value, const json_t *type,
		       const char *star, const struct value_place *at, bool is_plain)
{
	if (!is_plain || !value)
		return value;
	char *wanted = wrap_format("%s_given", w->names.items[w->names.count - 1]);
	const char *own =
	    keep_above(w, value, type, star, wanted ? wanted : "given", at);
	free(wanted);
	return wrap_format("%s", own);
}

static char *values_make(struct wrapping *w, const json_t *type, const char *name,
			 int count, const struct value_place *at, bool is_plain)
{
	char *spelled = cxx_spell(w, type), *constant, more[32], *value;

	snprintf(more, sizeof more, "[%d]", count);
	constant = wrap_format("const %s", spelled ? spelled : "");
	value =
	    body_name(w, cxx_parameter(w, constant ? constant : "", name, at, more, ""),
		      type, "*", at, is_plain);
	free(spelled);
	free(constant);
	return value;
}

static char *limit_make(struct wrapping *w, const json_t *type, const char *name,
			const struct value_place *at, bool is_plain)
{
	char *spelled = cxx_spell(w, type), *wanted = wrap_format("%s_limit", name);
	char *value = body_name(w,
				cxx_parameter(w, spelled ? spelled : "",
					      wanted ? wanted : name, at, "", ""),
				type, "", at, is_plain);

	free(spelled);
	free(wanted);
	return value;
}

/* The body, of a result that is a number. */
static void number_body(struct wrapping *w, struct callback *c, const json_t *result,
			const char *name, const struct value_place *at, bool is_plain)
{
	const char *x = c->count ? c->names.items[0] : "",
		   *y = c->count > 1 ? c->names.items[1] : "";
	char *values, *limit = NULL;

	if (type_is(result, "boolean") && c->count == 2 && c->first) {
		c->body = wrap_format("return %s < %s;", x, y);
	} else if (type_is(result, "boolean") && c->first) {
		limit = limit_make(w, c->first, name, at, is_plain);
		c->body = wrap_format("return %s < %s;", x, limit ? limit : "");
		wrap_guess(w, "%s is true below a limit", name);
	} else if (type_is(result, "float") && c->first) {
		values = values_make(w, result, name, 4, at, is_plain);
		c->body = wrap_format("return %s[0] + %s * (%s[1] + %s * (%s[2] + %s * "
				      "%s[3]));",
				      values, x, values, x, values, x, values);
		wrap_guess(w, "%s is a polynomial", name);
		free(values);
	} else if (c->first) {
		limit = limit_make(w, c->first, name, at, is_plain);
		values = values_make(w, result, name, 2, at, is_plain);
		c->body = wrap_format("return %s < %s ? %s[0] : %s[1];", x,
				      limit ? limit : "", values, values);
		wrap_guess(w, "%s has one result below a limit, and another above",
			   name);
		free(values);
	} else {
		values = values_make(w, result, name, 4, at, is_plain);
		c->counts = true;
		c->body = wrap_format("return %s[calls++ %% 4];", values);
		wrap_guess(w, "%s has four results, in turn", name);
		free(values);
	}
	free(limit);
}

static int callback_make(struct wrapping *w, const json_t *function, const char *name,
			 const struct value_place *at, bool is_plain,
			 struct callback *c)
{
	const json_t *result;

	if (is_true(function, "variadic"))
		return wrap_refuse(w, "%s has variable arguments", name), -1;
	parameters_take(w, function, c);
	result = type_plain(w->unit, c->result);
	if (type_is(result, "void"))
		c->body = strdup("");
	else if (type_is_number(result) && !type_is(result, "enum"))
		number_body(w, c, result, name, at, is_plain);
	else if (is_plain || type_is(c->result, "reference"))
		wrap_refuse(w, "%s is a function whose result is no number", name);
	else {
		char *value = cxx_value(w, c->result, name, at);
		c->body = wrap_format("return %s;", value ? value : "");
		free(value);
	}
	return *w->why ? -1 : 0;
}

static void callback_done(struct callback *c)
{
	text_done(&c->parameters);
	words_done(&c->names);
	free(c->body);
}

char *cxx_callback(struct wrapping *w, const json_t *function, const char *name,
		   const struct value_place *at)
{
	struct callback c = {0};
	char *value = NULL, *result;

	if (!type_is(function, "function"))
		return wrap_refuse(w, "%s is no function that is known here", name);
	if (callback_make(w, function, name, at, false, &c) == 0) {
		result = cxx_spell(w, c.result);
		value = wrap_format(
		    "[=%s](%s)%s -> %s { %s }", c.counts ? ", calls = 0u" : "",
		    text_string(&c.parameters), c.counts ? " mutable" : "",
		    result ? result : "void", c.body);
		free(result);
	}
	callback_done(&c);
	return value;
}

/* Functions of the unit that have the type: `f_which == 1 ? square : ...` */
static void candidates_add(struct wrapping *w, const json_t *type, const char *name,
			   const struct value_place *at, char **value)
{
	const json_t *functions = json_object_get(w->unit, "functions"), *f, *other;
	const char *found[CXX_CHOICES];
	size_t count = 0, index, i;

	json_array_foreach(functions, index, f)
	{
		const char *own = json_member_text(f, "name");
		size_t same = 0;
		json_array_foreach(functions, i, other) same +=
		    strcmp(json_member_text(other, "name"), own) == 0;
		if (count < CXX_CHOICES && same == 1 && f != w->function &&
		    type_of(w->unit, f, "type") == type && !json_object_get(f, "class"))
			found[count++] = own;
	}
	if (!count)
		return;
	char *wanted = wrap_format("%s_which", name);
	char *which = cxx_count(w, wanted ? wanted : name, (long)count, at);
	for (i = 0; i < count; i++) {
		char *more = wrap_format("%s == %zu ? %s : %s", which ? which : "",
					 i + 1, found[i], *value ? *value : "");
		free(*value);
		*value = more;
	}
	char *whole = wrap_format("(%s)", *value ? *value : "");
	free(*value);
	*value = whole;
	free(wanted);
	free(which);
}

char *cxx_callback_pointer(struct wrapping *w, const json_t *function, const char *name,
			   const struct value_place *at)
{
	struct callback c = {0};
	char *value = NULL;

	if (*at->dims)
		return wrap_refuse(w, "%s is a function inside of an array", name);
	if (callback_make(w, function, name, at, true, &c) == 0) {
		char *wanted = wrap_format("%s_call", name);
		const char *own = wrap_name(w, wanted ? wanted : name);
		char *head = wrap_format("%s(%s)", own, text_string(&c.parameters));
		char *declared = c_declaration(w->unit, c.result, head ? head : "");
		text_add(&w->above, "static %s\n{\n%s\t%s\n}\n",
			 declared ? declared : "",
			 c.counts ? "\tstatic unsigned calls;\n\n" : "", c.body);
		value = wrap_format("%s", own);
		candidates_add(w, function, name, at, &value);
		free(wanted);
		free(head);
		free(declared);
	}
	callback_done(&c);
	return value;
}

/* ---- classes that the driver derives */

/*
 * An abstract class that no class of the unit implements: the driver does. For
 *
 *	class solver { public: virtual double f(double x) const = 0; };
 *
 * it is
 *
 *	static double f_result;
 *	struct solver_made : solver {
 *		template <typename... T> solver_made(T &&...t) : solver(std::forward<T>(t)...) {}
 *		double f(double) const override { return f_result; }
 *	};
 *
 * whose results are inputs, of all its objects the same. Protected constructors can be called so.
 */

bool cxx_has_base(const struct wrapping *w, const json_t *type, const json_t *base)
{
	const json_t *number;
	size_t index;

	json_array_foreach(json_object_get(type, "bases"), index, number)
	{
		const json_t *of = type_at(w->unit, number);
		if (of == base || cxx_has_base(w, of, base))
			return true;
	}
	return false;
}

/* A number, which is an input. */
static char *return_number(struct wrapping *w, const json_t *plain, const char *name,
			   const struct value_place *at)
{
	char *type = cxx_spell(w, plain), *wanted = wrap_format("%s_result", name);
	char *given = wrap_format("%s_given", name);
	char *value =
	    cxx_parameter(w, type ? type : "", given ? given : name, at, "", "");
	const char *kept = keep_above(w, value, plain, "", wanted ? wanted : name, at);

	free(type);
	free(wanted);
	free(given);
	return wrap_format("return %s;", kept);
}

/* What the body of the function is. */
static char *body_make(struct wrapping *w, const json_t *type, const json_t *function,
		       const char *class, const struct value_place *at)
{
	const json_t *result = type_of(w->unit, function, "result"),
		     *plain = type_plain(w->unit, result),
		     *to = type_of(w->unit, result, "to");
	const bool is_own = to && (type_plain(w->unit, to) == type ||
				   cxx_has_base(w, type, type_plain(w->unit, to)));

	if (type_is(plain, "void"))
		return wrap_format("%s", "");
	if (type_is(result, "reference") && is_own &&
	    (is_true(to, "const") || !is_true(function, "const")))
		return wrap_format("return *this;");
	if (type_is(result, "pointer"))
		return is_own ? wrap_format("return new %s(*this);", class)
			      : wrap_format("return nullptr;");
	if (type_is_flat(w->unit, plain))
		return return_number(w, plain, json_member_text(function, "name"), at);
	if (type_is(plain, "record"))
		return wrap_format("return {};");
	return wrap_refuse(w, "%s is abstract, and nothing says what its %s returns",
			   json_member_text(type, "name"),
			   json_member_text(function, "name"));
}

static void function_add(struct wrapping *w, const json_t *type, const json_t *function,
			 const char *class, const struct value_place *at,
			 struct text_buffer *out)
{
	const char *noun = json_member_text(function, "name");
	char *body = body_make(w, type, function, class, at), *head, *whole;
	struct cxx_list types = {0};
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(function, "parameters"), index, p)
	    cxx_list_add(&types, cxx_spell(w, type_of(w->unit, p, "type")));
	head = wrap_format("%s(%s)%s%s override", noun, text_string(&types.text),
			   is_true(function, "const") ? " const" : "",
			   is_true(function, "noexcept") ? " noexcept" : "");
	whole = head
		    ? c_declaration(w->unit, type_of(w->unit, function, "result"), head)
		    : NULL;
	text_add(out, "\t%s { %s }\n", whole ? whole : "", body ? body : "");
	text_done(&types.text);
	free(whole);
	free(head);
	free(body);
}

static void class_write(struct wrapping *w, const json_t *type, const char *class,
			const struct value_place *at)
{
	const char *base = json_member_text(type, "name");
	struct text_buffer functions = {0};
	const json_t *f;
	size_t index;

	json_array_foreach(json_object_get(type, "pure"), index, f)
	    function_add(w, type, f, class, at, &functions);
	wrap_guess(w, "%s implements %s: its functions return what the input says",
		   class, base);
	text_add(&w->above,
		 "struct %s : %s {\n\ttemplate <typename... T> %s(T &&...t) : "
		 "%s(std::forward<T>(t)...) {}\n%s};\n",
		 class, base, class, base, text_string(&functions));
	text_done(&functions);
}

const json_t *cxx_derived(struct wrapping *w, const json_t *type,
			  const struct value_place *at)
{
	const char *base = json_member_text(type, "name");
	char *noun = cxx_noun(base), *wanted = wrap_format("%s_made", noun ? noun : "");
	json_t *made;
	size_t index;

	if (!w->derived)
		w->derived = json_array();
	json_array_foreach(w->derived, index,
			   made) if (json_object_get(made, "number") ==
				     json_object_get(type, "number"))
	{
		free(noun);
		free(wanted);
		return made;
	}
	const char *class = wrap_name(w, wanted ? wanted : "made");
	class_write(w, type, class, at);
	made = json_copy((json_t *)type);
	json_object_set_new(made, "name", json_string(class));
	json_object_del(made, "abstract");
	json_array_append_new(w->derived, made);
	free(noun);
	free(wanted);
	return *w->why ? NULL : made;
}
