/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * coverage.h - what a corpus covers: gcov's four numbers for each function, and for
 * each goal whether its branch was taken.
 *
 * gcov-tools/ holds what measures: it builds the twin of a target, runs a corpus in it,
 * reads gcov's files and reports. It changes nothing of the target.
 */
#ifndef COMMAND_COVERAGE_H
#define COMMAND_COVERAGE_H

#include "gcov-tools/twin.h"

/* ---- the summary that `gcov -b` prints */

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

/* ---- coverage */

struct coverage_metrics {
	struct gcov_ratio lines;
	struct gcov_ratio conditions; /* gcov's 'Branches executed' */
	struct gcov_ratio branches; /* gcov's 'Taken at least once' */
	struct gcov_ratio calls;
};

struct coverage_function {
	char *name; /* assembler name */
	char *source_name;
	char *file; /* as the compiler names it */
	unsigned line;
	bool entry;
	bool differs; /* the target has other conditions there than the twin */
	struct coverage_metrics metrics;
};

struct coverage {
	struct coverage_function *functions; /* the entry first */
	size_t count, room;
	const struct coverage_function *entry; /* NULL for a bytes target */
	struct coverage_metrics rest; /* the sum of all but the entry */
};

/*
 * Reads the counts of a twin that was run, asks gcov for its numbers, and marks the
 * record's goals. coverage_done() also after an error.
 */
int coverage_measure(struct command *command, struct build_record *record,
		     const struct twin *twin, struct coverage *coverage);
void coverage_done(struct coverage *coverage);

#endif
