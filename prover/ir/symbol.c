/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbol.c - which function a name means, if it is defined here or is an alias of one
 * that is.
 *
 * A unit's own static names come first. Among public definitions the linker takes the
 * one that is not open; which one of several open ones it takes is unknown. A C++
 * program may have several that are not open: they have to be the same.
 */
#include <stdlib.h>
#include <string.h>

#include "prover/ir/reader.h"

enum { ALIAS_DEPTH = 8 }; /* aliases of aliases */

struct meaning {
	const struct function *function;
	bool is_unsure;
};

/* Whether the unit has that name or that source file. */
static bool is_unit(const char *own_unit, const char *unit)
{
	const size_t length = strlen(unit);

	return strncmp(own_unit, unit, length) == 0 &&
	       (own_unit[length] == '\0' || own_unit[length] == GIMPLE_UNIT_MARK);
}

static bool in_scope(bool is_static, const char *own_unit, const char *unit)
{
	return unit ? is_static && is_unit(own_unit, unit) : !is_static;
}

/* A static function that is in two units has its own variables in each. */
static bool is_same(const struct function *a, const struct function *b)
{
	return a->hash == b->hash && strcmp(a->name, b->name) == 0 &&
	       (!a->is_static || strcmp(a->unit, b->unit) == 0);
}

static void add_body(struct meaning *m, const struct function *f)
{
	m->is_unsure |= m->function && !is_same(m->function, f);
	m->function = m->function ? m->function : f;
}

static struct meaning meaning_of(const struct gimple_program *p, const char *name,
				 const char *unit, int depth);

/* Among the static names of the unit or, without a unit, among the public ones. */
static struct meaning meaning_in(const struct gimple_program *p, const char *name,
				 const char *unit, int depth)
{
	struct meaning m = {NULL, false};
	bool has_sure = false, has_open = false;

	for (size_t i = 0; i < p->function_count; i++) {
		const struct function *f = &p->functions[i];
		if (!in_scope(f->is_static, f->unit, unit) ||
		    strcmp(f->name, name) != 0)
			continue;
		has_open |= f->is_open;
		has_sure |= !f->is_open;
		if (!f->is_open)
			add_body(&m, f);
	}
	for (size_t i = 0; i < p->alias_count; i++) {
		const struct alias *a = &p->aliases[i];
		if (!in_scope(a->is_static, a->unit, unit) ||
		    strcmp(a->name, name) != 0)
			continue;
		has_open |= a->is_open;
		if (a->is_open)
			continue;
		const struct meaning to =
		    depth ? meaning_of(p, a->target,
				       a->target_is_static ? a->unit : NULL, depth - 1)
			  : (struct meaning){NULL, true};
		m.is_unsure |= to.is_unsure;
		has_sure = true;
		if (to.function)
			add_body(&m, to.function);
	}
	m.is_unsure |= has_open && !has_sure;
	return m;
}

/* Whether the linker's option --wrap may have led the name elsewhere: a reference to
 * __real_f then means f, one to f in another unit __wrap_f. */
static bool is_wrapped(const struct gimple_program *p, const char *name)
{
	return symbol_table_wraps(p, name) ||
	       (strncmp(name, "__real_", 7) == 0 && symbol_table_wraps(p, name + 7));
}

static struct meaning meaning_of(const struct gimple_program *p, const char *name,
				 const char *unit, int depth)
{
	struct meaning m = {NULL, false};

	if (unit)
		m = meaning_in(p, name, unit, depth);
	if (m.function || m.is_unsure)
		return m;
	return is_wrapped(p, name) ? (struct meaning){NULL, true}
				   : meaning_in(p, name, NULL, depth);
}

/* The only static function of that name. */
static const struct function *find_static(const struct gimple_program *p,
					  const char *name)
{
	const struct function *found = NULL;
	size_t count = 0;

	for (size_t i = 0; i < p->function_count; i++)
		if (strcmp(p->functions[i].name, name) == 0) {
			found = &p->functions[i];
			count++;
		}
	return count == 1 ? found : NULL;
}

const struct function *gimple_find(const struct gimple_program *program,
				   const char *name, const char *unit)
{
	const struct meaning m = meaning_of(program, name, unit, ALIAS_DEPTH);

	if (m.is_unsure)
		return NULL;
	return m.function || unit ? m.function : find_static(program, name);
}

uint32_t gimple_goal(const struct function *function, const char *name)
{
	for (uint32_t i = 0; i < function->goal_count; i++)
		if (strcmp(function->goals[i].name, name) == 0)
			return i;
	return GIMPLE_NONE;
}

bool gimple_is_unsure(const struct gimple_program *program, const char *name,
		      const char *unit)
{
	return meaning_of(program, name, unit, ALIAS_DEPTH).is_unsure;
}

const char *gimple_builtin_name(const char *name)
{
	return strncmp(name, "__builtin_", 10) == 0 ? name + 10 : name;
}

/* ---- definitions without an export */

static int compare_texts(const void *a, const void *b)
{
	return strcmp(a, *(const char *const *)b);
}

static bool is_defined(const struct gimple_program *program, const char *name)
{
	return program->defined_count &&
	       bsearch(name, program->defined, program->defined_count,
		       sizeof *program->defined, compare_texts) != NULL;
}

static int compare_wrapped(const void *name, const void *wrapped)
{
	return strcmp(name, *(const char *const *)wrapped + strlen(SYMBOL_WRAP));
}

bool symbol_table_wraps(const struct gimple_program *program, const char *name)
{
	return program->wrapped_count &&
	       bsearch(name, program->wrapped, program->wrapped_count,
		       sizeof *program->wrapped, compare_wrapped) != NULL;
}

bool symbol_table_defines(const struct gimple_program *program, const char *name)
{
	return is_defined(program, name) || symbol_table_wraps(program, name);
}

/* ---- objects */

/* Whether the name, in that scope of the alias's unit, is the object's. */
static bool is_object(const struct alias *a, const char *name, bool is_static,
		      const struct object *o)
{
	return is_static == o->is_static && strcmp(name, o->name) == 0 &&
	       (!is_static || strcmp(a->unit, o->unit) == 0);
}

/* Whether an alias may make the object the same as another one. */
static bool is_open_object(const struct gimple_program *p, const struct object *o)
{
	for (size_t i = 0; i < p->alias_count; i++) {
		const struct alias *a = &p->aliases[i];
		if (a->is_open && (is_object(a, a->name, a->is_static, o) ||
				   is_object(a, a->target, a->target_is_static, o)))
			return true;
	}
	return false;
}

static const struct alias *alias_of(const struct gimple_program *p,
				    const struct object *o)
{
	for (size_t i = 0; i < p->alias_count; i++) {
		const struct alias *a = &p->aliases[i];
		if (!a->is_open && is_object(a, a->name, a->is_static, o))
			return a;
	}
	return NULL;
}

void symbol_open(struct object *o)
{
	o->is_volatile = true;
	o->bytes = NULL;
}

static void settle_object(const struct gimple_program *p, struct object *o)
{
	const struct alias *a = alias_of(p, o);

	for (int i = 0; a && i < ALIAS_DEPTH; i++) {
		o->name = a->target;
		o->is_static = a->target_is_static;
		o->unit = a->unit;
		a = alias_of(p, o);
	}
	if (o->kind == OBJECT_GLOBAL && is_open_object(p, o))
		symbol_open(o);
}

void symbol_settle(struct gimple_program *program)
{
	for (size_t i = 0; i < program->function_count && program->alias_count; i++) {
		struct function *f = &program->functions[i];
		for (uint32_t k = 0; k < f->object_count; k++)
			if (f->objects[k].kind == OBJECT_GLOBAL ||
			    f->objects[k].kind == OBJECT_CONST)
				settle_object(program, &f->objects[k]);
	}
}
