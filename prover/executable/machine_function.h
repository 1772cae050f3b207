/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine_function.h - which of an executable's functions has an instruction: one that
 * is known, as it is exported or belongs to each program, or one of an object that was
 * built without the plugin.
 */
#ifndef PROVER_MACHINE_FUNCTION_H
#define PROVER_MACHINE_FUNCTION_H

#include "prover/ir/gimple.h"
#include "prover/executable/section.h"

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
			    const struct gimple_program *program, uint64_t address);

/* Whether the code of that section is libme's, or the linker's jumps into libraries. */
bool machine_section_is_known(const char *section);
/* Whether the symbol is in such a section: libme has functions of names that the program may have
 * too, and its malloc() is the library's. */
bool machine_symbol_is_known(const struct section_file *file, const GElf_Sym *symbol);

#endif
