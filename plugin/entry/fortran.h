/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran.h - what Fortran passes beside the arguments of the source: descriptors of
 * arrays of assumed shape, lengths of CHARACTER, the presence of OPTIONAL values.
 */
#ifndef PLUGIN_FORTRAN_H
#define PLUGIN_FORTRAN_H

#include "plugin/entry/parameter.h"

/* Before the type of parameter p is flattened: finds what it points to and how much of
 * it there is. `parameters` are those before it. Reports what cannot be driven and
 * returns false. */
bool fortran_read(tree entry, auto_vec<parameter> *parameters, parameter *p);

/* After it: limits what the compiler itself passes to what it may be. */
bool fortran_finish(tree entry, auto_vec<parameter> *parameters, parameter *p);

/* Why no function of this kind is driven, or null: a PROGRAM, a result by reference. */
const char *fortran_refusal(tree entry);

/* Statements, added to the list, that fill the descriptor `array` for p, whose elements
 * begin at `data`; `length` is how many there are, or null when that is fixed. */
void fortran_describe(tree *list, const parameter *p, tree array, tree data,
		      tree length);

#endif
