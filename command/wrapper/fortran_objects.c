/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_objects.c - objects of derived types and of classes in a driver of Fortran. Objects of
 * a type that leads to itself by pointers are elements of one array, whose pointers are null or
 * lead to a later element.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/wrapper/fortran_wrapping.h"

enum { DEEP_MOST = 4, CLASSES_MOST = 6, SEEN_MOST = 32 };

static const char *type_name(const json_t *type)
{
	return json_member_text(type, "name");
}

static void type_use(struct fortran_driver *f, const json_t *type)
{
	const json_t *scope = fortran_scope(
	    f->w->unit, json_object_get(type, "scope") ? number_in(type, "scope") : -1);

	if (scope && !json_is_true(json_object_get(scope, "module")))
		wrap_refuse(f->w,
			    "the type %s is defined in a procedure; move it to a "
			    "module",
			    type_name(type));
	else
		fortran_use(f, json_member_text(type, "module"), type_name(type));
}

/* ---- components */

/* Numbers that are lengths of others come first. */
static bool is_first(const json_t *d)
{
	return fortran_is(d, "INTEGER") && !json_object_get(d, "rank");
}

/* Lengths come first; arrays that are as long as another one, or there with one, last. */
static int turn_of(const json_t *d)
{
	const bool is_beside = json_array_size(json_object_get(d, "together")) &&
			       !json_object_get(d, "tested");

	return is_first(d) ? 0 : *fortran_measure(d) || is_beside ? 2 : 1;
}

/* The only component that is by its name the length of arrays; or null. */
static const json_t *named_length(const json_t *type)
{
	const json_t *d, *found = NULL;
	size_t i;

	json_array_foreach(json_object_get(type, "components"), i, d)
	{
		if (!is_first(d) || !is_length_name(json_member_text(d, "name")))
			continue;
		if (found)
			return NULL;
		found = d;
	}
	return found;
}

/* The component before this one whose size alone is asked for; or null. */
static const json_t *asked_before(const json_t *type, const json_t *of)
{
	const json_t *d, *found = NULL;
	size_t i;

	json_array_foreach(json_object_get(type, "components"), i, d)
	{
		if (d == of)
			return found;
		if (json_object_get(d, "asked") &&
		    json_integer_value(json_object_get(d, "rank")) == 1)
			found = d;
	}
	return NULL;
}

/* What a component's name says, or another one whose size the procedures ask for, where they say
 * nothing of this one. */
static void length_guess(struct fortran_driver *f, const json_t *type, const json_t *d,
			 json_t *copy)
{
	const json_t *n = named_length(type);
	const json_t *by = n ? n : asked_before(type, d);
	const char *name = json_member_text(by, "name");

	if (n && d == n)
		json_object_set_new(copy, "length", json_true());
	if (!by || d == n || json_integer_value(json_object_get(d, "rank")) != 1 ||
	    !(fortran_is_allocatable(d) || fortran_is_pointer(d)) ||
	    json_object_get(d, "extents") || json_object_get(d, "sized") ||
	    json_object_get(d, "indexed") || json_object_get(d, "index") ||
	    (!n && (json_object_get(d, "asked") || json_object_get(d, "tested"))))
		return;
	wrap_guess(f->w,
		   n ? "%s: %s is the length of %s, by its name"
		     : "%s: %s is as long as %s",
		   type_name(type), n ? name : json_member_text(d, "name"),
		   n ? json_member_text(d, "name") : name);
	json_object_set_new(copy, "extents",
			    json_pack("[{s:o, s:i}]", "of",
				      json_sprintf(n ? "%%%s" : "size(%%%s)", name),
				      "more", 0));
}

static void component_fill(struct fortran_driver *f, const json_t *type,
			   const json_t *d, const struct fortran_place *p)
{
	const char *own = json_member_text(d, "name");
	char *path = wrap_format("%s%%%s", p->path, own);
	char *name = wrap_format("%s_%s", p->name, own);
	struct fortran_place here = *p;
	json_t *copy = json_copy((json_t *)d);

	here.path = path;
	here.object = p->path;
	here.name = name;
	here.deep++;
	json_object_set_new(copy, "in", json_text(type_name(type)));
	length_guess(f, type, d, copy);
	f->fill(f, copy, &here);
	json_decref(copy);
	free(path);
	free(name);
}

/* The components of the type, and of those that it extends. */
static void components_fill(struct fortran_driver *f, const json_t *type,
			    const struct fortran_place *p)
{
	const json_t *parent = fortran_parent(f->w->unit, type), *d;
	size_t i;

	if (parent)
		components_fill(f, parent, p);
	for (int turn = 0; turn < 3; turn++)
		json_array_foreach(json_object_get(type, "components"), i, d)
		{
			if (!(parent && i == 0) && turn_of(d) == turn)
				component_fill(f, type, d, p);
		}
}

/* ---- lists */

static bool leads_to(const json_t *unit, const json_t *type, const json_t *wanted,
		     const json_t **seen, size_t *count)
{
	const json_t *parent = fortran_parent(unit, type), *d;
	size_t i;

	for (i = 0; i < *count; i++)
		if (seen[i] == type)
			return false;
	if (*count == SEEN_MOST)
		return false;
	seen[(*count)++] = type;
	if (parent && leads_to(unit, parent, wanted, seen, count))
		return true;
	json_array_foreach(json_object_get(type, "components"), i, d)
	{
		const json_t *of = fortran_type_of(unit, d);
		if (of && !fortran_has(d, "PPC") &&
		    ((of == wanted && fortran_is_pointer(d)) ||
		     leads_to(unit, of, wanted, seen, count)))
			return true;
	}
	return false;
}

static bool is_recursive(const json_t *unit, const json_t *type)
{
	const json_t *seen[SEEN_MOST];
	size_t count = 0;

	return leads_to(unit, type, type, seen, &count);
}

static bool is_back(const json_t *d)
{
	static const char *const back[] = {"prev", "previous", "parent", "up", "last"};

	for (size_t i = 0; i < sizeof back / sizeof *back; i++)
		if (strcmp(json_member_text(d, "name"), back[i]) == 0)
			return true;
	return false;
}

/* An element: "t_pool(i_)", or what it leads to where objects are freed. */
static char *element_text(const struct fortran_pool *pool, const char *index)
{
	return wrap_format("%s_pool(%s)%s", pool->name, index,
			   json_object_get(pool->type, "freed") ? "%p" : "");
}

/* Blocks that the tested procedure may free stay reachable: what it leaves is no leak of its. */
static void pool_declare(struct fortran_driver *f, const struct fortran_pool *pool)
{
	const char *name = pool->name, *of = type_name(pool->type);
	struct text_buffer *out = &f->w->objects;

	if (json_object_get(pool->type, "freed"))
		text_add(out,
			 "type :: %s_holder\n  type(%s), pointer :: p\nend type\n"
			 "type(%s_holder), save :: %s_pool(%d)\n",
			 name, of, name, name, WRAP_OBJECTS);
	else
		text_add(out, "type(%s), target :: %s_pool(%d)\n", of, name,
			 WRAP_OBJECTS);
	wrap_guess(f->w,
		   "%s: %d objects, whose pointers are null or lead to a later one",
		   name, WRAP_OBJECTS);
}

static void pool_fill(struct fortran_driver *f, const struct fortran_pool *pool)
{
	struct text_buffer body = {0};
	struct fortran_place here = {.object = "",
				     .name = pool->name,
				     .dims = "4",
				     .index = "i_",
				     .body = &body,
				     .indent = 1,
				     .pool = pool};

	type_use(f, pool->type);
	pool_declare(f, pool);
	char *path = element_text(pool, "i_");
	here.path = path;
	if (json_object_get(pool->type, "freed"))
		text_add(&f->pools, "do i_ = 1, %d\n  allocate(%s)\nend do\n",
			 WRAP_OBJECTS, path);
	components_fill(f, pool->type, &here);
	text_add(&f->pools, "do i_ = 1, %d\n%send do\n", WRAP_OBJECTS,
		 text_string(&body));
	text_done(&body);
	free(path);
}

/* The array of objects that the path leads to, once. What one variable of the driver leads to, and what
 * frees may take with it, is no other's. */
static const struct fortran_pool *pool_make(struct fortran_driver *f,
					    const json_t *type, const char *path)
{
	const bool is_freed = json_object_get(type, "freed") != NULL;
	const size_t size = strcspn(path, "%(");
	struct fortran_pool *pool = NULL;
	bool is_first = true;

	for (unsigned i = 0; i < f->pool_count; i++) {
		pool = &f->pooled[i];
		if (pool->type != type)
			continue;
		if (!is_freed || (strlen(pool->root) == size &&
				  strncmp(pool->root, path, size) == 0))
			return pool;
		is_first = false;
	}
	if (f->pool_count == FORTRAN_POOLS)
		return pool; /* more than a driver can have */
	pool = &f->pooled[f->pool_count++];
	pool->type = type;
	snprintf(pool->root, sizeof pool->root, "%.*s", (int)size, path);
	snprintf(pool->name, sizeof pool->name, "%s%s%s", type_name(type),
		 is_first ? "" : "_", is_first ? "" : pool->root);
	pool_fill(f, pool);
	return pool;
}

/* A pointer of an object: to a later one of its own list, or to any of another list. */
static void link_fill(struct fortran_driver *f, const json_t *type, const json_t *d,
		      const struct fortran_place *p)
{
	const bool is_own = p->pool && p->pool->type == type;
	char *step =
	    fortran_choice(f, p->name, 0, is_own ? WRAP_OBJECTS - 1 : WRAP_OBJECTS, p);
	char *index = !is_own	   ? wrap_format("%s", step)
		      : is_back(d) ? wrap_format("i_ - %s", step)
				   : wrap_format("i_ + %s", step);
	char *element =
	    element_text(is_own ? p->pool : pool_make(f, type, p->path), index);

	fortran_line(p, "nullify(%s)", p->path);
	if (is_own)
		fortran_line(p, "if (%s > 0 .and. %s %s) %s => %s", step, index,
			     is_back(d) ? "> 0" : "<= 4", p->path, element);
	else
		fortran_line(p, "if (%s > 0) %s => %s", step, p->path, element);
	free(element);
	free(index);
	free(step);
}

/* ---- classes */

/* Types that the class may be. */
static size_t classes_find(const json_t *unit, const json_t *base, const json_t **found)
{
	const json_t *type;
	const char *name;
	size_t count = 0;

	json_object_foreach((json_t *)json_object_get(unit, "types"), name, type)
	{
		if (count < CLASSES_MOST && fortran_extends(unit, type, base) &&
		    !fortran_has(type, "ABSTRACT") && strncmp(name, "__", 2) != 0)
			found[count++] = type;
	}
	return count;
}

/* An object of the type in a variable of its own, which the path then is. */
static void variant_fill(struct fortran_driver *f, const json_t *type, const json_t *d,
			 const struct fortran_place *p)
{
	char *wanted = wrap_format("%s_%s", p->name, type_name(type));
	const char *own = wrap_name(f->w, wanted);
	struct fortran_place here = *p;

	type_use(f, type);
	text_add(&f->w->objects, "type(%s), target :: %s\n", type_name(type), own);
	here.path = own;
	here.name = own;
	here.deep++;
	components_fill(f, type, &here);
	if (fortran_is_pointer(d) && !*p->dims &&
	    (json_object_get(d, "lent") || !json_object_get(type, "freed")))
		fortran_line(p, "%s => %s", p->path, own);
	else
		fortran_line(p, "allocate(%s, source=%s)", p->path, own);
	free(wanted);
}

static void class_fill(struct fortran_driver *f, const json_t *base, const json_t *d,
		       const struct fortran_place *p)
{
	const json_t *types[CLASSES_MOST];
	const size_t count = classes_find(f->w->unit, base, types);
	struct fortran_place here = *p;

	if (!count) {
		wrap_refuse(f->w,
			    "%s is of the abstract type %s, which no type here extends",
			    p->name, type_name(base));
	} else if (count == 1 || p->deep > DEEP_MOST) {
		variant_fill(f, types[0], d, p);
	} else {
		char *name = wrap_format("%s_type", p->name);
		char *choice = fortran_choice(f, name, 0, (long)count - 1, p);
		fortran_line(p, "select case (%s)", choice);
		here.indent++;
		for (size_t i = 0; i < count; i++) {
			fortran_line(p, i + 1 < count ? "case (%zu)" : "case default",
				     i);
			variant_fill(f, types[i], d, &here);
		}
		fortran_line(p, "end select");
		free(name);
		free(choice);
	}
}

/* class(*): a number, a text or a truth value. */
static void any_fill(struct fortran_driver *f, const struct fortran_place *p)
{
	static const char *const types[][2] = {{"integer", "integer"},
					       {"real(8)", "double"},
					       {"character(len=8)", "text"},
					       {"real", "real"},
					       {"logical", "logical"}};
	const int count = (int)(sizeof types / sizeof *types);
	char *name = wrap_format("%s_type", p->name);
	char *choice = fortran_choice(f, name, 0, count - 1, p);

	fortran_line(p, "select case (%s)", choice);
	for (int i = 0; i < count; i++) {
		char *one = wrap_format("%s_%s", p->name, types[i][1]);
		const char *own = fortran_parameter(f, types[i][0], one, "", p);
		fortran_line(p, i < count - 1 ? "case (%d)" : "case default", i);
		fortran_line(p,
			     *p->index ? "  allocate(%s, source=%s(%s))"
				       : "  allocate(%s, source=%s)",
			     p->path, own, p->index);
		free(one);
	}
	fortran_line(p, "end select");
	free(name);
	free(choice);
}

/* ---- arrays of objects */

static void elements_fill(struct fortran_driver *f, const json_t *type,
			  const char *count, long most, const struct fortran_place *p)
{
	static const char *const variables[] = {"i_", "j_", "k_"};
	const unsigned level = *p->index ? (strchr(p->index, ',') ? 2 : 1) : 0;
	const char *variable = variables[level];
	char *dims = wrap_format("%ld%s%s", most, *p->dims ? ", " : "", p->dims);
	char *index = wrap_format("%s%s%s", variable, *p->index ? ", " : "", p->index);
	char *path = wrap_format("%s(%s)", p->path, variable);
	struct fortran_place here = *p;

	here.dims = dims;
	here.index = index;
	here.path = path;
	here.indent++;
	here.deep++;
	fortran_line(p, "do %s = 1, %s", variable, count);
	components_fill(f, type, &here);
	fortran_line(p, "end do");
	free(path);
	free(index);
	free(dims);
}

/* Of a class: its elements are all of one type, which is chosen; that of a variable of its own. */
static void classes_fill(struct fortran_driver *f, const json_t *base,
			 const char *count, long most, const struct fortran_place *p)
{
	const json_t *types[CLASSES_MOST];
	const size_t found = classes_find(f->w->unit, base, types);
	char *name = wrap_format("%s_type", p->name);
	char *choice = fortran_choice(f, name, 0, found ? (long)found - 1 : 0, p);
	struct fortran_place here = *p;

	here.indent++;
	if (!found)
		wrap_refuse(f->w,
			    "%s is of the abstract type %s, which no type here extends",
			    p->name, type_name(base));
	fortran_line(p, "select case (%s)", choice);
	for (size_t i = 0; i < found; i++) {
		char *wanted = wrap_format("%s_%s", p->name, type_name(types[i]));
		const char *own = wrap_name(f->w, wanted);
		type_use(f, types[i]);
		text_add(&f->w->objects, "type(%s), allocatable :: %s(:)\n",
			 type_name(types[i]), own);
		here.path = here.name = own;
		fortran_line(p, i + 1 < found ? "case (%zu)" : "case default", i);
		fortran_line(&here, "allocate(%s(%s))", own, count);
		elements_fill(f, types[i], count, most, &here);
		fortran_line(&here, "allocate(%s, source=%s)", p->path, own);
		free(wanted);
	}
	fortran_line(p, "end select");
	free(choice);
	free(name);
}

static void array_fill(struct fortran_driver *f, const json_t *d,
		       const struct fortran_place *p)
{
	const json_t *type = fortran_type_of(f->w->unit, d);
	const bool is_class = fortran_is(d, "CLASS");
	const char *high =
	    json_string_value(json_array_get(json_object_get(d, "bounds"), 1));
	const bool is_fixed =
	    strcmp(json_member_text(d, "shape"), "AS_EXPLICIT") == 0 && high;

	if (number_in(d, "rank") > 1 || (is_class && *p->index) ||
	    (*p->index && strchr(p->index, ','))) {
		wrap_refuse(f->w, "%s: arrays of this rank and type are not made",
			    p->name);
		return;
	}
	type_use(f, type);
	if (is_class && is_fixed) {
		classes_fill(f, type, high, atol(high), p);
		return;
	}
	if (is_fixed) {
		elements_fill(f, type, high, atol(high), p);
		return;
	}
	char *name = wrap_format("%s_size", p->name);
	long most = WRAP_OBJECTS;
	char *count = fortran_extent(d, 0, p, &most);
	if (!count) {
		count = fortran_choice(f, name, 0, most, p);
		wrap_guess(f->w, "%s has up to %ld elements", p->name, most);
	}
	if (is_class) {
		classes_fill(f, type, count, most, p);
	} else {
		fortran_line(p, "allocate(%s(%s))", p->path, count);
		elements_fill(f, type, count, most, p);
	}
	free(count);
	free(name);
}

/* ---- one object */

static void pointer_fill(struct fortran_driver *f, const json_t *type, const json_t *d,
			 const struct fortran_place *p)
{
	if (is_recursive(f->w->unit, type) && (p->pool || *p->object)) {
		link_fill(f, type, d, p);
	} else if (is_recursive(f->w->unit, type)) {
		const struct fortran_pool *pool = pool_make(f, type, p->path);
		char index[16];
		snprintf(index, sizeof index, "%u", 1 + f->roots++ % WRAP_OBJECTS);
		char *element = element_text(pool, index);
		fortran_line(p, "%s => %s", p->path, element);
		free(element);
	} else if (*p->dims || json_object_get(type, "freed")) {
		fortran_line(p, "allocate(%s)", p->path);
		components_fill(f, type, p);
	} else {
		variant_fill(f, type, d, p);
	}
}

void fortran_fill_object(struct fortran_driver *f, const json_t *d,
			 const struct fortran_place *p)
{
	const json_t *type = fortran_type_of(f->w->unit, d);
	const bool is_class = fortran_is(d, "CLASS");

	if (!type && is_class) {
		any_fill(f, p);
		return;
	}
	if (!type) {
		wrap_refuse(f->w, "%s is of a type that the compiler does not tell",
			    p->name);
		return;
	}
	/* An unallocated component ends a tree. */
	if (p->deep > DEEP_MOST &&
	    (fortran_is_allocatable(d) || fortran_is_pointer(d)) && !p->pool) {
		if (fortran_is_pointer(d))
			fortran_line(p, "nullify(%s)", p->path);
		return;
	}
	type_use(f, type);
	if (number_in(d, "rank")) {
		array_fill(f, d, p);
	} else if (is_class && (json_object_get(d, "lent") || !fortran_is_pointer(d) ||
				!is_recursive(f->w->unit, type))) {
		class_fill(f, type, d, p);
	} else if (fortran_is_pointer(d)) {
		pointer_fill(f, type, d, p);
	} else {
		if (fortran_is_allocatable(d))
			fortran_line(p, "allocate(%s)", p->path);
		components_fill(f, type, p);
	}
}
