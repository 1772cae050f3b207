/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * machine_code.c - instructions that change the modes of arithmetic in functions that
 * are not exported: of objects that were built without the plugin. Those of exported
 * functions are read in their text, and those of libme restore the modes.
 */
#include <gelf.h>
#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "prover/ir/gimple.h"
#include "prover/ir/modes.h"
#include "prover/ir/reader.h"
#include "prover/ir/section.h"

struct machine_function {
	const char *name;
	uint64_t address, size;
};

struct machine_code {
	struct machine_function *list;
	size_t count;
};

/* ---- whose an instruction is */

static int read_functions(struct machine_code *m, const struct section_file *file,
			  char *why)
{
	Elf_Scn *section;
	Elf_Data *data;
	GElf_Shdr header;
	GElf_Sym symbol;

	if (section_find(file, ".symtab", &section, &data, why))
		return -1;
	const size_t count = data->d_size / sizeof(Elf64_Sym);
	m->list = array_new(count + 1, sizeof *m->list);
	for (size_t i = 0; i < count; i++) {
		if (!gelf_getshdr(section, &header) ||
		    !gelf_getsym(data, (int)i, &symbol) ||
		    GELF_ST_TYPE(symbol.st_info) != STT_FUNC)
			continue;
		const char *name =
		    elf_strptr(file->elf, header.sh_link, symbol.st_name);
		if (name && symbol.st_shndx != SHN_UNDEF)
			m->list[m->count++] = (struct machine_function){
			    name, symbol.st_value, symbol.st_size};
	}
	return 0;
}

/* Whether the symbol is the function or, as `f.cold`, a part or copy of it. */
static bool is_of(const char *symbol, const char *function)
{
	const size_t n = strlen(function);

	return strncmp(symbol, function, n) == 0 &&
	       (symbol[n] == '\0' || symbol[n] == '.');
}

/* Whether all functions of that name are exported. */
static bool is_exported(const struct machine_code *m, const struct program *p,
			const char *name)
{
	size_t exported = 0, defined = 0;

	for (size_t i = 0; i < p->function_count; i++)
		exported += is_of(name, p->functions[i].name);
	for (size_t i = 0; i < m->count; i++)
		defined += strcmp(m->list[i].name, name) == 0;
	return exported >= defined && exported;
}

static bool is_read_elsewhere(const struct machine_code *m, const struct program *p,
			      uint64_t address)
{
	for (size_t i = 0; i < m->count; i++)
		if (address >= m->list[i].address &&
		    address < m->list[i].address + m->list[i].size &&
		    is_exported(m, p, m->list[i].name))
			return true;
	return false;
}

/* ---- sections */

static void scan(struct program *p, const struct machine_code *m, Elf_Scn *section,
		 uint64_t address)
{
	const Elf_Data *data = elf_getdata(section, NULL);
	unsigned modes;

	if (!data || !data->d_buf)
		return;
	for (size_t at = modes_next(data->d_buf, data->d_size, 0, &modes);
	     at < data->d_size;
	     at = modes_next(data->d_buf, data->d_size, at + 1, &modes))
		if (!is_read_elsewhere(m, p, address + at))
			facts_note_modes(p, modes);
}

static void scan_all(struct program *p, const struct machine_code *m,
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
		if (!name || strcmp(name, ME_RUNTIME_SECTION) != 0)
			scan(p, m, s, header.sh_addr);
	}
}

int machine_code_read(struct program *program, const char *path, char *why)
{
	struct machine_code code = {NULL, 0};
	struct section_file file;
	const int err =
	    section_open(&file, path, why) || read_functions(&code, &file, why);

	if (!err)
		scan_all(program, &code, &file);
	free(code.list);
	section_close(&file);
	return err ? -1 : 0;
}
