/* SPDX-License-Identifier: GPL-3.0-or-later */
/* depends.c - reads the make rule that -MD leaves: `NAME.o: FILE FILE \` and so on. */
#include "command/target/depends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* gfortran has no -MD of its own. */
static bool is_fortran(const char *source)
{
	const char *dot = strrchr(source, '.');

	return dot && (dot[1] == 'f' || dot[1] == 'F');
}

void depends_options(struct words *words, const char *source, const char *stem)
{
	if (is_fortran(source))
		return;
	words_add(words, "-MD");
	words_add(words, "-MF");
	words_add_format(words, "%s.d", stem);
}

/* The next name: white space and line ends divide, a backslash keeps a space. */
static bool name_read(FILE *file, char *name, size_t size)
{
	size_t n = 0;
	int c;

	while ((c = getc(file)) != EOF) {
		if (c == '\\') {
			c = getc(file);
			if (c == '\n')
				c = ' ';
			else if (n + 1 < size && c != EOF) {
				name[n++] = (char)c;
				continue;
			}
		}
		if (c != ' ' && c != '\n' && c != '\t') {
			if (n + 1 < size)
				name[n++] = (char)c;
		} else if (n) {
			break;
		}
	}
	name[n] = '\0';
	return n > 0;
}

int depends_check_age(struct command *command, const struct build_record *record,
		      const char *directory, const char *stem)
{
	char name[4096], *path = NULL;
	bool target = true; /* the names before the colon */
	FILE *file;
	int err = 0;

	if (asprintf(&path, "%s.d", stem) < 0)
		return command_no_memory(command);
	file = fopen(path, "r");
	free(path);
	if (!file)
		return 0;
	while (!err && name_read(file, name, sizeof(name))) {
		if (!target)
			err = build_record_check_age(command, record, directory, name);
		target = target && name[strlen(name) - 1] != ':';
	}
	fclose(file);
	return err;
}
