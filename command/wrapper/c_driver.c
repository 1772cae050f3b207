/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_driver.c - a driver of C as text. For
 *
 *	double mean(const struct vec *v);
 *
 * it is
 *
 *	ME_DRIVER_OF("mean")
 *	double mean_driver(int n, double x[n])
 *	{
 *		struct vec v = {.n = n, .x = x};
 *
 *		return mean(&v);
 *	}
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/cxx_wrapping.h"

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

/* The largest constant that is stored in a member of this name, of any structure: a capacity is often
 * taken from a structure of options. */
static long stored_in(const struct wrapping *w, const char *name)
{
	const json_t *type;
	long most = 0;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "types"), index, type)
	{
		const json_t *list = json_object_get(type, "members");
		const long at = list ? named_in(list, name) : -1;
		const long own =
		    at >= 0 ? number_in(json_array_get(list, (size_t)at), "stored") : 0;
		most = own > most ? own : most;
	}
	return most;
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
		const long all[] = {is_text ? 0 : number_in(member, "elements"),
				    number_in(member, "compared"),
				    type_is(type, "integer")
					? stored_in(w, json_member_text(member, "name"))
					: 0};
		for (size_t i = 0; i < sizeof all / sizeof *all; i++)
			if (all[i] >= most && all[i] <= STEPS_MOST)
				most = all[i] + 1;
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
	char *noun = cxx_noun(own);
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
		char *name = wrap_format("%s_%s", noun, json_member_text(p, "name")),
		     *value = NULL;
		if (function != c->w->function && is_handle(c->w, type)) {
			value = wrap_format("%s", c->w->handle_value);
		} else if (function != c->w->function && is_callback(c->w, type)) {
			/* Whether it is used is known of the function under test alone. */
			value = make_callback(c->w, type_of(c->w->unit, type, "to"),
					      name ? name : "", p, &alone);
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
	free(noun);
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

static void calls_before_write(struct wrapping *w, const struct words *last)
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

/* An iterator goes on by calls of the function itself. */
static void calls_onward_write(struct wrapping *w, const char *call)
{
	const struct value_place alone = {.dims = "", .index = ""};
	const json_t *first =
	    json_array_get(json_object_get(w->function, "parameters"), 0);
	const json_t *to = type_of(w->unit, type_of(w->unit, first, "type"), "to");

	if (!w->begun || !to || is_true(to, "const") || !is_repeatable(w->function) ||
	    type_plain(w->unit, to) != w->begun)
		return;
	char *steps = wrap_range(w, "int", "earlier", 0, WRAP_CALLS, &alone);
	text_add(&w->later, "\tfor (i = 0; i < %s; i++)\n\t\t%s;\n", steps, call);
	w->loops = true;
	free(steps);
}

/* ---- the function */

/* The arguments of the call, each an expression. */
static int arguments_make(struct wrapping *w, struct words *call)
{
	const json_t *list = json_object_get(w->function, "parameters"), *p;
	size_t index;

	json_array_foreach(list, index, p)
	{
		const struct value_place here = {.dims = "",
						 .index = "",
						 .statements = &w->statements,
						 .indent = "\t",
						 .path = ""};
		const char *given = json_member_text(p, "name");
		char name[32];
		snprintf(name, sizeof name, "argument_%zu", index + 1);
		/* The driver counts by i, and calls. */
		const bool is_taken = strcmp(given, "i") == 0 ||
				      strcmp(given, "calls") == 0 ||
				      wrap_is_macro(w, given);
		w->own = is_taken ? NULL : given;
		const char *wanted = *given ? given : name;
		const json_t *type = type_of(w->unit, p, "type");
		char *value = make_shared(w, list, p, wanted, &here);
		if (!value && type_is(type, "reference"))
			value = cxx_plain_reference(w, type, wanted, p, &here);
		else if (!value)
			value = make_value(w, type, wanted, p, &here);
		if (!value)
			return -1;
		words_add(call, value);
		free(value);
	}
	subscripts_limit(w, call);
	return 0;
}

/* What stands for <me/driver.h> where a test is compiled without ME. */
static const char of_c[] =
    "#include <stdlib.h>\n#include <string.h>\n#define me_allocated malloc\n"
    "#define me_copied(from, size) memcpy(malloc(size), from, size)\n";

static void head_write(struct wrapping *w, const char *include,
		       struct text_buffer *text)
{
	const bool is_cxx = wrap_is_cxx(w);

	text_add(text,
		 "/*\n * %s_driver() makes the arguments of %s() from numbers. Change "
		 "what is guessed wrong: a file\n * that was edited is kept. A target "
		 "of it:\n *\n *\tme-c%s -g -O0 -fplugin-arg-me-entry=%s_driver "
		 "THIS_FILE -lm -o target\n */\n",
		 w->of, w->of, is_cxx ? "++" : "c", w->of);
	text_add(text, "#include \"%s\"\n\n", include);
	wrap_include(text, "driver.h", is_cxx ? cxx_plain_blocks : of_c);
	if (is_cxx)
		text_add(text, "#pragma GCC diagnostic ignored \"-Wnarrowing\"\n");
	text_add(text, "\n");
	if (w->above.size)
		text_add(text, "%s\n", text_string(&w->above));
	if (w->guesses.size)
		text_add(text, "/*\n%s */\n", text_string(&w->guesses));
	if (w->notes.size) {
		wrap_notes(w, text);
		text_add(text, "\n");
	}
}

/* The driver's parameters and name, as it returns the function's result or nothing. */
static char *head_make(struct wrapping *w, bool returns)
{
	const json_t *result = type_of(w->unit, w->function, "result");
	char *name, *head;

	if (!w->parameters.size)
		wrap_once(w);
	name = wrap_format("%s_driver(%s)", w->of, text_string(&w->parameters));
	head = !name	 ? NULL
	       : returns ? c_declaration(w->unit, type_plain(w->unit, result), name)
			 : wrap_format("void %s", name);
	free(name);
	return head;
}

/* A pointer that the function returns: what destroys it is called. */
static void result_destroy(struct wrapping *w, const char *call,
			   struct text_buffer *text)
{
	const json_t *result = type_of(w->unit, w->function, "result");
	const json_t *to = type_is(result, "pointer")
			       ? type_plain(w->unit, type_of(w->unit, result, "to"))
			       : NULL;
	const json_t *end = to && !w->pool_count ? destructor_of(w, to) : NULL, *p;
	size_t index;

	/* It may be an argument. */
	json_array_foreach(
	    json_object_get(w->function, "parameters"), index,
	    p) if (to &&
		   type_plain(w->unit, type_of(w->unit, type_of(w->unit, p, "type"),
					       "to")) == to) end = NULL;
	if (!end) {
		text_add(text, "\t%s;\n", call);
		return;
	}
	char *kept = c_declaration(w->unit, result, wrap_name(w, "result"));
	const char *own = w->names.items[w->names.count - 1];
	text_add(text, "\t%s = %s;\n\tif (%s)\n\t\t%s(%s);\n", kept, call, own,
		 json_member_text(end, "name"), own);
	free(kept);
}

/* What turns the library's handler of errors off: its functions return them. */
static void setup_write(struct wrapping *w, struct text_buffer *text)
{
	const json_t *f;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "functions"), index, f)
	{
		if (!is_true(f, "setup") || f == w->function)
			continue;
		text_add(
		    text,
		    "\t/* Errors are returned, and do not end the run. */\n\t%s();\n\n",
		    json_member_text(f, "name"));
		return;
	}
}

static void body_write(struct wrapping *w, const char *call, struct text_buffer *text)
{
	const json_t *result = type_of(w->unit, w->function, "result");
	const bool returns = type_is_flat(w->unit, result);
	char *head = head_make(w, returns);

	text_add(text, "ME_DRIVER_%s(\"%s\")\n%s\n{\n", w->is_parsed ? "CALLS" : "OF",
		 wrap_is_cxx(w) ? json_member_text(w->function, "symbol") : w->of,
		 head ? head : "");
	setup_write(w, text);
	text_add(text, "%s%s", text_string(&w->objects), w->loops ? "\tint i;\n" : "");
	if (w->objects.size)
		text_add(text, "\n");
	text_add(text, "%s%s", text_string(&w->statements), text_string(&w->later));
	if (!returns) {
		result_destroy(w, call, text);
		text_add(text, "%s", text_string(&w->after));
	} else if (!w->after.size) {
		text_add(text, "\treturn %s;\n", call);
	} else {
		char *kept = c_declaration(w->unit, type_plain(w->unit, result),
					   wrap_name(w, "result"));
		const char *own = w->names.items[w->names.count - 1];
		text_add(text, "\t%s = %s;\n%s\treturn %s;\n", kept ? kept : "", call,
			 text_string(&w->after), own);
		free(kept);
	}
	text_add(text, "}\n");
	free(head);
}

/* Names of the function and its parameters are not for others. */
static void names_reserve(struct wrapping *w)
{
	const json_t *p;
	size_t index;

	if (wrap_is_cxx(w))
		cxx_names_reserve(w);
	words_add_each(&w->names, w->of, "i", "calls");
	wrap_macros_reserve(w);
	json_array_foreach(json_object_get(w->function, "parameters"), index, p)
	    words_add(&w->names, json_member_text(p, "name"));
}

/* What the driver returns where no object could be made. */
static char *nothing_make(const struct wrapping *w)
{
	const json_t *result = type_of(w->unit, w->function, "result");
	char *type, *whole;

	if (!type_is_flat(w->unit, result))
		return wrap_format("return");
	if (!type_is(result, "record"))
		return wrap_format("return 0");
	type = c_declaration(w->unit, type_plain(w->unit, result), "");
	whole = wrap_format("return (%s){0}", type);
	free(type);
	return whole;
}

int c_driver_write(struct wrapping *w, const char *include, struct text_buffer *text)
{
	/* (f)(x) where f() is a macro, too. */
	const bool is_macro = wrap_is_macro(w, w->of);
	struct text_buffer call = {0};
	struct words arguments = {0};
	int err = 0;

	w->make = make_value;
	names_reserve(w);
	w->nothing = nothing_make(w);
	text_add(&call, is_macro ? "(%s)(" : "%s(",
		 wrap_is_cxx(w) ? json_member_text(w->function, "name") : w->of);
	if (is_true(w->function, "nested"))
		wrap_refuse(w, "it is nested in another function; move it out");
	else
		err = arguments_make(w, &arguments);
	for (size_t i = 0; i < arguments.count; i++)
		text_add(&call, "%s%s", i ? ", " : "", arguments.items[i]);
	text_add(&call, ")");
	if (!err && !*w->why) {
		calls_before_write(w, &arguments);
		calls_onward_write(w, text_string(&call));
	}
	if (*w->why)
		err = -1;
	if (!err) {
		struct text_buffer body = {0};
		head_write(w, include, text);
		body_write(w, text_string(&call), &body);
		wrap_lines(text, text_string(&body));
		text_done(&body);
	}
	words_done(&arguments);
	text_done(&call);
	return err;
}
