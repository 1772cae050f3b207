/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawn_values.h - programs that draw their inputs by __VERIFIER_nondet_int() and the like
 * (include/me/nondet.c). */
#ifndef COMMAND_DRAWN_VALUES_H
#define COMMAND_DRAWN_VALUES_H

#include "command/base/command.h"
#include "command/base/words.h"

enum { NONDET_DEFAULT = 16, NONDET_MOST = 100000 }; /* values for each function */

/* The type of __VERIFIER_nondet_NAME(): "unsigned long"; "int" of one that is not known.
 */
const char *nondet_type(const char *name);

/* The arguments that compile such a program. */
void nondet_compile_words(struct words *line);

/* Those that compile what drives it, for the functions that the input files among the
 * arguments name: in their sources or symbols. Fails when ME's file is not found. */
int nondet_link_words(struct command *command, const struct words *arguments,
		      unsigned count, struct words *line);

#endif
