/* SPDX-License-Identifier: GPL-3.0-or-later */
/* section.h - an ELF file that is open, and its sections, by libelf. */
#ifndef PROVER_SECTION_H
#define PROVER_SECTION_H

#include <gelf.h>

enum { SECTION_WHY = 256 };

/* All functions return 0, or -1 and say why (SECTION_WHY bytes). */

struct section_file {
	Elf *elf;
	int fd;
};

/* Opens an ELF file of this machine: 64 bits, little endian. section_close() also after
 * an error. */
int section_open(struct section_file *file, const char *path, char *why);
void section_close(struct section_file *file);

/* The section of that name and its bytes, which the file keeps. Of several the last. */
int section_find(const struct section_file *file, const char *name, Elf_Scn **section,
		 Elf_Data **data, char *why);

struct section {
	const char *name;
	Elf_Data *data; /* d_buf is not null */
	GElf_Shdr header;
};

typedef void section_fn(void *context, const struct section *section);

/* Each section that is loaded and has bytes in the file, in their order. */
void section_each(const struct section_file *file, section_fn *look, void *context);

/* The section's bytes, of the ELF file of that path. The caller frees *text. */
int section_read(const char *path, const char *name, char **text, size_t *size,
		 char *why);

#endif
