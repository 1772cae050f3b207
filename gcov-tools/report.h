/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.h - coverage as text and as JSON. */
#ifndef GCOV_TOOLS_REPORT_H
#define GCOV_TOOLS_REPORT_H

#include <stdio.h>

#include "gcov-tools/build_record.h"
#include "gcov-tools/command.h"
#include "gcov-tools/coverage.h"

struct report {
	const struct build_record *record;
	const struct coverage *coverage;
	const char *corpus; /* as the user named it */
	size_t input_count;
};

/*
 * A table of functions, then one line for each branch in scope that no input takes:
 * `acos.c:61:5: acos: `if(ix>=0x3ff00000)' is never true`.
 */
int report_text(struct command *command, const struct report *report, FILE *out);
int report_json(struct command *command, const struct report *report, FILE *out);

#endif
