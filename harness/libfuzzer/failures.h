/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failures.h - the distinct failures of a session that goes on past them, with how many
 * runs had each.
 *
 * Two failures are the same when their kinds are and the innermost functions of the
 * program on the stack with their lines (backtrace.h). The table lies in memory that
 * all processes of the session share, those of -fork too.
 */
#ifndef HARNESS_FAILURES_H
#define HARNESS_FAILURES_H

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum failure_kind {
	FAILURE_SIGNAL,
	FAILURE_EXIT,
	FAILURE_SANITIZER,
	FAILURE_LEAK,
	FAILURE_TIMEOUT,
	FAILURE_OOM,
};

enum { FAILURES_MOST = 256, FAILURE_TEXT = 200 };

struct failure_record {
	uint64_t key;
	int kind;
	atomic_ullong runs;
	char artifact[FAILURE_TEXT]; /* its path, cut */
	char what[FAILURE_TEXT]; /* "deadly signal in bottom f.c:5" */
};

struct failures {
	atomic_uint count; /* of the list */
	atomic_ullong runs; /* all that failed */
	struct failure_record list[FAILURES_MOST];
};

/* What libFuzzer's names of artifacts begin with, "crash-" say; and the kind that such
 * a prefix stands for. */
const char *failures_prefix(enum failure_kind kind);
enum failure_kind failures_kind(const char *prefix);

/* Shared memory for a table, empty; null when there is none. */
struct failures *failures_map(void);

/* One more failing run; its record, and in *is_new whether it is the first of its kind.
 * Null, and not new, when the list is full. Allocates nothing. */
struct failure_record *failures_note(struct failures *f, enum failure_kind kind,
				     uint64_t key, int *is_new);

/* Whether it is listed. */
int failures_know(struct failures *f, enum failure_kind kind, uint64_t key);

/* Prints the distinct failures to standard error, a line each; nothing without one. */
void failures_print(const struct failures *f);

#endif
