/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcov_summary.c - the summary that `gcov -b` prints:
 *
 *	File 'acos.c'
 *	Lines executed:73.53% of 34
 *	Branches executed:83.33% of 12
 *	Taken at least once:58.33% of 12
 *	Calls executed:50.00% of 2
 *
 * An empty line ends a file's section.
 */
#include "gcov-tools/gcov_summary.h"

#include <stdio.h>
#include <string.h>

/* Adds "Label:73.53% of 34". With two decimals the count is exact up to 10000. */
static void ratio_read(struct gcov_ratio *sum, const char *line, const char *label)
{
	const size_t n = strlen(label);
	double percent;
	unsigned total;

	if (strncmp(line, label, n) != 0 ||
	    sscanf(line + n, ":%lf%% of %u", &percent, &total) != 2)
		return;
	sum->total += total;
	sum->covered += (unsigned)(percent * total / 100 + 0.5);
}

static void line_read(struct gcov_summary *summary, const char *line)
{
	ratio_read(&summary->conditions, line, "Branches executed");
	ratio_read(&summary->branches, line, "Taken at least once");
	ratio_read(&summary->calls, line, "Calls executed");
}

bool gcov_summary_parse(struct gcov_summary *summary, const char *text)
{
	bool file = false, any = false;

	memset(summary, 0, sizeof(*summary));
	for (const char *line = text; *line;) {
		const size_t n = strcspn(line, "\n");

		if (n == 0)
			file = false; /* the text after the last section has no name */
		else if (strncmp(line, "File '", 6) == 0)
			any = file = true;
		else if (file)
			line_read(summary, line);
		line += n + (line[n] == '\n');
	}
	return any;
}
