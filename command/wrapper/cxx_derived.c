/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cxx_derived.c - an abstract class that no class of the unit implements: the driver does. For
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
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

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
	const char *kept = wrap_name(w, wanted ? wanted : name);
	char *value =
	    cxx_parameter(w, type ? type : "", given ? given : name, at, "", "");

	text_add(&w->above, "static %s %s;\n", type ? type : "", kept);
	text_add(at->statements, "%s%s = %s;\n", at->indent, kept, value ? value : "");
	free(type);
	free(wanted);
	free(given);
	free(value);
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
