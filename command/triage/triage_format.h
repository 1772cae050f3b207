/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * triage_format.h - how groups of failures are printed. A format is a constant record in
 * a file of its own, triage_NAME.c, and a line of the list here.
 */
#ifndef COMMAND_TRIAGE_FORMAT_H
#define COMMAND_TRIAGE_FORMAT_H

#include <stdio.h>

#include "command/base/text.h"
#include "command/base/usage.h"
#include "command/triage/triage.h"

/* The names of --format=; the first is the usual one. */
/* clang-format off */
#define TRIAGE_FORMATS(FORMAT, BETWEEN) \
	FORMAT(triage, text) BETWEEN \
	FORMAT(triage, json) BETWEEN \
	FORMAT(triage, sarif) BETWEEN \
	FORMAT(triage, html)
/* clang-format on */

struct triage_format {
	/* The whole report. 0, or -1 when out of memory. */
	int (*print)(const struct triage *t, FILE *out);
};

enum { TRIAGE_FORMATS(FORMAT_NUMBER, ) };

TRIAGE_FORMATS(FORMAT_RECORD, )

/* What all formats say: "null pointer read in f roots.c:7". */
void triage_add_title(const struct triage_run *run, struct text_buffer *out);
/* A file below the current directory, from there; another one as it is. */
const char *triage_shown_file(const char *file);
/* Where a stack becomes of interest: at the function that the program has called, where it
 * fails in a library. */
size_t triage_first_frame(const struct triage_run *run);
/* Why an artifact is in no group: its trouble, or that its run returns. */
void triage_add_why(const struct triage *t, const struct triage_artifact *a,
		    struct text_buffer *out);
/* "fails in 2 of 3 runs"; nothing unless it is flaky. */
void triage_add_flaky(const struct triage_artifact *a, struct text_buffer *out);

/* A failure in a few lines: its title, call and the command that shows it again. */
void triage_print_fault(const struct triage *t, size_t group, FILE *out);
/* The groups that are no failures, since they only leave what was assumed; nothing where
 * there is none. */
void triage_print_outside(const struct triage *t, FILE *out);
/* The line of a group, of `me triage --json`. */
json_t *triage_fault_json(const struct triage *t, size_t group);

struct triage_counts {
	size_t artifacts, failing, flaky, returning, troubled;
};

struct triage_counts triage_count(const struct triage *t);

#endif
