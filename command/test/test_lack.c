/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_lack.c - what a file lacks that is not compiled, and which word behind -- gives it. */
#include <stdlib.h>
#include <string.h>

#include "command/base/process.h"
#include "command/test/testing.h"
#include "system/allocation.h"

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
