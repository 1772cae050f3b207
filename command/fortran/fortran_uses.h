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
 *	"index"    true: elements are indices of other arrays
 *	"indexed"  true: indices are elements of other arrays
 *	"tested"   an array: procedures that ask whether it is allocated or associated
 *	"asked"    true: size() or ubound() of it is an operand
 *	"freed"    true: it is deallocated; also of types
 */
void fortran_uses_read(json_t *unit);

/* The expression at the beginning of the text of a dump: what is behind it. */
const char *fortran_expression_end(const char *text);

#endif
