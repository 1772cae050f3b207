/* SPDX-License-Identifier: GPL-3.0-or-later */
/* function_name.h - functions as their sources have them: C++'s with their parameters. */
#ifndef GCOV_TOOLS_FUNCTION_NAME_H
#define GCOV_TOOLS_FUNCTION_NAME_H

/* The name of an assembler name, of a function of that file; the caller frees. Null: out of
 * memory. */
char *function_name(const char *symbol, const char *file);

#endif
