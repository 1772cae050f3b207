/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdict_format.h - how verdicts are printed. A format is a constant record in a file
 * of its own, verdict_NAME.c, and a line of the list here.
 */
#ifndef COMMAND_VERDICT_FORMAT_H
#define COMMAND_VERDICT_FORMAT_H

#include "command/proof/proving.h"

/* The names of --format=; the first is the usual one. */
/* clang-format off */
#define VERDICT_FORMATS(FORMAT, BETWEEN)                                               \
	FORMAT(text) BETWEEN                                                           \
	FORMAT(json) BETWEEN                                                           \
	FORMAT(tsv)
/* clang-format on */

struct verdict_format {
	/* One goal of the record: what the corpus left open, or what only runs that do
	 * not return have met when it was asked for others (`goal` is then returning).
	 * Returns 0, or -1 when that is said. */
	int (*verdict)(struct proving *p, size_t number, const struct prove_goal *goal,
		       FILE *out);
	/* The end of the command. */
	void (*summary)(const struct prove_options *options,
			const struct prove_summary *summary);
};

#define VERDICT_FORMAT_NUMBER(format) VERDICT_FORMAT_##format,
enum { VERDICT_FORMATS(VERDICT_FORMAT_NUMBER, ) VERDICT_FORMAT_COUNT };

#define VERDICT_FORMAT_RECORD(format)                                                  \
	extern const struct verdict_format verdict_##format;
VERDICT_FORMATS(VERDICT_FORMAT_RECORD, )

/* "text, json" */
#define VERDICT_FORMAT_NAME(format) #format
#define VERDICT_FORMAT_LIST VERDICT_FORMATS(VERDICT_FORMAT_NAME, ", ")

extern const struct verdict_format *const verdict_formats[VERDICT_FORMAT_COUNT];
extern const char *const verdict_format_names[]; /* ended by a null pointer */

#endif
