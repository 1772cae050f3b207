/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_ranges.c - pointers into one array: arguments, what these point to, or members. For
 *
 *	int next(const unsigned char **p, const unsigned char *end);
 *
 * there is one array, the variable p leads to its first element, and end behind its last one. Where an
 * integer says how many elements are left, it is their number.
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

/* What is known of the pointer to numbers that a parameter or a member is, or that it points to. */
static const json_t *pointer_facts(const struct wrapping *w, const json_t *own)
{
	const json_t *to = type_of(w->unit, type_of(w->unit, own, "type"), "to");

	return type_is(to, "pointer") ? json_object_get(own, "inside") : own;
}

static const json_t *element_of(const struct wrapping *w, const json_t *own)
{
	const json_t *to = type_of(w->unit, type_of(w->unit, own, "type"), "to");

	return type_is(to, "pointer") ? type_of(w->unit, to, "to") : to;
}

static bool is_text(const struct wrapping *w, const json_t *own)
{
	return is_true(element_of(w, own), "character");
}

/* An integer beside a cursor of no text that has the name of a length; or null. */
static const json_t *named_left(const struct wrapping *w, const json_t *list,
				const json_t *own)
{
	const json_t *facts = pointer_facts(w, own);

	return list == json_object_get(w->function, "parameters") && facts != own &&
		       is_true(facts, "moved") && !is_text(w, own) &&
		       !json_object_get(facts, "ends_at") &&
		       !json_object_get(facts, "begins_at")
		   ? argument_length(w, own)
		   : NULL;
}

/* The integer that says how many elements are left, as the bodies tell or as its name does; or -1. */
static long left_of(const struct wrapping *w, const json_t *list, long number)
{
	const json_t *own = json_array_get(list, (size_t)number);
	const char *told = json_member_text(pointer_facts(w, own), "left");

	if (!*told)
		told = json_member_text(named_left(w, list, own), "name");
	return *told ? named_in(list, told) : -1;
}

/* The number of what says where the array ends in which the pointer of that number leads: of the one
 * itself, if it is that; -1: none does. */
static long end_number(const struct wrapping *w, const json_t *list, long number)
{
	const size_t count = json_array_size(list);
	long end = number;

	for (size_t i = 0; i < count; i++) {
		const json_t *facts =
		    pointer_facts(w, json_array_get(list, (size_t)end));
		const char *next = json_member_text(facts, "ends_at");
		if (*next && named_in(list, next) >= 0)
			end = named_in(list, next);
	}
	if (end == number && left_of(w, list, number) >= 0)
		return left_of(w, list, number);
	return end;
}

/* Whether others lead into its array, or it counts what is left there. */
static bool is_shared(const struct wrapping *w, const json_t *list, long number)
{
	const long end = end_number(w, list, number);

	for (long i = 0; i < (long)json_array_size(list); i++)
		if (i != number && end_number(w, list, i) == end)
			return true;
	return end != number;
}

/* Whether it is no pointer into the array, but the number of elements that are left. */
static bool is_counter(const struct wrapping *w, const json_t *list, long end)
{
	for (long i = 0; i < (long)json_array_size(list); i++)
		if (i != end && left_of(w, list, i) == end)
			return true;
	return false;
}

/* The pointers into the array are all const: so is it. */
static const json_t *array_element(const struct wrapping *w, const json_t *list,
				   long end)
{
	const json_t *to = NULL;

	for (long i = 0; i < (long)json_array_size(list); i++) {
		const json_t *element = element_of(w, json_array_get(list, (size_t)i));
		const bool is_inside = end_number(w, list, i) == end &&
				       (i != end || !is_counter(w, list, end));
		if (is_inside && (!to || !is_true(element, "const")))
			to = element;
	}
	return to;
}

/* Whether the bodies say where the array ends: no name alone. A text may have a NUL behind what is left. */
static bool is_told(const struct wrapping *w, const json_t *list, long end)
{
	const char *name = json_member_text(json_array_get(list, (size_t)end), "name");

	for (long i = 0; i < (long)json_array_size(list); i++) {
		const json_t *own = json_array_get(list, (size_t)i);
		const char *left = json_member_text(pointer_facts(w, own), "left");
		if (strcmp(left, name) == 0 && !is_text(w, own))
			return true;
	}
	return !is_counter(w, list, end);
}

/* The name of the first pointer that leads there, in the place of the last part of a name. */
static char *range_name(const struct wrapping *w, const json_t *list, long end,
			const char *name, const char *own)
{
	const size_t whole = strlen(name), part = strlen(own);
	long first = 0;

	while (end_number(w, list, first) != end ||
	       (first == end && is_counter(w, list, end)))
		first++;
	return wrap_format(
	    "%.*s%s", (int)(whole > part ? whole - part : 0), name,
	    json_member_text(json_array_get(list, (size_t)first), "name"));
}

/* Adds the array and the number of its elements as parameters. */
static void range_add(struct wrapping *w, const json_t *list, long end,
		      const char *name, struct wrap_range_of *shared,
		      const struct value_place *at)
{
	const json_t *last = json_array_get(list, (size_t)end);
	const json_t *facts = pointer_facts(w, last),
		     *element = array_element(w, list, end);
	const json_t *type = type_of(w->unit, last, "type");
	const json_t *to = type_of(w->unit, type, "to"), *counter = to ? to : type;
	char *pointer = c_declaration(w->unit, element, "*"), *integer;
	char *array = wrap_format("%s_array", name),
	     *size = wrap_format("%s_size", name);

	integer =
	    is_counter(w, list, end)
		? c_declaration(w->unit,
				is_true(counter, "const") ? type_plain(w->unit, counter)
							  : counter,
				"")
		: wrap_format("int");
	/* An array without a last element has no place. */
	const long least =
	    is_true(facts, "end_is_last") ? 1 : -is_true(facts, "negative");
	shared->most = length_elements(facts);
	if (number_in(element, "bits") == 8 && shared->most < WRAP_TEXT)
		shared->most = WRAP_TEXT;
	free(wrap_plain(w, pointer, array, at, "", &shared->array));
	free(wrap_plain(w, integer, size, at, "", &shared->size));
	wrap_counted(w, shared->array, shared->size, is_told(w, list, end) ? "" : "~",
		     least, shared->most);
	free(integer);
	free(pointer);
	free(size);
	free(array);
}

/* The array of that name; null: there are too many. */
static const struct wrap_range_of *range_of(struct wrapping *w, const json_t *list,
					    long end, const char *name,
					    const struct value_place *at)
{
	struct wrap_range_of *r = w->ranges;

	while (r < w->ranges + w->range_count && strcmp(r->of, name) != 0)
		r++;
	if (r < w->ranges + w->range_count)
		return r;
	if (w->range_count == sizeof w->ranges / sizeof *w->ranges)
		return NULL;
	w->range_count++;
	r->of = wrap_format("%s", name);
	range_add(w, list, end, name, r, at);
	return r;
}

/* Where the pointer leads: to the first element, to any, or behind the last one. */
static char *place_make(struct wrapping *w, const json_t *list, long number, long end,
			const struct wrap_range_of *shared, const char *name,
			const struct value_place *at)
{
	const json_t *own = json_array_get(list, (size_t)number);
	const char *first = json_member_text(pointer_facts(w, own), "begins_at"),
		   *last = json_member_text(json_array_get(list, (size_t)end), "name");
	char *wanted, *index, *whole;

	if (number == end) {
		const bool is_last = is_true(pointer_facts(w, own), "end_is_last");
		wrap_guess(w, "%s is the %s of %s", name,
			   is_last ? "last element" : "end", shared->array);
		return wrap_format("%s + %s%s", shared->array, shared->size,
				   is_last ? " - 1" : "");
	}
	if (!*first || named_in(list, first) < 0 || strcmp(first, last) == 0) {
		wrap_guess(w, "%s leads to the first element of %s", name,
			   shared->array);
		return wrap_format("%s", shared->array);
	}
	wrap_guess(w, "%s leads to an element of %s, or behind the last one", name,
		   shared->array);
	wanted = wrap_format("%s_at", name);
	index = wrap_range(w, "int", wanted, 0, shared->most, at);
	whole = wrap_format("%s + %s %% (%s + 1)", shared->array, index, shared->size);
	free(wanted);
	free(index);
	return whole;
}

/* A value that the function gets itself, by its address or by reference. */
static char *passed(struct wrapping *w, const json_t *own, const char *name,
		    char *value, const struct value_place *at)
{
	const json_t *type = type_of(w->unit, own, "type"),
		     *to = type_of(w->unit, type, "to");
	char *address = wrap_address(w, to, name, own, value, at);

	if (address && type_is(type, "reference"))
		memmove(address, address + 1, strlen(address));
	return address;
}

/* How many are left: the number, or a variable. */
static char *counter_make(struct wrapping *w, const json_t *own, const char *name,
			  const struct wrap_range_of *shared,
			  const struct value_place *at)
{
	char *value = wrap_format("%s", shared->size);

	wrap_guess(w, "%s is the number of elements of %s", name, shared->array);
	return type_of(w->unit, type_of(w->unit, own, "type"), "to")
		   ? passed(w, own, name, value, at)
		   : value;
}

char *make_shared(struct wrapping *w, const json_t *list, const json_t *own,
		  const char *name, const struct value_place *at)
{
	long number = 0;

	while (json_array_get(list, (size_t)number) != own)
		number++;
	if (*at->dims || wrap_is_freed(w, pointer_facts(w, own)) ||
	    !is_shared(w, list, number))
		return NULL;
	const long end = end_number(w, list, number);
	char *base = range_name(w, list, end, name, json_member_text(own, "name"));
	const struct wrap_range_of *shared =
	    range_of(w, list, end, base ? base : name, at);
	free(base);
	if (!shared)
		return NULL;
	if (number == end && is_counter(w, list, end))
		return counter_make(w, own, name, shared, at);
	char *place = place_make(w, list, number, end, shared, name, at);
	const json_t *to = type_of(w->unit, type_of(w->unit, own, "type"), "to");
	char *to_name = wrap_format(type_is(to, "pointer") ? "%s_to" : "%s", name);
	if (is_true(pointer_facts(w, own), "null"))
		place = wrap_nullable(w, place, to_name, at);
	free(to_name);
	return type_is(to, "pointer") ? passed(w, own, name, place, at) : place;
}

/* ---- indices */

/* The length of the array that the argument is an index of, as an expression, and what is known of it;
 * null: none is known. It is an argument too, or a member of what one leads to. */
static char *subscript_length(struct wrapping *w, const struct words *call,
			      const json_t *index, const json_t **length)
{
	const json_t *list = json_object_get(w->function, "parameters"), *p;
	const char *below = json_member_text(index, "subscript_below"),
		   *of = json_member_text(index, "subscript_of");
	const long own = named_in(list, below);
	size_t i;

	*length = own >= 0 ? json_array_get(list, (size_t)own) : NULL;
	if (!*below || named_in(list, of) >= 0)
		return *length ? wrap_format("%s", below) : NULL;
	json_array_foreach(list, i, p)
	{
		const json_t *type = type_of(w->unit, p, "type");
		const json_t *members = json_object_get(
		    type_plain(w->unit, type_of(w->unit, type, "to")), "members");
		const char *made = call->items[i];
		const bool is_address = *made == '&';
		const long member = members ? named_in(members, below) : -1;
		if (member < 0 || named_in(members, of) < 0 ||
		    made[strcspn(made, " ([?")])
			continue;
		*length = json_array_get(members, (size_t)member);
		return wrap_format("%s%s%s", made + is_address, is_address ? "." : "->",
				   below);
	}
	return NULL;
}

void subscripts_limit(struct wrapping *w, struct words *call)
{
	const json_t *p, *of;
	size_t index;

	json_array_foreach(json_object_get(w->function, "parameters"), index, p)
	{
		char *own = call->items[index];
		char *length = subscript_length(w, call, p, &of);
		if (length && !own[strcspn(own, " (&?")]) {
			wrap_note(w, "%s:0..%d", own, WRAP_ELEMENTS - 1);
			wrap_guess(w, "%s is an index of %s", own,
				   json_member_text(p, "subscript_of"));
			if (!is_true(of, "zero"))
				text_add(&w->statements, "\tif (%s < 1)\n\t\t%s;\n",
					 length, w->nothing);
			call->items[index] = is_true(of, "zero")
						 ? wrap_format("%s > 0 ? %s %% %s : 0",
							       length, own, length)
						 : wrap_format("%s %% %s", own, length);
			free(own);
		}
		free(length);
	}
}
