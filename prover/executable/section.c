/* SPDX-License-Identifier: GPL-3.0-or-later */
/* section.c - reads a section of an ELF file. */
#include "prover/executable/section.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "prover/ir/gimple.h"

static bool is_of_this_machine(Elf *elf)
{
	GElf_Ehdr header;

	return elf && elf_kind(elf) == ELF_K_ELF && gelf_getehdr(elf, &header) &&
	       header.e_ident[EI_CLASS] == ELFCLASS64 &&
	       header.e_ident[EI_DATA] == ELFDATA2LSB;
}

static int fail_foreign(char *why)
{
	snprintf(why, SECTION_WHY, "no program for this machine (ELF, 64 bits)");
	return -1;
}

int section_open(struct section_file *file, const char *path, char *why)
{
	elf_version(EV_CURRENT);
	struct stat st;

	/* Opening a FIFO does not wait for what is written to it. */
	*file =
	    (struct section_file){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
	errno = file->fd < 0 ? errno : 0;
	if (file->fd >= 0 && !fstat(file->fd, &st) && S_ISREG(st.st_mode))
		file->elf = elf_begin(file->fd, ELF_C_READ_MMAP, NULL);
	if (!file->elf && errno) {
		snprintf(why, SECTION_WHY, "%s", strerror(errno));
		return -1;
	}
	return is_of_this_machine(file->elf) ? 0 : fail_foreign(why);
}

void section_close(struct section_file *file)
{
	elf_end(file->elf);
	if (file->fd >= 0)
		close(file->fd);
	*file = (struct section_file){.fd = -1};
}

/* Whether it has that name, and bytes in this file. */
static bool is_loaded(Elf *elf, Elf_Scn *section, const char *name)
{
	GElf_Shdr header;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) || !gelf_getshdr(section, &header) ||
	    header.sh_type == SHT_NOBITS)
		return false;
	const char *own = elf_strptr(elf, names, header.sh_name);
	return own && strcmp(own, name) == 0;
}

int section_find(const struct section_file *file, const char *name, Elf_Scn **section,
		 Elf_Data **data, char *why)
{
	*section = NULL;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(file->elf, s)) != NULL;)
		if (is_loaded(file->elf, s, name))
			*section = s;
	if (!*section) {
		snprintf(why, SECTION_WHY,
			 "has no section %s: build it with this version of me-cc "
			 "or the plugin, and do not strip it",
			 name);
		return -1;
	}
	*data = elf_getdata(*section, NULL);
	return *data ? 0 : fail_foreign(why);
}

void section_each(const struct section_file *file, section_fn *look, void *context)
{
	struct section section;
	size_t names;

	if (elf_getshdrstrndx(file->elf, &names))
		return;
	for (Elf_Scn *s = NULL; (s = elf_nextscn(file->elf, s)) != NULL;) {
		section.data = elf_getdata(s, NULL);
		if (!section.data || !section.data->d_buf ||
		    !gelf_getshdr(s, &section.header) ||
		    section.header.sh_type == SHT_NOBITS ||
		    !(section.header.sh_flags & SHF_ALLOC))
			continue;
		section.name = elf_strptr(file->elf, names, section.header.sh_name);
		if (section.name)
			look(context, &section);
	}
}

int section_read(const char *path, const char *name, char **text, size_t *size,
		 char *why)
{
	struct section_file file;
	Elf_Scn *section;
	Elf_Data *data;
	const int err = section_open(&file, path, why) ||
			section_find(&file, name, &section, &data, why);

	*text = NULL;
	if (!err) {
		*size = data->d_size;
		*text = array_new(*size + 1, 1);
		if (*size)
			memcpy(*text, data->d_buf, *size);
	}
	section_close(&file);
	return err ? -1 : 0;
}
