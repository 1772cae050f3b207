/* SPDX-License-Identifier: GPL-3.0-or-later */
/* book.c - reads the whole file at once; writes with O_APPEND. */
#include "tests/torture/book.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_place(const void *a, const void *b)
{
	const struct book_line *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : strcmp(x->configuration, y->configuration);
}

/* Cuts the text at the next tab or line end; null at the end of the text. */
static char *cut(char **at, int separator)
{
	char *start = *at;
	char *end = start ? strchr(start, separator) : NULL;

	if (!end)
		return NULL;
	*end = 0;
	*at = end + 1;
	return start;
}

static void add_line(struct book *b, char *line)
{
	char *name = cut(&line, '\t');
	char *configuration = name ? cut(&line, '\t') : NULL;
	char *key = configuration ? cut(&line, '\t') : NULL;

	if (key && !strcmp(key, b->key))
		b->lines[b->count++] = (struct book_line){name, configuration, line};
}

static int read_lines(struct book *b)
{
	struct stat st;
	size_t lines = 0;

	if (fstat(b->file, &st) || !(b->text = calloc(1, (size_t)st.st_size + 1)) ||
	    read(b->file, b->text, (size_t)st.st_size) != st.st_size)
		return -1;
	for (const char *s = b->text; (s = strchr(s, '\n')); s++)
		lines++;
	b->lines = calloc(lines + 1, sizeof *b->lines);
	if (!b->lines)
		return -1;
	char *at = b->text, *line;
	while ((line = cut(&at, '\n')))
		add_line(b, line);
	qsort(b->lines, b->count, sizeof *b->lines, by_place);
	return 0;
}

int book_open(struct book *b, const char *path, const char *key)
{
	*b = (struct book){.key = key};
	b->file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (b->file >= 0 && !read_lines(b))
		return 0;
	book_close(b);
	return -1;
}

const char *book_find(const struct book *b, const char *name, const char *configuration)
{
	struct book_line wanted = {name, configuration, NULL};
	struct book_line *found =
	    bsearch(&wanted, b->lines, b->count, sizeof wanted, by_place);

	return found ? found->fields : NULL;
}

int book_add(struct book *b, const char *name, const char *configuration,
	     const char *fields)
{
	char *line;
	int n =
	    asprintf(&line, "%s\t%s\t%s\t%s\n", name, configuration, b->key, fields);

	if (n < 0)
		return -1;
	ssize_t written = write(b->file, line, (size_t)n);
	free(line);
	return written == n ? 0 : -1;
}

void book_close(struct book *b)
{
	if (b->file >= 0)
		close(b->file);
	free(b->text);
	free(b->lines);
	*b = (struct book){.file = -1};
}
