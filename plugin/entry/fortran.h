/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fortran.h - what Fortran passes besides the arguments in the source: descriptors of
 * arrays of assumed shape, lengths of CHARACTER, the presence of OPTIONAL values.
 */
#ifndef PLUGIN_FORTRAN_H
#define PLUGIN_FORTRAN_H

#include "plugin/entry/parameter.h"

/* Call before the type of parameter p is flattened: finds the type and the number of
 * its elements. `parameters` are those before it. If an input cannot provide the
 * parameter, reports it and returns false. */
bool fortran_read(tree entry, auto_vec<parameter> *parameters, parameter *p);

/* Call after it: limits the arguments that the compiler adds to valid values. */
bool fortran_finish(tree entry, auto_vec<parameter> *parameters, parameter *p);

/* What stands before its elements (me_parameter.literal), when all else is known. */
const char *fortran_literal(const parameter *p);

/* Why a function of this kind cannot be an entry, or null: a PROGRAM, a result by
 * reference. */
const char *fortran_refusal(tree entry);

/* Adds statements to the list that fill the descriptor `array` for p, whose elements
 * begin at `data`; `length` is their number, or null if it is fixed. */
void fortran_describe(tree *list, const parameter *p, tree array, tree data,
		      tree length);

#endif
