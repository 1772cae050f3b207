/* SPDX-License-Identifier: GPL-3.0-or-later */
/* machine_function.c - which of an executable's functions has an instruction. */
#include "prover/executable/machine_function.h"

#include <gelf.h>
#include <string.h>

#include "me/ir.h"

bool machine_section_is_known(const char *section)
{
	return strcmp(section, ME_RUNTIME_SECTION) == 0 ||
	       strncmp(section, ".plt", strlen(".plt")) == 0;
}

bool machine_symbol_is_known(const struct section_file *file, const GElf_Sym *symbol)
{
	Elf_Scn *section = elf_getscn(file->elf, symbol->st_shndx);
	GElf_Shdr header;
	size_t names;

	if (!section || elf_getshdrstrndx(file->elf, &names) ||
	    !gelf_getshdr(section, &header))
		return false;
	const char *name = elf_strptr(file->elf, names, header.sh_name);
	return name && machine_section_is_known(name);
}

int machine_functions_read(struct machine_functions *m, const struct section_file *file,
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
		if (name && symbol.st_shndx != SHN_UNDEF &&
		    !machine_symbol_is_known(file, &symbol))
			m->list[m->count++] = (struct machine_function){
			    name, symbol.st_value, symbol.st_size,
			    GELF_ST_BIND(symbol.st_info) == STB_LOCAL};
	}
	return 0;
}

/* Whether the symbol is the function or, as `f.cold`, a part or copy of it. */
static bool is_function_of(const char *symbol, const char *function)
{
	const size_t n = strlen(function);

	return strncmp(symbol, function, n) == 0 &&
	       (symbol[n] == '\0' || symbol[n] == '.');
}

/* Whether all functions of that name are exported. */
static bool is_exported(const struct machine_functions *m,
			const struct gimple_program *p, const char *name)
{
	size_t exported = 0, defined = 0;

	for (size_t i = 0; i < p->function_count; i++)
		exported += is_function_of(name, p->functions[i].name);
	for (size_t i = 0; i < m->count; i++)
		defined += strcmp(m->list[i].name, name) == 0;
	return exported >= defined && exported;
}

/* libgcc's conversions between numbers and integers, __fixunsxfti say, and its divisions
 * of 128-bit integers: they round as C does and put the control word back. The names are
 * the implementation's. */
static bool is_of_libgcc(const char *name)
{
	static const char *const starts[] = {"__fix",	   "__float", "__udivti",
					     "__divti",	   "__modti", "__umodti",
					     "__udivmodti"};

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (strncmp(name, starts[i], strlen(starts[i])) == 0)
			return true;
	return false;
}

/* The C runtime's own functions, of crt1.o and crtbegin.o: of a name that is reserved,
 * or without a size, as no compiled function of a program is. */
static bool is_startup(const struct machine_function *f)
{
	static const char *const names[] = {"_start", "deregister_tm_clones",
					    "register_tm_clones",
					    "__do_global_dtors_aux", "frame_dummy"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if ((*f->name == '_' || !f->size) && strcmp(f->name, names[i]) == 0)
			return true;
	return false;
}

/* One without a size ends where the next one begins. */
static bool contains(const struct machine_functions *m,
		     const struct machine_function *f, uint64_t address)
{
	if (address < f->address)
		return false;
	if (f->size)
		return address < f->address + f->size;
	for (size_t i = 0; i < m->count; i++)
		if (m->list[i].address > f->address && m->list[i].address <= address)
			return false;
	return true;
}

bool machine_functions_know(const struct machine_functions *m,
			    const struct gimple_program *p, uint64_t address)
{
	for (size_t i = 0; i < m->count; i++) {
		const struct machine_function *f = &m->list[i];
		if (contains(m, f, address) &&
		    (is_of_libgcc(f->name) || is_startup(f) ||
		     is_exported(m, p, f->name)))
			return true;
	}
	return false;
}
