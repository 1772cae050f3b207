/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_objects.c - structures with pointers, and what these lead to.
 *
 * A structure that leads to itself, as a node of a list or a tree, has a pool of some objects.
 * Each of their pointers is null or leads to an object that comes later: so lists, trees and
 * nodes with two parents come up, and no circle.
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

/* ---- lengths */

static bool is_integer_member(const struct wrapping *w, const json_t *member)
{
	return type_is(type_of(w->unit, member, "type"), "integer") &&
	       !json_object_get(member, "bits");
}

static bool is_length_name(const char *name)
{
	static const char *const names[] = {
	    "n",     "size", "len",	"length",   "count", "num", "used",
	    "nelem", "dim",  "n_items", "numitems", "N",     "m",   "nnz"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}

/* The number of the member that says how many elements there are; or -1. */
static long length_member(const struct wrapping *w, const json_t *members,
			  const json_t *of)
{
	const char *told = json_member_text(of, "length");
	const json_t *member;
	size_t index;
	long only = -1;

	json_array_foreach(members, index, member)
	{
		const char *name = json_member_text(member, "name");
		if (*told && strcmp(told, name) == 0)
			return (long)index;
		if (!is_integer_member(w, member) || !is_length_name(name))
			continue;
		only = only == -1 ? (long)index : -2;
	}
	return *told || only < 0 ? -1 : only;
}

static bool is_number_pointer(const struct wrapping *w, const json_t *type)
{
	return type_is(type, "pointer") &&
	       type_is_flat(w->unit, type_of(w->unit, type, "to"));
}

/* ---- members */

struct members {
	const json_t *list;
	char **values; /* by member */
};

/* The elements of a member with a length: an array of the parameter that is the length. */
static char *make_counted(struct wrapping *w, const json_t *member, const char *name,
			  const char *length, const struct value_place *at)
{
	const json_t *to = type_of(w->unit, type_of(w->unit, member, "type"), "to");
	char *more = *at->dims ? wrap_format("[%d]", WRAP_ELEMENTS)
			       : wrap_format("[%s]", length);
	char *value = wrap_parameter(w, to, name, at, more ? more : "");

	free(more);
	return value;
}

static char *member_make(struct wrapping *w, const struct members *m, size_t number,
			 const char *name, const struct value_place *at)
{
	const json_t *member = json_array_get(m->list, number);
	const json_t *type = type_of(w->unit, member, "type");
	const long length =
	    is_number_pointer(w, type) ? length_member(w, m->list, member) : -1;

	if (json_object_get(member, "bits") && is_true(type, "unsigned"))
		return wrap_choice(w, name, 0, (1l << number_in(member, "bits")) - 1,
				   at);
	if (length < 0 || !m->values[length])
		return w->make(w, type, name, member, at);
	wrap_guess(w, "%s has %s elements", name,
		   json_member_text(json_array_get(m->list, (size_t)length), "name"));
	return make_counted(w, member, name, m->values[length], at);
}

/* In loops a length is kept below the size of its array. */
static bool is_bounded_length(const struct wrapping *w, const struct members *m,
			      size_t number, const struct value_place *at)
{
	for (size_t i = 0; *at->dims && i < json_array_size(m->list); i++) {
		const json_t *member = json_array_get(m->list, i);
		if (is_number_pointer(w, type_of(w->unit, member, "type")) &&
		    length_member(w, m->list, member) == (long)number)
			return true;
	}
	return false;
}

static void member_take(struct wrapping *w, const struct members *m, size_t number,
			const char *prefix, const struct value_place *at)
{
	const json_t *member = json_array_get(m->list, number);
	const char *own = json_member_text(member, "name");
	char *name = *prefix && *own ? wrap_format("%s_%s", prefix, own)
				     : wrap_format("%s%s", prefix, own);
	char *path = *at->path && *own ? wrap_format("%s.%s", at->path, own)
				       : wrap_format("%s", at->path);
	struct value_place here = *at;

	here.path = path ? path : "";
	here.deep++;
	m->values[number] = !name ? NULL
			    : is_bounded_length(w, m, number, at)
				? wrap_choice(w, name, 0, WRAP_ELEMENTS, at)
				: member_make(w, m, number, name, &here);
	free(name);
	free(path);
}

static char *members_write(const struct members *m)
{
	struct text_buffer text = {0};
	char *whole;

	for (size_t i = 0; i < json_array_size(m->list); i++) {
		const char *name = json_member_text(json_array_get(m->list, i), "name");
		text_add(&text, i ? ", " : "");
		if (*name)
			text_add(&text, ".%s = ", name);
		text_add(&text, "%s", m->values[i] ? m->values[i] : "0");
	}
	whole = wrap_format("{%s}", text.size ? text_string(&text) : "0");
	text_done(&text);
	return whole;
}

char *make_record(struct wrapping *w, const json_t *type, const char *name,
		  const struct value_place *at)
{
	struct members m = {.list = json_object_get(type, "members")};
	const size_t count = json_array_size(m.list);
	char *whole = NULL;

	if (strncmp(type_noun(type), "__va_list", 9) == 0)
		return wrap_refuse(w, "%s is a list of variable arguments", name);
	if (at->deep > WRAP_DEEP)
		return wrap_format("{0}");
	m.values = calloc(count + 1, sizeof *m.values);
	/* Lengths come before what has them. */
	for (int pointers = 0; m.values && pointers < 2; pointers++)
		for (size_t i = 0; i < count && !*w->why; i++)
			if (type_is(type_of(w->unit, json_array_get(m.list, i), "type"),
				    "pointer") == pointers)
				member_take(w, &m, i, name, at);
	if (!*w->why && m.values)
		whole = members_write(&m);
	for (size_t i = 0; m.values && i < count; i++)
		free(m.values[i]);
	free(m.values);
	return whole;
}

/* ---- pools */

static unsigned links_of(const struct wrapping *w, const json_t *record)
{
	const json_t *member;
	unsigned links = 0;
	size_t index;

	json_array_foreach(json_object_get(record, "members"), index, member)
	{
		const json_t *type = type_of(w->unit, member, "type");
		links += type_is(type, "pointer") &&
			 type_plain(w->unit, type_of(w->unit, type, "to")) == record;
	}
	return links;
}

static struct wrap_pool *pool_begin(struct wrapping *w, const json_t *record)
{
	struct wrap_pool *p = &w->pools[w->pool_count++];

	p->record = record;
	p->count = links_of(w, record) > 1 ? WRAP_OBJECTS + 2 : WRAP_OBJECTS;
	p->name = wrap_format("%s", wrap_name(w, type_noun(record)));
	return p;
}

/* Fills the objects: a loop over them. */
static void pool_fill(struct wrapping *w, struct wrap_pool *p)
{
	struct text_buffer inner = {0};
	const size_t number = (size_t)(p - w->pools);
	char *dims = wrap_format("[%u]", p->count);
	char *path = wrap_format("%s[i]", p->name);
	char *declarator = wrap_format("%s%s", p->name, dims);
	char *declared = c_declaration(w->unit, p->record, declarator);
	char *type = c_declaration(w->unit, p->record, "");
	const struct value_place each = {.dims = dims,
					 .index = "[i]",
					 .self = "i",
					 .statements = &inner,
					 .indent = "\t\t",
					 .path = path};

	text_add(&w->objects, "\t%s;\n", declared);
	wrap_guess(w,
		   "there are up to %u of %s; a pointer in one is null or leads to a "
		   "later one",
		   p->count, type);
	char *value = make_record(w, p->record, p->name, &each);
	p = &w->pools[number];
	text_add(&w->statements,
		 "\tfor (i = 0; i < %u; i++)%s\n\t\t%s[i] = (%s)%s;\n%s%s", p->count,
		 inner.size ? " {" : "", p->name, type, value ? value : "",
		 inner.size ? text_string(&inner) : "", inner.size ? "\t}\n" : "");
	w->loops = true;
	free(value);
	free(type);
	free(declared);
	free(declarator);
	free(path);
	free(dims);
	text_done(&inner);
}

/* A pointer to one of them. */
static char *pool_pointer(struct wrapping *w, struct wrap_pool *p, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const unsigned count = p->count;
	const char *objects = p->name;
	const bool nullable = is_true(facts, "null");
	char *step, *value;

	if (*at->dims) {
		step = wrap_choice(w, name, 0, count - 1, at);
		value = wrap_format("%s && i + %s < %u ? &%s[i + %s] : NULL", step,
				    step, count, objects, step);
	} else if (p->roots++ == 0 && !nullable) {
		return wrap_format("&%s[0]", objects);
	} else {
		step = wrap_choice(w, name, nullable ? 0 : 1, count, at);
		value = nullable ? wrap_format("%s ? &%s[%s - 1] : NULL", step, objects,
					       step)
				 : wrap_format("&%s[%s - 1]", objects, step);
	}
	free(step);
	return value;
}

static struct wrap_pool *pool_find(struct wrapping *w, const json_t *record)
{
	for (size_t i = 0; i < w->pool_count; i++)
		if (w->pools[i].record == record)
			return &w->pools[i];
	return NULL;
}

/* ---- one object */

static char *make_object(struct wrapping *w, const json_t *to, const char *name,
			 const json_t *facts, const struct value_place *at)
{
	const bool nullable = is_true(facts, "null");
	const json_t *plain = type_plain(w->unit, to);
	const char *own = wrap_name(w, name);
	char *declarator = wrap_format("%s%s", own, at->dims);
	char *declared = c_declaration(w->unit, plain, declarator);
	char *path = wrap_format("%s%s", own, at->index);
	char *type = c_declaration(w->unit, plain, "");
	struct value_place here = *at;
	char *has = NULL, *value;

	here.path = path ? path : "";
	here.deep++;
	char *record = make_record(w, plain, own, &here);
	if (nullable && record) {
		char *flag = wrap_format("has_%s", own);
		has = wrap_choice(w, flag, 0, 1, at);
		free(flag);
	}
	if (*at->dims) {
		text_add(&w->objects, "\t%s;\n", declared);
		text_add(at->statements, "%s%s = (%s)%s;\n", at->indent, path, type,
			 record ? record : "");
	} else {
		text_add(&w->objects, "\t%s = %s;\n", declared, record ? record : "");
	}
	value = !record ? NULL
		: has	? wrap_format("%s ? &%s : NULL", has, path)
			: wrap_format("&%s", path);
	free(has);
	free(record);
	free(type);
	free(path);
	free(declared);
	free(declarator);
	return value;
}

char *make_record_pointer(struct wrapping *w, const json_t *to, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *plain = type_plain(w->unit, to);
	struct wrap_pool *p = pool_find(w, plain);

	if (at->deep > WRAP_DEEP)
		return wrap_format("NULL");
	if (p)
		return pool_pointer(w, p, name, facts, at);
	if (!type_is_recursive(w->unit, plain))
		return make_object(w, to, name, facts, at);
	if (w->pool_count == sizeof w->pools / sizeof *w->pools)
		return wrap_refuse(w, "%s leads to too many kinds of structures", name);
	p = pool_begin(w, plain);
	/* The pointer's own parameter stands before those of the objects. */
	char *value = pool_pointer(w, p, name, facts, at);
	pool_fill(w, p);
	return value;
}
