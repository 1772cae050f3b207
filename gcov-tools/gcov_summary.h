/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gcov_summary.h - the summary that `gcov -b` prints. */
#ifndef COMMAND_GCOV_SUMMARY_H
#define COMMAND_GCOV_SUMMARY_H

#include <stdbool.h>

/* gcov prints a percentage with two decimals and a total; covered follows from both. */
struct gcov_ratio {
	unsigned covered, total;
};

/* The sums over all files. */
struct gcov_summary {
	struct gcov_ratio conditions; /* gcov's 'Branches executed' */
	struct gcov_ratio branches; /* gcov's 'Taken at least once' */
	struct gcov_ratio calls;
};

/* Reads the text and skips other lines. False if it has no file. */
bool gcov_summary_parse(struct gcov_summary *summary, const char *text);

#endif
