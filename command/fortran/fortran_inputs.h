/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_inputs.h - what the procedures of a unit read from files and units. */
#ifndef COMMAND_FORTRAN_INPUTS_H
#define COMMAND_FORTRAN_INPUTS_H

#include <jansson.h>

/*
 * Adds to the declarations of the unit, of symbols and of components:
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

#endif
