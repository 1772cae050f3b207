/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_callbacks.c - pointers to functions: those of the unit that have the type, and one that
 * returns what the input says: a polynomial of its numbers, or in turn the elements of a table.
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

enum { COEFFICIENTS = 3, RESULTS = 4, CANDIDATES = 4 };

/* Whether two functions have the same parameters and result. */
static bool same_function(const struct wrapping *w, const json_t *a, const json_t *b)
{
	const json_t *p = json_object_get(a, "parameters"),
		     *q = json_object_get(b, "parameters");

	if (json_array_size(p) != json_array_size(q) ||
	    type_plain(w->unit, type_of(w->unit, a, "result")) !=
		type_plain(w->unit, type_of(w->unit, b, "result")))
		return false;
	for (size_t i = 0; i < json_array_size(p); i++) {
		char *one = c_declaration(w->unit,
					  type_at(w->unit, json_array_get(p, i)), ""),
		     *other = c_declaration(w->unit,
					    type_at(w->unit, json_array_get(q, i)), "");
		const bool same = one && other && strcmp(one, other) == 0;
		free(one);
		free(other);
		if (!same)
			return false;
	}
	return true;
}

static bool is_candidate(const struct wrapping *w, const json_t *f, const json_t *type)
{
	return f != w->function &&
	       strcmp(json_member_text(f, "kind"), "declared") != 0 &&
	       strcmp(json_member_text(f, "kind"), "main") != 0 &&
	       same_function(w, type_of(w->unit, f, "type"), type);
}

/* What a function takes its void * for; null: nothing. */
static const json_t *data_of(const struct wrapping *w, const json_t *f)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(f, "parameters"), index, p)
	{
		const json_t *cast = type_of(w->unit, p, "cast");
		if (cast)
			return cast;
	}
	return NULL;
}

/* The type of the parameter or member that is the callback. */
static const json_t *callback_type(const struct wrapping *w, const char *name)
{
	const json_t *p, *type, *m;
	size_t index, k;

	json_array_foreach(json_object_get(w->function, "parameters"), index,
			   p) if (strcmp(json_member_text(p, "name"), name) ==
				  0) return type_of(w->unit,
						    type_of(w->unit, p, "type"), "to");
	json_array_foreach(json_object_get(w->unit, "types"), index, type)
	    json_array_foreach(json_object_get(type, "members"), k, m)
	{
		const json_t *of = type_of(w->unit, m, "type");
		if (strcmp(json_member_text(m, "name"), name) == 0 &&
		    type_is(type_of(w->unit, of, "to"), "function"))
			return type_of(w->unit, of, "to");
	}
	return NULL;
}

const json_t *callback_data(const struct wrapping *w, const char *name)
{
	const json_t *type = callback_type(w, name), *f;
	size_t index;

	if (type)
		json_array_foreach(json_object_get(w->unit, "functions"), index, f)
		{
			if (is_candidate(w, f, type) && data_of(w, f))
				return data_of(w, f);
		}
	return NULL;
}

/* ---- the function that returns what the input says */

/* `double x0, void *x1`, and the sum of the numbers among them. */
static void parameters_write(const struct wrapping *w, const json_t *type,
			     struct text_buffer *list, struct text_buffer *sum)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(type, "parameters"), index, p)
	{
		const json_t *of = type_at(w->unit, p);
		char *name = wrap_format("a%zu", index);
		char *declared = c_declaration(w->unit, of, name);
		text_add(list, "%s%s", index ? ", " : "", declared);
		if (type_is(of, "float"))
			text_add(sum, "%s%s", sum->size ? " + " : "", name);
		free(declared);
		free(name);
	}
	if (!index)
		text_add(list, "void");
}

/* Its body: the statements that return a result. */
static void result_write(struct wrapping *w, const json_t *result, const char *own,
			 const char *argument, const struct value_place *at)
{
	char *data = wrap_format("%s_results", own);
	char *type = c_declaration(w->unit, type_plain(w->unit, result), "");
	const bool polynomial = type_is(result, "float") && *argument;
	const int count = polynomial ? COEFFICIENTS : RESULTS;
	const char *parameter;
	char more[16];

	snprintf(more, sizeof more, "[%d]", count);
	free(wrap_plain(w, type, data, at, more, &parameter));
	char *wanted = wrap_format("%s_now", parameter);
	char *kept = wrap_format("%s", wrap_name(w, wanted ? wanted : parameter));
	text_add(&w->above, "static %s %s[%d];\n", type, kept, count);
	text_add(&w->statements, "\tmemcpy(%s, %s, sizeof %s);\n", kept, parameter,
		 kept);
	if (polynomial) {
		wrap_guess(w, "%s() returns a polynomial, whose coefficients are %s",
			   own, parameter);
	} else {
		text_add(&w->above, "static unsigned %s_call;\n", own);
		text_add(&w->statements, "\t%s_call = 0;\n", own);
		wrap_guess(w, "%s() returns the elements of %s in turn", own,
			   parameter);
	}
	free(wanted);
	free(kept);
	free(type);
	free(data);
}

static const char *synthetic_write(struct wrapping *w, const json_t *type,
				   const char *name, const struct value_place *at)
{
	const json_t *result = type_of(w->unit, type, "result");
	struct text_buffer list = {0}, sum = {0};
	char *wanted = wrap_format("%s_%s", w->of, *name ? name : "callback");
	const char *own = wrap_name(w, wanted ? wanted : name);
	char *head;

	parameters_write(w, type, &list, &sum);
	head = wrap_format("%s(%s)", own, text_string(&list));
	char *declared = c_declaration(w->unit, result, head);
	if (type_is_number(result) && *json_member_text(result, "name")) {
		result_write(w, result, own, text_string(&sum), at);
		const char *kept = w->names.items[w->names.count - 1];
		text_add(&w->above, "ME_DRIVER static %s\n{\n", declared);
		if (type_is(result, "float") && sum.size)
			text_add(
			    &w->above,
			    "\tconst double x = %s;\n\n\treturn %s[0] + x * (%s[1] + "
			    "x * %s[2]);\n}\n",
			    text_string(&sum), kept, kept, kept);
		else
			text_add(&w->above, "\treturn %s[%s_call++ %% %d];\n}\n", kept,
				 own, RESULTS);
	} else {
		text_add(&w->above, "ME_DRIVER static %s\n{\n", declared);
		if (type_is(result, "pointer"))
			text_add(&w->above, "\treturn NULL;\n}\n");
		else if (type_is(result, "void"))
			text_add(&w->above, "}\n");
		else {
			char *zero = c_declaration(w->unit, result, "zero");
			text_add(&w->above, "\tstatic %s;\n\n\treturn zero;\n}\n",
				 zero);
			free(zero);
		}
	}
	free(declared);
	free(head);
	free(wanted);
	text_done(&list);
	text_done(&sum);
	return own;
}

char *make_callback(struct wrapping *w, const json_t *type, const char *name,
		    const json_t *facts, const struct value_place *at)
{
	struct value_place once = *at;
	const json_t *data = callback_data(w, json_member_text(facts, "name")), *f;
	const char *candidates[CANDIDATES];
	struct text_buffer text = {0};
	size_t index, count = 0;
	char *which = NULL, *whole, *name_of;

	if (is_true(type, "variadic"))
		return wrap_refuse(
		    w, "%s is called with a variable number of arguments", name);
	/* One function serves all objects of an array. */
	once.dims = once.index = "";
	once.statements = &w->statements;
	once.indent = "\t";
	const char *synthetic = synthetic_write(w, type, name, &once);
	json_array_foreach(json_object_get(w->unit, "functions"), index, f)
	{
		if (count == CANDIDATES || !is_candidate(w, f, type) ||
		    (data_of(w, f) && data_of(w, f) != data))
			continue;
		candidates[count++] = json_member_text(f, "name");
	}
	name_of = wrap_format("%s_is", name);
	const bool nullable = is_true(facts, "null");
	if (count || nullable)
		which =
		    wrap_range(w, "int", name_of, nullable ? -1 : 0, (long)count, at);
	free(name_of);
	if (nullable)
		text_add(&text, "%s < 0 ? NULL : ", which);
	for (size_t i = 0; i < count; i++)
		text_add(&text, "%s == %zu ? %s : ", which, i + 1, candidates[i]);
	text_add(&text, "%s", synthetic);
	whole = wrap_format(count || nullable ? "(%s)" : "%s", text_string(&text));
	text_done(&text);
	free(which);
	return whole;
}
