/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_name.h - the names of gfortran's procedures. A handler may call all of this. */
#ifndef SYSTEM_FORTRAN_NAME_H
#define SYSTEM_FORTRAN_NAME_H

enum { FORTRAN_NAME_MOST = 200 }; /* bytes; longer names are cut */

/* Whether the file, or null, is called as one of Fortran. */
int is_fortran(const char *file);

/*
 * The name in the source of what gfortran has compiled of `file`: a module's procedure is
 * `module::name`, another one has no underscore at its end and a contained one no number. In
 * `room`, of FORTRAN_NAME_MOST bytes; `symbol` itself where the file is none of Fortran.
 */
const char *fortran_name(const char *symbol, const char *file, char *room);

#endif
