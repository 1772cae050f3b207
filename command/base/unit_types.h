/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * unit_types.h - the functions of a unit and their types, as the plugin writes them
 * (me/schema.h, "types").
 */
#ifndef COMMAND_UNIT_TYPES_H
#define COMMAND_UNIT_TYPES_H

#include <jansson.h>
#include <stdbool.h>

/* The type of that number; null for none. */
const json_t *type_at(const json_t *unit, const json_t *number);
/* The type that a member of an object names: "type", "to", "result". */
const json_t *type_of(const json_t *unit, const json_t *object, const char *member);
/* The type without qualifiers: itself where it is none of the unit. */
const json_t *type_plain(const json_t *unit, const json_t *type);

bool type_is(const json_t *type, const char *kind);
/* Whether a member is there and true. */
bool is_true(const json_t *object, const char *member);
/* Of a FILE * what it points to. */
bool type_is_file(const json_t *type);
/* An integer, or 0. */
long number_in(const json_t *object, const char *member);

/* The number of the parameter or member of that name in the list; -1: none has it. */
long named_in(const json_t *list, const char *name);

/* A number of any kind, an enumeration too. */
bool type_is_number(const json_t *type);
/* What the plugin can drive by itself: numbers, and named structures and arrays of these. */
bool type_is_flat(const json_t *unit, const json_t *type);
/* Whether a value of the structure leads to another one of it, by pointers. */
bool type_is_recursive(const json_t *unit, const json_t *record);

/* The member at the end of a structure by which its objects have any size; null: it has none. */
const json_t *record_tail(const json_t *record);

/* What it is called where a name is wanted: node of `struct node`. Never empty. */
const char *type_noun(const json_t *type);

/* The function of that name or symbol; of several the one that is defined. Null for none. */
const json_t *function_find(const json_t *unit, const char *name);

/* A declaration of C: `double (*f)(double, void *)`. The caller frees; null: out of memory. */
char *c_declaration(const json_t *unit, const json_t *type, const char *declarator);

#endif
