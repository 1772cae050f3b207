/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcov_summary.h - the summary that `gcov -b -f` prints. */
#ifndef GCOV_TOOLS_GCOV_SUMMARY_H
#define GCOV_TOOLS_GCOV_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>

/* gcov prints a percentage with two decimals and a total; covered follows from both. */
struct gcov_ratio {
	unsigned covered, total;
};

/* "Function 'acos'" or "File 'acos.c'" and the lines below it. */
struct gcov_section {
	bool is_file;
	char *name;
	struct gcov_ratio lines, conditions, branches, calls;
	/* Before gcc 13 a function's section has lines only. */
	bool has_branches;
};

struct gcov_summary {
	struct gcov_section *sections;
	size_t count;
};

/* Reads the text. -1 when memory runs out; lines of other kinds are passed over. */
int gcov_summary_parse(struct gcov_summary *summary, const char *text);
void gcov_summary_done(struct gcov_summary *summary);

/* The first section of a function, or NULL. */
const struct gcov_section *gcov_summary_function(const struct gcov_summary *summary,
						 const char *name);
/* The sum over all files. */
void gcov_summary_files(const struct gcov_summary *summary, struct gcov_section *sum);

#endif
