/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_callbacks.c - what a parameter chooses: pointers to functions, those of the unit that have the type and
 * one that returns what the input says, a polynomial of its numbers or in turn the elements of a table; and
 * the members of unions, or the tag beside one.
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
	    is_true(a, "variadic") != is_true(b, "variadic") ||
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
	const json_t *list = json_object_get(w->function, "parameters"), *type, *m;
	const long own = named_in(list, name);
	size_t index, k;

	if (own >= 0)
		return type_of(
		    w->unit,
		    type_of(w->unit, json_array_get(list, (size_t)own), "type"), "to");
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

struct synthetic {
	const char *own; /* its name */
	const json_t *result;
	struct text_buffer list; /* "double a0, const double *a1, double *a2" */
	struct text_buffer sum; /* of its numbers, "a0 + a3" */
	struct words from,
	    to; /* pointers to floats that are read and written through */
	const json_t *written; /* what one of those that are written leads to */
	const char *count; /* how many elements there are */
	char count_own[24]; /* which an integer of its own says */
};

/* Whether an array of floats is read: those of constants; where there are none, the first is,
 * unless it is the only result. */
static bool is_read(const struct wrapping *w, const json_t *type, size_t at)
{
	const json_t *list = json_object_get(type, "parameters");
	size_t pointers = 0, before = 0;

	for (size_t i = 0; i < json_array_size(list); i++) {
		const json_t *of = type_at(w->unit, json_array_get(list, i));
		const json_t *to = type_of(w->unit, of, "to");
		if (!type_is(of, "pointer") || !type_is(to, "float"))
			continue;
		if (is_true(to, "const"))
			return is_true(
			    type_of(w->unit, type_at(w->unit, json_array_get(list, at)),
				    "to"),
			    "const");
		pointers++;
		before += i < at;
	}
	return before == 0 &&
	       (pointers > 1 || type_is(type_of(w->unit, type, "result"), "float"));
}

static void parameters_take(const struct wrapping *w, const json_t *type,
			    struct synthetic *s)
{
	const json_t *p;
	size_t index, integers = 0;

	json_array_foreach(json_object_get(type, "parameters"), index, p)
	{
		const json_t *of = type_at(w->unit, p),
			     *to = type_of(w->unit, of, "to");
		char *name = wrap_format("a%zu", index);
		char *declared = c_declaration(w->unit, of, name);
		text_add(&s->list, "%s%s", index ? ", " : "", declared);
		if (type_is(of, "float")) {
			text_add(&s->sum, "%s%s", s->sum.size ? " + " : "", name);
		} else if (type_is(of, "integer") && !integers++) {
			snprintf(s->count_own, sizeof s->count_own, "(long)%s", name);
		} else if (type_is(of, "pointer") && type_is(to, "float")) {
			const bool reads = is_read(w, type, index);
			words_add(reads ? &s->from : &s->to, name);
			s->written = reads ? s->written : type_plain(w->unit, to);
		}
		free(declared);
		free(name);
	}
	if (integers == 1)
		s->count = s->count_own;
	if (!index)
		text_add(&s->list, "void");
}

/* The parameter of the function that says how long its arrays of floats are; or null. */
static const json_t *floats_length(const struct wrapping *w)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(w->function, "parameters"), index, p)
	{
		const json_t *to = type_of(w->unit, type_of(w->unit, p, "type"), "to");
		const json_t *length =
		    type_is(to, "float") ? argument_length(w, p) : NULL;
		if (length && *json_member_text(p, "length") &&
		    !wrap_is_macro(w, json_member_text(length, "name")))
			return length;
	}
	return NULL;
}

/* How many elements it may access: 1 where nothing says it. */
static void count_take(struct wrapping *w, struct synthetic *s)
{
	const json_t *length = floats_length(w);

	if (s->count || (!s->from.count && !s->to.count))
		return;
	s->count = "1";
	if (!length)
		return;
	char *wanted = wrap_format("%s_count", s->own);
	s->count = wrap_name(w, wanted ? wanted : "count");
	text_add(&w->above, "static long %s;\n", s->count);
	text_add(&w->statements, "\t%s = %s;\n", s->count,
		 json_member_text(length, "name"));
	free(wanted);
}

/* A parameter of the driver with so many numbers, and a copy of it, which the function reads. */
static const char *keep(struct wrapping *w, const struct synthetic *s,
			const json_t *number, const char *noun, int count,
			const struct value_place *at, const char **parameter)
{
	char *data = wrap_format("%s_%s", s->own, noun);
	char *type = c_declaration(w->unit, number, "");
	char more[16];

	snprintf(more, sizeof more, "[%d]", count);
	free(wrap_plain(w, type, data, at, more, parameter));
	char *wanted = wrap_format("%s_now", *parameter);
	const char *kept = wrap_name(w, wanted ? wanted : *parameter);
	text_add(&w->above, "static %s %s[%d];\n", type, kept, count);
	text_add(&w->statements, "\tmemcpy(%s, %s, sizeof %s);\n", kept, *parameter,
		 kept);
	free(wanted);
	free(type);
	free(data);
	return kept;
}

/* The loop that writes its arrays: polynomials of its numbers and of the elements read. */
static void outputs_write(struct wrapping *w, struct synthetic *s,
			  const struct value_place *at, struct text_buffer *body)
{
	if (!s->to.count)
		return;
	const char *parameter,
	    *kept = keep(w, s, s->written, "values", 3, at, &parameter);

	wrap_guess(w, "%s() writes a polynomial, whose coefficients are %s", s->own,
		   parameter);
	for (size_t i = 0; i < s->to.count; i++) {
		text_add(body, "\tfor (int i = 0; %s%s%s && i < %s && i < %d; i++)\n",
			 s->from.count ? s->from.items[0] : "",
			 s->from.count ? " && " : "", s->to.items[i], s->count,
			 WRAP_ELEMENTS);
		text_add(body, "\t\t%s[i] = %s[0]", s->to.items[i], kept);
		if (s->sum.size)
			text_add(body, " + %s[1] * (%s)", kept, text_string(&s->sum));
		if (s->from.count)
			text_add(body, " + %s[2] * %s[i]", kept, s->from.items[0]);
		text_add(body, ";\n");
	}
}

/* Where the coefficients or the results of a number are kept. */
static const char *result_keep(struct wrapping *w, const struct synthetic *s,
			       bool is_polynomial, const struct value_place *at)
{
	const char *parameter,
	    *kept = keep(w, s, type_plain(w->unit, s->result), "results",
			 is_polynomial ? COEFFICIENTS : RESULTS, at, &parameter);

	if (is_polynomial) {
		wrap_guess(w, "%s() returns a polynomial, whose coefficients are %s",
			   s->own, parameter);
	} else {
		text_add(&w->above, "static unsigned %s_call;\n", s->own);
		text_add(&w->statements, "\t%s_call = 0;\n", s->own);
		wrap_guess(w, "%s() returns the elements of %s in turn", s->own,
			   parameter);
	}
	return kept;
}

static void number_write(struct wrapping *w, struct synthetic *s,
			 const struct value_place *at, struct text_buffer *body)
{
	const bool is_polynomial =
	    type_is(s->result, "float") && (s->sum.size || s->from.count);
	const char *kept = result_keep(w, s, is_polynomial, at);

	if (!is_polynomial) {
		text_add(body, "\treturn %s[%s_call++ %% %d];\n", kept, s->own,
			 RESULTS);
		return;
	}
	text_add(body, "\t%sdouble x = %s;\n\n", s->from.count ? "" : "const ",
		 s->sum.size ? text_string(&s->sum) : "0");
	if (s->from.count)
		text_add(
		    body,
		    "\tfor (int i = 0; %s && i < %s && i < %d; i++)\n\t\tx += %s[i];\n",
		    s->from.items[0], s->count, WRAP_ELEMENTS, s->from.items[0]);
	text_add(body, "\treturn %s[0] + x * (%s[1] + x * %s[2]);\n", kept, kept, kept);
}

/* What returns no number. */
static void other_write(const struct wrapping *w, const struct synthetic *s,
			struct text_buffer *body)
{
	if (type_is(s->result, "pointer")) {
		text_add(body, "\treturn NULL;\n");
	} else if (!type_is(s->result, "void")) {
		char *zero = c_declaration(w->unit, s->result, "zero");
		text_add(body, "\tstatic %s;\n\n\treturn zero;\n", zero);
		free(zero);
	}
}

static const char *synthetic_write(struct wrapping *w, const json_t *type,
				   const char *name, const struct value_place *at)
{
	struct synthetic s = {.result = type_of(w->unit, type, "result")};
	struct text_buffer body = {0};
	char *wanted = wrap_format("%s_%s", w->of, *name ? name : "callback");

	s.own = wrap_name(w, wanted ? wanted : name);
	parameters_take(w, type, &s);
	count_take(w, &s);
	outputs_write(w, &s, at, &body);
	if (type_is_number(s.result) && *json_member_text(s.result, "name"))
		number_write(w, &s, at, &body);
	else
		other_write(w, &s, &body);
	char *head = wrap_format("%s(%s)", s.own, text_string(&s.list));
	char *declared = c_declaration(w->unit, s.result, head);
	text_add(&w->above, "ME_DRIVER static %s\n{\n%s}\n", declared,
		 body.size ? text_string(&body) : "");
	free(declared);
	free(head);
	free(wanted);
	words_done(&s.from);
	words_done(&s.to);
	text_done(&s.list);
	text_done(&s.sum);
	text_done(&body);
	return s.own;
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

/* ---- unions */

/* Sets the members in the text, "{.x = a, .y = {b, c}}", one by one: those of a structure without
 * a name are members of what it lies in. */
static void members_set(struct text_buffer *out, const char *indent, const char *path,
			const char *text)
{
	for (const char *from = text + 1, *to; *from == '.';
	     from = *to == ',' ? to + 2 : to) {
		const int name = (int)strcspn(from, " ");
		const char *value = from + name + strlen(" = ");
		int deep = 0;
		for (to = value; *to && (deep || !strchr(",}", *to)); to++)
			deep += strchr("({[", *to) ? 1 : strchr(")}]", *to) ? -1 : 0;
		const int size = (int)(to - value);
		if (*value != '{')
			text_add(out, "%s%s%.*s = %.*s;\n", indent, path, name, from,
				 size, value);
		else if (value[1] != '0') /* {0}: set by statements */
			text_add(out,
				 "%s__builtin_memcpy(&%s%.*s, &(__typeof__(%s%.*s))"
				 "%.*s, sizeof %s%.*s);\n",
				 indent, path, name, from, path, name, from, size,
				 value, path, name, from);
	}
}

/* `tag`: the expression that chooses; null: a parameter of its own. */
static char *union_make(struct wrapping *w, const json_t *type, const char *name,
			const char *tag, const struct value_place *at)
{
	const json_t *members = json_object_get(type, "members"), *member;
	struct text_buffer choice = {0};
	char *is = wrap_format("%s_is", name), *which = NULL;
	size_t index;

	if (tag)
		which = wrap_format("%s", tag);
	else if (is)
		which =
		    wrap_range(w, "int", is, 0, (long)json_array_size(members) - 1, at);
	json_array_foreach(members, index, member)
	{
		const char *own = json_member_text(member, "name");
		char *one = wrap_format("%s%s%s", name, *own ? "_" : "", own);
		char *path = wrap_format("%s%s%s", at->path, *own ? "." : "", own);
		char *indent = wrap_format("%s\t", at->indent);
		struct text_buffer inner = {0};
		struct value_place here = *at;
		here.path = path ? path : "";
		here.statements = &inner;
		here.indent = indent ? indent : at->indent;
		here.deep++;
		char *value = *w->why ? NULL
				      : w->make(w, type_of(w->unit, member, "type"),
						one ? one : own, member, &here);
		const bool is_list = value && *value == '{';
		char *cast = is_list ? wrap_format("__typeof__(%s)", path) : NULL;
		text_add(&choice, "%s%sif (%s == %zu) {\n",
			 index ? " else " : at->indent, "", which ? which : "0", index);
		if (!*own && is_list)
			members_set(&choice, here.indent, path ? path : "", value);
		else if (!is_list)
			text_add(&choice, "%s\t%s = %s;\n", at->indent, path,
				 value ? value : "0");
		else if (!type_is(type_of(w->unit, member, "type"), "array"))
			text_add(&choice, "%s\t%s = (%s)%s;\n", at->indent, path,
				 cast ? cast : "", value);
		text_add(&choice, "%s%s}", inner.size ? text_string(&inner) : "",
			 at->indent);
		free(cast);
		free(value);
		free(indent);
		free(path);
		free(one);
		text_done(&inner);
	}
	text_add(at->statements, "%s\n", text_string(&choice));
	text_done(&choice);
	free(which);
	free(is);
	return *w->why ? NULL : wrap_format("{0}");
}

long union_tag(const struct wrapping *w, const json_t *list, size_t number,
	       size_t *before)
{
	const json_t *type = type_of(w->unit, json_array_get(list, number), "type");
	const size_t count = json_array_size(json_object_get(type, "members"));

	for (size_t i = 0; type_is(type, "union") && i < json_array_size(list); i++) {
		const json_t *t = type_of(w->unit, json_array_get(list, i), "type");
		const size_t values = json_array_size(json_object_get(t, "values"));
		if (!type_is(t, "enum") || values < count || values > count + 2)
			continue;
		*before = values - count;
		return (long)i;
	}
	return -1;
}

char *union_variant(const struct wrapping *w, const json_t *record, char *const *values,
		    size_t number)
{
	const json_t *beside = json_object_get(record, "members");
	const json_t *type = type_of(w->unit, json_array_get(beside, number), "type"),
		     *v;
	const json_t *list = json_object_get(type, "members");
	const long tag = named_in(beside, json_member_text(record, "tag"));
	struct text_buffer text = {0};
	long other = 0;
	size_t index;

	if (!type_is(type, "union") || tag < 0 || !values[tag])
		return NULL;
	json_array_foreach(json_object_get(record, "variants"), index, v)
	{
		const long which = named_in(list, json_member_text(v, "union"));
		if (which >= 0 && is_true(v, "other"))
			other = which;
		else if (which >= 0)
			text_add(&text, "%s == %ld ? %ld : ", values[tag],
				 number_in(v, "value"), which);
	}
	char *whole =
	    text.size ? wrap_format("(%s%ld)", text_string(&text), other) : NULL;
	text_done(&text);
	return whole;
}

char *make_tagged(struct wrapping *w, const json_t *type, const char *name,
		  const char *value, size_t before, const struct value_place *at)
{
	char *tag = before ? wrap_format("(int)%s - %zu", value, before)
			   : wrap_format("(int)%s", value);
	char *made = union_make(w, type, name, tag, at);

	free(tag);
	return made;
}

char *make_union(struct wrapping *w, const json_t *type, const char *name,
		 const struct value_place *at)
{
	struct value_place here = *at;
	const char *own;

	if (*at->path)
		return union_make(w, type, name, NULL, at);
	own = wrap_name(w, name);
	here.path = own;
	char *declared = c_declaration(w->unit, type_plain(w->unit, type), own);
	text_add(&w->objects, "\t%s = {0};\n", declared);
	free(declared);
	free(union_make(w, type, name, NULL, &here));
	return *w->why ? NULL : wrap_format("%s", own);
}
