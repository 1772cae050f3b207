/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine_code.c - instructions that change the modes of arithmetic in functions that
 * are not exported: of objects that were built without the plugin. Those of exported
 * functions are read in their text, and those of libme and of libgcc's arithmetic
 * restore the modes. Bytes that look like such an instruction, in the displacement of
 * another one, count; so what each program has, and where the linker chooses the
 * displacements, is left out.
 */
#include "prover/executable/executable.h"

#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "prover/executable/machine_function.h"
#include "prover/ir/modes.h"
#include "prover/ir/reader.h"

/* ---- sections */

static void scan(struct program *p, const struct machine_functions *m, Elf_Scn *section,
		 uint64_t address)
{
	const Elf_Data *data = elf_getdata(section, NULL);
	unsigned modes;

	if (!data || !data->d_buf)
		return;
	for (size_t at = modes_next(data->d_buf, data->d_size, 0, &modes);
	     at < data->d_size;
	     at = modes_next(data->d_buf, data->d_size, at + 1, &modes))
		if (!machine_functions_know(m, p, address + at))
			facts_note_modes(p, modes);
}

static void scan_all(struct program *p, const struct machine_functions *m,
		     const struct section_file *file)
{
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(file->elf, &names))
		return;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(file->elf, s)) != NULL;) {
		if (!gelf_getshdr(s, &header) || header.sh_type == SHT_NOBITS ||
		    !(header.sh_flags & SHF_EXECINSTR))
			continue;
		const char *name = elf_strptr(file->elf, names, header.sh_name);
		if (!name || !machine_section_is_known(name))
			scan(p, m, s, header.sh_addr);
	}
}

int machine_code_read(struct program *program, const char *path, char *why)
{
	struct machine_functions functions = {NULL, 0};
	struct section_file file;
	const int err = section_open(&file, path, why) ||
			machine_functions_read(&functions, &file, why);

	if (!err)
		scan_all(program, &functions, &file);
	free(functions.list);
	section_close(&file);
	return err ? -1 : 0;
}
