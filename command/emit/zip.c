/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/emit/zip.h"

#include <stdint.h>
#include <string.h>

enum { VERSION = 10, FILES_MOST = 65535 };

/* 1980-01-01: the same files make the same archive. */
enum { TIME = 0, DATE = 0x21 };

static void put(struct text *out, uint32_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		text_add_char(out, (char)(value >> (8 * i)));
}

/* The polynomial of ISO 3309, bits reversed. */
static uint32_t checksum(const uint8_t *bytes, size_t size)
{
	uint32_t sum = 0xffffffff;

	for (size_t i = 0; i < size; i++) {
		sum ^= bytes[i];
		for (int bit = 0; bit < 8; bit++)
			sum = sum >> 1 ^ (sum & 1 ? 0xedb88320 : 0);
	}
	return ~sum;
}

/* What both headers of a file have in common, from the version needed on. */
static void put_file(struct text *out, uint32_t sum, uint32_t size, const char *name)
{
	put(out, VERSION, 2);
	put(out, 0, 2); /* flags */
	put(out, 0, 2); /* stored */
	put(out, TIME, 2);
	put(out, DATE, 2);
	put(out, sum, 4);
	put(out, size, 4);
	put(out, size, 4);
	put(out, (uint32_t)strlen(name), 2);
	put(out, 0, 2); /* extra field */
}

int zip_add(struct zip *z, const char *name, const void *bytes, size_t size)
{
	const uint32_t sum = checksum(bytes, size), at = (uint32_t)z->files.size;

	if (z->count == FILES_MOST || z->files.size + size > 0xf0000000)
		return -1;
	z->count++;
	put(&z->directory, 0x02014b50, 4);
	put(&z->directory, VERSION, 2); /* made by */
	put_file(&z->directory, sum, (uint32_t)size, name);
	put(&z->directory, 0, 2); /* comment */
	put(&z->directory, 0, 2); /* disk */
	put(&z->directory, 0, 2); /* internal attributes */
	put(&z->directory, 0, 4); /* external ones */
	put(&z->directory, at, 4);
	text_add(&z->directory, "%s", name);
	put(&z->files, 0x04034b50, 4);
	put_file(&z->files, sum, (uint32_t)size, name);
	text_add(&z->files, "%s", name);
	text_add_bytes(&z->files, bytes, size);
	return z->files.failed || z->directory.failed ? -1 : 0;
}

int zip_end(struct zip *z)
{
	const uint32_t at = (uint32_t)z->files.size;

	text_add_bytes(&z->files, z->directory.bytes, z->directory.size);
	put(&z->files, 0x06054b50, 4);
	put(&z->files, 0, 4); /* disks */
	put(&z->files, (uint32_t)z->count, 2);
	put(&z->files, (uint32_t)z->count, 2);
	put(&z->files, (uint32_t)z->directory.size, 4);
	put(&z->files, at, 4);
	put(&z->files, 0, 2); /* comment */
	return z->files.failed ? -1 : 0;
}

void zip_done(struct zip *z)
{
	text_done(&z->files);
	text_done(&z->directory);
}
