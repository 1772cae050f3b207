/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_calls.c - calls before that of the function, since it reads variables that earlier calls
 * change:
 *
 *	for (i = 0; i < calls; i++) {
 *		switch (which_call[i]) {
 *		case 0:
 *			average(average_x[i]);
 *			break;
 *		case 1:
 *			set_weight(set_weight_w[i]);
 *			break;
 *		}
 *	}
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

size_t wrap_changes(const struct wrapping *w, const json_t **list, long *most)
{
	const long steps = number_in(w->function, "steps");
	const json_t *symbol;
	size_t index, count = 0;

	*most = steps < WRAP_CALLS ? WRAP_CALLS : steps + 1;
	json_array_foreach(json_object_get(w->function, "changed_by"), index, symbol)
	{
		const json_t *f = function_find(w->unit, json_string_value(symbol));
		const char *name = json_member_text(f, "name");
		if (f && count < WRAP_CHANGES && !destroys(name) &&
		    !makes_handle(w, f, w->handle) && !wrap_is_macro(w, name) &&
		    strcmp(json_member_text(f, "kind"), "included") != 0)
			list[count++] = f;
	}
	return count;
}

long wrap_steps(const struct wrapping *w, const json_t *record, long most)
{
	enum { STEPS_MOST = 32 };
	const json_t *member;
	size_t index;

	json_array_foreach(json_object_get(record, "members"), index, member)
	{
		const json_t *type = type_of(w->unit, member, "type");
		const bool is_text = is_true(type_of(w->unit, type, "to"), "character");
		const long elements = is_text ? 0 : number_in(member, "elements");
		const long compared = number_in(member, "compared");
		const long steps = (elements > compared ? elements : compared) + 1;
		if (steps > most && steps <= STEPS_MOST + 1)
			most = steps;
	}
	return most;
}

struct c_calls {
	struct wrapping *w;
	struct value_place at; /* of an array of arguments */
	struct text_buffer body; /* of the loop */
	const char *first; /* of the arrays; or null */
};

/* The arrays have an element for each call: so many as the first one has. */
static void array_note(struct c_calls *c)
{
	const char *array = c->w->names.items[c->w->names.count - 1];

	if (c->first)
		wrap_note(c->w, "%s:calls", array);
	else
		wrap_note(c->w, "calls:len(%s)", array);
	c->first = c->first ? c->first : array;
}

/* Whether a call leaves objects for another one: it frees none. */
static bool is_repeatable(const json_t *function)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(function, "parameters"), index,
			   p) if (is_true(p, "freed")) return false;
	return true;
}

/* Whether it is a pointer to the structure whose object a function makes. */
static bool is_handle(const struct wrapping *w, const json_t *type)
{
	return w->handle && type_is(type, "pointer") &&
	       type_plain(w->unit, type_of(w->unit, type, "to")) == w->handle;
}

static bool has_pointer(const struct wrapping *w, const json_t *function)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(function, "parameters"), index, p)
	{
		const json_t *type = type_of(w->unit, p, "type");
		if (type_is(type, "pointer") && !is_handle(w, type))
			return true;
	}
	return false;
}

static bool is_callback(const struct wrapping *w, const json_t *type)
{
	return type_is(type, "pointer") &&
	       type_is(type_of(w->unit, type, "to"), "function");
}

/* Whether the function may change the object, its other arguments are numbers, bytes of any kind or
 * callbacks, and it leaves the object to the next one. */
static bool changes_handle(const struct wrapping *w, const json_t *function)
{
	const json_t *list = json_object_get(function, "parameters"), *p;
	size_t index;

	json_array_foreach(list, index, p)
	{
		const json_t *type = type_of(w->unit, p, "type");
		const json_t *to = type_of(w->unit, type, "to");
		if (index ? !type_is_number(type) && !type_is(to, "void") &&
				!is_callback(w, type) && function != w->function
			  : !is_handle(w, type) ||
				is_true(type_of(w->unit, type, "to"), "const"))
			return false;
	}
	/* One that may move memory and returns an object makes a copy, which nobody would free. */
	if (is_true(function, "frees") &&
	    is_handle(w, type_of(w->unit, function, "result")))
		return false;
	return json_array_size(list) && is_in_source(function) &&
	       !is_true(json_array_get(list, 0), "freed") &&
	       !destroys(json_member_text(function, "name")) &&
	       !initialises(json_member_text(function, "name")) &&
	       !is_true(function, "nested") &&
	       !wrap_is_macro(w, json_member_text(function, "name"));
}

/* The function itself, then others of the source, behind those on the list. */
static size_t add_handle_changes(const struct wrapping *w, const json_t **list,
				 size_t count)
{
	const json_t *functions = json_object_get(w->unit, "functions"), *f;
	size_t index;

	if (!w->handle || count)
		return count;
	if (changes_handle(w, w->function))
		list[count++] = w->function;
	json_array_foreach(functions, index,
			   f) if (f != w->function && count < WRAP_CHANGES &&
				  !strcmp(json_member_text(f, "kind"), "external") &&
				  changes_handle(w, f)) list[count++] = f;
	return count;
}

/* Whether each call has a value of its own; else it is that of the last one: an object, and an
 * integer beside one, which may be its length. */
static bool is_own(const struct c_calls *c, const json_t *function, const json_t *type)
{
	if (function != c->w->function)
		return true;
	return type_is(type, "float") ||
	       (type_is_number(type) && !has_pointer(c->w, function));
}

/* A call; `last`: the arguments of the function's own one. */
static void call_add(struct c_calls *c, const json_t *function,
		     const struct words *last)
{
	const char *own = json_member_text(function, "name");
	struct text_buffer call = {0};
	/* A callback is one for all calls. */
	const struct value_place alone = {.dims = "",
					  .index = "",
					  .statements = &c->w->statements,
					  .indent = "\t",
					  .path = ""};
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(function, "parameters"), index, p)
	{
		const json_t *type = type_of(c->w->unit, p, "type");
		char *name = wrap_format("%s_%s", own, json_member_text(p, "name")),
		     *value = NULL;
		if (function != c->w->function && is_handle(c->w, type)) {
			value = wrap_format("%s", c->w->handle_value);
		} else if (function != c->w->function && is_callback(c->w, type)) {
			value = c->w->make(c->w, type, name ? name : "", p, &alone);
		} else if (is_own(c, function, type)) {
			value = c->w->make(c->w, type, name ? name : "", p, &c->at);
			array_note(c);
		}
		text_add(&call, "%s%s", index ? ", " : "",
			 value ? value : last->items[index]);
		free(value);
		free(name);
	}
	text_add(&c->body, "%s%s(%s);\n", c->at.indent, own, text_string(&call));
	text_done(&call);
}

static void cases_add(struct c_calls *c, const json_t *const *functions, size_t count,
		      const struct words *last)
{
	char *which = wrap_range(c->w, "int", "which_call", 0, (long)count - 1, &c->at);

	array_note(c);
	text_add(&c->body, "\t\tswitch (%s) {\n", which);
	c->at.indent = "\t\t\t";
	for (size_t i = 0; i < count; i++) {
		text_add(&c->body, "\t\tcase %zu:\n", i);
		call_add(c, functions[i], last);
		text_add(&c->body, "\t\t\tbreak;\n");
	}
	text_add(&c->body, "\t\t}\n");
	free(which);
}

void calls_before_write(struct wrapping *w, const struct words *last)
{
	const json_t *functions[WRAP_CHANGES];
	long most;
	const size_t all =
	    add_handle_changes(w, functions, wrap_changes(w, functions, &most));
	most = wrap_steps(w, w->handle, most);
	size_t count = 0;
	char *dims = wrap_format("[%ld]", most);
	struct value_place alone = {.dims = "", .index = ""};
	struct c_calls c = {.w = w,
			    .at = {.dims = dims,
				   .index = "[i]",
				   .statements = &c.body,
				   .indent = "\t\t",
				   .path = ""}};

	for (size_t i = 0; i < all; i++)
		if (functions[i] != w->function || is_repeatable(functions[i]))
			functions[count++] = functions[i];
	if (count > 1)
		cases_add(&c, functions, count, last);
	else if (count)
		call_add(&c, functions[0], last);
	if (count) {
		w->own = "calls";
		free(c.first ? wrap_plain(w, "int", "calls", &alone, "", NULL)
			     : wrap_range(w, "int", "calls", 0, most, &alone));
		text_add(&w->statements, "\tfor (i = 0; i < calls%s%s; i++) {\n%s\t}\n",
			 w->handle_made ? " && " : "",
			 w->handle_made ? w->handle_made : "", text_string(&c.body));
		wrap_guess(w, "up to %ld calls come before the last one", most);
		w->loops = true;
	}
	text_done(&c.body);
	free(dims);
}
