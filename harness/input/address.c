/* SPDX-License-Identifier: GPL-3.0-or-later */
/* address.c - which element of which parameter a faulty access is of, and whether the number
 * of the elements is only guessed. */
#include "harness/input/address.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is counted there: of a Fortran array of constant shape, which is one element of
 * the vector, the numbers in it. */
static long size_counted(const struct layout *l, const struct me_parameter *r)
{
	const int is_array = l->entry->spelling != ME_SPELLING_C && r->field_count == 1;

	return (long)(is_array ? r->size / r->fields->count : r->size);
}

/* Which of them has the address; negative in front of the buffer. */
static long element_at(long size, const char *start, const char *address)
{
	const long offset = (long)(address - start);

	return offset < 0 ? (offset - size + 1) / size : offset / size;
}

/* The subscript of a Fortran array's element, by its shape: "2, 3"; past the end the last
 * one is too large. `shape`: its extents, "" of one dimension. */
static void print_subscript(const char *shape, long element, char *out, size_t size)
{
	size_t at = 0;

	while (element >= 0 && strchr(shape, ',') && at < size) {
		char *end;
		const long extent = strtol(shape, &end, 10);
		if (extent < 1 || *end != ',')
			break;
		at += (size_t)snprintf(out + at, size - at, "%ld, ",
				       element % extent + 1);
		element /= extent;
		shape = end + 1;
	}
	if (at < size)
		snprintf(out + at, size - at, "%ld", element + 1);
}

/* y[4]; of Fortran y(5), of a text y(5:5), and where the shape is not known here element
 * 5 of y. */
static void print_element(const struct layout *l, const struct layout_parameter *p,
			  long element, char *out, size_t size)
{
	const struct me_parameter *r = p->record;
	const char *shape = strchr(r->literal, ':');
	char subscript[100], varied[100];

	if (l->entry->spelling == ME_SPELLING_C) {
		snprintf(out, size, "%s[%ld]", r->name, element);
		return;
	}
	layout_print_shape(l, p, NULL, varied, sizeof varied);
	print_subscript(shape ? shape + 1 : varied, element, subscript,
			sizeof subscript);
	if (!*r->literal)
		snprintf(out, size, "element %s of %s", subscript, r->name);
	else if (*r->literal == '\'')
		snprintf(out, size, "%s(%s:%s)", r->name, subscript, subscript);
	else
		snprintf(out, size, "%s(%s)", r->name, subscript);
}

/* ---- what an address is of */

/* The elements as they are passed, and where the access is. */
struct access_place {
	const struct layout_parameter *p;
	const char *start, *end;
	long counted; /* bytes of what is counted */
	long element; /* negative in front */
	long elements;
};

static struct access_place place_in(const struct layout *l, size_t i, const char *at)
{
	const struct layout_parameter *p = &l->parameters[i];
	const struct me_parameter *r = p->record;
	struct access_place place = {
	    p, l->slots[i], p->memory + p->memory_size, size_counted(l, r), -1, 0};

	if (r->flags & ME_PARAMETER_GUESSED)
		place.end = p->memory + (size_t)p->capacity * r->size;
	if (at)
		place.element = element_at(place.counted, place.start, at);
	place.elements = (long)(place.end - place.start) / place.counted;
	return place;
}

/* Null: where the last call has written in front of elements. Its place's parameter is null
 * where the address lies near none. */
static struct access_place place_of(const struct layout *l, const void *address)
{
	const char *at = address ? address : l->damaged_at;

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		const char *pages = p->mapping;
		if (!pages || !l->slots[i] || !p->record->size ||
		    (address ? at < pages || at >= pages + p->mapping_size
			     : p->record->name != l->damaged))
			continue;
		return place_in(l, i, at);
	}
	return (struct access_place){0};
}

int address_print(const struct layout *l, const void *address, char *out, size_t size)
{
	const struct access_place at = place_of(l, address);
	char element[300];

	if (!at.p)
		return 0;
	print_element(l, at.p, at.element, element, sizeof element);
	snprintf(out, size, "%s, %s %s (%ld element%s of %ld byte%s%s)", element,
		 at.element < 0 ? "in front of" : "past the end of", at.p->record->name,
		 at.elements, at.elements == 1 ? "" : "s", at.counted,
		 at.counted == 1 ? "" : "s",
		 (at.p->record->flags &
		  (ME_PARAMETER_ASSUMED | ME_PARAMETER_BOUNDED |
		   ME_PARAMETER_BUFFER)) == ME_PARAMETER_ASSUMED
		     ? ", a guess"
		     : "");
	return 1;
}

long address_outside(const struct layout *l, const void *address)
{
	const struct access_place at =
	    address ? place_of(l, address) : (struct access_place){0};

	if (!at.p)
		return 0;
	return at.element < 0 ? at.element : at.element - at.elements + 1;
}

/* ---- guesses */

static int is_assumed(const struct access_place *at, int is_write)
{
	const unsigned flags = at->p ? at->p->record->flags : 0;

	if (!(flags & ME_PARAMETER_ASSUMED))
		return 0;
	if (!at->elements)
		return 1;
	if (at->element < 0)
		return (flags & ME_PARAMETER_INDEXED) != 0;
	if (flags & ME_PARAMETER_BUFFER)
		return !is_write;
	/* Who reads behind the NUL of a text has not looked for it. */
	return flags & ME_PARAMETER_STRING ? is_write : !(flags & ME_PARAMETER_BOUNDED);
}

/* Whether the extents of the array are the default ones of assumed shape. */
static int has_any_shape(const struct layout *l, const struct layout_parameter *p)
{
	const unsigned flags = ME_PARAMETER_EXTENT | ME_PARAMETER_DEFAULT_RANGE;

	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct me_parameter *e = l->parameters[i].record;
		if ((e->flags & flags) == flags && &l->parameters[e->length_of] == p)
			return 1;
	}
	return 0;
}

/* Another array of any shape that has the element, so that an index below its size led there:
 * callers pass arrays of one shape. Null: none. */
static const struct layout_parameter *longer_array(const struct layout *l,
						   const struct access_place *at)
{
	if (!at->p || at->element < at->elements || !has_any_shape(l, at->p))
		return NULL;
	for (size_t i = 0; i < l->parameter_count; i++) {
		const struct layout_parameter *p = &l->parameters[i];
		if (p != at->p && l->slots[i] && has_any_shape(l, p) &&
		    place_in(l, i, NULL).elements > at->element)
			return p;
	}
	return NULL;
}

/* Parameter n is the only one that says how many elements there are. */
static const struct layout_parameter *length_of(const struct layout *l,
						const struct layout_parameter *p)
{
	for (size_t i = 0; i < l->parameter_count && p->length_count == 1; i++)
		if (l->parameters[i].first == p->length)
			return &l->parameters[i];
	return NULL;
}

int address_is_assumed(const struct layout *l, const void *address, int is_write,
		       char *advice, size_t size)
{
	enum { DECLARED_MOST = 4096 };
	const struct access_place at = place_of(l, address);
	const struct layout_parameter *other = address ? longer_array(l, &at) : NULL;

	if (other) {
		snprintf(advice, size, "the notes %s:4,%s:4 exclude it",
			 other->record->name, at.p->record->name);
		return 1;
	}
	if (!is_assumed(&at, is_write))
		return 0;
	const struct layout_parameter *n = length_of(l, at.p);
	const unsigned count = at.p->record->count;
	const char *name = at.p->record->name;
	if (n && !at.elements)
		snprintf(advice, size, "the note %s:1..%u excludes it", n->record->name,
			 count);
	else if (!n && at.element >= count && at.element < DECLARED_MOST)
		snprintf(advice, size, "the note %s:%ld allows it", name,
			 at.element + 1);
	else
		snprintf(advice, size, "the note %s:%u makes it a fault", name, count);
	return 1;
}
