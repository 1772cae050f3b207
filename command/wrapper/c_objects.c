/* SPDX-License-Identifier: GPL-3.0-or-later */
/* c_objects.c - structures: their members, in the order in which these can be made. */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

/* ---- members */

struct record_making {
	const json_t *record;
	const json_t *list; /* the members */
	char **values; /* by member */
	bool escapes; /* functions without a body get it */
	const char *spelled; /* its type */
};

static const json_t *member_at(const struct record_making *m, size_t number)
{
	return json_array_get(m->list, number);
}

/* Of two limits; 0 is none. */
static long least(long a, long b)
{
	return !a || b < a ? b : a;
}

/* The largest value that the length may have, of arrays whose size is fixed; 0: any. */
static long length_most(const struct wrapping *w, const struct record_making *m,
			size_t number, const struct value_place *at)
{
	long most = 0;

	for (size_t i = 0; i < json_array_size(m->list); i++) {
		const json_t *member = member_at(m, i), *to = member_pointed(w, member);
		const json_t *inside = json_object_get(member, "inside");
		const char *own = json_member_text(member_at(m, number), "name");
		if (*own && strcmp(json_member_text(inside, "length"), own) == 0)
			most = least(most, WRAP_ELEMENTS);
		const bool is_more = is_true(member, "one_more");
		if (is_true(member, "tail") &&
		    member_length(w, m->list, member) == (long)number)
			most = least(most,
				     length_elements(member_at(m, number)) - is_more);
		if (!to || type_is(to, "function") ||
		    member_length(w, m->list, member) != (long)number)
			continue;
		if (!type_is_flat(w->unit, to) && !type_is(to, "void"))
			most = least(most, WRAP_OBJECTS - is_more);
		else if (is_more || *at->dims || *json_member_text(member, "stride"))
			most = least(most, WRAP_ELEMENTS - is_more);
	}
	return most;
}

/* The largest value of an integer that is an index of an array beside it, or bounds those of one beside
 * the structure; -1: it is none. */
static long index_most(const struct record_making *m, size_t number)
{
	const json_t *member = member_at(m, number);
	const char *array = json_member_text(member, "index_in");

	if (is_true(member, "counts_argument"))
		return WRAP_ELEMENTS;
	if (strcmp(array, "*") == 0)
		return WRAP_ELEMENTS - !is_true(member, "index_checked");
	const long which = *array ? named_in(m->list, array) : -1;
	if (which < 0)
		return -1;
	const json_t *other = member_at(m, (size_t)which);
	const long count =
	    is_true(other, "tail") ? WRAP_ELEMENTS : number_in(other, "elements");
	return (count				   ? count
		: json_object_get(other, "inside") ? WRAP_OBJECTS
						   : WRAP_ELEMENTS) -
	       !is_true(member, "index_checked");
}

/* The number of the member that bounds this one: "below", that of the divisor of the remainder that it
 * keeps; "within", of the capacity where it says how many elements are in use. Or -1. */
static long bound_of(const struct record_making *m, size_t number, const char *how)
{
	const char *name = json_member_text(member_at(m, number), how);

	return *name ? named_in(m->list, name) : -1;
}

/* Whether others are remainders by it: it is not 0. */
static bool is_divisor(const struct record_making *m, size_t number)
{
	for (size_t i = 0; i < json_array_size(m->list); i++)
		if (bound_of(m, i, "below") == (long)number)
			return true;
	return false;
}

static bool is_counted(const struct wrapping *w, const json_t *member)
{
	const json_t *to = member_pointed(w, member);

	return to && (type_is_flat(w->unit, to) ||
		      (type_is(to, "void") && !json_object_get(member, "cast") &&
		       !json_object_get(member, "called_with")));
}

/* The least value of a length or of what indices lie below: nothing is divided by 0. */
static long least_length(const struct record_making *m, size_t number)
{
	const json_t *member = member_at(m, number);

	if (is_divisor(m, number) || is_true(member, "divides"))
		return !is_true(member, "zero");
	return -is_true(member, "negative");
}

/* Whether it is the length of an array of numbers, whose notes say how large it is. */
static bool counts_array(const struct wrapping *w, const struct record_making *m,
			 size_t number)
{
	for (size_t i = 0; i < json_array_size(m->list); i++)
		if (is_counted(w, member_at(m, i)) &&
		    !is_true(member_at(m, i), "unused") &&
		    member_length(w, m->list, member_at(m, i)) == (long)number)
			return true;
	return false;
}

/* head % n: takes the value; n is 0 where the body compares it with that. */
static char *make_remainder(struct wrapping *w, const char *name, char *value,
			    const char *divisor, bool may_be_zero)
{
	char *whole = may_be_zero
			  ? wrap_format("%s ? %s %% %s : 0", divisor,
					value ? value : "0", divisor)
			  : wrap_format("%s %% %s", value ? value : "0", divisor);

	wrap_guess(w, "%s is less than %s", name, divisor);
	free(value);
	return whole;
}

/* The number of elements in use: none to all; any where the function itself asks whether it is larger. */
static char *make_used(struct wrapping *w, const struct record_making *m, size_t number,
		       const char *name, const struct value_place *at)
{
	const json_t *member = member_at(m, number);
	const size_t capacity = (size_t)bound_of(m, number, "within");
	const long counted = length_most(w, m, capacity, at),
		   fixed = index_most(m, capacity);
	const long most = counted ? counted : fixed >= 0 ? fixed : WRAP_ELEMENTS;
	const char *type = json_member_text(type_of(w->unit, member, "type"), "name");
	char *value =
	    wrap_range(w, type, name, -is_true(member, "asked_negative"), most, at);
	if (is_true(member, "exceeds"))
		return value;
	char *all = strchr(m->values[capacity], ' ')
			? wrap_format("(%s)", m->values[capacity])
			: wrap_format("%s", m->values[capacity]);
	char *whole = is_true(member_at(m, capacity), "negative")
			  ? wrap_format("%s < 0 ? 0 : %s < %s ? %s : %s", all, value,
					all, value, all)
			  : wrap_format("%s < %s ? %s : %s", value, all, value, all);

	wrap_guess(w, "%s is at most %s", name,
		   json_member_text(member_at(m, capacity), "name"));
	free(all);
	free(value);
	return whole;
}

static bool has_stride(const struct record_making *m)
{
	for (size_t i = 0; i < json_array_size(m->list); i++)
		if (*json_member_text(member_at(m, i), "stride") ||
		    strcmp(json_member_text(member_at(m, i), "name"), "tda") == 0)
			return true;
	return false;
}

/* An array whose indices are multiplied by the member of that number; or null. */
static const json_t *strided_by(const struct record_making *m, size_t number)
{
	const char *name = json_member_text(member_at(m, number), "name");

	for (size_t i = 0; i < json_array_size(m->list); i++)
		if (strcmp(json_member_text(member_at(m, i), "stride"), name) == 0)
			return member_at(m, i);
	return NULL;
}

/* The member by which indices are multiplied: of a vector its stride, 1 to 3; of a matrix its
 * width, as the last of its dimensions. */
static bool is_stride(const struct wrapping *w, const struct record_making *m,
		      size_t number)
{
	static const char *const names[] = {"stride", "tda",   "lda",
					    "ld",     "pitch", "inc"};
	const char *name = json_member_text(member_at(m, number), "name");
	bool told = strided_by(m, number) != NULL;

	if (!type_is(type_of(w->unit, member_at(m, number), "type"), "integer"))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		told |= strcmp(name, names[i]) == 0;
	return told;
}

enum { STRIDE_MOST = 3, WIDTH_MOST = 4 };

/* The dimension that is the length of a row: the one that bounds the indices of a column, else the
 * last one. How many there are: integers that are no stride. */
static long row_dimension(const struct wrapping *w, const struct record_making *m,
			  size_t number, unsigned *count)
{
	const json_t *of = strided_by(m, number);
	const long told = of ? member_length(w, m->list, of) : -1;
	long last = -1;

	*count = 0;
	for (size_t i = 0; i < number; i++)
		if (type_is(type_of(w->unit, member_at(m, i), "type"), "integer") &&
		    !is_stride(w, m, i)) {
			last = (long)i;
			++*count;
		}
	return told >= 0 && told < (long)number && !is_stride(w, m, (size_t)told)
		   ? told
		   : last;
}

static char *make_stride(struct wrapping *w, const struct record_making *m,
			 size_t number, const char *name, const struct value_place *at)
{
	unsigned count;
	const long last = row_dimension(w, m, number, &count);
	const json_t *type = type_of(w->unit, member_at(m, number), "type");
	const char *spelled = json_member_text(type, "name");
	/* Rows of 2 * k + 1 elements, or 3 * k + 1, are not longer than others. */
	const long times = number_in(strided_by(m, number), "stride_times");
	char *more, *value;

	if (count < 2 || !m->values[last])
		return wrap_range(w, spelled, name,
				  is_true(member_at(m, number), "negative") ? -1 : 1,
				  times < 2    ? STRIDE_MOST
				  : times == 2 ? 2
					       : 1,
				  at);
	char *padding = wrap_format("%s_more", name);
	more = wrap_range(w, spelled, padding ? padding : name, 0, 1, at);
	value = wrap_format("%s + %s", m->values[last], more ? more : "0");
	wrap_guess(w, "%s is %s or one more", name,
		   json_member_text(member_at(m, (size_t)last), "name"));
	free(more);
	free(padding);
	return value;
}

/* ---- arrays with a length */

/* What indices in the array are below: the value of a member or an argument; else `count`. */
static const char *below_of(const struct wrapping *w, const struct record_making *m,
			    const json_t *member, const char *count)
{
	const char *below = json_member_text(member, "elements_below");
	const long number =
	    is_true(member, "elements_outside") ? -1 : named_in(m->list, below);

	if (*below && number >= 0 && m->values[number])
		return m->values[number];
	return *below &&
		       named_in(json_object_get(w->function, "parameters"), below) >= 0
		   ? below
		   : count;
}

/* The elements: a parameter with notes, or in loops an array of fixed size. */
static char *make_counted(struct wrapping *w, const struct record_making *m,
			  const json_t *member, const char *name, const char *length,
			  bool is_strided, long least, const struct value_place *at)
{
	const json_t *type = type_of(w->unit, member, "type");
	const json_t *to = type_of(w->unit, type, "to");
	const bool is_bytes = type_is(to, "void");
	const unsigned count = is_strided ? WRAP_ELEMENTS * STRIDE_MOST : WRAP_ELEMENTS;
	const char *own;
	/* What no access shows is a guess. */
	const bool is_known = *json_member_text(member, "length") ||
			      *json_member_text(member, "offsets_by") ||
			      is_true(member, "met_by_elements");
	const char *guess = is_known ? "" : "~";
	char more[32] = "", *value;

	if (*at->dims)
		snprintf(more, sizeof more, "[%u]", count);
	if (is_bytes)
		value = wrap_plain(w, *at->dims ? "unsigned char" : "unsigned char *",
				   name, at, more, &own);
	else
		value = wrap_parameter(w, *at->dims ? type_plain(w->unit, to) : type,
				       name, at, more, &own);
	if (!*at->dims && is_strided)
		wrap_note(w, "%s:%s%u", own,
			  *json_member_text(member, "stride") ? "" : guess, count);
	else if (!*at->dims && is_true(member, "one_more"))
		wrap_note(w, "%s:%u", own, count);
	else if (!*at->dims)
		wrap_counted(w, own, length, guess, least, WRAP_ELEMENTS);
	if (!*at->dims && !is_strided) {
		char *all =
		    wrap_format(is_true(member, "one_more") ? "%s + 1" : "%s", length);
		wrap_elements(w, member, to, name, own, all ? all : length,
			      below_of(w, m, member, length), &w->objects);
		free(all);
	}
	if (wrap_is_freed(w, member) && value) {
		char *all = is_strided ? wrap_format("%u", count)
				       : wrap_format(is_true(member, "one_more")
							 ? "((%s > 0 ? %s : 0) + 1)"
							 : "(%s > 0 ? %s : 0)",
						     length, length);
		value = wrap_copied(value, all ? all : "");
		free(all);
	}
	return is_true(member, "null") ? wrap_nullable(w, value, name, at) : value;
}

/* The array at the end: its elements stand behind the object, in its block, as many as its length
 * says; those of the objects of an array, and those without a length, as many as there are. */
static char *make_tail(struct wrapping *w, const struct record_making *m, size_t number,
		       const char *name, const struct value_place *at)
{
	const json_t *member = member_at(m, number);
	const json_t *to = type_of(w->unit, type_of(w->unit, member, "type"), "to");
	const long length = member_length(w, m->list, member);
	const bool is_told = length >= 0 && m->values[length] && !has_stride(m),
		   is_text = is_true(to, "character") && !is_told;
	const long count = is_told ? length_elements(member_at(m, (size_t)length))
			   : has_stride(m) ? WRAP_ELEMENTS * STRIDE_MOST
			   : is_text	   ? WRAP_TEXT + 1
					   : WRAP_ELEMENTS;
	const int is_more = is_true(member, "one_more");
	const char *own;
	char more[32], *bytes;

	if (!type_is_flat(w->unit, to))
		return wrap_refuse(w, "%s has elements that are made of no numbers",
				   name);
	snprintf(more, sizeof more, "[%ld]", count);
	char *from = wrap_parameter(w, type_plain(w->unit, to), name, at, more, &own);
	if (is_told && !*at->dims)
		bytes = wrap_format("%s > 0 ? %s%s : %d", m->values[length],
				    m->values[length], is_more ? " + 1" : "", is_more);
	else
		bytes = wrap_format("%ld", count);
	const char *one = *at->dims ? "**" : "*";
	text_add(at->tail, " + (%s) * sizeof %s%s", bytes, one, own);
	text_add(at->statements, "%smemcpy(%s, %s, (%s) * sizeof %s%s);\n", at->indent,
		 at->path, from, bytes, one, own);
	if (is_text)
		text_add(at->statements, "%s%s[%ld] = 0;\n", at->indent, at->path,
			 count - 1);
	if (is_told)
		wrap_guess(w, "%s has %s elements", name,
			   json_member_text(member_at(m, (size_t)length), "name"));
	else
		wrap_guess(w, "%s has %ld elements", name, count);
	free(bytes);
	free(from);
	return NULL;
}

/* ---- one member */

static char *make_bits(struct wrapping *w, const json_t *member, const char *name,
		       const struct value_place *at)
{
	const json_t *type = type_of(w->unit, member, "type");
	const long bits = number_in(member, "bits");

	if (bits > 30)
		return wrap_parameter(w, type, name, at, "", NULL);
	if (is_true(type, "unsigned") || !type_is(type, "integer"))
		return wrap_range(w, "unsigned", name, 0, (1l << bits) - 1, at);
	return wrap_range(w, "int", name, -(1l << (bits - 1)), (1l << (bits - 1)) - 1,
			  at);
}

static char *member_make(struct wrapping *w, const struct record_making *m,
			 size_t number, const char *name, const struct value_place *at)
{
	const json_t *member = member_at(m, number);
	const json_t *type = type_of(w->unit, member, "type");
	const char *spelled = json_member_text(type, "name");
	const bool is_strided = has_stride(m);
	const long own_most = length_most(w, m, number, at);
	const bool divides = is_divisor(m, number);
	const bool is_noted = !*at->dims && counts_array(w, m, number);
	const long most = divides && !own_most && !is_noted ? WRAP_ELEMENTS : own_most;
	const long divisor = bound_of(m, number, "below"),
		   capacity = bound_of(m, number, "within");
	const char *end =
	    !*at->dims && is_counted(w, member) ? offsets_end(w, member, name) : NULL;
	const long length =
	    is_counted(w, member) ? member_length(w, m->list, member) : -1;

	if (json_object_get(member, "bits"))
		return make_bits(w, member, name, at);
	if (is_strided && is_stride(w, m, number))
		return make_stride(w, m, number, name, at);
	if (is_strided && type_is(type, "integer") && !is_true(member, "unused"))
		return wrap_range(w, spelled, name, 0, WIDTH_MOST, at);
	if (divisor >= 0 && m->values[divisor])
		return make_remainder(
		    w, name, wrap_range(w, spelled, name, 0, WRAP_ELEMENTS - 1, at),
		    m->values[divisor], is_true(member_at(m, (size_t)divisor), "zero"));
	if (capacity >= 0 && m->values[capacity])
		return make_used(w, m, number, name, at);
	if (most && is_true(member, "masks"))
		return wrap_mask(w, name, most, at);
	if (most)
		return wrap_range(w, spelled, name, least_length(m, number), most, at);
	if (type_is(type, "integer") && index_most(m, number) >= 0)
		return wrap_range(w, spelled, name,
				  is_true(member, "negative") ? -1 : 0,
				  index_most(m, number), at);
	if (end)
		return make_counted(w, m, member, name, end, false, 0, at);
	if (length < 0 || !m->values[length]) {
		w->below = below_of(w, m, member, NULL);
		char *made = w->make(w, type, name, member, at);
		w->below = NULL;
		return made;
	}
	if (is_strided)
		wrap_guess(w, "%s has %d elements", name, WRAP_ELEMENTS * STRIDE_MOST);
	else
		wrap_guess(w, "%s has %s elements", name,
			   json_member_text(member_at(m, (size_t)length), "name"));
	return make_counted(w, m, member, name, m->values[length], is_strided,
			    least_length(m, (size_t)length), at);
}

/* Whether the function uses it, or others need it: an index that it uses lies below it; or it is the
 * length of an array that it uses, and nothing that it uses besides can be that. */
static bool is_wanted(const struct wrapping *w, const struct record_making *m,
		      size_t number)
{
	const char *own = json_member_text(member_at(m, number), "name");
	bool bounds = false, counts = false, is_only = true;
	const json_t *other;
	size_t index;

	if (!is_true(member_at(m, number), "unused") || m->escapes || w->is_whole)
		return true;
	json_array_foreach(m->list, index, other)
	{
		if (is_true(other, "unused"))
			continue;
		bounds |= *own && (strcmp(json_member_text(other, "below"), own) == 0 ||
				   strcmp(json_member_text(other, "within"), own) == 0);
		counts |= *own && !is_true(other, "length_outside") &&
			  strcmp(json_member_text(other, "length"), own) == 0;
		is_only &= !type_is(type_of(w->unit, other, "type"), "integer");
	}
	return bounds || (counts && is_only);
}

static void member_take(struct wrapping *w, const struct record_making *m,
			size_t number, const char *prefix, const struct value_place *at)
{
	const json_t *member = member_at(m, number);
	const json_t *type = type_of(w->unit, member, "type");
	const char *own = json_member_text(member, "name");
	size_t before = 0;
	const long tag = union_tag(w, m->list, number, &before);
	char *name = *prefix && *own ? wrap_format("%s_%s", prefix, own)
				     : wrap_format("%s%s", prefix, own);
	char *path = *at->path && *own ? wrap_format("%s.%s", at->path, own)
				       : wrap_format("%s", at->path);
	struct value_place here = *at;
	char *variant = union_variant(w, m->record, m->values, number);

	here.path = path ? path : "";
	here.deep++;
	if (!name || !path || !is_wanted(w, m, number))
		m->values[number] = NULL;
	else if (is_true(member, "tail") &&
		 (at->tail || !number_in(member, "elements")))
		m->values[number] =
		    at->tail ? make_tail(w, m, number, name, &here) : NULL;
	else if (list_role_of(w, m->list, member))
		m->values[number] = wrap_format("0");
	else if (variant)
		m->values[number] = make_tagged(w, type, name, variant, 0, &here);
	else if (tag >= 0 && m->values[tag]) {
		m->values[number] =
		    make_tagged(w, type, name, m->values[tag], before, &here);
		wrap_guess(w,
			   "%s says which member of the union is set, in their order",
			   m->values[tag]);
	} else {
		m->values[number] = make_shared(w, m->list, member, name, &here);
		if (!m->values[number])
			m->values[number] = member_make(w, m, number, name, &here);
	}
	free(variant);
	free(name);
	free(path);
}

/* Those that are made, {.n = n}. */
static char *members_write(const struct record_making *m)
{
	struct text_buffer text = {0};
	char *whole;

	for (size_t i = 0; i < json_array_size(m->list); i++) {
		const char *name = json_member_text(member_at(m, i), "name");
		const char *value = m->values[i];
		if (!value || (!*name && value[1] != '.'))
			continue;
		text_add(&text, text.size ? ", " : "");
		/* The members of a structure without a name are those of this one. */
		if (!*name)
			text_add(&text, "%.*s", (int)strlen(value) - 2, value + 1);
		else
			text_add(&text, ".%s = %s", name, value);
	}
	whole = wrap_format("{%s}", text.size ? text_string(&text) : "0");
	text_done(&text);
	return whole;
}

/* Numbers, then remainders by them, those that are not larger, and structures, then what is not larger
 * than the latter, then pointers: lengths and tags come before what has them. */
static int turn_of(const struct wrapping *w, const struct record_making *m,
		   size_t number)
{
	const json_t *member = member_at(m, number);
	const json_t *type = type_of(w->unit, member, "type");
	const long end = bound_of(m, number, "within");

	if (type_is(type, "pointer") || is_true(member, "tail"))
		return 3;
	if (end >= 0 && bound_of(m, (size_t)end, "within") >= 0)
		return 2;
	return type_is_number(type) && !*json_member_text(member, "below") && end < 0
		   ? 0
		   : 1;
}

char *make_record(struct wrapping *w, const json_t *type, const char *name,
		  const struct value_place *at)
{
	struct record_making m = {.record = type,
				  .list = json_object_get(type, "members"),
				  .escapes = is_true(type, "escapes"),
				  .spelled = json_member_text(type, "name")};
	const size_t count = json_array_size(m.list);
	char *whole = NULL;

	if (strncmp(type_noun(type), "__va_list", 9) == 0)
		return wrap_refuse(w, "%s is a list of variable arguments", name);
	if (at->deep > WRAP_DEEP)
		return wrap_format("{0}");
	if (!*at->path) {
		/* An argument by value. */
		const char *own = wrap_name(w, name);
		struct value_place here = *at;
		here.path = own;
		char *value = make_record(w, type, name, &here);
		char *declared = c_declaration(w->unit, type_plain(w->unit, type), own);
		text_add(&w->objects, "\t%s = %s;\n", declared, value ? value : "{0}");
		free(value);
		free(declared);
		return *w->why ? NULL : wrap_format("%s", own);
	}
	m.values = calloc(count + 1, sizeof *m.values);
	for (int turn = 0; m.values && turn < 4; turn++)
		for (size_t i = 0; i < count && !*w->why; i++)
			if (turn_of(w, &m, i) == turn)
				member_take(w, &m, i, name, at);
	if (!*w->why && m.values) {
		list_finish(w, m.list, name, at);
		whole = members_write(&m);
	}
	for (size_t i = 0; m.values && i < count; i++)
		free(m.values[i]);
	free(m.values);
	return whole;
}
