/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_uses.h - what the statements of a unit do with its arrays and pointers. */
#ifndef COMMAND_FORTRAN_USES_H
#define COMMAND_FORTRAN_USES_H

#include <jansson.h>

/*
 * Adds to the declarations of the unit, of symbols and of components:
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

#endif
