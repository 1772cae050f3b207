/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * gcov_summary.c - the summary that `gcov -b -f` prints:
 *
 *	Function 'acos'
 *	Lines executed:73.53% of 34
 *
 *	File 'acos.c'
 *	Lines executed:73.53% of 34
 *	Branches executed:83.33% of 12
 *	Taken at least once:58.33% of 12
 *	Calls executed:50.00% of 2
 */
#include "gcov-tools/gcov_summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "Word 'name'": the name, or NULL. */
static char *section_name(const char *line, size_t n, const char *word)
{
	const size_t start = strlen(word) + 2;

	if (n <= start || strncmp(line, word, start - 2) != 0 ||
	    strncmp(line + start - 2, " '", 2) != 0 || line[n - 1] != '\'')
		return NULL;
	return strndup(line + start, n - 1 - start);
}

static struct gcov_section *section_add(struct gcov_summary *summary, char *name,
					bool is_file)
{
	struct gcov_section *sections = realloc(
	    summary->sections, (summary->count + 1) * sizeof(*summary->sections));

	if (!sections) {
		free(name);
		return NULL;
	}
	summary->sections = sections;
	sections += summary->count++;
	memset(sections, 0, sizeof(*sections));
	sections->name = name;
	sections->is_file = is_file;
	return sections;
}

/* "Label:73.53% of 34". With two decimals the count is exact up to 10000. */
static bool ratio_read(const char *line, const char *label, struct gcov_ratio *ratio)
{
	const size_t n = strlen(label);
	double percent;
	unsigned total;

	if (strncmp(line, label, n) != 0 ||
	    sscanf(line + n, ":%lf%% of %u", &percent, &total) != 2)
		return false;
	ratio->total = total;
	ratio->covered = (unsigned)(percent * total / 100 + 0.5);
	return true;
}

static void section_read(struct gcov_section *section, const char *line)
{
	if (ratio_read(line, "Lines executed", &section->lines))
		return;
	section->has_branches |=
	    ratio_read(line, "Branches executed", &section->conditions) ||
	    ratio_read(line, "Taken at least once", &section->branches) ||
	    ratio_read(line, "Calls executed", &section->calls) ||
	    strncmp(line, "No branches", 11) == 0;
}

int gcov_summary_parse(struct gcov_summary *summary, const char *text)
{
	struct gcov_section *section = NULL;

	memset(summary, 0, sizeof(*summary));
	for (const char *line = text; *line;) {
		const size_t n = strcspn(line, "\n");
		char *function = section_name(line, n, "Function");
		char *file = function ? NULL : section_name(line, n, "File");

		if (function || file) {
			section = section_add(summary, function ? function : file,
					      file != NULL);
			if (!section)
				return -1;
		} else if (n == 0) {
			section = NULL; /* what follows the last section has no name */
		} else if (section) {
			section_read(section, line);
		}
		line += n + (line[n] == '\n');
	}
	return 0;
}

void gcov_summary_done(struct gcov_summary *summary)
{
	for (size_t i = 0; i < summary->count; i++)
		free(summary->sections[i].name);
	free(summary->sections);
	memset(summary, 0, sizeof(*summary));
}

const struct gcov_section *gcov_summary_function(const struct gcov_summary *summary,
						 const char *name)
{
	for (size_t i = 0; i < summary->count; i++)
		if (!summary->sections[i].is_file &&
		    strcmp(summary->sections[i].name, name) == 0)
			return summary->sections + i;
	return NULL;
}

static void ratio_sum(struct gcov_ratio *sum, const struct gcov_ratio *more)
{
	sum->covered += more->covered;
	sum->total += more->total;
}

void gcov_summary_files(const struct gcov_summary *summary, struct gcov_section *sum)
{
	memset(sum, 0, sizeof(*sum));
	sum->is_file = sum->has_branches = true;
	for (size_t i = 0; i < summary->count; i++) {
		const struct gcov_section *section = summary->sections + i;

		if (!section->is_file)
			continue;
		ratio_sum(&sum->lines, &section->lines);
		ratio_sum(&sum->conditions, &section->conditions);
		ratio_sum(&sum->branches, &section->branches);
		ratio_sum(&sum->calls, &section->calls);
	}
}
