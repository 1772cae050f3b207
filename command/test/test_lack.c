/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lack.c - what a file lacks that is not compiled or linked, and which word behind -- gives it. */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/process.h"
#include "command/test/testing.h"
#include "corpus/files/corpus.h"
#include "system/allocation.h"
#include "system/path.h"

/* A line of the compiler has the name between two texts; the advice has it as %1$s, and the file
 * under test as %2$s. */
static const struct lack_row {
	const char *before, *after;
	bool is_macro; /* the name has no small letter */
	const char *advice;
} lacks[] = {
    {"Cannot open module file '", ".mod'", false,
     "it uses the module %1$s: `me test %2$s -- %1$s.f90` compiles its source first; "
     "`-- -IDIR` names a directory with %1$s.mod"},
    {"Cannot open included file '", "'", false,
     "it includes %1$s: `me test %2$s -- -IDIR`, where DIR has it"},
    {"atal error: ", ": No such file or directory", false,
     "it includes %1$s: `me test %2$s -- -IDIR`, where DIR has it"},
    {"atal Error: ", ": No such file or directory", false,
     "it includes %1$s: `me test %2$s -- -IDIR`, where DIR has it"},
    {" error: '", "' undeclared", true,
     "where %1$s is a macro, `me test %2$s -- -D%1$s=VALUE` defines it"},
    {" error: '", "' was not declared in this scope", true,
     "where %1$s is a macro, `me test %2$s -- -D%1$s=VALUE` defines it"},
    {" only available with '", "'", false, "it needs %1$s: `me test %2$s -- %1$s`"},
};

/* The name in a line, in that is terminated behind it; null: there is none. */
static const char *name_in(char *line, const struct lack_row *row)
{
	char *from = strstr(line, row->before), *end;

	if (!from)
		return NULL;
	from += strlen(row->before);
	end = strstr(from, row->after);
	if (!end || (row->is_macro && strcspn(from, "abcdefghijklmnopqrstuvwxyz") <
					  (size_t)(end - from)))
		return NULL;
	*end = '\0';
	return from;
}

char *test_lack(struct testing *t, const struct words *compile)
{
	struct process run = {.is_tied = true};
	char *advice = NULL, *rest = NULL, *text;

	/* The compiler has told the user in his own language. */
	words_add_each(&run.words, "env", "LC_ALL=C");
	words_add_all(&run.words, compile);
	if (process_run(t->command, &run) == 0)
		rest = run.errors.bytes;
	for (char *line; !advice && (line = strsep(&rest, "\n"));)
		for (size_t i = 0; i < sizeof lacks / sizeof *lacks && !advice; i++) {
			const char *name = name_in(line, &lacks[i]);
			if (!name)
				continue;
			advice = string_format(lacks[i].advice, name, t->file);
		}
	text = string_format("%s%s", advice ? "; " : "", advice ? advice : "");
	free(advice);
	process_done(&run);
	return text;
}

/* ---- what the linker does not find */

/* Whether a line is as those are that define a function of C or C++: not indented, and no declaration. */
static bool defines(const char *source, const char *name)
{
	const size_t size = strlen(name);

	for (const char *at = source; (at = strstr(at, name)); at += size) {
		const char *line = at;
		while (line > source && line[-1] != '\n')
			line--;
		const size_t before = (size_t)(at - line);
		const bool is_whole =
		    at[size] == '(' &&
		    (!before || !(isalnum((unsigned char)at[-1]) || at[-1] == '_'));
		if (is_whole && (isalpha((unsigned char)*line) || *line == '_') &&
		    at[strcspn(at, ";{\n")] != ';')
			return true;
	}
	return false;
}

/* Whether the source defines one of the functions that the linker's messages name, and no main(). */
static bool defines_undefined(const char *source, const char *errors)
{
	static const char mark[] = "undefined reference to ";
	bool any = false;

	for (const char *at = errors; !any && (at = strstr(at, mark));) {
		at += sizeof mark; /* and a quote */
		const char *end = at + strcspn(at, "('\n");
		const char *from = end;
		while (from > at && from[-1] != ':')
			from--;
		char *name = string_copy_part(from, (size_t)(end - from));
		any = *name && defines(source, name);
		free(name);
	}
	return any && !defines(source, "main");
}

static char *source_text(const char *path)
{
	unsigned char *bytes;
	size_t size;

	if (corpus_read_regular(path, &bytes, &size) != CORPUS_OK)
		return NULL;
	char *text = string_copy_part((const char *)bytes, size);
	free(bytes);
	return text;
}

/* The sources of the language in the directory of the file that have what is undefined. */
static void siblings_find(const struct testing *t, const char *errors,
			  struct words *siblings)
{
	const char *base = path_base(t->file), *ending = strrchr(base, '.');
	char *directory = string_copy_part(t->file, (size_t)(base - t->file));
	struct dirent **entries;
	const int count =
	    scandir(*directory ? directory : ".", &entries, NULL, alphasort);

	for (int i = 0; i < count; i++) {
		const char *name = entries[i]->d_name, *dot = strrchr(name, '.');
		if (dot && ending && strcmp(dot, ending) == 0 &&
		    strcmp(name, base) != 0) {
			char *path = string_format("%s%s", directory, name);
			char *text = source_text(path);
			if (text && defines_undefined(text, errors))
				words_add(siblings, path);
			free(text);
			free(path);
		}
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
	free(directory);
}

char *test_link_lack(const struct testing *t, const char *errors)
{
	struct words words = {0};
	char *advice;

	/* ld quotes `main', gold 'main'. */
	if (strstr(errors, "multiple definition of `main'") ||
	    strstr(errors, "multiple definition of 'main'"))
		return string_copy(
		    "; an object or archive has a main() of its own: its source behind "
		    "-- may, `me test FILE -- other.c`");
	if (!strstr(errors, "undefined reference"))
		return string_copy("");
	words_add_all(&words, &t->given);
	siblings_find(t, errors, &words);
	if (words.count == t->given.count) {
		advice =
		    string_copy("; files and libraries that have what is undefined "
				"go behind --: `me test FILE -- other.c -lother`");
	} else {
		char *shown = words_show(&words);
		advice =
		    string_format("; `me test %s -- %s` takes what is undefined from "
				  "files beside it",
				  t->file, shown);
		free(shown);
	}
	words_done(&words);
	return advice;
}
