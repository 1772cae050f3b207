/* SPDX-License-Identifier: GPL-3.0-or-later */
/* zip.h - an archive of files that are stored as they are (PKWARE, .ZIP File Format
 * Specification 6.3.10, without ZIP64: less than 4 GB and 65,536 files). */
#ifndef COMMAND_ZIP_H
#define COMMAND_ZIP_H

#include "command/base/text.h"

/* Start with all zeros. */
struct zip {
	struct text files, directory; /* local entries; the central directory */
	size_t count;
};

/* 0, or -1: the archive would be too large, or out of memory. */
int zip_add(struct zip *z, const char *name, const void *bytes, size_t size);
/* Adds what ends the archive; it is z->files then. */
int zip_end(struct zip *z);
void zip_done(struct zip *z);

#endif
