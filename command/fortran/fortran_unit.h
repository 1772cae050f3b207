/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran_unit.h - the procedures and types of a source of Fortran, as gfortran's dump of its
 * parse tree has them.
 *
 * A unit is an object of JSON: "functions" as the plugin has them for C (name, symbol, text),
 * with "scope", a number of "scopes". A scope is a module or a procedure: name, parent, symbols
 * by name, and code, its statements with the level at which each is indented. "types" has the
 * derived types by name: module, components, bindings, abstract.
 *
 * A declaration, of a symbol or a component: name, base (REAL, DERIVED, ...), kind, of (the type
 * of DERIVED and CLASS), length (of CHARACTER, as the dump has it), words (its attributes, between
 * blanks), and of an array rank, shape (AS_EXPLICIT, ...) and bounds, two of each dimension.
 */
#ifndef COMMAND_FORTRAN_UNIT_H
#define COMMAND_FORTRAN_UNIT_H

#include <jansson.h>
#include <stdbool.h>

/* The unit of a dump; null when out of memory or where it has none. The caller owns it. */
json_t *fortran_unit_read(const char *dump);

/*
 * What the statements do with arrays and pointers. Adds to the declarations, of symbols and of
 * components:
 *
 *	"extents"  an array, of each dimension null or {"of": TEXT, "more": N}: indices go up to
 *	           so many more than the integer of that name. "%n" is a member of the object that
 *	           the array is in, "n" an argument, "m%n" a member of one, "size(x)" an extent
 *	"length"   true: indices go up to the integer
 *	"negative" true: the integer is compared as if it could be negative
 *	"index"    true: elements are indices of other arrays
 *	"below"    "%n": elements are indices of a local array of that size
 *	"indexed"  true: indices are elements of other arrays
 *	"together" a component: those that one statement allocates with it
 *	"counted"  true: the integer of "extents" counts the elements in use, and not all that are allocated
 *	"tested"   an array: procedures that ask whether it is allocated or associated
 *	"asked"    true: size() or ubound() of it is an operand
 *	"freed"    true: it is deallocated; also of types
 */
void fortran_uses_read(json_t *unit);

/*
 * What the procedures read from files and units. Adds to the declarations:
 *
 *	"opened"   true: it is the name of a file
 *	"unit"     true: it is a unit that is open when the procedure gets it
 *
 * and to both what is read of the file, unless it is only written:
 *
 *	"read"     true
 *	"numbers"  "integer" or "real": numbers in any form, of which the first one is that
 *	"namelist" {"scope": N, "name": TEXT}: a group of variables in a scope
 *	"binary"   true: without a form
 */
void fortran_inputs_read(json_t *unit);

/* The scope of that number, or null; the declaration of a name in it or in what is around. */
const json_t *fortran_scope(const json_t *unit, long number);
const json_t *fortran_symbol(const json_t *unit, const json_t *scope, const char *name);
/* A dummy argument, by its place; the result of a function, null of a subroutine. */
const json_t *fortran_dummy(const json_t *unit, const json_t *scope, size_t i);
const json_t *fortran_result(const json_t *unit, const json_t *scope);
/* The procedure's own declaration, where its dummy arguments and attributes are. */
const json_t *fortran_self(const json_t *unit, const json_t *scope);
/* The scope of a module procedure or an external one of that name; null: not in this source. */
const json_t *fortran_procedure(const json_t *unit, const char *name);

/* Names of the procedure and of those that it calls, as members. The caller owns it. */
json_t *fortran_called(const json_t *unit, const json_t *scope);

const json_t *fortran_type(const json_t *unit, const char *name);
/* What a declaration of DERIVED or CLASS is of; null: of any type, or of none. */
const json_t *fortran_type_of(const json_t *unit, const json_t *declaration);
/* The type that it extends, or null. */
const json_t *fortran_parent(const json_t *unit, const json_t *type);
bool fortran_extends(const json_t *unit, const json_t *type, const json_t *base);

bool fortran_is(const json_t *declaration, const char *base);
/* Whether it has the attribute: "ALLOCATABLE", "DUMMY(IN)". */
bool fortran_has(const json_t *declaration, const char *word);
bool fortran_is_dummy(const json_t *declaration);
/* Of an object of a class too. */
bool fortran_is_allocatable(const json_t *declaration);
bool fortran_is_pointer(const json_t *declaration);
/* A dummy that stands for a procedure. */
bool fortran_is_procedure(const json_t *declaration);
/* One number, also COMPLEX, or LOGICAL, that is always there. */
bool fortran_is_scalar(const json_t *declaration);
/* A number, a text, or a type of such components alone. */
bool fortran_is_flat(const json_t *unit, const json_t *declaration);

/* An expression of the dump as Fortran writes it. Null: it has something else. The caller frees.
 */
char *fortran_expression(const char *text);

/* The declaration before the ::, "real(8), intent(in)"; `attributes`: with these. The caller
 * frees. */
char *fortran_type_text(const json_t *unit, const json_t *declaration);
/* "(lda, *)" behind the name of an array, or "". The caller frees; null: a bound is not known. */
char *fortran_bounds_text(const json_t *declaration);

#endif
