/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_public.h - a source of Fortran in which nothing is private. */
#ifndef COMMAND_FORTRAN_PUBLIC_H
#define COMMAND_FORTRAN_PUBLIC_H

#include <stdbool.h>

/*
 * Makes public what the text's modules and types keep for themselves: the attribute and the
 * statement with names become `public `, a statement without names becomes blanks, since a type
 * has no statement `public`. All else stays at its line and column. Whether there was any.
 */
bool fortran_public(char *text, bool is_fixed);

#endif
