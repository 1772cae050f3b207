/* SPDX-License-Identifier: GPL-3.0-or-later */
/* units.c - reads numbers of the unit records; they need no relocation. */
#include "tests/torture/units.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/abi.h"

static char *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	char *data = NULL;
	long end;

	if (!f)
		return NULL;
	if (!fseek(f, 0, SEEK_END) && (end = ftell(f)) > 0 &&
	    (data = malloc((size_t)end))) {
		rewind(f);
		*size = fread(data, 1, (size_t)end, f);
	}
	fclose(f);
	return data;
}

static const Elf64_Shdr *find_section(const char *data, size_t size, const char *name)
{
	const Elf64_Ehdr *e = (const void *)data;

	if (size < sizeof *e || memcmp(data, ELFMAG, SELFMAG) ||
	    e->e_shoff + e->e_shnum * sizeof(Elf64_Shdr) > size)
		return NULL;
	const Elf64_Shdr *sections = (const void *)(data + e->e_shoff);
	for (unsigned i = 0; i < e->e_shnum; i++) {
		size_t at = sections[e->e_shstrndx].sh_offset + sections[i].sh_name;
		if (at < size && !strcmp(data + at, name) &&
		    sections[i].sh_offset + sections[i].sh_size <= size)
			return &sections[i];
	}
	return NULL;
}

int units_read(struct units *u, const char *path)
{
	size_t size = 0;
	char *data = read_file(path, &size);
	const Elf64_Shdr *s = data ? find_section(data, size, "me_units") : NULL;

	*u = (struct units){0, 0, size >= SELFMAG && !memcmp(data, ELFMAG, SELFMAG)};
	for (size_t at = 0; s && at + sizeof(struct me_unit) <= s->sh_size;
	     at += sizeof(struct me_unit)) {
		struct me_unit unit;
		memcpy(&unit, data + s->sh_offset + at, sizeof unit);
		u->sites += unit.site_count;
		u->skipped += unit.skipped;
	}
	free(data);
	return s ? 0 : -1;
}
