/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * symbol_table.c - what an executable's symbol table says about the objects and
 * libraries that were linked besides the exported units: definitions that replace those
 * of the C library, functions that are called, several names of one address.
 */
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "prover/ir/gimple.h"
#include "prover/ir/reader.h"

struct symbol {
	const char *name;
	uint64_t value, size;
	bool is_missing; /* in a library: its address is unknown here */
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

static void add_symbol(struct symbol_table *t, const Elf64_Sym *symbol,
		       const char *name)
{
	const bool is_missing = symbol->st_shndx == SHN_UNDEF;

	t->list[t->count++] = (struct symbol){
	    .name = name,
	    .value = symbol->st_value,
	    .size = symbol->st_size ? symbol->st_size : 1,
	    .is_missing = is_missing,
	    .is_wanted = !is_missing || ELF64_ST_BIND(symbol->st_info) != STB_WEAK};
}

/* The name of a library's symbol ends with @ and its version. */
static const char *name_at(struct program *p, const char *names, size_t size,
			   uint32_t at)
{
	const size_t length = strnlen(names + at, size - at);
	const char *version = memchr(names + at, '@', length);

	return arena_string(&p->arena, names + at,
			    version ? (size_t)(version - names) - at : length);
}

static void make_table(struct symbol_table *t, struct program *p, const char *symbols,
		       size_t size, const char *names, size_t names_size)
{
	t->list = array_new(size / sizeof(Elf64_Sym) + 1, sizeof *t->list);
	for (size_t i = 0; i < size / sizeof(Elf64_Sym); i++) {
		Elf64_Sym symbol;
		memcpy(&symbol, symbols + i * sizeof symbol, sizeof symbol);
		if (symbol.st_name && symbol.st_name < names_size)
			add_symbol(t, &symbol,
				   name_at(p, names, names_size, symbol.st_name));
	}
	qsort(t->list, t->count, sizeof *t->list, compare_names);
}

/* ---- functions */

static void note_functions(struct program *p, const struct symbol_table *t)
{
	p->defined = arena_get(&p->arena, t->count + 1, sizeof *p->defined);
	for (size_t i = 0; i < t->count; i++) {
		if (!t->list[i].is_missing)
			p->defined[p->defined_count++] = t->list[i].name;
		p->may_round |= t->list[i].is_wanted && facts_rounds(t->list[i].name);
	}
}

static int compare_texts(const void *a, const void *b)
{
	return strcmp(a, *(const char *const *)b);
}

bool symbol_table_defines(const struct program *program, const char *name)
{
	return program->defined_count &&
	       bsearch(name, program->defined, program->defined_count,
		       sizeof *program->defined, compare_texts) != NULL;
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

static bool is_open(const struct symbol_table *t, const char *name)
{
	for (const struct symbol *l = first_of(t, name);
	     l && l < t->list + t->count && strcmp(l->name, name) == 0; l++)
		if (l->is_open)
			return true;
	return false;
}

static void open_objects(struct program *p, const struct symbol_table *t, bool marks)
{
	for (size_t i = 0; i < p->function_count; i++)
		for (uint32_t k = 0; k < p->functions[i].object_count; k++) {
			struct object *o = &p->functions[i].objects[k];
			if (is_shared(o) && marks)
				mark_object(t, o);
			else if (is_shared(o) && is_open(t, o->name))
				symbol_open(o);
		}
}

/* ---- all */

static void take_table(struct program *p, struct symbol_table *t)
{
	note_functions(p, t);
	open_objects(p, t, true);
	for (size_t i = 0; i < t->count; i++)
		t->list[i].is_open =
		    t->list[i].is_object && is_doubtful(t, &t->list[i]);
	open_objects(p, t, false);
}

int symbol_table_read(struct program *program, const char *path, char *why)
{
	struct symbol_table table = {NULL, 0};
	char *symbols = NULL, *names = NULL;
	size_t size = 0, names_size = 0;
	const int err = section_read(path, ".symtab", &symbols, &size, why) ||
			section_read(path, ".strtab", &names, &names_size, why);

	if (!err) {
		make_table(&table, program, symbols, size, names, names_size);
		take_table(program, &table);
	}
	free(table.list);
	free(symbols);
	free(names);
	return err ? -1 : 0;
}
