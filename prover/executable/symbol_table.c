/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbol_table.c - what an executable's symbol table says about the objects and
 * libraries that were linked besides the exported units: definitions that replace those
 * of the C library, functions that are called, several names of one address.
 */
#include "prover/executable/executable.h"

#include <stdlib.h>
#include <string.h>

#include "prover/executable/machine_function.h"
#include "prover/ir/modes.h"
#include "prover/ir/reader.h"

struct symbol {
	const char *name;
	uint64_t value, size;
	bool is_missing; /* in a library: its address is unknown here */
	bool is_runtime; /* libme's, as its malloc() */
	bool is_wanted; /* it is defined, or a strong reference requires it */
	bool is_object, is_open;
};

struct symbol_table {
	struct symbol *list;
	size_t count;
};

/* ---- reading */

static int compare_names(const void *a, const void *b)
{
	const struct symbol *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* The name of a library's symbol ends with @ and its version. */
static void add_symbol(struct symbol_table *t, struct gimple_program *p,
		       const GElf_Sym *symbol, const char *name, bool is_runtime)
{
	const bool is_missing = symbol->st_shndx == SHN_UNDEF;

	t->list[t->count++] = (struct symbol){
	    .name = arena_string(&p->arena, name, strcspn(name, "@")),
	    .value = symbol->st_value,
	    .size = symbol->st_size ? symbol->st_size : 1,
	    .is_missing = is_missing,
	    .is_runtime = is_runtime,
	    .is_wanted = !is_missing || GELF_ST_BIND(symbol->st_info) != STB_WEAK};
}

/* All or nothing: a proof that does not know of a definition may be wrong. */
static int read_table(struct symbol_table *t, struct gimple_program *p,
		      const struct section_file *file, char *why)
{
	Elf_Scn *section;
	Elf_Data *data;
	GElf_Shdr header;

	if (section_find(file, ".symtab", &section, &data, why))
		return -1;
	const size_t count = data->d_size / sizeof(Elf64_Sym);
	t->list = array_new(count + 1, sizeof *t->list);
	for (size_t i = 0; i < count; i++) {
		GElf_Sym symbol;
		const char *name = NULL;
		if (gelf_getshdr(section, &header) &&
		    gelf_getsym(data, (int)i, &symbol))
			name = elf_strptr(file->elf, header.sh_link, symbol.st_name);
		if (!name) {
			snprintf(why, SECTION_WHY, "its symbol table is damaged");
			return -1;
		}
		if (*name)
			add_symbol(t, p, &symbol, name,
				   machine_symbol_is_known(file, &symbol));
	}
	qsort(t->list, t->count, sizeof *t->list, compare_names);
	return 0;
}

/* ---- functions */

static bool is_wrap(const char *name)
{
	return strncmp(name, SYMBOL_WRAP, strlen(SYMBOL_WRAP)) == 0;
}

/* A library may have them, too. */
static void note_wrapped(struct gimple_program *p, const struct symbol_table *t)
{
	size_t count = 0;

	for (size_t i = 0; i < t->count; i++)
		count += is_wrap(t->list[i].name);
	p->wrapped = arena_get(&p->arena, count + 1, sizeof *p->wrapped);
	for (size_t i = 0; i < t->count; i++)
		if (is_wrap(t->list[i].name))
			p->wrapped[p->wrapped_count++] = t->list[i].name;
	if (count)
		facts_find(p); /* what depends on the meaning of names */
}

static void note_functions(struct gimple_program *p, const struct symbol_table *t)
{
	p->defined = arena_get(&p->arena, t->count + 1, sizeof *p->defined);
	for (size_t i = 0; i < t->count; i++) {
		if (!t->list[i].is_missing && !t->list[i].is_runtime)
			p->defined[p->defined_count++] = t->list[i].name;
		p->has_new_handler |=
		    strcmp(t->list[i].name, "_ZSt15set_new_handlerPFvvE") == 0;
		if (t->list[i].is_wanted)
			facts_note_modes(p, modes_of_call(t->list[i].name));
	}
}

/* ---- variables */

static struct symbol *first_of(const struct symbol_table *t, const char *name)
{
	size_t low = 0, high = t->count;

	while (low < high) {
		const size_t middle = (low + high) / 2;
		if (strcmp(t->list[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < t->count && strcmp(t->list[low].name, name) == 0 ? &t->list[low]
								      : NULL;
}

static bool is_shared(const struct object *o)
{
	return o->kind == OBJECT_GLOBAL && !o->is_static;
}

/* Marks all objects of that name. If no unit has its size and the name is unique, the
 * size is that in the symbol table. */
static void mark_object(const struct symbol_table *t, struct object *o)
{
	struct symbol *first = first_of(t, o->name), *l = first;

	for (; l && l < t->list + t->count && strcmp(l->name, o->name) == 0; l++)
		l->is_object = true;
	if (!o->has_size && first && l == first + 1 && !first->is_missing) {
		o->has_size = true;
		o->size = first->size;
	}
}

static bool overlap(const struct symbol *a, const struct symbol *b)
{
	return !a->is_missing && !b->is_missing && strcmp(a->name, b->name) != 0 &&
	       a->value < b->value + b->size && b->value < a->value + a->size;
}

/* Whether the variable overlaps another one, or may do so. */
static bool is_doubtful(const struct symbol_table *t, const struct symbol *l)
{
	for (size_t i = 0; i < t->count; i++)
		if (t->list[i].is_object && overlap(&t->list[i], l))
			return true;
	return l->is_missing;
}

static bool is_open_symbol(const struct symbol_table *t, const char *name)
{
	for (const struct symbol *l = first_of(t, name);
	     l && l < t->list + t->count && strcmp(l->name, name) == 0; l++)
		if (l->is_open)
			return true;
	return false;
}

static void open_objects(struct gimple_program *p, const struct symbol_table *t,
			 bool marks)
{
	for (size_t i = 0; i < p->function_count; i++)
		for (uint32_t k = 0; k < p->functions[i].object_count; k++) {
			struct object *o = &p->functions[i].objects[k];
			if (is_shared(o) && marks)
				mark_object(t, o);
			else if (is_shared(o) && (is_open_symbol(t, o->name) ||
						  symbol_table_wraps(p, o->name)))
				symbol_open(o);
		}
}

/* ---- all */

static void take_table(struct gimple_program *p, struct symbol_table *t)
{
	note_functions(p, t);
	note_wrapped(p, t);
	open_objects(p, t, true);
	for (size_t i = 0; i < t->count; i++)
		t->list[i].is_open =
		    t->list[i].is_object && is_doubtful(t, &t->list[i]);
	open_objects(p, t, false);
}

int symbol_table_read(struct gimple_program *program, const struct section_file *file,
		      char *why)
{
	struct symbol_table table = {NULL, 0};
	const int err = read_table(&table, program, file, why);

	if (!err)
		take_table(program, &table);
	free(table.list);
	return err;
}
