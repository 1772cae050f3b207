/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * executable.h - what the executable says about a program that was read from its
 * exported GIMPLE: about objects that were built without the plugin, and libraries.
 */
#ifndef PROVER_EXECUTABLE_H
#define PROVER_EXECUTABLE_H

#include "prover/executable/machine_function.h"
#include "prover/ir/gimple.h"

/* Notes all of it in the program. Returns 0, or -1 and says why (SECTION_WHY bytes). */
int executable_read(struct gimple_program *program, const char *path, char *why);

/* ---- what executable_read() asks of an open executable, in this order */

struct executable {
	struct section_file file;
	struct machine_functions functions;
	bool is_fixed; /* it is loaded where its addresses say */
	bool is_x86;
};

/* Definitions that are in no exported unit, and variables that have the address of
 * others. Returns 0, or -1 and says why (SECTION_WHY bytes). */
int symbol_table_read(struct gimple_program *program, const struct section_file *file,
		      char *why);

/* Marks the functions that code which is not exported may call, though nobody gives it
 * their address: code of objects that were built without the plugin, and of libraries
 * to which the executable shows the name. */
void outside_read(struct gimple_program *program, const struct executable *executable);

/* Whether code that is not exported may register a signal handler that changes the
 * program's variables or comes to its functions. */
void signal_calls_read(struct gimple_program *program,
		       const struct executable *executable);

#endif
