/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * book.h - a file of results, one line each:
 *
 *	name <tab> configuration <tab> key <tab> fields
 *
 * Lines are appended whole, by several processes at a time. What was written with
 * another key (another me.so, another compiler) is not found.
 */
#ifndef TORTURE_BOOK_H
#define TORTURE_BOOK_H

#include <stddef.h>

struct book_line {
	const char *name, *configuration, *fields;
};

struct book {
	const char *key;
	int file;
	char *text;
	struct book_line *lines; /* ordered by name and configuration */
	size_t count;
};

/* Opens the file, makes it when it is not there. 0 or -1; `key` is borrowed. */
int book_open(struct book *b, const char *path, const char *key);
/* The fields as they stood when the book was opened, or null. */
const char *book_find(const struct book *b, const char *name,
		      const char *configuration);
int book_add(struct book *b, const char *name, const char *configuration,
	     const char *fields);
void book_close(struct book *b);

#endif
