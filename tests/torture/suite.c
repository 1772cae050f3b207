/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * suite.c - finds the tests and reads their directives:
 *
 *	dg-do run|link|compile|...
 *	dg-options "...", dg-additional-options "..."
 *
 * Options with a selector ({ target ... }) are for some machine and are left alone.
 * What a test needs besides (several files, a library) shows when it does not build.
 */
#include "tests/torture/suite.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One part of the suite: a directory, and which of its files are tests. */
struct part {
	const char *directory;
	const char *suffix;
	enum suite_language language;
	int runs; /* what a test without dg-do is for */
	int deep; /* with its subdirectories */
	int only_runs; /* other tests than those that run are left alone */
	int only_plain; /* so are tests with options */
	const char *mark; /* behind the name */
};

static const struct part parts[] = {
    {"gcc.c-torture/execute", ".c", SUITE_C, 1, 1, 0, 0, ""},
    {"gcc.c-torture/compile", ".c", SUITE_C, 0, 1, 0, 0, ""},
    {"c-c++-common", ".c", SUITE_C, 0, 1, 0, 0, ""},
    {"c-c++-common", ".c", SUITE_CXX, 0, 1, 0, 0, ":c++"},
    {"gfortran.dg", ".f90", SUITE_FORTRAN, 0, 0, 0, 1, ""},
    {"g++.dg", ".C", SUITE_CXX, 0, 1, 1, 0, ""},
};

/* ---- directives */

static char *read_text(const char *path)
{
	FILE *f = fopen(path, "r");
	struct stat st;
	char *text = NULL;

	if (!f)
		return NULL;
	if (!fstat(fileno(f), &st) && (text = malloc((size_t)st.st_size + 1)))
		text[fread(text, 1, (size_t)st.st_size, f)] = 0;
	fclose(f);
	return text;
}

static int has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), k = strlen(suffix);

	return n > k && !strcmp(name + n - k, suffix);
}

static const char *after_blanks(const char *s)
{
	return s + strspn(s, " \t");
}

/* Appends the words of a directive `name "words" }`, one without a selector. */
static void add_options(char *options, const char *line, const char *name)
{
	const char *start = after_blanks(line + strlen(name));
	const char *end;

	start = after_blanks(start + (*start == '{'));
	if (*start == '"')
		start++;
	end = start + strcspn(start, "\"}\n");
	if (*after_blanks(end + (*end == '"')) != '}')
		return;
	strcat(options, " ");
	strncat(options, start, (size_t)(end - start));
}

static void read_directives(struct suite_test *t, const char *text)
{
	static const char *const names[] = {"dg-options", "dg-additional-options"};
	const char *line = strstr(text, "dg-do ");

	if (line) {
		line = after_blanks(line + strlen("dg-do "));
		t->runs = !strncmp(line, "run", 3) || !strncmp(line, "link", 4);
	}
	for (size_t i = 0; i < 2; i++)
		for (line = strstr(text, names[i]); line;
		     line = strstr(line + 1, names[i]))
			add_options(t->options, line, names[i]);
}

/* ---- the files */

static int add_test(struct suite *s, const char *root, const char *path,
		    const struct part *part)
{
	struct suite_test *t;
	char *text = read_text(path);

	if (!text)
		return 0;
	if (!(s->count & (s->count - 1))) {
		size_t room = s->count ? 2 * s->count : 1;
		t = realloc(s->tests, room * sizeof *t);
		if (!t) {
			free(text);
			return -1;
		}
		s->tests = t;
	}
	t = &s->tests[s->count];
	*t = (struct suite_test){.language = part->language, .runs = part->runs};
	t->path = strdup(path);
	t->options = calloc(strlen(text) + 1, 1);
	if (!t->path || !t->options ||
	    asprintf(&t->name, "%s%s", path + strlen(root) + 1, part->mark) < 0) {
		free(text);
		return -1;
	}
	read_directives(t, text);
	free(text);
	if ((part->only_runs && !t->runs) || (part->only_plain && *t->options)) {
		free(t->name);
		free(t->path);
		free(t->options);
	} else {
		s->count++;
	}
	return 0;
}

static int add_directory(struct suite *s, const char *root, const char *directory,
			 const struct part *part)
{
	DIR *d = opendir(directory);
	struct dirent *e;
	int error = 0;

	while (d && !error && (e = readdir(d))) {
		char *path;
		struct stat st;
		if (e->d_name[0] == '.')
			continue;
		if (asprintf(&path, "%s/%s", directory, e->d_name) < 0) {
			error = -1;
			break;
		}
		if (!stat(path, &st) && S_ISDIR(st.st_mode))
			error = part->deep ? add_directory(s, root, path, part) : 0;
		else if (has_suffix(path, part->suffix))
			error = add_test(s, root, path, part);
		free(path);
	}
	if (d)
		closedir(d);
	return error;
}

static int by_name(const void *a, const void *b)
{
	const struct suite_test *x = a, *y = b;

	return strcmp(x->name, y->name);
}

int suite_read(struct suite *s, const char *root)
{
	int error = 0;

	*s = (struct suite){0};
	for (size_t i = 0; i < sizeof parts / sizeof *parts && !error; i++) {
		char *path;
		if (asprintf(&path, "%s/%s", root, parts[i].directory) < 0)
			return -1;
		error = add_directory(s, root, path, &parts[i]);
		free(path);
	}
	if (s->count)
		qsort(s->tests, s->count, sizeof *s->tests, by_name);
	return s->count ? error : -1;
}

void suite_done(struct suite *s)
{
	for (size_t i = 0; i < s->count; i++) {
		free(s->tests[i].name);
		free(s->tests[i].path);
		free(s->tests[i].options);
	}
	free(s->tests);
	*s = (struct suite){0};
}
