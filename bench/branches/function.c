/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/branches/function.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* CSV with commas inside quotes: the n-th field, counted from 0. */
static const char *csv_field(const char *line, int n)
{
	for (int quoted = 0; n > 0 && *line; line++) {
		quoted ^= *line == '"';
		n -= !quoted && *line == ',';
	}
	return line;
}

static void read_table(const char *path, struct function *function)
{
	char line[512], name[128];
	FILE *table = strcmp(path, "-") == 0 ? NULL : fopen(path, "r");

	if (!table)
		return;
	while (fgets(line, sizeof line, table)) {
		if (sscanf(csv_field(line, 1), "%127[^,]", name) != 1 ||
		    strcmp(name, function->origin) != 0)
			continue;
		function->listed = 1;
		function->paper_lines = atof(csv_field(line, 8));
		function->paper_conditions = atof(csv_field(line, 10));
		function->paper_branches = atof(csv_field(line, 12));
	}
	fclose(table);
}

size_t function_read_rows(const char *path, const char *table,
			  struct function *functions)
{
	char line[4096];
	size_t n = 0;
	FILE *rows = fopen(path, "r");

	if (!rows)
		return 0;
	while (n < FUNCTIONS_MOST && fgets(line, sizeof line, rows)) {
		struct function *f = &functions[n++];
		const char *field = line;

		*f = (struct function){0};
		snprintf(f->name, sizeof f->name, "%.*s", (int)strcspn(line, "\t"),
			 line);
		for (int i = 0; i < 6; i++)
			field += strcspn(field, "\t") + 1;
		snprintf(f->origin, sizeof f->origin, "%.*s", (int)strcspn(field, "\n"),
			 field);
		read_table(table, f);
	}
	fclose(rows);
	return n;
}
