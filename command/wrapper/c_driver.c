/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_driver.c - a driver of C as text. For
 *
 *	double mean(const struct vec *v);
 *
 * it is
 *
 *	ME_DRIVER double mean_driver(int n, double x[n])
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
#include "command/wrapper/wrapping.h"

/* ---- the function */

static const char *refusal(const json_t *unit, const json_t *f)
{
	const json_t *type = type_of(unit, f, "type");

	if (is_true(type, "variadic"))
		return "it has a variable number of arguments; write a function that "
		       "calls it with those that you use";
	if (is_true(f, "nested"))
		return "it is nested in another function; move it out";
	return NULL;
}

/* The arguments of the call, separated by commas. */
static int arguments_make(struct wrapping *w, struct text_buffer *call)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(w->function, "parameters"), index, p)
	{
		const struct value_place here = {.dims = "",
						 .index = "",
						 .self = "0",
						 .statements = &w->statements,
						 .indent = "\t",
						 .path = ""};
		const char *given = json_member_text(p, "name");
		char name[32];
		snprintf(name, sizeof name, "argument_%zu", index + 1);
		char *value = make_value(w, type_of(w->unit, p, "type"),
					 *given ? given : name, p, &here);
		if (!value)
			return -1;
		text_add(call, "%s%s", index ? ", " : "", value);
		free(value);
	}
	return 0;
}

static void head_write(struct wrapping *w, const char *include,
		       struct text_buffer *text)
{
	text_add(
	    text,
	    "/*\n * %s_driver() makes the arguments of %s() from numbers. What was "
	    "guessed is said before it;\n * change what is wrong: a file that was "
	    "edited is kept. To build the target alone:\n *\n *\tme-cc -g -O0 "
	    "-fplugin-arg-me-entry=%s_driver THIS_FILE -lm -o target\n */\n",
	    w->of, w->of, w->of);
	text_add(text, "#include \"%s\"\n\n", include);
	text_add(text, "#include <me/target.h>\n#include <stddef.h>\n#include "
		       "<stdlib.h>\n#include <string.h>\n\n");
	if (w->above.size)
		text_add(text, "%s\n", text_string(&w->above));
	if (w->guesses.size)
		text_add(text, "/*\n%s */\n", text_string(&w->guesses));
}

static void body_write(struct wrapping *w, const char *call, struct text_buffer *text)
{
	const json_t *result = type_of(w->unit, w->function, "result");
	const bool returns = type_is_flat(w->unit, result);
	char *name =
	    wrap_format("%s_driver(%s)", w->of,
			w->parameters.size ? text_string(&w->parameters) : "void");
	char *head = !name ? NULL
		     : returns
			 ? c_declaration(w->unit, type_plain(w->unit, result), name)
			 : wrap_format("void %s", name);

	text_add(text, "ME_DRIVER %s\n{\n", head ? head : "");
	text_add(text, "%s%s", text_string(&w->objects), w->loops ? "\tint i;\n" : "");
	if (w->objects.size)
		text_add(text, "\n");
	text_add(text, "%s", text_string(&w->statements));
	if (!returns) {
		text_add(text, "\t%s(%s);\n%s", w->of, call, text_string(&w->after));
	} else if (!w->after.size) {
		text_add(text, "\treturn %s(%s);\n", w->of, call);
	} else {
		char *kept = c_declaration(w->unit, type_plain(w->unit, result),
					   wrap_name(w, "result"));
		const char *own = w->names.items[w->names.count - 1];
		text_add(text, "\t%s = %s(%s);\n%s\treturn %s;\n", kept ? kept : "",
			 w->of, call, text_string(&w->after), own);
		free(kept);
	}
	text_add(text, "}\n");
	free(head);
	free(name);
}

int c_driver_write(struct wrapping *w, const char *include, struct text_buffer *text)
{
	const char *why = refusal(w->unit, w->function);
	struct text_buffer call = {0};
	int err = 0;

	w->make = make_value;
	w->of = json_member_text(w->function, "name");
	words_add_each(&w->names, w->of, "i");
	if (why)
		wrap_refuse(w, "%s", why);
	else
		err = arguments_make(w, &call);
	if (*w->why)
		err = -1;
	if (!err) {
		head_write(w, include, text);
		body_write(w, text_string(&call), text);
	}
	text_done(&call);
	return err;
}
