/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_values.c - numbers, texts and arrays of these in a driver of Fortran. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/fortran_wrapping.h"

static long rank_of(const json_t *d)
{
	return (long)json_integer_value(json_object_get(d, "rank"));
}

static bool is_deferred(const json_t *d)
{
	return strcmp(json_member_text(d, "shape"), "AS_EXPLICIT") != 0;
}

void fortran_declare(struct fortran_driver *f, const json_t *d, const char *name,
		     const char *more)
{
	char *type = fortran_type_text(f->w->unit, d);
	char *bounds = fortran_bounds_text(d);
	const json_t *of = fortran_type_of(f->w->unit, d);

	if (of)
		fortran_use(f, json_member_text(of, "module"),
			    json_member_text(of, "name"));
	text_add(&f->w->objects, "%s%s%s :: %s%s\n", type ? type : "integer",
		 *more ? ", " : "", more, name, bounds ? bounds : "");
	free(type);
	free(bounds);
}

void fortran_result_declare(struct fortran_driver *f, const json_t *result,
			    const char *name)
{
	json_t *copy = json_copy((json_t *)result);
	const bool is_allocated =
	    json_object_get(result, "rank") || fortran_is(result, "CHARACTER") ||
	    fortran_is(result, "CLASS") || fortran_is_allocatable(result);

	json_object_set_new(copy, "shape", json_text("AS_DEFERRED"));
	if (fortran_is(result, "CHARACTER")) {
		const bool is_fixed = fortran_is_pointer(result) ||
				      (json_object_get(result, "rank") != NULL);
		if (!is_fixed) {
			json_object_set_new(copy, "length", json_text(""));
			json_object_set_new(copy, "deferred", json_true());
		}
	}
	fortran_declare(f, copy, name,
			fortran_is_pointer(result) ? "pointer"
			: is_allocated		   ? "allocatable"
						   : "");
	json_decref(copy);
}

/* ---- extents */

/* "9, 8": room for the largest; and "1:m%n + 1, 1:8". False: no extent is known. */
static bool extents_write(const json_t *d, const struct fortran_place *p,
			  struct text_buffer *room, struct text_buffer *slice)
{
	bool is_known = json_object_get(d, "indexed") || json_object_get(d, "index");

	for (long i = 0; i < rank_of(d); i++) {
		long most = WRAP_ELEMENTS;
		char *extent = fortran_extent(d, (size_t)i, p, &most);
		text_add(room, "%s%ld", i ? ", " : "", most);
		if (extent)
			text_add(slice, "%s1:%s", i ? ", " : "", extent);
		else
			text_add(slice, "%s1:%d", i ? ", " : "", WRAP_ELEMENTS);
		is_known |= extent != NULL;
		free(extent);
	}
	return is_known;
}

/* What limits an integer, of which nothing is said by its type. */
static void integer_note(struct fortran_driver *f, const json_t *d, const char *own,
			 bool is_member)
{
	const bool may_be_negative = !is_member || json_object_get(d, "negative");

	if (!fortran_is(d, "INTEGER"))
		return;
	if (json_object_get(d, "index"))
		wrap_note(f->w, "%s:1..%d", own, WRAP_ELEMENTS);
	else if (json_object_get(d, "length"))
		wrap_note(f->w, "%s:%d..%d", own, -(int)may_be_negative, WRAP_ELEMENTS);
}

/* An argument that is the length of one has the range of lengths. */
static void lengths_note(struct fortran_driver *f, const json_t *d)
{
	const json_t *e;
	size_t i;

	json_array_foreach(json_object_get(d, "extents"), i, e)
	{
		const char *of = json_member_text(e, "of");
		char *item = wrap_format("%s:", of);
		if (*of && !strpbrk(of, "%(") &&
		    !strstr(text_string(&f->w->notes), item))
			wrap_note(f->w, "%s-1..%d", item, WRAP_ELEMENTS);
		free(item);
	}
}

char *fortran_sliced(struct fortran_driver *f, const json_t *d, const char *name,
		     const struct fortran_place *p)
{
	struct text_buffer room = {0}, slice = {0};
	char *type, *whole = NULL;

	if (rank_of(d) && is_deferred(d) && !fortran_has(d, "OPTIONAL") &&
	    strcmp(json_member_text(d, "shape"), "AS_ASSUMED_SIZE") != 0 &&
	    extents_write(d, p, &room, &slice)) {
		type = fortran_type_text(f->w->unit, d);
		const char *own =
		    fortran_parameter(f, type, name, text_string(&room), p);
		integer_note(f, d, own, false);
		lengths_note(f, d);
		whole = wrap_format("%s(%s)", own, text_string(&slice));
		free(type);
	}
	text_done(&room);
	text_done(&slice);
	return whole;
}

/* ---- values */

static const char *arrow(const json_t *d)
{
	return fortran_is_pointer(d) ? "=>" : "=";
}

/* The type of a parameter that a value is made of. */
static char *parameter_type(struct fortran_driver *f, const json_t *d,
			    const struct fortran_place *p)
{
	char *type = fortran_type_text(f->w->unit, d), *whole;

	if (fortran_is(d, "CHARACTER") && strchr(type, '=') &&
	    strchr(":*", strchr(type, '=')[1])) {
		free(type);
		type = *p->dims ? wrap_format("character(len=%d)", WRAP_ELEMENTS)
				: wrap_format("character(len=*)");
	}
	whole = wrap_format("%s%s", type, fortran_is_pointer(d) ? ", target" : "");
	free(type);
	return whole;
}

static void scalar_fill(struct fortran_driver *f, const json_t *d, const char *type,
			const struct fortran_place *p)
{
	if (json_object_get(d, "opened") && !*p->dims && !fortran_is_pointer(d)) {
		char *file = fortran_file(f, d, p->name, p);
		fortran_line(p, "%s = trim(%s)", p->path, file);
		free(file);
		return;
	}
	if (json_object_get(d, "unit") && !*p->dims) {
		fortran_unit_open(f, d, p->name, p->path, p);
		return;
	}
	const char *own = fortran_parameter(f, type, p->name, "", p);
	char *value =
	    *p->index ? wrap_format("%s(%s)", own, p->index) : wrap_format("%s", own);
	const bool is_trimmed =
	    *p->index && json_is_true(json_object_get(d, "deferred"));

	integer_note(f, d, own, *p->object != 0);
	if (json_object_get(d, "freed"))
		fortran_line(p, "allocate(%s, source=%s)", p->path, value);
	else
		fortran_line(p, is_trimmed ? "%s %s trim(%s)" : "%s %s %s", p->path,
			     arrow(d), value);
	free(value);
}

/* Of an array parameter, what belongs to the place: "own(1:n, i_)". */
static char *part_text(const char *own, const char *slice, long rank,
		       const struct fortran_place *p)
{
	struct text_buffer text = {0};
	char *whole;

	text_add(&text, "%s", own);
	if (*slice || *p->index) {
		text_add(&text, "(%s", slice);
		for (long i = 0; !*slice && i < rank; i++)
			text_add(&text, "%s:", i ? ", " : "");
		text_add(&text, "%s%s)", *p->index ? ", " : "", p->index);
	}
	whole = strdup(text_string(&text));
	text_done(&text);
	return whole;
}

/* Dimensions of a parameter for an array, and the slice of it that is used. */
static void room_write(const json_t *d, const struct fortran_place *p,
		       struct text_buffer *room, struct text_buffer *slice)
{
	char *bounds = is_deferred(d) ? NULL : fortran_bounds_text(d);

	if (bounds && *bounds) {
		text_add(room, "%.*s", (int)strlen(bounds) - 2, bounds + 1);
	} else if (!is_deferred(d) || !extents_write(d, p, room, slice)) {
		room->size = slice->size = 0;
		if (slice->bytes)
			*slice->bytes = '\0';
		for (long i = 0; i < rank_of(d); i++)
			text_add(room, *p->dims ? "%s4" : "%s:", i ? ", " : "");
	}
	free(bounds);
}

static void array_fill(struct fortran_driver *f, const json_t *d, const char *type,
		       const struct fortran_place *p)
{
	struct text_buffer room = {0}, slice = {0};
	const char *below = json_member_text(d, "below");

	room_write(d, p, &room, &slice);
	const char *own = fortran_parameter(f, type, p->name, text_string(&room), p);
	char *part = part_text(own, text_string(&slice), rank_of(d), p);
	integer_note(f, d, own, *p->object != 0);
	if (slice.size && !*p->object)
		lengths_note(f, d);
	if (json_object_get(d, "freed"))
		fortran_line(p, "allocate(%s, source=%s)", p->path, part);
	else
		fortran_line(p, "%s %s %s", p->path, arrow(d), part);
	if (*below && *p->object)
		fortran_line(p, "%s = min(%s, max(1, %s%s))", p->path, p->path,
			     p->object, below);
	free(part);
	text_done(&room);
	text_done(&slice);
}

/* A procedure that a component leads to: of the unit, or made of numbers. */
static void procedure_fill(struct fortran_driver *f, const json_t *d,
			   const struct fortran_place *p)
{
	const char *in = json_member_text(d, "in");
	char *pointer = *p->dims ? NULL : fortran_callback(f, in, d, p->name);

	if (*p->dims)
		fortran_line(p, "%s => null()", p->path);
	else if (pointer)
		fortran_line(p, "%s => %s", p->path, pointer);
	free(pointer);
}

/* Whether the function, or one that it calls, asks for that. */
static bool may_miss(const struct fortran_driver *f, const json_t *d)
{
	const json_t *tested = json_object_get(d, "tested"), *name;
	size_t i;

	if (!fortran_is_allocatable(d) && !fortran_is_pointer(d))
		return false;
	json_array_foreach(tested, i, name)
	{
		if (json_object_get(f->called, json_string_value(name)))
			return true;
	}
	return json_is_true(tested);
}

/* The component of that name of the type or one that it extends; or null. */
static const json_t *component_of(const struct fortran_driver *f, const json_t *type,
				  const char *name, size_t size)
{
	const json_t *d;
	size_t i;

	for (; type; type = fortran_parent(f->w->unit, type))
		json_array_foreach(json_object_get(type, "components"), i, d)
		{
			const char *own = json_member_text(d, "name");
			if (strlen(own) == size && strncmp(own, name, size) == 0)
				return d;
		}
	return NULL;
}

/* The component by which another one is measured, or with which it is allocated, where that may miss: so
 * may the other one, but not alone. Or null. */
static const json_t *may_miss_with(const struct fortran_driver *f, const json_t *d)
{
	const json_t *type = fortran_type(f->w->unit, json_member_text(d, "in"));
	const char *by = fortran_measure(d);
	const json_t *measure = component_of(f, type, by, strcspn(by, ")")), *name;
	size_t i;

	if (measure && may_miss(f, measure) && !*fortran_measure(measure))
		return measure;
	json_array_foreach(json_object_get(d, "together"), i, name)
	{
		const char *text = json_string_value(name);
		const json_t *other = component_of(f, type, text, strlen(text));
		if (other && !may_miss(f, d) && may_miss(f, other))
			return other;
	}
	return NULL;
}

/* Of an array that is not there no elements are counted. */
static void count_clear(const json_t *d, const struct fortran_place *p)
{
	const json_t *extent = json_array_get(json_object_get(d, "extents"), 0);
	const char *of = json_member_text(extent, "of");

	if (!json_is_true(json_object_get(d, "counted")) || *of != '%' || !*p->object)
		return;
	fortran_line(p, "else");
	fortran_line(p, "  %s%s = 0", p->object, of);
}

void fortran_fill(struct fortran_driver *f, const json_t *d,
		  const struct fortran_place *p)
{
	struct fortran_place inside = *p;
	const bool is_object = fortran_is(d, "DERIVED") || fortran_is(d, "CLASS");

	if (*f->w->why)
		return;
	if (fortran_has(d, "PPC")) {
		procedure_fill(f, d, p);
		return;
	}
	const json_t *with = may_miss_with(f, d);
	const bool may = may_miss(f, d) && !(is_object && p->pool);
	if ((with || may) && fortran_is_pointer(d))
		fortran_line(p, "nullify(%s)", p->path);
	if (with) {
		fortran_line(p, "if (%s(%s%%%s)) then",
			     fortran_is_pointer(with) ? "associated" : "allocated",
			     p->object, json_member_text(with, "name"));
		inside.indent++;
	}
	if (may) {
		char *name = wrap_format("has_%s", p->name);
		const char *own = fortran_parameter(f, "logical", name, "", p);
		fortran_line(&inside, *p->index ? "if (%s(%s)) then" : "if (%s) then",
			     own, p->index);
		free(name);
		inside.indent++;
	}
	if (is_object) {
		fortran_fill_object(f, d, &inside);
	} else {
		char *type = parameter_type(f, d, p);
		if (rank_of(d))
			array_fill(f, d, type, &inside);
		else
			scalar_fill(f, d, type, &inside);
		free(type);
	}
	while (inside.indent > p->indent) {
		inside.indent--;
		if (may && inside.indent == p->indent)
			count_clear(d, &inside);
		fortran_line(&inside, "end if");
	}
}
