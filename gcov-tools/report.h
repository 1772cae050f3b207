/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h - coverage, printed. */
#ifndef COMMAND_REPORT_H
#define COMMAND_REPORT_H

#include <jansson.h>

#include <stdio.h>

#include "command/base/usage.h"
#include "gcov-tools/coverage.h"

struct report {
	const struct build_record *record;
	const struct coverage *coverage;
	const char *corpus; /* as the user named it */
	size_t input_count;
	json_t *faults; /* for the JSON: an array; or null */
};

/* The formats; the first is the usual one, each other one is an option of the command. */
/* clang-format off */
#define REPORT_FORMATS(FORMAT, BETWEEN) \
	FORMAT(report, text) BETWEEN \
	FORMAT(report, json)
/* clang-format on */

/* A constant record in a file of its own, report_NAME.c. */
struct report_format {
	int (*print)(struct command *command, const struct report *report, FILE *out);
};

enum { REPORT_FORMATS(FORMAT_NUMBER, ) };

REPORT_FORMATS(FORMAT_RECORD, )

/* ---- lines of source files; the last file is cached */

/* The file that was read last. Start with all zeros. */
struct source_text {
	char *path;
	char *bytes; /* NULL if it cannot be read */
	const char *at; /* where the line begins that was asked for last */
	unsigned line; /* its number */
};

void source_text_done(struct source_text *source);

/* ---- goals */

/* `acos.c:61:5: acos: `if(ix>=0x3ff00000)' `, and what no input does there: `is never
 * true`, `never takes case 3`. */
void report_goal_place(const struct build_record *record, const struct build_goal *goal,
		       struct source_text *source, FILE *out);
/* The line in its source of the goal, with "test 2 in: " before it where gfortran made several
 * of one condition; the caller frees. */
char *report_goal_text(const struct build_record *record, const struct build_goal *goal,
		       struct source_text *source);
void report_goal_never(const struct build_goal *goal, FILE *out);
/* What an input does there that meets the goal: `is true`, `takes case 3`. */
void report_goal_met(const struct build_goal *goal, FILE *out);

#endif
