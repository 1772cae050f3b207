/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_value.h - values as Fortran writes them, exact. */
#ifndef HARNESS_FORTRAN_VALUE_H
#define HARNESS_FORTRAN_VALUE_H

#include <stddef.h>

#include "mcmc/objective.h"
#include "me/abi.h"

/* A scalar, given its parts (type_parts()): 2.5d0, -3_8, .true., and what has no
 * constant by its bits: real(z'7ff0000000000000', 8). `kind` is that of a logical; 0:
 * the default one. Returns the required length, like snprintf. */
int fortran_print(enum me_type type, const coord *parts, unsigned kind, char *out,
		  size_t size);

/* One character of a text of that type, which follows `before`, or -1 at the start:
 * 'ab'//achar(10)//'c'. At the end of the text `character` is -1. */
int fortran_print_character(enum me_type type, long before, long character, char *out,
			    size_t size);

#endif
