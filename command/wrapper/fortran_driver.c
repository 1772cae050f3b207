/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_driver.c - a driver of Fortran as text. For
 *
 *	subroutine add(list, key)
 *	  type(node), pointer, intent(inout) :: list
 *	  integer, optional, intent(in) :: key
 *
 * it is
 *
 *	!me$ driver
 *	!me$ notes node_next:0..3
 *	subroutine add_driver(has_list, node_key, node_next, key)
 *	  use lists, only: node, add
 *	  ...
 *	  call add(list, key)
 *	end subroutine
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/fortran_wrapping.h"

/* ---- lines of both forms */

enum { FREE_MOST = 96, FIXED_MOST = 66, NOTES_MOST = 60 };

/* Where a long line is broken: behind a blank or a comma; 0: nowhere. */
static size_t break_of(const char *line, size_t length, size_t most)
{
	size_t at = 0;
	bool in_string = false;

	for (size_t i = 0; i + 1 < length && (i < most || !at); i++) {
		in_string ^= line[i] == '\'' || line[i] == '"';
		if (!in_string && i > most / 3 && (line[i] == ' ' || line[i] == ','))
			at = i + 1;
	}
	return at;
}

/* The text, indented, with its long lines broken. */
static void lines_write(const struct fortran_driver *f, const char *text,
			unsigned indent, struct text_buffer *out)
{
	const bool is_fixed = f->source->is_fixed;
	const size_t most = is_fixed ? FIXED_MOST : FREE_MOST;

	for (const char *line = text; *line;) {
		const char *end = strchrnul(line, '\n');
		size_t used = indent + strspn(line, " ");
		if (line[strspn(line, " ")] == '!' || line == end) {
			text_add(out, "%.*s\n", (int)(end - line), line);
			line = *end ? end + 1 : end;
			continue;
		}
		text_add(out, "%*s%*s", is_fixed ? 6 : 0, "", (int)indent, "");
		for (size_t length; (length = (size_t)(end - line)) + used > most;) {
			const size_t at = break_of(line, length, most - used);
			if (!at)
				break;
			text_add(out, is_fixed ? "%.*s\n     &    " : "%.*s&\n        ",
				 (int)at, line);
			line += at;
			used = 8;
		}
		text_add(out, "%.*s\n", (int)(end - line), line);
		line = *end ? end + 1 : end;
	}
}

static void notes_write(const struct fortran_driver *f, struct text_buffer *out)
{
	const char *at = text_string(&f->w->notes);

	text_add(out, "!me$ driver%s%s\n", f->has_calls ? " " : "",
		 f->has_calls ? json_member_text(f->w->function, "symbol") : "");
	while (*at) {
		size_t size = strcspn(at, ",");
		while (at[size] && size + 1 + strcspn(at + size + 1, ",") < NOTES_MOST)
			size += 1 + strcspn(at + size + 1, ",");
		text_add(out, "!me$ notes %.*s\n", (int)size, at);
		at += size + (at[size] == ',');
	}
}

/* ---- arguments */

/* Whether the object has the name of a file, or a unit. */
static bool has_file_name(const struct fortran_driver *f, const json_t *d)
{
	const json_t *type = fortran_is(d, "DERIVED") ? fortran_type_of(f->w->unit, d)
						      : NULL,
		     *c;
	size_t i;

	json_array_foreach(json_object_get(type, "components"), i, c)
	{
		if (json_object_get(c, "opened") || json_object_get(c, "unit"))
			return true;
	}
	return false;
}

/* Whether ME itself makes it. */
static bool is_direct(const struct fortran_driver *f, const json_t *d)
{
	return !fortran_is_procedure(d) && !has_file_name(f, d) &&
	       fortran_is_flat(f->w->unit, d) && !fortran_is_allocatable(d) &&
	       !fortran_is_pointer(d);
}

static char *direct_argument(struct fortran_driver *f, const json_t *d,
			     const char *name, const struct fortran_place *p)
{
	char *sliced = fortran_sliced(f, d, name, p), *type, *whole, *bounds;
	const json_t *of = fortran_type_of(f->w->unit, d);

	if (of)
		fortran_use(f, json_member_text(of, "module"),
			    json_member_text(of, "name"));
	if (sliced)
		return sliced;
	if (strcmp(json_member_text(d, "shape"), "AS_ASSUMED_RANK") == 0)
		return fortran_ranked(f, d, name, p);
	type = fortran_type_text(f->w->unit, d);
	bounds = fortran_bounds_text(d);
	whole =
	    wrap_format("%s%s", type, fortran_has(d, "OPTIONAL") ? ", optional" : "");
	struct text_buffer inner = {0};
	if (bounds && *bounds)
		text_add(&inner, "%.*s", (int)strlen(bounds) - 2, bounds + 1);
	else if (!bounds)
		text_add(&inner, "%d", WRAP_ELEMENTS);
	const char *own =
	    fortran_parameter(f, whole ? whole : "", name, text_string(&inner), p);
	text_done(&inner);
	free(type);
	free(bounds);
	free(whole);
	return wrap_format("%s", own);
}

/* A variable of the driver that statements fill. */
static char *object_argument(struct fortran_driver *f, const json_t *d,
			     const char *name, struct fortran_place *p)
{
	const char *own = wrap_name(f->w, name);
	const bool is_array = json_object_get(d, "rank") != NULL;
	const bool is_optional = fortran_has(d, "OPTIONAL");
	json_t *copy = json_copy((json_t *)d);
	const char *more = "target";

	if (fortran_is_pointer(d)) {
		more = "pointer";
	} else if (fortran_is(d, "CLASS") && fortran_type_of(f->w->unit, d) &&
		   !fortran_is_allocatable(d) && !is_array && !is_optional) {
		/* A copy, as ALLOCATE with SOURCE makes it, would be finalised too. */
		more = "pointer";
		json_object_set_new(copy, "words", json_text(" POINTER "));
		json_object_set_new(copy, "lent", json_true());
	} else if (fortran_is_allocatable(d) || is_array || is_optional ||
		   fortran_is(d, "CLASS")) {
		more = "allocatable, target";
		json_object_set_new(copy, "words", json_text(" ALLOCATABLE "));
		if (is_array)
			json_object_set_new(copy, "shape", json_text("AS_DEFERRED"));
		if (is_optional)
			json_object_set_new(copy, "tested", json_true());
	}
	fortran_declare(f, copy, own, more);
	p->path = own;
	p->name = name;
	if (!fortran_has(d, "DUMMY(OUT)") ||
	    (fortran_is(d, "CLASS") && !fortran_is_allocatable(d)))
		fortran_fill(f, copy, p);
	else if (fortran_is_pointer(d))
		fortran_line(p, "nullify(%s)", own);
	json_decref(copy);
	return wrap_format("%s", own);
}

struct call {
	struct words values;
	struct text_buffer all, without; /* the optional procedure */
	char *has; /* whether that is there */
	bool is_keyword;
};

static void call_add(struct call *call, const char *dummy, const char *value,
		     bool is_left_out)
{
	words_add(&call->values, value);
	text_add(&call->all, "%s%s", call->all.size ? ", " : "", value);
	if (is_left_out)
		call->is_keyword = true;
	else
		text_add(&call->without, "%s%s%s%s", call->without.size ? ", " : "",
			 call->is_keyword ? dummy : "", call->is_keyword ? "=" : "",
			 value);
}

static void argument_make(struct fortran_driver *f, const json_t *d, struct call *call)
{
	struct fortran_place here = {
	    .object = "", .dims = "", .index = "", .body = &f->w->statements};
	const char *name = json_member_text(d, "name");
	const bool is_left_out =
	    fortran_is_procedure(d) && fortran_has(d, "OPTIONAL") && !call->has;
	char *value = f->is_checked && !fortran_is_procedure(d)
			  ? fortran_checked_argument(f, d, name, &here)
			  : NULL;

	f->w->own = value ? NULL : name;
	if (value)
		; /* it is made */
	else if (fortran_is_procedure(d))
		value =
		    fortran_callback(f, json_member_text(f->scope, "name"), d, name);
	else if ((value = fortran_file_argument(f, d, name, &here)))
		; /* so is the file */
	else if (is_direct(f, d))
		value = direct_argument(f, d, name, &here);
	else
		value = object_argument(f, d, name, &here);
	if (is_left_out) {
		char *has = wrap_format("has_%s", name);
		call->has =
		    wrap_format("%s", fortran_parameter(f, "logical", has, "", &here));
		free(has);
	}
	if (value)
		call_add(call, name, value, is_left_out);
	free(value);
}

/* ---- the call */

static bool is_returned(const json_t *result)
{
	return fortran_is_scalar(result) && !fortran_is(result, "COMPLEX");
}

static void call_write(struct fortran_driver *f, const char *arguments,
		       const char *result, bool is_pointer, unsigned indent)
{
	struct fortran_place here = {.body = &f->w->statements, .indent = indent};
	const char *name = json_member_text(f->scope, "name");

	if (*result)
		fortran_line(&here, "%s %s %s(%s)", result, is_pointer ? "=>" : "=",
			     name, arguments);
	else
		fortran_line(&here, "call %s(%s)", name, arguments);
}

/* For each rank of an argument of assumed rank. */
static void ranks_write(struct fortran_driver *f, const struct call *call,
			const char *result, bool is_pointer)
{
	struct fortran_place here = {.body = &f->w->statements};

	fortran_line(&here, "select case (%s)", f->rank);
	for (long i = 0; i <= f->rank_most; i++) {
		char *all = fortran_with_rank(f, text_string(&call->all), i);
		fortran_line(&here, "case (%ld)", i);
		call_write(f, all, result, is_pointer, 1);
		free(all);
	}
	fortran_line(&here, "end select");
}

static void calls_write(struct fortran_driver *f, const struct call *call,
			const char *result, bool is_pointer)
{
	struct fortran_place here = {.body = &f->w->statements};

	if (f->ranked) {
		ranks_write(f, call, result, is_pointer);
		return;
	}
	if (!call->has) {
		call_write(f, text_string(&call->all), result, is_pointer, 0);
		return;
	}
	fortran_line(&here, "if (%s) then", call->has);
	call_write(f, text_string(&call->all), result, is_pointer, 1);
	fortran_line(&here, "else");
	call_write(f, text_string(&call->without), result, is_pointer, 1);
	fortran_line(&here, "end if");
}

/* ---- the function, as the driver knows it */

/* Attributes of a dummy argument, behind its type. */
static void attributes_write(const json_t *d, struct text_buffer *out)
{
	static const char *const words[][2] = {{"DUMMY(IN)", ", intent(in)"},
					       {"DUMMY(OUT)", ", intent(out)"},
					       {"DUMMY(INOUT)", ", intent(inout)"},
					       {"OPTIONAL", ", optional"},
					       {"VALUE", ", value"},
					       {"ALLOCATABLE", ", allocatable"},
					       {"POINTER", ", pointer"},
					       {"TARGET", ", target"},
					       {"CONTIGUOUS", ", contiguous"}};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (fortran_has(d, words[i][0]))
			text_add(out, "%s", words[i][1]);
}

static void dummy_write(const struct fortran_driver *f, const json_t *d,
			struct text_buffer *out)
{
	const char *name = json_member_text(d, "name");
	char *type = fortran_type_text(f->w->unit, d), *bounds = fortran_bounds_text(d);

	if (fortran_is_procedure(d)) {
		text_add(out, "    procedure(%s_made)%s :: %s\n", name,
			 fortran_has(d, "OPTIONAL") ? ", optional" : "", name);
	} else {
		text_add(out, "    %s", type ? type : "integer");
		const bool has_any_rank =
		    strcmp(json_member_text(d, "shape"), "AS_ASSUMED_RANK") == 0;
		attributes_write(d, out);
		text_add(out, " :: %s%s\n", name,
			 has_any_rank ? "(..)"
			 : bounds     ? bounds
				      : "");
	}
	free(type);
	free(bounds);
}

static bool needs_interface(const struct fortran_driver *f, const json_t *result)
{
	const json_t *self = fortran_self(f->w->unit, f->scope), *d;

	for (size_t i = 0; (d = fortran_dummy(f->w->unit, f->scope, i)); i++)
		if (fortran_has(d, "VALUE"))
			return true;
	return fortran_has(result, "ALWAYS-EXPLICIT") ||
	       fortran_has(self, "ALWAYS-EXPLICIT") || fortran_has(self, "BIND(C)");
}

/* A procedure of no module: its interface, where a call needs one. */
static void interface_write(const struct fortran_driver *f, struct text_buffer *out)
{
	const json_t *self = fortran_self(f->w->unit, f->scope);
	const json_t *result = fortran_result(f->w->unit, f->scope), *d;
	const char *name = json_member_text(f->scope, "name");
	char *type = result ? fortran_type_text(f->w->unit, result) : NULL;
	char *bounds = result ? fortran_bounds_text(result) : NULL;

	if (!needs_interface(f, result)) {
		if (result)
			text_add(out, "%s, external :: %s\n", type ? type : "integer",
				 name);
		else
			text_add(out, "external :: %s\n", name);
	} else {
		text_add(out, "interface\n  %s %s(", result ? "function" : "subroutine",
			 name);
		for (size_t i = 0; (d = fortran_dummy(f->w->unit, f->scope, i)); i++)
			text_add(out, "%s%s", i ? ", " : "",
				 json_member_text(d, "name"));
		const char *own = json_member_text(result, "name");
		text_add(out, strcmp(own, name) && result ? ") result(%s)" : ")", own);
		if (fortran_has(self, "BIND(C)"))
			text_add(out, " bind(c, name='%s')",
				 json_member_text(self, "label"));
		text_add(out, "\n    import\n");
		for (size_t i = 0; (d = fortran_dummy(f->w->unit, f->scope, i)); i++)
			dummy_write(f, d, out);
		if (result) {
			text_add(out, "    %s", type ? type : "integer");
			attributes_write(result, out);
			text_add(out, " :: %s%s\n", json_member_text(result, "name"),
				 bounds ? bounds : "");
		}
		text_add(out, "  end %s\nend interface\n",
			 result ? "function" : "subroutine");
	}
	free(type);
	free(bounds);
}

static const char *module_of(const struct fortran_driver *f)
{
	return json_member_text(
	    fortran_scope(f->w->unit, number_in(f->scope, "parent")), "name");
}

/* ---- the text */

static void head_write(const struct fortran_driver *f, const char *include,
		       struct text_buffer *text)
{
	const char *of = f->w->of;

	text_add(
	    text,
	    "! %s_driver makes the arguments of %s from numbers. Change what is "
	    "guessed "
	    "wrong:\n! a file that was edited is kept. A target of it:\n!\n"
	    "!       me-fortran -g -O0 -fplugin-arg-me-entry=%s_driver THIS_FILE -o "
	    "target\n\n#include \"%s\"\n\n",
	    of, of, of, include);
}

/* Modules of the source, and those that it uses. */
static void uses_write(const struct fortran_driver *f, struct text_buffer *out)
{
	const json_t *scope;
	size_t i;

	json_array_foreach(json_object_get(f->w->unit, "scopes"), i, scope)
	{
		if (json_is_true(json_object_get(scope, "module")))
			text_add(out, "use %s\n", json_member_text(scope, "name"));
	}
	for (i = 0; i < f->source->statements.count; i++) {
		const char *line = f->source->statements.items[i];
		if (strncmp(line, "use ", 4) == 0 || strncmp(line, "use,", 4) == 0)
			text_add(out, "%s\n", line);
	}
}

static void parts_write(const struct fortran_driver *f, struct text_buffer *text)
{
	struct text_buffer uses = {0};

	if (!f->data.size)
		return;
	text_add(&uses, "module %s_parts\n", f->w->of);
	uses_write(f, &uses);
	lines_write(f, text_string(&uses), 0, text);
	lines_write(f, text_string(&f->data), 2, text);
	lines_write(f, "contains\n", 0, text);
	lines_write(f, text_string(&f->w->above), 2, text);
	lines_write(f, "end module\n\n", 0, text);
	text_done(&uses);
}

static void guesses_write(const struct fortran_driver *f, struct text_buffer *text)
{
	for (const char *at = text_string(&f->w->guesses); *at;) {
		const size_t size = strcspn(at, "\n");
		text_add(text, "! %.*s\n", (int)size - 3, at + 3);
		at += size + (at[size] == '\n');
	}
}

/* What the driver uses of a module, when its first name comes. */
static void use_write(const struct fortran_driver *f, size_t first,
		      struct text_buffer *out)
{
	const char *module = f->uses.items[first];

	for (size_t i = 0; i < first; i += 2)
		if (strcmp(f->uses.items[i], module) == 0)
			return;
	if (!*module)
		return;
	text_add(out, "use %s, only: %s", module, f->uses.items[first + 1]);
	for (size_t i = first + 2; i < f->uses.count; i += 2)
		if (strcmp(f->uses.items[i], module) == 0)
			text_add(out, ", %s", f->uses.items[i + 1]);
	text_add(out, "\n");
}

static void declarations_write(const struct fortran_driver *f, struct text_buffer *text)
{
	struct text_buffer own = {0};

	for (size_t i = 0; i < f->uses.count; i += 2)
		use_write(f, i, &own);
	if (f->data.size)
		text_add(&own, "use %s_parts\n", f->w->of);
	text_add(&own, "implicit none\n");
	if (!*module_of(f))
		interface_write(f, &own);
	text_add(&own, "%s%s%s", text_string(&f->scalars), text_string(&f->arrays),
		 text_string(&f->w->objects));
	if (strstr(text_string(&f->pools), "do i_") ||
	    strstr(text_string(&f->w->statements), "do i_"))
		text_add(&own, "integer :: i_, j_, k_\n");
	lines_write(f, text_string(&own), 2, text);
	text_add(text, "\n");
	text_done(&own);
}

static void text_write(struct fortran_driver *f, const char *include, bool returns,
		       struct text_buffer *text)
{
	struct text_buffer head = {0};

	head_write(f, include, text);
	parts_write(f, text);
	lines_write(f, text_string(&f->handler), 0, text);
	guesses_write(f, text);
	notes_write(f, text);
	text_add(&head, "%s %s_driver(%s)%s\n", returns ? "function" : "subroutine",
		 f->w->of, text_string(&f->w->parameters),
		 returns ? " result(returned)" : "");
	lines_write(f, text_string(&head), 0, text);
	declarations_write(f, text);
	lines_write(f, text_string(&f->pools), 2, text);
	lines_write(f, text_string(&f->w->statements), 2, text);
	lines_write(f, returns ? "end function\n" : "end subroutine\n", 0, text);
	text_done(&head);
}

static void names_reserve(struct fortran_driver *f)
{
	const json_t *d;

	words_add_each(&f->w->names, f->w->of, "i_", "j_", "k_", "returned", "kept",
		       "earlier_calls");
	for (size_t i = 0; (d = fortran_dummy(f->w->unit, f->scope, i)); i++)
		words_add(&f->w->names, json_member_text(d, "name"));
}

static void driver_done(struct fortran_driver *f)
{
	text_done(&f->scalars);
	text_done(&f->arrays);
	text_done(&f->pools);
	text_done(&f->data);
	text_done(&f->handler);
	text_done(&f->closing);
	words_done(&f->uses);
	json_decref(f->called);
	free(f->rank);
}

int fortran_driver_write(struct wrapping *w, const char *path, const char *include,
			 struct text_buffer *text)
{
	struct fortran_source source;
	struct fortran_driver f = {.w = w, .source = &source, .fill = fortran_fill};
	struct call call = {0};
	const json_t *result, *d;

	if (!fortran_source_read(&source, path)) {
		wrap_refuse(w, "the source cannot be read");
		return -1;
	}
	f.scope = fortran_scope(w->unit, number_in(w->function, "scope"));
	f.called = fortran_called(w->unit, f.scope);
	result = fortran_result(w->unit, f.scope);
	f.is_checked = fortran_is_checked(&f);
	names_reserve(&f);
	if (*module_of(&f))
		fortran_use(&f, module_of(&f), json_member_text(f.scope, "name"));
	for (size_t i = 0; (d = fortran_dummy(w->unit, f.scope, i)); i++)
		argument_make(&f, d, &call);
	if (f.is_checked)
		fortran_checked_finish(&f);
	const bool returns = is_returned(result);
	const char *kept = !result ? "" : returns ? "returned" : "kept";
	if (result)
		fortran_result_declare(&f, result, kept);
	if (!f.is_checked && !call.has)
		f.has_calls = fortran_calls_before(&f, &call.values);
	calls_write(&f, &call, kept, fortran_is_pointer(result));
	text_add(&w->statements, "%s", text_string(&f.closing));
	if (!*w->why)
		text_write(&f, include, returns, text);
	words_done(&call.values);
	text_done(&call.all);
	text_done(&call.without);
	free(call.has);
	driver_done(&f);
	fortran_source_done(&source);
	return *w->why ? -1 : 0;
}
