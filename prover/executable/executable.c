/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/executable/executable.h"

#include <stdlib.h>

#include "prover/executable/executable_parts.h"

static void read_parts(struct program *program, struct executable *x)
{
	GElf_Ehdr header;

	if (gelf_getehdr(x->file.elf, &header)) {
		x->is_x86 = header.e_machine == EM_X86_64;
		x->is_fixed = header.e_type != ET_DYN;
	}
	machine_code_read(program, x);
	outside_read(program, x);
	signal_calls_read(program, x);
}

int executable_read(struct program *program, const char *path, char *why)
{
	struct executable x = {.functions = {NULL, 0}};
	const int err = section_open(&x.file, path, why) ||
			symbol_table_read(program, &x.file, why) ||
			machine_functions_read(&x.functions, &x.file, why);

	if (!err)
		read_parts(program, &x);
	free(x.functions.list);
	section_close(&x.file);
	return err ? -1 : 0;
}
