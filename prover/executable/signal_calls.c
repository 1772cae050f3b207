/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * signal_calls.c - whether code outside the exported units may register a signal handler
 * that changes the program's variables or comes to its functions.
 *
 * Code of objects that were built without the plugin calls sigaction() directly in a
 * static program, and otherwise through the linker's jumps or a slot of the table of
 * addresses; as in executable.c each byte may begin such an address. A library may
 * register one if it knows a variable or function of the program by name, or is given a
 * function that looks like a handler. Those of C and of the compiler do not.
 */
#include "prover/executable/executable.h"

#include <stdlib.h>
#include <string.h>

#include "prover/ir/arena.h"
#include "prover/ir/callback.h"
#include "prover/ir/reader.h"

enum { JUMP = 16 }; /* bytes of one where its section does not say */

struct addresses {
	uint64_t *list;
	size_t count, room;
};

struct jump {
	uint64_t first, end; /* addresses that a call may have; the end of its operand */
};

struct signal_calls {
	struct gimple_program *program;
	const struct executable *executable;
	struct addresses slots;
	struct jump *jumps;
	size_t jump_count, jump_room;
	bool has_stranger; /* a library that is none of C's or the compiler's */
	bool found;
};

static void add_address(struct addresses *a, uint64_t address)
{
	ARRAY_ADD(a->list, a->count, a->room, address);
}

static bool has(const struct addresses *a, uint64_t address)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->list[i] == address)
			return true;
	return false;
}

/* ---- where the addresses of signal() and its like are */

static const char *relocation_name(const struct signal_calls *c,
				   const GElf_Shdr *header, size_t index)
{
	Elf_Scn *symbols = elf_getscn(c->executable->file.elf, header->sh_link);
	GElf_Shdr table;
	GElf_Sym symbol;

	if (!symbols || !gelf_getshdr(symbols, &table) ||
	    !gelf_getsym(elf_getdata(symbols, NULL), (int)index, &symbol))
		return NULL;
	return elf_strptr(c->executable->file.elf, table.sh_link, symbol.st_name);
}

static void find_slots(void *context, const struct section *section)
{
	struct signal_calls *c = context;
	const GElf_Shdr *header = &section->header;
	GElf_Rela rela;

	if (header->sh_type != SHT_RELA)
		return;
	for (int i = 0; gelf_getrela(section->data, i, &rela); i++) {
		const char *symbol =
		    relocation_name(c, header, (size_t)GELF_R_SYM(rela.r_info));
		if (symbol && facts_is_signal_call(symbol))
			add_address(&c->slots, rela.r_offset);
	}
}

/* Each place that refers to a slot from the linker's jumps. */
static void find_jumps(void *context, const struct section *section)
{
	struct signal_calls *c = context;
	const GElf_Shdr *header = &section->header;
	const uint8_t *code = section->data->d_buf;
	const uint64_t size = header->sh_entsize ? header->sh_entsize : JUMP;

	if (strncmp(section->name, ".plt", strlen(".plt")) != 0)
		return;
	for (size_t i = 0; i + 4 <= section->data->d_size; i++) {
		int32_t word;
		memcpy(&word, code + i, sizeof word);
		const uint64_t end = header->sh_addr + i + 4;
		const struct jump jump = {end - size, end};
		if (has(&c->slots, end + (uint64_t)(int64_t)word))
			ARRAY_ADD(c->jumps, c->jump_count, c->jump_room, jump);
	}
}

/* In a static program: libc's own calls are from functions with names that are reserved,
 * or of these. */
static bool is_static_libc(const char *name)
{
	static const char *const names[] = {"abort", "system",	  "popen",
					    "raise", "do_system", "cancel_handler",
					    "profil"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return *name == '_' || strncmp(name, "posix_spawn", 11) == 0 ||
	       strncmp(name, "pthread_", 8) == 0 || facts_is_signal_call(name);
}

static void find_definitions(struct signal_calls *c)
{
	for (size_t i = 0; i < c->executable->functions.count; i++)
		if (facts_is_signal_call(c->executable->functions.list[i].name))
			add_address(&c->slots,
				    c->executable->functions.list[i].address);
}

/* ---- who refers to them */

static bool is_signal_address(const struct signal_calls *c, uint64_t address)
{
	if (has(&c->slots, address))
		return true;
	for (size_t i = 0; i < c->jump_count; i++)
		if (address >= c->jumps[i].first && address < c->jumps[i].end)
			return true;
	return false;
}

static bool is_known_code(const struct signal_calls *c, uint64_t address)
{
	for (size_t i = 0; i < c->executable->functions.count; i++) {
		const struct machine_function *f = &c->executable->functions.list[i];
		if (address >= f->address && address - f->address < f->size &&
		    is_static_libc(f->name) && c->executable->is_fixed)
			return true;
	}
	return machine_functions_know(&c->executable->functions, c->program, address);
}

/* Four bytes may be the distance to an address from their end, or an address. */
static void scan_code(void *context, const struct section *section)
{
	struct signal_calls *c = context;
	const GElf_Shdr *header = &section->header;
	const uint8_t *code = section->data->d_buf;

	if (!(header->sh_flags & SHF_EXECINSTR) ||
	    machine_section_is_known(section->name))
		return;
	for (size_t i = 0; i + 4 <= section->data->d_size && !c->found; i++) {
		int32_t word;
		memcpy(&word, code + i, sizeof word);
		const uint64_t at = header->sh_addr + i;
		c->found = (is_signal_address(c, at + 4 + (uint64_t)(int64_t)word) ||
			    (c->executable->is_fixed &&
			     is_signal_address(c, (uint32_t)word))) &&
			   !is_known_code(c, at);
	}
}

/* ---- libraries */

/* Whether it is of C or the compiler: they register no handler for others. */
static bool is_of_language(const char *library)
{
	static const char *const names[] = {
	    "libc.so",	      "libm.so",    "libdl.so",	      "librt.so",
	    "libpthread.so",  "ld-linux",   "libstdc++.so",   "libgcc_s.so",
	    "libgfortran.so", "libgomp.so", "libquadmath.so", "libatomic.so",
	    "libmvec.so",     "libasan.so", "libubsan.so",    "libtsan.so",
	    "liblsan.so",     "libgcov.so"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(library, names[i], strlen(names[i])) == 0)
			return true;
	return false;
}

static void find_libraries(void *context, const struct section *section)
{
	struct signal_calls *c = context;
	const GElf_Shdr *header = &section->header;
	GElf_Dyn entry;

	for (int i = 0;
	     header->sh_type == SHT_DYNAMIC && gelf_getdyn(section->data, i, &entry);
	     i++) {
		const char *library =
		    entry.d_tag == DT_NEEDED
			? elf_strptr(c->executable->file.elf, header->sh_link,
				     entry.d_un.d_val)
			: NULL;
		c->has_stranger |= library && !is_of_language(library);
	}
}

static bool has_object(const struct gimple_program *p, const char *name)
{
	for (size_t i = 0; i < p->function_count; i++)
		for (uint32_t k = 0; k < p->functions[i].object_count; k++) {
			const struct object *o = &p->functions[i].objects[k];
			if (o->kind == OBJECT_GLOBAL && !o->is_static &&
			    strcmp(o->name, name) == 0)
				return true;
		}
	return false;
}

/* A variable of the program that libraries see: its handler may change it. */
static void find_shown(void *context, const struct section *section)
{
	struct signal_calls *c = context;
	const GElf_Shdr *header = &section->header;
	GElf_Sym symbol;

	if (header->sh_type != SHT_DYNSYM)
		return;
	for (int i = 0; gelf_getsym(section->data, i, &symbol) && !c->found; i++) {
		const char *own = elf_strptr(c->executable->file.elf, header->sh_link,
					     symbol.st_name);
		c->found = own && symbol.st_shndx != SHN_UNDEF &&
			   GELF_ST_TYPE(symbol.st_info) == STT_OBJECT &&
			   has_object(c->program, own);
	}
}

/* By its parameters: none, a signal's number, or that and two pointers. */
static bool is_handler(const struct function *f)
{
	const struct function_parameter *p = f->parameters;

	if (f->has_result || f->parameter_count == 0)
		return !f->has_result;
	if (!type_is_integer(p[0].type) || p[0].type.bits != 32)
		return false;
	return f->parameter_count == 1 ||
	       (f->parameter_count == 3 && p[1].type.kind == TYPE_POINTER &&
		p[2].type.kind == TYPE_POINTER);
}

static bool gives_handler(const struct gimple_program *p)
{
	for (size_t i = 0; i < p->function_count; i++)
		if (is_handler(&p->functions[i]) && callback_comes(p, &p->functions[i]))
			return true;
	return false;
}

/* ---- all */

static void find_signal_calls(struct signal_calls *c)
{
	const struct section_file *file = &c->executable->file;

	find_definitions(c);
	section_each(file, find_slots, c);
	section_each(file, find_jumps, c);
	section_each(file, scan_code, c);
	section_each(file, find_libraries, c);
	if (!c->has_stranger || c->found)
		return;
	section_each(file, find_shown, c);
	c->found = c->found || gives_handler(c->program);
}

void signal_calls_read(struct gimple_program *program,
		       const struct executable *executable)
{
	struct signal_calls c = {.program = program, .executable = executable};

	find_signal_calls(&c);
	program->catches_signals |= c.found;
	free(c.slots.list);
	free(c.jumps);
}
