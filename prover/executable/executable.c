/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prover/executable/executable.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/modes.h"
#include "prover/ir/reader.h"

/*
 * Instructions that change the modes of arithmetic in functions that are not exported:
 * of objects that were built without the plugin. Those of exported functions are read
 * in their text, and those of libme and of libgcc's arithmetic restore the modes. Bytes
 * that look like such an instruction, in the displacement of another one, count; so
 * what each program has, and where the linker chooses the displacements, is left out.
 */

struct code_scan {
	struct gimple_program *program;
	const struct machine_functions *functions;
};

/* .init and .fini as crti.o and crtn.o make them, with and without endbr64; an object of the
 * program that adds to them makes them longer. */
static bool is_startup_section(const struct section *section)
{
	static const struct {
		const char *name;
		size_t size, marked_size;
	} startups[] = {{".init", 23, 27}, {".fini", 9, 13}};
	const size_t size = section->data->d_size;

	for (size_t i = 0; i < sizeof startups / sizeof *startups; i++)
		if (strcmp(section->name, startups[i].name) == 0)
			return size == startups[i].size ||
			       size == startups[i].marked_size;
	return false;
}

static void scan_section(void *context, const struct section *section)
{
	const struct code_scan *scan = context;
	const unsigned char *code = section->data->d_buf;
	const size_t size = section->data->d_size;
	unsigned modes;

	if (!(section->header.sh_flags & SHF_EXECINSTR) ||
	    machine_section_is_known(section->name) || is_startup_section(section))
		return;
	for (size_t at = modes_next(code, size, 0, &modes); at < size;
	     at = modes_next(code, size, at + 1, &modes))
		if (!machine_functions_know(scan->functions, scan->program,
					    section->header.sh_addr + at))
			facts_note_modes(scan->program, modes);
}

/* What may change the modes of arithmetic in functions that are not exported. */
static void machine_code_read(struct gimple_program *program,
			      const struct executable *executable)
{
	struct code_scan scan = {program, &executable->functions};

	section_each(&executable->file, scan_section, &scan);
}

static void read_executable(struct gimple_program *program, struct executable *x)
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

int executable_read(struct gimple_program *program, const char *path, char *why)
{
	struct executable x = {.functions = {NULL, 0}};
	const int err = section_open(&x.file, path, why) ||
			symbol_table_read(program, &x.file, why) ||
			machine_functions_read(&x.functions, &x.file, why);

	if (!err)
		read_executable(program, &x);
	free(x.functions.list);
	section_close(&x.file);
	return err ? -1 : 0;
}
