/* SPDX-License-Identifier: GPL-3.0-or-later */
/* extent.cc - how many elements each array has, and what the integers are that say so. */
#include "plugin/gcc.h"
#include "plugin/bodies/bounds.h"
#include "plugin/entry/array_size.h"

/* ---- what follows from it */

/* "x:8", or "x:8?" where null is a guess, too. */
static void add_count(parameter *p)
{
	parameter_add_text(
	    xasprintf("%s:%u%s", p->name, p->count, p->is_null_guessed ? "?" : ""));
	p->is_null_guessed = false;
}

/* Says at the place in the body what follows from it. */
static void tell_use(tree entry, const parameter_list *parameters, parameter *p,
		     const char *what)
{
	if (!(p->flags & ME_PARAMETER_DEFAULT))
		return;
	const body_use use = array_use(entry, parameters, p - parameters->begin());
	const bool is_call = p->used_at != UNKNOWN_LOCATION;
	if (!is_call)
		p->used_at = use.where;
	if (p->used_at && !options.twin && !inhibit_warnings)
		inform(p->used_at, "plugin me: %qs %s, as this %s has it", p->name,
		       what, is_call ? "call" : "access");
}

static bool is_counted(const parameter_list *parameters, unsigned parameter)
{
	if ((*parameters)[parameter].counted_by != ME_NO_PARAMETER)
		return true;
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].length_of == parameter)
			return true;
	return false;
}

/* The most elements of an array with a length: more than each constant that the body tells
 * lengths or indices apart by, as far as it is no large one. */
static unsigned length_most(tree entry, const parameter_list *parameters)
{
	numbers beyond;

	integers_fill(parameters, 2 * ME_GUESSED_ELEMENTS, &beyond);
	const HOST_WIDE_INT n = body_largest_constant(
	    entry, parameters, beyond.address(), ME_GUESSED_ELEMENTS);

	return MAX((unsigned)EXTENT_MOST, (unsigned)n + 1);
}

/* Parameter n is the length of another array, too. */
static void share_length(tree entry, parameter_list *parameters, unsigned of,
			 unsigned n)
{
	parameter *p = &(*parameters)[of];
	char *what = concat("has ", (*parameters)[n].name, " elements", NULL);

	p->flags &= ~ME_PARAMETER_STRING;
	p->counted_by = n;
	p->count = (*parameters)[(*parameters)[n].length_of].count;
	tell_use(entry, parameters, p, what);
	free(what);
	parameter_add_text(xasprintf("%s:%s%s", p->name, (*parameters)[n].name,
				     p->is_null_guessed ? "?" : ""));
	p->is_null_guessed = false;
}

/* The integer that calls pass beside an array of which the body says no size; or -1. */
static int caller_length(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];

	if (p->passing != ME_BY_POINTER || p->rank || p->is_noted || !p->size ||
	    !(p->flags & ME_PARAMETER_DEFAULT) ||
	    array_is_declared(entry, p, parameters))
		return -1;
	const bool is_fixed = array_is_fixed(entry, p, parameters);
	for (unsigned i = 0; !is_fixed && i < integer_count(parameters); i++)
		if (array_depends(entry, p, parameters, i))
			return -1;
	for (unsigned i = 0; i < parameters->length(); i++)
		if (integer_field(parameters, i) &&
		    (*parameters)[i].passing == ME_BY_VALUE &&
		    callers_count(entry, of, p->size, i, &p->used_at))
			return i;
	return -1;
}

/* The least value of an integer that the array's size depends on. Fortran's a(n) has no elements
 * where n is negative; C's a[n] may not be declared then. */
static HOST_WIDE_INT least_of(tree entry, const parameter *p,
			      const parameter_list *parameters, unsigned n)
{
	return lang_GNU_Fortran() || !array_is_declared(entry, p, parameters)
		   ? integer_least(entry, parameters, n)
		   : 0;
}

static void take_length(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];

	if (is_counted(parameters, of))
		return;
	int n = array_length(entry, p, parameters);
	if (n < 0) {
		n = integer_sizing(parameters, of);
		p->flags |= n >= 0 ? ME_PARAMETER_BUFFER : 0;
	}
	if (n < 0)
		n = caller_length(entry, parameters, of);
	if (n < 0) {
		n = array_guard(entry, p, parameters);
		p->is_guarded = n >= 0;
	}
	if (n < 0)
		return;
	if ((*parameters)[n].length_of != ME_NO_PARAMETER && !p->is_noted) {
		share_length(entry, parameters, of, n);
		return;
	}
	if (!integer_is_free(parameters, n))
		return;
	const HOST_WIDE_INT least = least_of(entry, p, parameters, n);
	if (least < 0)
		integer_limit(parameters, n, least, length_most(entry, parameters), of);
	(*parameters)[n].length_of = of;
	p->flags &= ~ME_PARAMETER_STRING;
	if (p->flags & ME_PARAMETER_DEFAULT) {
		char *what = concat("has ", (*parameters)[n].name, " elements", NULL);
		p->count = length_most(entry, parameters);
		if (p->flags &
		    ME_PARAMETER_BUFFER) /* what is written is mostly longer */
			p->count = MAX(p->count, (unsigned)ME_GUESSED_ELEMENTS);
		add_count(p);
		tell_use(entry, parameters, p, what);
		if (p->flags & ME_PARAMETER_BUFFER && !p->used_at)
			p->used_at = DECL_SOURCE_LOCATION(p->decl);
		free(what);
	}
	parameter_add_text(xasprintf("%s:len(%s)", (*parameters)[n].name, p->name));
}

/* The largest value of each integer, or the least. */
static void limits_of(const parameter_list *parameters, bool least, numbers *out)
{
	for (unsigned i = 0; i < integer_count(parameters); i++) {
		const parameter *p = integer_owner(parameters, i);
		const parameter_field *f = integer_field(parameters, i);
		HOST_WIDE_INT value = 0;
		if (p->length_of != ME_NO_PARAMETER)
			value = least ? 0 : (*parameters)[p->length_of].count;
		else if (f && f->limited)
			value = least ? f->low[0] : f->high[0];
		out->safe_push(value);
	}
}

/* Whether the body tells values apart that are beyond the sizes guessed: to keep the integer
 * below would leave them out. */
static bool goes_beyond(tree entry, const parameter_list *parameters, unsigned n)
{
	return integer_is_free(parameters, n) &&
	       body_tests_order(entry, parameters, n, ME_GUESSED_ELEMENTS,
				HOST_WIDE_INT_MAX);
}

/* Whether the array has so many elements more where the integer is so much larger, and no other
 * integer matters: for (i = 0; i <= n; i++) x[i]. */
static bool counts_alone(tree entry, const parameter *p,
			 const parameter_list *parameters, unsigned n)
{
	numbers values;

	for (unsigned i = 0; i < integer_count(parameters); i++)
		if (i != n && array_depends(entry, p, parameters, i))
			return false;
	integers_fill(parameters, PROBE, &values);
	const HOST_WIDE_INT before = array_size(entry, p, parameters, &values);
	values[n] += EXTENT_MOST;
	return array_size(entry, p, parameters, &values) == before + EXTENT_MOST;
}

/* What the integer is at most: more where the array has hardly an element else, bits[n / 8]. */
static HOST_WIDE_INT count_most(tree entry, const parameter *p,
				const parameter_list *parameters, unsigned n)
{
	HOST_WIDE_INT most = integer_most(entry, parameters, n);

	if (counts_alone(entry, p, parameters, n))
		return MAX(most, (HOST_WIDE_INT)length_most(entry, parameters));

	for (; most < ME_GUESSED_ELEMENTS; most *= 2) {
		numbers values;
		integers_fill(parameters, EXTENT_MOST, &values);
		values[n] = most;
		if (array_size(entry, p, parameters, &values) * 2 >= EXTENT_MOST)
			break;
	}
	return most;
}

/* The most elements that a length counts: a leading dimension reaches that, too. */
static HOST_WIDE_INT longest(const parameter_list *parameters)
{
	HOST_WIDE_INT most = 0;

	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].length_of != ME_NO_PARAMETER)
			most =
			    MAX(most, (*parameters)[(*parameters)[i].length_of].count);
	return most;
}

static void take_count(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	numbers least, most;
	bool found = false, is_guess = !array_is_declared(entry, p, parameters);

	if (array_is_fixed(entry, p, parameters))
		return;
	for (unsigned i = 0; i < integer_count(parameters); i++) {
		const bool is_extent = array_depends(entry, p, parameters, i);
		/* As m of a(lda,n): nothing declares that it is below lda. */
		if (!is_extent && (is_guess || goes_beyond(entry, parameters, i) ||
				   !array_use_depends(entry, parameters, of, i)))
			continue;
		if (is_guess && goes_beyond(entry, parameters, i))
			return;
		found |= is_extent;
		if (integer_is_free(parameters, i))
			integer_limit(parameters, i, least_of(entry, p, parameters, i),
				      is_guess ? count_most(entry, p, parameters, i)
					       : MAX(integer_most(entry, parameters, i),
						     longest(parameters)),
				      of);
	}
	limits_of(parameters, true, &least);
	limits_of(parameters, false, &most);
	HOST_WIDE_INT size = MAX(array_size(entry, p, parameters, &least),
				 array_size(entry, p, parameters, &most));
	if (!found || size < 1 || size > PARAMETER_SCALARS)
		return;
	char *what = xasprintf("has %u elements", (unsigned)size);
	p->count = (unsigned)size;
	tell_use(entry, parameters, p, what);
	free(what);
	p->flags &= ~(ME_PARAMETER_DEFAULT | ME_PARAMETER_STRING);
	if (is_guess)
		p->flags |= ME_PARAMETER_GUESSED;
	add_count(p);
}

/* A text that is read at constant indices, or compared with a literal, goes on behind
 * these, where a parser does, too; and one may be longer than what it is copied to. */
static void take_text(tree entry, parameter_list *parameters, unsigned of)
{
	enum { BUFFER_MOST = 4 * ME_GUESSED_ELEMENTS };
	parameter *p = &(*parameters)[of];
	const HOST_WIDE_INT end = MAX(array_use(entry, parameters, of).end,
				      body_text_end(entry, parameters, of));

	if (end < PARAMETER_SCALARS / 2 && end > (HOST_WIDE_INT)p->count / 2)
		p->count += (unsigned)end;
	if (p->flags & ME_PARAMETER_CONST &&
	    array_use(entry, parameters, of).end <= 2 &&
	    body_seeks_end(entry, parameters, of))
		p->flags |= ME_PARAMETER_ENDED;
	const HOST_WIDE_INT buffer = body_text_buffer(entry, parameters, BUFFER_MOST);
	if (buffer + EXTENT_MOST > (HOST_WIDE_INT)p->count && buffer)
		p->count = (unsigned)(buffer + EXTENT_MOST);
}

/* An array with constant indices has as many elements as these reach; one with indices of
 * which no bound is known has EXTENT_MOST. */
static void take_use(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];

	if (p->passing != ME_BY_POINTER || p->rank || !p->size || p->is_noted)
		return;
	if (p->flags & ME_PARAMETER_STRING) {
		take_text(entry, parameters, of);
		return;
	}
	if (p->count != 1)
		return;
	const body_use use = array_use(entry, parameters, of);
	HOST_WIDE_INT size = (use.end + p->size - 1) / p->size;
	location_t call = UNKNOWN_LOCATION;
	const HOST_WIDE_INT passed = callers_bytes(entry, of, &call) / p->size;
	if ((use.unknown || use.external) && passed > size) {
		size = passed;
		p->used_at = call;
	} else if (use.unknown && size < EXTENT_MOST) {
		size = EXTENT_MOST;
		p->flags |= ME_PARAMETER_GUESSED;
	}
	if (size <= 1 || size > PARAMETER_SCALARS)
		return;
	char *what = xasprintf("has %u elements", (unsigned)size);
	p->count = (unsigned)size;
	tell_use(entry, parameters, p, what);
	free(what);
	add_count(p);
}

/* A value of Fortran's OPTIONAL whose presence is asked for may be absent. */
static void take_presence(tree entry, parameter_list *parameters, parameter *presence)
{
	parameter *p = &(*parameters)[presence->presence_of];

	if (p->is_noted || !body_uses(entry, presence->decl))
		return;
	presence->fields[0].low[0] = 0;
	p->is_null_guessed = true;
}

/* A pointer that is compared with null, or that a call passes as null, may be it. */
static void take_null(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];
	location_t where;

	if (p->presence_of != ME_NO_PARAMETER)
		take_presence(entry, parameters, p);
	if (p->passing != ME_BY_POINTER || p->is_noted ||
	    /* Drivers of C and C++ have flags for what may be null where they use it. */
	    (!lang_GNU_Fortran() &&
	     lookup_attribute("me_driver", DECL_ATTRIBUTES(entry)) &&
	     !body_only_passes(entry, parameters, of)) ||
	    TREE_CODE(TREE_TYPE(p->decl)) != POINTER_TYPE ||
	    (DECL_ARTIFICIAL(p->decl) && !p->rank))
		return;
	const bool is_compared = body_tests_null(entry, parameters, of, &where);
	if (!is_compared && !callers_pass_null(entry, of, &where))
		return;
	p->flags |= ME_PARAMETER_NULLABLE;
	p->is_null_guessed = true;
	p->null_at = where;
	if (!options.twin && !inhibit_warnings)
		inform(where, "plugin me: %qs may be %s, as it is %s here", p->name,
		       lang_GNU_Fortran() ? "absent" : "null",
		       is_compared ? "compared" : "passed");
}

/* An array of which only the length was given. */
static void take_default(tree entry, parameter_list *parameters, unsigned of)
{
	parameter *p = &(*parameters)[of];

	if (p->counted_by != ME_NO_PARAMETER) {
		p->count = (*parameters)[(*parameters)[p->counted_by].length_of].count;
		return;
	}

	if (!is_counted(parameters, of) || !(p->flags & ME_PARAMETER_DEFAULT) ||
	    p->count != 1)
		return;
	p->count = p->extent[0] =
	    p->is_guess ? length_most(entry, parameters) : (unsigned)EXTENT_MOST;
	p->varies = false;
	add_count(p);
}

/* An array of assumed shape: "x:..4", "a:..4x4". */
static void take_shape(parameter *p)
{
	char *text = xstrdup("");
	unsigned count = 1;

	if (!p->varies)
		return;
	for (unsigned i = 0; i < p->rank; i++) {
		char *more = xasprintf("%s%s%u", text, i ? "x" : "..", p->extent[i]);
		free(text);
		text = more;
		count *= p->extent[i];
	}
	p->count = count;
	if (p->flags & ME_PARAMETER_DEFAULT) {
		parameter_add_text(
		    xasprintf("%s:%s%s", p->name, text, p->is_null_guessed ? "?" : ""));
		p->is_null_guessed = false;
	}
	free(text);
}

/* Whether the body keeps the integer in the array, at both ends: what it takes for too large is to come. */
static bool is_checked(tree entry, const parameter_list *parameters, unsigned of,
		       unsigned n)
{
	return (*parameters)[of].is_guarded &&
	       (TYPE_UNSIGNED(integer_field(parameters, n)->type) ||
		integer_least(entry, parameters, n) < 0);
}

/* Integers at which indices begin: for (i = first; i < last; i++); and what is kept below a length
 * and not asked to be 0 or more, as the number of elements in use. */
static void take_start(tree entry, parameter_list *parameters, unsigned of)
{
	const bool is_latest = array_is_declared(entry, &(*parameters)[of], parameters);

	for (unsigned i = 0; i < integer_count(parameters); i++) {
		numbers values;

		if (!integer_is_free(parameters, i) ||
		    goes_beyond(entry, parameters, i) ||
		    is_checked(entry, parameters, of, i))
			continue;
		integers_fill(parameters, PROBE, &values);
		values[i] = 5;
		const HOST_WIDE_INT from =
		    body_begin(entry, parameters, of, values.address(), is_latest);
		values[i] = 6;
		if (body_begin(entry, parameters, of, values.address(), is_latest) !=
			from ||
		    ((*parameters)[of].is_guarded &&
		     array_depends(entry, &(*parameters)[of], parameters, i)))
			integer_limit(parameters, i,
				      integer_least(entry, parameters, i),
				      integer_most(entry, parameters, i), of);
	}
}

/* Whether it has no element where its length is 0, by all accesses, and a negative length, which the
 * body does not refuse, becomes a huge number of bytes: then one of an empty array is a fault. */
static bool is_converted(tree entry, const parameter_list *parameters, unsigned of)
{
	const parameter *p = &(*parameters)[of];
	numbers values;

	integers_fill(parameters, PROBE, &values);
	for (unsigned i = 0; i < parameters->length(); i++) {
		if (p->counted_by != i && (*parameters)[i].length_of != of)
			continue;
		const parameter_field *length = integer_field(parameters, i);
		values[i] = 0;
		return length && !TYPE_UNSIGNED(length->type) &&
		       !body_tests_order(entry, parameters, i, -1, 0) &&
		       body_converts(entry, parameters, i) &&
		       array_size(entry, p, parameters, &values) <= 0;
	}
	return false;
}

/* Whether the body refuses lengths below 0, and those alone: 0 is one that its author expects. */
static bool accepts_none(tree entry, const parameter_list *parameters, unsigned n)
{
	return n < parameters->length() && !lang_GNU_Fortran() &&
	       (*parameters)[n].passing == ME_BY_VALUE &&
	       body_tests_sign(entry, parameters, n) &&
	       !body_assigns(entry, (*parameters)[n].decl);
}

/* What is said of accesses outside of it. `is_open`: before anything was guessed. */
static void note_assumed(tree entry, parameter_list *parameters, unsigned of,
			 bool is_open)
{
	parameter *p = &(*parameters)[of];
	bool is_any_free = false;

	if (!is_open || is_converted(entry, parameters, of))
		return;
	const body_use use = array_use(entry, parameters, of);
	for (unsigned i = 0; i < parameters->length(); i++)
		is_any_free |= integer_is_free(parameters, i);
	p->flags |= ME_PARAMETER_ASSUMED;
	const bool is_known = ((!use.unknown || use.whole) && !use.external) ||
			      array_is_parsed(p, parameters, use);
	/* Of a structure of which only members are named there is one. */
	const bool is_one = RECORD_OR_UNION_TYPE_P(p->pointed) && p->count == 1 &&
			    use.end <= (HOST_WIDE_INT)p->size;
	if (is_counted(parameters, of) && is_known && !use.indexed && !p->is_crossed &&
	    !p->is_undeclared && !p->is_guess &&
	    accepts_none(entry, parameters, integer_counting(parameters, of))) {
		p->flags &= ~ME_PARAMETER_ASSUMED;
		return;
	}
	if ((is_counted(parameters, of) || is_one) && is_known && !p->is_crossed)
		p->flags |= ME_PARAMETER_BOUNDED;
	/* What is noted to be a guess, and an integer of which nothing is known: it may be an index,
	 * of any value. */
	if (use.indexed || p->is_undeclared || (p->is_guess && !is_known) ||
	    (is_any_free && !is_known))
		p->flags |= ME_PARAMETER_INDEXED;
}

/* Of an array of assumed shape whose size the body does not ask for the extents are guesses. */
static void note_shape(tree entry, parameter *p)
{
	if (p->rank && p->pointed &&
	    (p->is_guess || (p->varies && p->flags & ME_PARAMETER_DEFAULT)) &&
	    !shape_is_asked(entry, p->decl))
		p->flags |= ME_PARAMETER_ASSUMED | ME_PARAMETER_INDEXED;
}

/* Whether entry= says nothing of its size. */
static bool is_plain(const parameter_list *parameters, unsigned of)
{
	const parameter *p = &(*parameters)[of];

	return p->passing == ME_BY_POINTER && !p->rank && p->size &&
	       p->flags & ME_PARAMETER_DEFAULT &&
	       (p->is_guess || (!p->is_noted && !is_counted(parameters, of)));
}

/* Whether the source does not say it either, or not of all indices. */
static bool is_open(tree entry, const parameter_list *parameters, unsigned of, bool any)
{
	const parameter *p = &(*parameters)[of];

	return is_plain(parameters, of) &&
	       (!array_is_declared(entry, p, parameters) ||
		array_is_permuted(entry, parameters, of, any) || p->is_crossed);
}

/* A length that does nothing but declare its array. */
static void take_declaring(parameter_list *parameters, unsigned n)
{
	const unsigned of = (*parameters)[n].declares;

	if (of != ME_NO_PARAMETER && integer_is_free(parameters, n))
		integer_limit(parameters, n, (*parameters)[of].count,
			      (*parameters)[of].count, of);
}

void extents_read(tree entry, parameter_list *parameters)
{
	auto_vec<bool> plain, open;

	arrays_find_undeclared(entry, parameters);
	for (unsigned i = 0; i < parameters->length(); i++) {
		plain.safe_push(is_plain(parameters, i));
		(*parameters)[i].is_crossed =
		    plain[i] && array_goes_across(entry, parameters, i);
	}
	const bool any = arrays_any_indexed(entry, parameters);
	for (unsigned i = 0; i < parameters->length(); i++)
		open.safe_push(is_open(entry, parameters, i, any));
	for (unsigned i = 0; i < parameters->length(); i++)
		take_null(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].counted_by == ME_NO_PARAMETER)
			take_default(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].counted_by != ME_NO_PARAMETER)
			take_default(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		take_shape(&(*parameters)[i]);
	for (unsigned i = 0; i < parameters->length(); i++)
		take_length(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].flags & ME_PARAMETER_DEFAULT &&
		    !is_counted(parameters, i))
			take_count(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].flags & ME_PARAMETER_DEFAULT &&
		    !is_counted(parameters, i))
			take_use(entry, parameters, i);
	integers_limit_given(entry, parameters);
	for (unsigned i = 0; i < parameters->length(); i++)
		if (plain[i])
			take_start(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		integers_limit_used(entry, parameters, i);
	for (unsigned i = 0; i < parameters->length(); i++)
		take_declaring(parameters, i);
	integers_limit_members(entry, parameters);
	if (lang_GNU_Fortran())
		fortran_limit_cursors(entry, parameters);
	for (unsigned i = 0; i < parameters->length(); i++)
		note_assumed(entry, parameters, i, open[i]);
	for (unsigned i = 0; i < parameters->length(); i++)
		note_shape(entry, &(*parameters)[i]);
	for (unsigned i = 0; i < parameters->length(); i++)
		for (unsigned k = 0; k < (*parameters)[i].fields.length(); k++)
			enumeration_read(entry, parameters, i,
					 &(*parameters)[i].fields[k]);
	for (unsigned i = 0; i < parameters->length(); i++)
		if ((*parameters)[i].is_null_guessed)
			parameter_add_text(concat((*parameters)[i].name, ":?", NULL));
}
