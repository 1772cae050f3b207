/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_pools.c - what pointers to structures lead to: one object, some, or one of a pool.
 *
 * A structure that leads to itself, as a node of a list or a tree, has a pool of some objects.
 * Each of their pointers is null or leads to an object that comes later: so lists, trees and
 * nodes with two parents come up, and no circle. One that is called prev or parent leads back.
 */
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

/* Whether the objects lead back: what gets one of them may get any, and not the first alone. */
static bool has_link_back(const struct wrapping *w, const struct wrap_pool *p)
{
	const json_t *member;
	bool has = false;
	size_t index;

	json_array_foreach(json_object_get(p->record, "members"), index, member) has |=
	    node_is_link(w, p->record, member) && !is_true(member, "unused") &&
	    node_leads_back(json_member_text(member, "name"));
	return has;
}

/* Of a link back: the object from which another link leads here. */
static void links_back(struct wrapping *w, const struct wrap_pool *p, const char *dot)
{
	const json_t *list = json_object_get(p->record, "members"), *back, *link;
	size_t i, k;

	json_array_foreach(list, i, back)
	{
		const char *name = json_member_text(back, "name");
		if (!node_is_link(w, p->record, back) || !node_leads_back(name))
			continue;
		json_array_foreach(list, k, link)
		{
			const char *of = json_member_text(link, "name");
			if (!node_is_link(w, p->record, link) || node_leads_back(of))
				continue;
			text_add(&w->statements,
				 "\tfor (i = 0; i < %u; i++)\n\t\tif (%s[i]%s%s)\n"
				 "\t\t\t%s[i]%s%s->%s = %s%s[i];\n",
				 p->count, p->name, dot, of, p->name, dot, of, name,
				 *dot == '.' ? "&" : "", p->name);
			wrap_guess(w, "%s leads back", name);
		}
	}
}

/* Whether each of them is a block by itself. */
static bool is_allocated(const struct wrapping *w, const json_t *record)
{
	return wrap_is_freed(w, record) || record_tail(record);
}

/* The objects of an array: variables, blocks that pointers lead to, or all in one block. */
enum array_store { ARRAY_VARIABLES, ARRAY_BLOCKS, ARRAY_ONE_BLOCK };

static void array_declare(struct wrapping *w, const json_t *record, const char *name,
			  unsigned count, enum array_store store, const char *tail)
{
	char *declarator =
	    store == ARRAY_ONE_BLOCK
		? wrap_format("*%s", name)
		: wrap_format("%s%s[%u]", store == ARRAY_BLOCKS ? "*" : "", name,
			      count);
	char *declared = c_declaration(w->unit, record, declarator);

	text_add(&w->objects, "\t%s", declared);
	if (store == ARRAY_ONE_BLOCK)
		text_add(&w->objects, " = me_allocated(%u * sizeof *%s)", count, name);
	for (unsigned i = 0; store == ARRAY_BLOCKS && i < count; i++)
		text_add(&w->objects, "%sme_allocated(sizeof *%s[0]%s)%s",
			 i ? ", " : " = {", name, tail, i + 1 < count ? "" : "}");
	text_add(&w->objects, ";\n");
	free(declared);
	free(declarator);
}

/* An object that lacks what the value of its tag needs, as the bodies have it, becomes one that needs
 * nothing. */
static void variants_end(struct wrapping *w, const json_t *record, const char *path,
			 struct text_buffer *out)
{
	const char *tag = json_member_text(record, "tag");
	const json_t *list = json_object_get(record, "variants"), *v, *leaf = NULL,
		     *need;
	struct text_buffer lacks = {0}, others = {0};
	size_t index, k;

	json_array_foreach(list, index, v)
	{
		const json_t *needs = json_object_get(v, "needs");
		struct text_buffer all = {0};
		leaf = !leaf && !json_array_size(needs) ? v : leaf;
		json_array_foreach(needs, k, need) text_add(
		    &all, "%s%s.%s", k ? " && " : "", path, json_string_value(need));
		if (!is_true(v, "other"))
			text_add(&others, "%s%s.%s != %ld", others.size ? " && " : "",
				 path, tag, number_in(v, "value"));
		if (all.size && is_true(v, "other"))
			text_add(&lacks, "%s(%s && !(%s))", lacks.size ? " || " : "",
				 others.size ? text_string(&others) : "1",
				 text_string(&all));
		else if (all.size)
			text_add(&lacks, "%s(%s.%s == %ld && !(%s))",
				 lacks.size ? " || " : "", path, tag,
				 number_in(v, "value"), text_string(&all));
		text_done(&all);
	}
	if (leaf && lacks.size) {
		text_add(out, "\t\tif (%s)\n\t\t\t%s.%s = %ld;\n", text_string(&lacks),
			 path, tag, number_in(leaf, "value"));
		wrap_guess(w,
			   "%s says which pointers of %s are there, as the source "
			   "reads them",
			   tag, json_member_text(record, "name"));
	}
	text_done(&lacks);
	text_done(&others);
}

/* Fills the objects of an array: a loop over them. */
static void array_fill(struct wrapping *w, const json_t *record, const char *name,
		       unsigned count, enum array_store store)
{
	struct text_buffer inner = {0}, tail = {0}, outer = w->objects;
	char *dims = wrap_format("[%u]", count);
	char *path = wrap_format(store == ARRAY_BLOCKS ? "(*%s[i])" : "%s[i]", name);
	char *type = c_declaration(w->unit, record, "");
	const struct value_place each = {.dims = dims,
					 .index = "[i]",
					 .statements = &inner,
					 .indent = "\t\t",
					 .tail = store == ARRAY_BLOCKS ? &tail : NULL,
					 .path = path};

	w->objects = (struct text_buffer){0};
	char *value = make_record(w, record, name, &each);
	struct text_buffer members = w->objects;
	variants_end(w, record, path, &inner);
	w->objects = outer;
	/* They are there from the first on: other objects' initialisers lead to them. */
	array_declare(w, record, name, count, store, text_string(&tail));
	text_add(&w->objects, "%s", text_string(&members));
	text_add(&w->statements, "\tfor (i = 0; i < %u; i++)%s\n\t\t%s = (%s)%s;\n%s%s",
		 count, inner.size ? " {" : "", path, type, value ? value : "",
		 inner.size ? text_string(&inner) : "", inner.size ? "\t}\n" : "");
	w->loops = true;
	free(value);
	free(type);
	free(path);
	free(dims);
	text_done(&members);
	text_done(&tail);
	text_done(&inner);
}

/* A pointer to one of the objects. */
static char *pool_pointer(struct wrapping *w, struct wrap_pool *p, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const char *address = is_allocated(w, p->record) ? "" : "&", *objects = p->name;
	const long count = p->count;
	const bool nullable = is_true(facts, "null");
	char *step, *value;

	if (*at->dims) {
		if (node_leads_back(json_member_text(facts, "name")) &&
		    node_is_link(w, p->record, facts))
			return wrap_format("NULL");
		step = wrap_range(w, "int", name, 0, count - 1, at);
		value = wrap_format("%s && i + %s < %ld ? %s%s[i + %s] : NULL", step,
				    step, count, address, objects, step);
	} else if (p->roots++ == 0 && !nullable &&
		   (*at->path || !has_link_back(w, p))) {
		return wrap_format("%s%s[0]", address, objects);
	} else {
		step = wrap_range(w, "int", name, nullable ? 0 : 1, count, at);
		value = nullable ? wrap_format("%s ? %s%s[%s - 1] : NULL", step,
					       address, objects, step)
				 : wrap_format("%s%s[%s - 1]", address, objects, step);
	}
	free(step);
	return value;
}

/* A tree that is freed has no node with two parents. */
static char *tree_pointer(struct wrapping *w, const struct wrap_pool *p,
			  const char *name, unsigned which, unsigned links,
			  const struct value_place *at)
{
	char *has = wrap_plain(w, "_Bool", name, at, "", NULL), *value;
	char *child = wrap_format("%u * i + %u", links, which + 1);

	value = wrap_format("%s && %s < %u ? %s%s[%s] : NULL", has, child, p->count,
			    is_allocated(w, p->record) ? "" : "&", p->name, child);
	free(child);
	free(has);
	return value;
}

static struct wrap_pool *pool_find(struct wrapping *w, const json_t *record)
{
	for (size_t i = 0; i < w->pool_count; i++)
		if (w->pools[i].record == record)
			return &w->pools[i];
	return NULL;
}

static char *pool_member(struct wrapping *w, struct wrap_pool *p, const char *name,
			 const json_t *facts, const struct value_place *at)
{
	const json_t *list = json_object_get(p->record, "members"), *member;
	const unsigned links = node_links(w, p->record);
	unsigned which = 0;
	size_t index;

	if (*at->dims && links > 1 && wrap_is_freed(w, p->record) &&
	    node_is_link(w, p->record, facts)) {
		json_array_foreach(list, index, member)
		{
			if (!node_is_link(w, p->record, member) ||
			    node_leads_back(json_member_text(member, "name")))
				continue;
			if (member == facts)
				return tree_pointer(w, p, name, which, links, at);
			which++;
		}
	}
	return pool_pointer(w, p, name, facts, at);
}

static char *pool_new(struct wrapping *w, const json_t *record, const char *name,
		      const json_t *facts, const struct value_place *at)
{
	const size_t number = w->pool_count++;
	struct wrap_pool *p = &w->pools[number];

	p->record = record;
	p->count = node_links(w, record) > 1 ? WRAP_OBJECTS + 3 : WRAP_OBJECTS;
	/* The pointer's own parameter stands before those of the objects. */
	p->name = wrap_format("%s_pool", type_noun(record));
	char *own = wrap_format("%s", wrap_name(w, p->name));
	free(p->name);
	p->name = own;
	char *value = pool_member(w, p, name, facts, at);
	wrap_guess(w,
		   "there are up to %u objects of %s; a pointer in one is null or "
		   "leads to a later one",
		   p->count, json_member_text(record, "name"));
	array_fill(w, record, p->name, p->count,
		   is_allocated(w, record) ? ARRAY_BLOCKS : ARRAY_VARIABLES);
	links_back(w, &w->pools[number], is_allocated(w, record) ? "->" : ".");
	return value;
}

/* ---- one object, or some */

static char *make_some(struct wrapping *w, const json_t *record, const char *name,
		       const json_t *facts)
{
	const char *own = wrap_name(w, name);
	const bool is_freed = wrap_is_freed(w, record) || wrap_is_freed(w, facts);

	wrap_guess(w, "%s leads to up to %d objects", name, WRAP_OBJECTS);
	array_fill(w, record, own, WRAP_OBJECTS,
		   is_freed ? ARRAY_ONE_BLOCK : ARRAY_VARIABLES);
	return *w->why ? NULL : wrap_format("%s", own);
}

static char *make_object(struct wrapping *w, const json_t *record, const char *name,
			 const json_t *facts, const struct value_place *at)
{
	const bool heap =
	    (is_allocated(w, record) || wrap_is_freed(w, facts)) && !*at->dims;
	const char *own = wrap_name(w, name);
	char *declarator = wrap_format("%s%s%s", heap ? "*" : "", own, at->dims);
	char *type = c_declaration(w->unit, record, "");
	char *declared = wrap_format("%s %s", type, declarator);
	char *path = wrap_format(heap ? "(*%s%s)" : "%s%s", own, at->index);
	struct value_place here = *at;
	/* What changes the object, behind what makes it. */
	struct text_buffer later = {0}, tail = {0};

	here.tail = heap ? &tail : NULL;
	here.path = path ? path : "";
	here.statements = &later;
	here.deep++;
	char *value = type_is(record, "union") ? make_union(w, record, own, &here)
					       : make_record(w, record, own, &here);
	if (heap) {
		text_add(&w->objects, "\t%s = me_allocated(sizeof *%s%s);\n", declared,
			 own, text_string(&tail));
		text_add(at->statements, "%s*%s = (%s)%s;\n", at->indent, own, type,
			 value ? value : "");
	} else if (*at->dims) {
		text_add(&w->objects, "\t%s;\n", declared);
		text_add(at->statements, "%s%s = (%s)%s;\n", at->indent, path, type,
			 value ? value : "");
	} else {
		text_add(&w->objects, "\t%s = %s;\n", declared, value ? value : "");
	}
	text_add(at->statements, "%s", later.size ? text_string(&later) : "");
	text_done(&later);
	text_done(&tail);
	free(value);
	value = *w->why ? NULL : wrap_format(heap ? "%s" : "&%s", heap ? own : path);
	if (value && is_true(facts, "null"))
		value = wrap_nullable(w, value, own, at);
	free(type);
	free(path);
	free(declared);
	free(declarator);
	return value;
}

/* Whether it is a library's state rather than a value: nobody fills so many members. */
static bool has_many_members(const json_t *record)
{
	enum { MANY = 40 };
	const json_t *member;
	size_t index, used = 0;

	json_array_foreach(json_object_get(record, "members"), index, member) used +=
	    is_true(record, "escapes") || !is_true(member, "unused");
	return used > MANY;
}

/* Whether an argument is an array that the function only hands on, and a member of its elements
 * leads to what nobody says: it has none. */
static bool is_unknown_array(struct wrapping *w, const json_t *record,
			     const json_t *facts)
{
	const json_t *list = json_object_get(w->function, "parameters"), *member;
	size_t index = 0, k;

	while (index < json_array_size(list) && json_array_get(list, index) != facts)
		index++;
	if (is_true(facts, "accessed") || !is_counted_array(w, list, index, NULL))
		return false;
	json_array_foreach(json_object_get(record, "members"), k, member)
	{
		if (!type_is(member_pointed(w, member), "void") ||
		    is_true(member, "unused") || json_object_get(member, "cast"))
			continue;
		wrap_guess(w, "%s has no elements: nothing says what their %s leads to",
			   json_member_text(facts, "name"),
			   json_member_text(member, "name"));
		wrap_note(w, "%s:0..0",
			  json_member_text(json_array_get(list, index + 1), "name"));
		return true;
	}
	return false;
}

char *make_record_pointer(struct wrapping *w, const json_t *to, const char *name,
			  const json_t *facts, const struct value_place *at)
{
	const json_t *plain = type_plain(w->unit, to);
	const bool is_argument = !*at->path && !*at->dims;
	const json_t *length =
	    is_argument && is_true(facts, "indexed") ? argument_length(w, facts) : NULL;
	struct wrap_pool *p = pool_find(w, plain);

	if (at->deep > WRAP_DEEP)
		return wrap_format("NULL");
	if (p)
		return pool_member(w, p, name, facts, at);
	if (is_argument && is_unknown_array(w, plain, facts))
		return wrap_format("NULL");
	const bool has_own =
	    !length && !record_is_node(w, plain) && has_maker(w, plain);
	const bool by_function = has_own || (!length && record_is_unclear(w, plain));
	char *made = by_function ? make_by_function(w, plain, name, facts, at) : NULL;
	if (!made && !length && !*at->dims && (has_own || has_many_members(plain)))
		made = make_by_initialiser(w, plain, name, facts, at);
	if (made)
		return made;
	if (type_is_recursive(w->unit, plain)) {
		if (w->pool_count == sizeof w->pools / sizeof *w->pools)
			return wrap_refuse(
			    w, "%s leads to too many kinds of structures", name);
		return pool_new(w, plain, name, facts, at);
	}
	if (!*json_member_text(plain, "name"))
		return wrap_refuse(w, "%s leads to a structure without a name", name);
	const bool is_array = length && !record_tail(plain);
	if (is_array)
		wrap_note(w, "%s:0..%d", json_member_text(length, "name"),
			  WRAP_OBJECTS);
	if (type_is(plain, "record") && !*at->dims && !record_tail(plain) &&
	    (is_array || (!is_argument && is_true(facts, "indexed"))))
		return make_some(w, plain, name, facts);
	return make_object(w, plain, name, facts, at);
}
