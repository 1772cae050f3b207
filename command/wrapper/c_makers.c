/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * c_makers.c - the functions of a unit or its headers that make an object, fill one, or end what it
 * was made for. Of those that return a pointer to one, or store it, the one with the fewest
 * arguments is taken, which are numbers and texts before callbacks and their data. And what none
 * of them is needed for: the nodes of lists and trees, and what leads to a list.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/wrapping.h"

static const json_t *pointed_plain(const struct wrapping *w, const json_t *type)
{
	return type_is(type, "pointer")
		   ? type_plain(w->unit, type_of(w->unit, type, "to"))
		   : NULL;
}

bool has_word(const char *name, const char *const *words)
{
	for (; *words; words++)
		if (strcasestr(name, *words))
			return true;
	return false;
}

bool destroys(const char *name)
{
	static const char *const words[] = {"free",    "destroy", "delete",  "close",
					    "release", "dispose", "cleanup", "unref",
					    "done",    "fini",	  NULL};

	return has_word(name, words);
}

const json_t *destructor_of(const struct wrapping *w, const json_t *record)
{
	const json_t *f, *any = NULL;
	size_t index;

	json_array_foreach(json_object_get(w->unit, "functions"), index, f)
	{
		const json_t *list = json_object_get(f, "parameters");
		const json_t *first = type_of(w->unit, json_array_get(list, 0), "type");
		if (json_array_size(list) != 1 || pointed_plain(w, first) != record ||
		    !destroys(json_member_text(f, "name")))
			continue;
		if (is_true(json_array_get(list, 0), "freed"))
			return f;
		any = any ? any : f;
	}
	return any;
}

bool is_counted_array(const struct wrapping *w, const json_t *list, size_t index,
		      const json_t *record)
{
	const json_t *type = type_of(w->unit, json_array_get(list, index), "type");
	const json_t *to = pointed_plain(w, type);

	return type_is(to, "record") && to != record &&
	       is_true(type_of(w->unit, type, "to"), "const") &&
	       type_is(type_of(w->unit, json_array_get(list, index + 1), "type"),
		       "integer");
}

/* What an argument of a maker costs: a number or a text less than a callback or its data, and
 * these less than objects, of which there are none; 0: it is not made. */
static long argument_cost(const struct wrapping *w, const json_t *list, size_t index,
			  const json_t *record)
{
	const json_t *type = type_of(w->unit, json_array_get(list, index), "type");
	const json_t *to = type_of(w->unit, type, "to");

	if (type_is_number(type))
		return 2;
	if (!type_is(type, "pointer"))
		return 0;
	if (type_is_flat(w->unit, to))
		return 2;
	if (type_is(to, "void") ||
	    (type_is(to, "function") && !is_true(to, "variadic")))
		return 16;
	return is_counted_array(w, list, index, record) ? 32 : 0;
}

bool is_in_source(const json_t *function)
{
	const char *kind = json_member_text(function, "kind");

	return !strcmp(kind, "external") || !strcmp(kind, "static");
}

/* The number of the argument, the first or the last one, at which the function stores a new object;
 * -1: it stores none. */
static long stores_at(const struct wrapping *w, const json_t *f, const json_t *record)
{
	const json_t *list = json_object_get(f, "parameters");
	const size_t count = json_array_size(list);

	for (size_t i = 0; i<count; i += count> 1 ? count - 1 : 1) {
		const json_t *p = json_array_get(list, i);
		const json_t *type = type_of(w->unit, p, "type");
		if (type_is(type, "pointer") &&
		    pointed_plain(w, type_of(w->unit, type, "to")) == record &&
		    (!is_in_source(f) || is_true(p, "makes")))
			return (long)i;
	}
	return -1;
}

/* How many arguments a factory takes besides the place of its result; -1: it is none. *place: the number
 * of the argument at which it stores the object; or -1. */
static long factory_cost(const struct wrapping *w, const json_t *f,
			 const json_t *record, long *place)
{
	const json_t *list = json_object_get(f, "parameters"), *p;
	const json_t *result = type_of(w->unit, f, "result");
	const bool returns = pointed_plain(w, result) == record;
	size_t index;
	long cost = 0, own;

	*place = returns ? -1 : stores_at(w, f, record);
	if (f == w->function || is_true(type_of(w->unit, f, "type"), "variadic") ||
	    (!returns && *place < 0))
		return -1;
	/* It looks for one in a table. */
	if (returns && is_true(type_of(w->unit, result, "to"), "const") &&
	    is_true(record, "complete"))
		return -1;
	json_array_foreach(list, index, p)
	{
		if ((long)index == *place)
			continue;
		own = argument_cost(w, list, index, record);
		/* Few files have what it reads: the members of what is known are as near. */
		if (!own || (is_true(p, "opened") && is_true(record, "complete")))
			return -1;
		cost += own;
	}
	/* Of two alike the one that leaves nothing undefined. */
	return cost + !strstr(json_member_text(f, "name"), "calloc");
}

bool makes_handle(const struct wrapping *w, const json_t *f, const json_t *record)
{
	long place;

	return record && factory_cost(w, f, record, &place) >= 0 && place < 0;
}

int variety_of(const struct wrapping *w, const json_t *f)
{
	const json_t *p;
	size_t index;
	int most = 0;

	json_array_foreach(json_object_get(f, "parameters"), index, p)
	{
		const json_t *to = type_of(w->unit, type_of(w->unit, p, "type"), "to");
		const int own = is_true(to, "character") ? HAS_TEXT : HAS_NUMBER + !!to;
		most = own > most ? own : most;
	}
	return most;
}

/* Whether it may be chosen instead of another one: it opens no file and leaves no memory undefined. */
static bool is_choice(const json_t *f)
{
	static const char *const words[] = {"file", "open", "load", "alloc", NULL};

	return !has_word(json_member_text(f, "name"), words) &&
	       !strcmp(json_member_text(f, "kind"), "external");
}

size_t makers_find(const struct wrapping *w, const json_t *record, struct makers *m)
{
	const json_t *functions = json_object_get(w->unit, "functions"), *f;
	size_t index;
	long least = 0;

	json_array_foreach(functions, index, f)
	{
		long place;
		const long cost = factory_cost(w, f, record, &place);
		if (cost < 0 || (m->count && cost >= least))
			continue;
		m->list[0] = f;
		m->count = 1;
		least = cost;
		m->place = place;
	}
	if (!m->count || m->place >= 0 || !is_in_source(m->list[0]))
		return m->count;
	for (int variety = HAS_TEXT; variety >= 0; variety--)
		json_array_foreach(
		    functions, index,
		    f) if (m->count < MAKERS && variety_of(w, f) == variety &&
			   f != m->list[0] && is_choice(f) &&
			   makes_handle(w, f, record)) m->list[m->count++] = f;
	return m->count;
}

/* Whether a word stands there, of name_word or nameWord, up to the end of the name if it is the last one. */
static bool has_word_at(const char *at, const char *word, bool is_last)
{
	const size_t size = strlen(word);

	if (strncasecmp(at, word, size) != 0)
		return false;
	return is_last ? !at[size]
		       : at[size] == '_' || (isupper(at[size]) && islower(*at));
}

/* work_init(), workInit(), work_zero(), init_work(): the last word of a name, or the first one, says
 * that it fills the object. */
bool initialises(const char *name)
{
	static const char *const words[] = {"init",    "initialize", "initialise",
					    "zero",    "reset",	     "defaults",
					    "default", "begin",	     "setup"};
	const char *last = strrchr(name, '_');

	for (const char *c = last ? last : name; *c; c++)
		if (c > name && isupper(*c) && islower(c[-1]))
			last = c - 1;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if ((last && has_word_at(last + 1, words[i], true)) ||
		    (i < 3 && has_word_at(name, words[i], false)))
			return true;
	return false;
}

/* Whether the type is a pointer to an object of another structure, as an iterator gets what it goes over. */
static bool is_other_object(const struct wrapping *w, const json_t *type,
			    const json_t *record)
{
	const json_t *to = pointed_plain(w, type);

	return type_is(to, "record") && to != record && !type_is_file(to);
}

bool takes_object(const struct wrapping *w, const json_t *f, const json_t *record)
{
	const json_t *p;
	size_t index;

	json_array_foreach(json_object_get(f, "parameters"), index, p)
	{
		if (is_other_object(w, type_of(w->unit, p, "type"), record))
			return true;
	}
	return false;
}

const json_t *initialiser_of(const struct wrapping *w, const json_t *record)
{
	const json_t *f, *p, *best = NULL;
	size_t index, k, least = 0;

	json_array_foreach(json_object_get(w->unit, "functions"), index, f)
	{
		const json_t *list = json_object_get(f, "parameters");
		const size_t count = json_array_size(list);
		bool fits =
		    f != w->function && initialises(json_member_text(f, "name"));
		json_array_foreach(list, k, p)
		{
			const json_t *type = type_of(w->unit, p, "type");
			const json_t *to = type_of(w->unit, type, "to");
			fits &= k ? argument_cost(w, list, k, record) ||
					type_is_file(to) ||
					is_other_object(w, type, record)
				  : pointed_plain(w, type) == record &&
					!is_true(to, "const");
		}
		if (!fits || !count || (best && count >= least))
			continue;
		best = f;
		least = count;
	}
	return best;
}

/* Whether a value has a pointer to something. */
static bool leads_on(const struct wrapping *w, const json_t *type)
{
	const json_t *to = type_of(w->unit, type, "to"), *member;
	bool leads = false;
	size_t index;

	if (type_is(type, "pointer"))
		return !type_is(to, "function");
	if (type_is(type, "array"))
		return leads_on(w, to);
	json_array_foreach(json_object_get(type, "members"), index, member) leads |=
	    !is_true(member, "unused") && leads_on(w, type_of(w->unit, member, "type"));
	return leads;
}

bool has_maker(const struct wrapping *w, const json_t *record)
{
	const json_t *f;
	struct makers m = {.count = 0};
	const bool leads = leads_on(w, record) || record_tail(record);

	f = leads && makers_find(w, record, &m) ? m.list[0] : NULL;
	if (leads && !f)
		f = initialiser_of(w, record);
	return f && is_in_source(f);
}

/* ---- nodes, and lists of them */

const json_t *member_pointed(const struct wrapping *w, const json_t *member)
{
	const json_t *type = type_of(w->unit, member, "type");

	return type_is(type, "pointer") ? type_of(w->unit, type, "to") : NULL;
}

bool node_is_link(const struct wrapping *w, const json_t *record, const json_t *member)
{
	return member_pointed(w, member) &&
	       type_plain(w->unit, member_pointed(w, member)) == record;
}

bool node_leads_back(const char *name)
{
	static const char *const names[] = {"prev", "previous", "parent", "up",
					    "back", "prior",	"father"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strstr(name, names[i]))
			return true;
	return false;
}

static bool is_last_name(const char *name)
{
	static const char *const words[] = {"tail", "last", "back",
					    "end",  "rear", NULL};

	return has_word(name, words);
}

unsigned node_links(const struct wrapping *w, const json_t *record)
{
	const json_t *member;
	unsigned links = 0;
	size_t index;

	json_array_foreach(json_object_get(record, "members"), index, member) links +=
	    node_is_link(w, record, member) &&
	    !node_leads_back(json_member_text(member, "name"));
	return links;
}

bool record_is_unclear(const struct wrapping *w, const json_t *record)
{
	const json_t *list = json_object_get(record, "members"), *member;
	size_t index;

	json_array_foreach(list, index, member)
	{
		const json_t *to = member_pointed(w, member);
		if (!to || type_is(to, "function") || is_true(to, "character") ||
		    node_is_link(w, record, member))
			continue;
		if (!type_is_flat(w->unit, to) || member_length(w, list, member) < 0)
			return true;
	}
	return false;
}

bool record_is_node(const struct wrapping *w, const json_t *record)
{
	const json_t *list = json_object_get(record, "members"), *member;
	size_t index;

	json_array_foreach(list, index, member)
	{
		if (node_is_link(w, record, member) && !is_true(member, "unused") &&
		    !node_leads_back(json_member_text(member, "name")) &&
		    !is_true(member, "null"))
			return false;
	}
	return node_links(w, record) > 0 && !record_is_unclear(w, record);
}

/* ---- what leads to a list: its first node, its last one, how many there are */

/* Whether it is a node with one link, and a pool has those that lists are made of. */
static bool is_list_node(const struct wrapping *w, const json_t *record)
{
	struct makers none = {0};

	return type_is(record, "record") && type_is_recursive(w->unit, record) &&
	       node_links(w, record) == 1 &&
	       (!record_is_unclear(w, record) || !makers_find(w, record, &none)) &&
	       (record_is_node(w, record) || !has_maker(w, record));
}

/* The member that leads to the first node; null: none does. */
static const json_t *list_first(const struct wrapping *w, const json_t *members)
{
	const json_t *member;
	size_t index;

	json_array_foreach(members, index, member)
	{
		const json_t *to = member_pointed(w, member);
		const json_t *record = to ? type_plain(w->unit, to) : NULL;
		if (!record || is_true(member, "unused") || !is_list_node(w, record) ||
		    json_object_get(record, "members") == members)
			continue;
		return is_last_name(json_member_text(member, "name")) ? NULL : member;
	}
	return NULL;
}

enum list_role list_role_of(const struct wrapping *w, const json_t *members,
			    const json_t *member)
{
	const json_t *first = list_first(w, members), *other;
	const char *name = json_member_text(member, "name");
	size_t index;

	if (!first || member == first || is_true(member, "unused"))
		return LIST_NOTHING;
	const json_t *node = type_plain(w->unit, member_pointed(w, first));
	if (node_is_link(w, node, member))
		return is_last_name(name) ? LIST_LAST : LIST_NOTHING;
	if (!type_is(type_of(w->unit, member, "type"), "integer") ||
	    !is_length_name(name) || *json_member_text(member, "index_in"))
		return LIST_NOTHING;
	json_array_foreach(members, index, other)
	{
		/* It counts the elements of an array. */
		const json_t *to = member_pointed(w, other);
		if (to && !type_is(to, "function") && !node_is_link(w, node, other) &&
		    json_array_get(members, (size_t)member_length(w, members, other)) ==
			member)
			return LIST_NOTHING;
	}
	return LIST_COUNT;
}

void list_finish(struct wrapping *w, const json_t *members, const char *prefix,
		 const struct value_place *at)
{
	const json_t *first = list_first(w, members), *member, *record;
	struct text_buffer each = {0};
	size_t index;

	if (!first)
		return;
	record = type_plain(w->unit, member_pointed(w, first));
	const char *link = "", *start = json_member_text(first, "name");
	char *declared = c_declaration(w->unit, record, "");
	const char *node = wrap_name(w, "node"), *before = wrap_name(w, "before");
	json_array_foreach(members, index, member)
	{
		const char *name = json_member_text(member, "name");
		const enum list_role role = list_role_of(w, members, member);
		if (role == LIST_LAST)
			text_add(&each, "%s\t%s.%s = %s;\n", at->indent, at->path, name,
				 node);
		else if (role == LIST_COUNT)
			text_add(&each, "%s\t%s.%s++;\n", at->indent, at->path, name);
		if (role)
			wrap_guess(w, "%s_%s is %s from %s_%s on", prefix, name,
				   role == LIST_LAST ? "the last object"
						     : "the number of objects",
				   prefix, start);
	}
	const bool is_needed = each.size > 0;
	json_array_foreach(json_object_get(record, "members"), index, member)
	{
		const char *name = json_member_text(member, "name");
		if (!node_is_link(w, record, member) || is_true(member, "unused"))
			continue;
		if (node_leads_back(name))
			text_add(&each, "%s\t%s->%s = %s;\n", at->indent, node, name,
				 before);
		else
			link = name;
	}
	if (is_needed && *link) {
		text_add(&w->objects, "\t%s *%s, *%s;\n", declared, node, before);
		text_add(at->statements,
			 "%sfor (%s = %s.%s, %s = NULL; %s; %s = %s, %s = %s->%s) {\n"
			 "%s%s}\n",
			 at->indent, node, at->path, start, before, node, before, node,
			 node, node, link, text_string(&each), at->indent);
	}
	free(declared);
	text_done(&each);
}
