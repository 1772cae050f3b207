/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * executable.h - what the executable says about a program that was read from its
 * exported GIMPLE: about objects that were built without the plugin, and libraries.
 */
#ifndef PROVER_EXECUTABLE_H
#define PROVER_EXECUTABLE_H

#include "prover/executable/section.h"
#include "prover/ir/gimple.h"

/*
 * Which of an executable's functions has an instruction: one that is known, as it is
 * exported or belongs to each program, or one of an object that was built without the
 * plugin.
 */

struct machine_function {
	const char *name; /* the file's */
	uint64_t address, size; /* in bytes; 0: unknown */
	bool is_local; /* it is static, or hidden from libraries */
};

struct machine_functions {
	struct machine_function *list; /* free() */
	size_t count;
};

/* The defined functions of the symbol table, apart from libme's. Returns 0, or -1 and
 * says why (SECTION_WHY bytes); either way the caller frees the list. */
int machine_functions_read(struct machine_functions *functions,
			   const struct section_file *file, char *why);

/* Whether the address is in a function that is exported, or that each program has:
 * libgcc's arithmetic, the C runtime's start. */
bool machine_functions_know(const struct machine_functions *functions,
			    const struct program *program, uint64_t address);

/* Whether the code of that section is libme's, or the linker's jumps into libraries. */
bool machine_section_is_known(const char *section);

/* Notes all of it in the program. Returns 0, or -1 and says why (SECTION_WHY bytes). */
int executable_read(struct program *program, const char *path, char *why);

/* ---- what executable_read() asks of an open executable, in this order */

struct executable {
	struct section_file file;
	struct machine_functions functions;
	bool is_fixed; /* it is loaded where its addresses say */
	bool is_x86;
};

/* Definitions that are in no exported unit, and variables that have the address of
 * others. Returns 0, or -1 and says why (SECTION_WHY bytes). */
int symbol_table_read(struct program *program, const struct section_file *file,
		      char *why);

/* Marks the functions that code which is not exported may call, though nobody gives it
 * their address: code of objects that were built without the plugin, and of libraries
 * to which the executable shows the name. */
void outside_read(struct program *program, const struct executable *executable);

/* Whether code that is not exported may register a signal handler that changes the
 * program's variables or comes to its functions. */
void signal_calls_read(struct program *program, const struct executable *executable);

#endif
