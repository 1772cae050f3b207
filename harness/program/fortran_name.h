/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_name.h - the source's name of a procedure. */
#ifndef HARNESS_FORTRAN_NAME_H
#define HARNESS_FORTRAN_NAME_H

#include <stddef.h>

enum { FORTRAN_NAME_MOST = 200 }; /* bytes; longer names are cut */

/* What gfortran calls `symbol` in the source: that of a module's procedure is
 * `module::name`, that of another one has no underscore at its end, and neither has the
 * number of a contained one. Returns `symbol` itself where `file`, which may be null, is
 * no Fortran source, else `room`, of FORTRAN_NAME_MOST bytes. A handler may call it. */
const char *fortran_name(const char *symbol, const char *file, char *room);

#endif
