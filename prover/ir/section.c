/* SPDX-License-Identifier: GPL-3.0-or-later */
/* section.c - reads a section of an ELF file. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/ir.h"
#include "prover/ir/gimple.h"

#define WHY 256

static int read_all(FILE *file, char **bytes, size_t *size)
{
	size_t room = 0;
	size_t n;

	*bytes = NULL;
	*size = 0;
	do {
		*bytes = array_grow(*bytes, *size + 65536, &room, 1);
		n = fread(*bytes + *size, 1, room - *size, file);
		*size += n;
	} while (n);
	return ferror(file) ? -1 : 0;
}

static int file_read(const char *path, char **bytes, size_t *size, char *why)
{
	FILE *file = fopen(path, "rb");
	int err = file ? read_all(file, bytes, size) : -1;

	if (err)
		snprintf(why, WHY, "%s", strerror(errno));
	if (file)
		fclose(file);
	return err;
}

static bool inside(uint64_t offset, uint64_t length, size_t size)
{
	return offset <= size && length <= size - offset;
}

/* The header of section `index`, or null if it is outside of the file. */
static const Elf64_Shdr *header_at(const char *bytes, size_t size, unsigned index)
{
	const Elf64_Ehdr *elf = (const Elf64_Ehdr *)bytes;

	if (elf->e_shoff % _Alignof(Elf64_Shdr) ||
	    elf->e_shentsize != sizeof(Elf64_Shdr) ||
	    !inside(elf->e_shoff, (uint64_t)(index + 1) * sizeof(Elf64_Shdr), size))
		return NULL;
	return (const Elf64_Shdr *)(bytes + elf->e_shoff) + index;
}

static bool is_named(const char *bytes, size_t size, const Elf64_Shdr *names,
		     const Elf64_Shdr *section, const char *name)
{
	const uint64_t at = names->sh_offset + section->sh_name;

	return inside(at, strlen(name) + 1, size) && strcmp(bytes + at, name) == 0;
}

static int find(const char *bytes, size_t size, const char *name,
		const Elf64_Shdr **found)
{
	const Elf64_Ehdr *elf = (const Elf64_Ehdr *)bytes;

	*found = NULL;
	if (size < sizeof *elf || memcmp(elf->e_ident, ELFMAG, SELFMAG) != 0 ||
	    elf->e_ident[EI_CLASS] != ELFCLASS64 ||
	    elf->e_ident[EI_DATA] != ELFDATA2LSB)
		return -1;
	const Elf64_Shdr *names = header_at(bytes, size, elf->e_shstrndx);
	for (unsigned i = 0; names && i < elf->e_shnum; i++) {
		const Elf64_Shdr *section = header_at(bytes, size, i);
		if (!section || !is_named(bytes, size, names, section, name))
			continue;
		if (!inside(section->sh_offset, section->sh_size, size))
			return -1;
		*found = section;
	}
	return 0;
}

int section_read(const char *path, const char *name, char **text, size_t *size,
		 char *why)
{
	const Elf64_Shdr *section;
	char *bytes = NULL;
	size_t length = 0;
	int err = file_read(path, &bytes, &length, why);

	*text = NULL;
	if (!err && find(bytes, length, name, &section)) {
		snprintf(why, WHY, "no program for this machine (ELF, 64 bits)");
		err = -1;
	} else if (!err && !section) {
		snprintf(why, WHY,
			 "has no section %s: build it with this version of me-cc "
			 "or the plugin, and do not strip it",
			 name);
		err = -1;
	} else if (!err) {
		memmove(bytes, bytes + section->sh_offset, section->sh_size);
		*size = section->sh_size;
		*text = bytes;
		return 0;
	}
	free(bytes);
	return err;
}
