/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * outside.c - the functions that code outside the exported units may call by name, or of
 * which it has the address without being given it.
 *
 * A library finds a function by name only in the table of dynamic symbols, in which the
 * linker puts what a library refers to (or all, with -rdynamic). Code of objects that
 * were built without the plugin has, after linking, no names but addresses: in its
 * instructions, or in tables in memory. As in executable.c each byte may begin such an
 * address, so that none is missed; other bytes may look like one.
 */
#include "prover/executable/executable.h"

#include <stdlib.h>
#include <string.h>

struct code_place {
	uint64_t address;
	const char *name;
	bool is_local; /* static, or hidden from libraries */
};

struct outside {
	struct gimple_program *program;
	const struct executable *executable;
	struct code_place *places; /* of functions, by their address */
	size_t count;
	struct address_range {
		uint64_t start, end;
	} started[SHT_PREINIT_ARRAY - SHT_INIT_ARRAY + 1];
};

/* Exposes what other units know by that name: no static function. If it is unknown which
 * one that is, it may be any. */
static void expose_name(struct gimple_program *p, const char *name)
{
	const struct function *f = gimple_find(p, name, "");

	for (size_t i = 0; i < p->function_count; i++)
		p->functions[i].is_exposed |= !f || f == &p->functions[i];
	p->is_exposed = true;
}

static bool is_public(const struct gimple_program *p, const char *name)
{
	return gimple_find(p, name, "") || gimple_is_unsure(p, name, "");
}

/* Static functions are referred to by code of their own units that is not exported, such
 * as a function's with the attribute me_ignore. Exposes all of that name. */
static void expose_static(struct gimple_program *p, const char *name)
{
	for (size_t i = 0; i < p->function_count; i++)
		if (strcmp(p->functions[i].name, name) == 0)
			p->functions[i].is_exposed = p->is_exposed = true;
}

static bool is_static(const struct gimple_program *p, const char *name)
{
	for (size_t i = 0; i < p->function_count; i++)
		if (strcmp(p->functions[i].name, name) == 0)
			return true;
	return false;
}

static void expose_place(struct gimple_program *p, const struct code_place *place)
{
	if (is_public(p, place->name))
		expose_name(p, place->name);
	if (place->is_local)
		expose_static(p, place->name);
}

/* ---- where the functions are */

static int compare_places(const void *a, const void *b)
{
	const struct code_place *x = a, *y = b;

	return (x->address > y->address) - (x->address < y->address);
}

static void find_places(struct outside *o)
{
	const struct machine_functions *m = &o->executable->functions;

	o->places = array_new(m->count + 1, sizeof *o->places);
	for (size_t i = 0; i < m->count; i++) {
		const struct machine_function *f = &m->list[i];
		if (is_public(o->program, f->name) ||
		    (f->is_local && is_static(o->program, f->name)))
			o->places[o->count++] =
			    (struct code_place){f->address, f->name, f->is_local};
	}
	qsort(o->places, o->count, sizeof *o->places, compare_places);
}

/* Exposes what is at the address, if anything. */
static void expose_at(struct outside *o, uint64_t address)
{
	const struct code_place key = {.address = address};
	const struct code_place *end = o->places + o->count;
	const struct code_place *p =
	    o->count ? bsearch(&key, o->places, o->count, sizeof key, compare_places)
		     : NULL;

	while (p && p > o->places && p[-1].address == address)
		p--;
	for (; p && p < end && p->address == address; p++)
		expose_place(o->program, p);
}

/* ---- in code */

static bool is_callers(const struct machine_function *f)
{
	return strncmp(f->name, "__me_call_", 10) == 0;
}

/* Whether the code there is exported, or calls the entry for libme. */
static bool is_in_section(const struct outside *o, uint64_t address)
{
	const struct machine_functions *m = &o->executable->functions;

	for (size_t i = 0; i < m->count; i++)
		if (is_callers(&m->list[i]) && address >= m->list[i].address &&
		    address - m->list[i].address < m->list[i].size)
			return true;
	return machine_functions_know(m, o->program, address);
}

static bool has_place(const struct outside *o, uint64_t address)
{
	const struct code_place key = {.address = address};

	return bsearch(&key, o->places, o->count, sizeof key, compare_places);
}

/* Four bytes may be the distance to an address from their end, or an address. */
static void scan_code(struct outside *o, const uint8_t *code, size_t size,
		      uint64_t start)
{
	for (size_t i = 0; i + 4 <= size; i++) {
		int32_t word;
		memcpy(&word, code + i, sizeof word);
		const uint64_t near = start + i + 4 + (uint64_t)(int64_t)word;
		const uint64_t address =
		    o->executable->is_fixed ? (uint32_t)word : near;
		if ((has_place(o, near) || has_place(o, address)) &&
		    !is_in_section(o, start + i)) {
			expose_at(o, near);
			expose_at(o, address);
		}
	}
}

/* On other machines the code is not searched. */
static void expose_all(struct outside *o)
{
	for (size_t i = 0; i < o->count; i++)
		expose_place(o->program, &o->places[i]);
}

/* ---- in memory */

static void scan_words(struct outside *o, const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i + 8 <= size; i += 8) {
		uint64_t word;
		memcpy(&word, bytes + i, sizeof word);
		expose_at(o, word);
	}
}

/* Where the addresses of constructors and destructors are. */
static void find_started(void *context, const struct section *section)
{
	struct outside *o = context;
	const GElf_Shdr *header = &section->header;

	if (header->sh_type >= SHT_INIT_ARRAY && header->sh_type <= SHT_PREINIT_ARRAY)
		o->started[header->sh_type - SHT_INIT_ARRAY] = (struct address_range){
		    header->sh_addr, header->sh_addr + header->sh_size};
}

static bool is_started(const struct outside *o, uint64_t address)
{
	for (size_t i = 0; i < sizeof o->started / sizeof *o->started; i++)
		if (address >= o->started[i].start && address < o->started[i].end)
			return true;
	return false;
}

/* In a program that may be loaded anywhere the words themselves are empty. */
static void scan_relocations(struct outside *o, Elf_Data *data)
{
	GElf_Rela rela;

	for (int i = 0; gelf_getrela(data, i, &rela); i++)
		if (!is_started(o, rela.r_offset))
			expose_at(o, (uint64_t)rela.r_addend);
}

/* ---- in the table of dynamic symbols */

static void scan_symbols(struct outside *o, Elf_Data *data, uint32_t names)
{
	GElf_Sym symbol;

	for (int i = 0; gelf_getsym(data, i, &symbol); i++) {
		const char *name =
		    elf_strptr(o->executable->file.elf, names, symbol.st_name);
		if (name && symbol.st_shndx != SHN_UNDEF && is_public(o->program, name))
			expose_name(o->program, name);
	}
}

/* ---- all */

/* Whether its words may be addresses. Constructors and destructors are called before and
 * after all runs. */
static bool has_words(const struct outside *o, const GElf_Shdr *header)
{
	return header->sh_type == SHT_PROGBITS && !(header->sh_flags & SHF_EXECINSTR) &&
	       (o->executable->is_fixed || header->sh_flags & SHF_WRITE);
}

static void scan_section(void *context, const struct section *section)
{
	struct outside *o = context;
	const GElf_Shdr *header = &section->header;
	Elf_Data *data = section->data;

	if (header->sh_type == SHT_DYNSYM)
		scan_symbols(o, data, header->sh_link);
	else if (header->sh_type == SHT_RELA)
		scan_relocations(o, data);
	else if (has_words(o, header))
		scan_words(o, data->d_buf, data->d_size);
	else if (!(header->sh_flags & SHF_EXECINSTR) ||
		 machine_section_is_known(section->name))
		return;
	else if (o->executable->is_x86)
		scan_code(o, data->d_buf, data->d_size, header->sh_addr);
	else
		expose_all(o);
}

void outside_read(struct gimple_program *program, const struct executable *executable)
{
	struct outside o = {.program = program, .executable = executable};

	find_places(&o);
	if (o.count) {
		section_each(&executable->file, find_started, &o);
		section_each(&executable->file, scan_section, &o);
	}
	free(o.places);
}
