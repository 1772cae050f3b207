/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * progress.h - how far a session is: a line for a person, at most one a second, and with
 * --status=FILE the same facts as JSON (me/schema.h) for programs. A file is whole at each
 * moment. harness/progress also has the database kept. No run depends on it.
 */
#ifndef HARNESS_PROGRESS_H
#define HARNESS_PROGRESS_H

#include <stdio.h>

#include "harness/search/search.h"

/* What is known of all processes that work on the corpus. */
struct failures;

struct progress {
	unsigned goals, covered, proven, given_up; /* open: the rest */
	unsigned long long executions, failing_runs;
	unsigned failures; /* distinct ones */
	const struct failures *list; /* what of them is told of each; or null */
	void (*write_list)(const struct failures *list, FILE *out); /* as JSON */
	long process; /* its number: that of the process that the user started */
};

/* Sets what the search itself does not know. */
typedef void progress_fill_fn(struct progress *p);

/* The session of this search begins; `lines` is whether a person is to be told. */
void progress_start(struct search *s, const char *program, progress_fill_fn *fill,
		    int lines);

/* Before each run. Also has the database kept. */
void progress_beat(void);

/* The session has ended, for this reason; "": it was not said. */
void progress_end(const char *why);

/* The process that the user started ends, and the session may not have said so itself: the
 * file says that it has ended, and stays as it is otherwise. May be called in a handler of
 * signals. */
void progress_note_end(void);

/* A line now, if the last one is a second old: for a process that makes no runs. */
void progress_line(void);

/* On standard error: why it ends, what was covered, proven and given up, and the verdict of
 * a goal over the whole run. */
void announce_stop(const struct search *s, const char *why,
		   unsigned long long evaluations);

#endif
