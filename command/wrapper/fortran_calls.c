/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_calls.c - calls before that of the procedure, since it reads variables that earlier
 * calls change: those of modules, of COMMON, and with SAVE.
 *
 *	do i_ = 1, earlier_calls
 *	  call add(add_x(i_), mean)
 *	end do
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/fortran_wrapping.h"

struct fortran_calls {
	struct fortran_driver *f;
	struct fortran_place at; /* of an array of arguments */
	const struct words *last; /* the arguments of the procedure's own call */
};

static bool is_scalar(const json_t *d)
{
	return fortran_is_scalar(d) && !fortran_is_procedure(d);
}

static bool all_scalar(const struct fortran_calls *c, const json_t *scope)
{
	const json_t *unit = c->f->w->unit, *d;
	bool all = true;

	for (size_t i = 0; (d = fortran_dummy(unit, scope, i)); i++)
		all &= is_scalar(d);
	return all;
}

/* Whether each call has a value of its own; else it is that of the last one: an object, and an
 * integer beside one, which may be its length. */
static bool is_own(const struct fortran_calls *c, const json_t *scope, const json_t *d)
{
	return scope != c->f->scope ||
	       (is_scalar(d) && (fortran_is(d, "REAL") || all_scalar(c, scope)));
}

static void argument_add(struct fortran_calls *c, const json_t *scope, const json_t *d,
			 size_t i, struct text_buffer *call)
{
	char *name = wrap_format("%s_%s", json_member_text(scope, "name"),
				 json_member_text(d, "name"));

	text_add(call, i ? ", " : "");
	if (!is_own(c, scope, d)) {
		text_add(call, "%s", c->last->items[i]);
	} else if (fortran_has(d, "DUMMY(OUT)")) {
		const char *own = wrap_name(c->f->w, name ? name : "");
		fortran_declare(c->f, d, own, "");
		text_add(call, "%s", own);
	} else {
		char *type = fortran_type_text(c->f->w->unit, d);
		text_add(call, "%s(i_)",
			 fortran_parameter(c->f, type ? type : "", name ? name : "", "",
					   &c->at));
		free(type);
	}
	free(name);
}

static void call_add(struct fortran_calls *c, const json_t *scope)
{
	const json_t *unit = c->f->w->unit, *d;
	const json_t *result = fortran_result(unit, scope);
	const char *name = json_member_text(scope, "name");
	struct text_buffer call = {0};

	for (size_t i = 0; (d = fortran_dummy(unit, scope, i)); i++)
		argument_add(c, scope, d, i, &call);
	if (result) {
		char *wanted = wrap_format("%s_result", name);
		const char *own = wrap_name(c->f->w, wanted ? wanted : name);
		fortran_result_declare(c->f, result, own);
		fortran_line(&c->at, "%s %s %s(%s)", own,
			     fortran_is_pointer(result) ? "=>" : "=", name,
			     text_string(&call));
		free(wanted);
	} else {
		fortran_line(&c->at, "call %s(%s)", name, text_string(&call));
	}
	text_done(&call);
}

/* Whether a call leaves objects for another one: it may deallocate none. One with an argument of
 * assumed rank is a call for each rank. */
static bool is_repeatable(const struct fortran_calls *c)
{
	const json_t *d;
	bool is = !c->f->ranked;

	for (size_t i = 0; (d = fortran_dummy(c->f->w->unit, c->f->scope, i)); i++)
		is &= !fortran_is_allocatable(d) && !fortran_is_pointer(d);
	return is;
}

/* Those that can be called: itself, subroutines, functions of modules with a number as result. */
static size_t scopes_find(struct fortran_calls *c, long *most, const json_t **scopes)
{
	const json_t *functions[WRAP_CHANGES], *unit = c->f->w->unit;
	const size_t all = wrap_changes(c->f->w, functions, most);
	size_t count = 0;

	for (size_t i = 0; i < all; i++) {
		const json_t *scope =
		    fortran_scope(unit, number_in(functions[i], "scope"));
		const json_t *result = fortran_result(unit, scope);
		const char *module = json_member_text(
		    fortran_scope(unit, number_in(scope, "parent")), "name");
		const bool is_callable =
		    all_scalar(c, scope) &&
		    (!result || (*module && fortran_is_scalar(result)));
		if (scope == c->f->scope ? !is_repeatable(c) : !is_callable)
			continue;
		if (*module)
			fortran_use(c->f, module, json_member_text(scope, "name"));
		scopes[count++] = scope;
	}
	return count;
}

bool fortran_calls_before(struct fortran_driver *f, const struct words *last)
{
	const json_t *scopes[WRAP_CHANGES];
	struct text_buffer body = {0};
	struct fortran_calls c = {.f = f,
				  .last = last,
				  .at = {.object = "",
					 .dims = "earlier_calls",
					 .index = "i_",
					 .body = &body,
					 .indent = 1}};
	struct fortran_place alone = {
	    .object = "", .dims = "", .index = "", .body = &f->w->statements};
	long most;
	const size_t count = scopes_find(&c, &most, scopes);

	if (count > 1) {
		const char *which =
		    fortran_parameter(f, "integer", "which_call", "", &c.at);
		wrap_note(f->w, "%s:0..%zu", which, count - 1);
		fortran_line(&c.at, "select case (%s(i_))", which);
		for (size_t i = 0; i < count; i++) {
			c.at.indent = 1;
			fortran_line(&c.at, "case (%zu)", i);
			c.at.indent = 2;
			call_add(&c, scopes[i]);
		}
		c.at.indent = 1;
		fortran_line(&c.at, "end select");
	} else if (count) {
		call_add(&c, scopes[0]);
	}
	if (count) {
		f->w->own = "earlier_calls";
		free(fortran_choice(f, "earlier_calls", 0, most, &alone));
		fortran_line(&alone, "do i_ = 1, earlier_calls");
		text_add(&f->w->statements, "%s", text_string(&body));
		fortran_line(&alone, "end do");
		wrap_guess(f->w, "up to %ld calls come before the last one", most);
	}
	text_done(&body);
	return count > 0;
}
