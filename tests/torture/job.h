/* SPDX-License-Identifier: GPL-3.0-or-later */
/* job.h - runs a command within limits and reads what it said. */
#ifndef TORTURE_JOB_H
#define TORTURE_JOB_H

#include <stdint.h>

enum { JOB_TIMEOUT = 1000, JOB_SIGNAL = 500, JOB_WORDS = 256 };

/* A command line; words are borrowed, those of job_add_words copied. */
struct job {
	const char *words[JOB_WORDS + 1];
	char *copies[JOB_WORDS];
	int count, copied;
	const char *directory; /* where it runs */
	const char *log; /* its stdout and stderr */
	const char *const *environment; /* of the command; null: that of this process */
	int seconds; /* of CPU; and ten times as many of the clock */
};

struct job_result {
	int status; /* exit status, JOB_SIGNAL + signal, or JOB_TIMEOUT */
	unsigned cpu_ms;
};

void job_start(struct job *j, const char *directory, const char *log, int seconds);
void job_add(struct job *j, const char *word);
/* Adds each word of a text that is separated by blanks. */
void job_add_words(struct job *j, const char *text);
struct job_result job_run(const struct job *j);
void job_done(struct job *j);

/* Hashes of a log as far as two runs can agree on it: without addresses, process
 * numbers, names of temporary files and what memory has at an address. That of
 * diagnostics is of its warnings, errors and notes in any order. 0 when the log cannot
 * be read. */
uint64_t job_log_hash(const char *log);
uint64_t job_log_diagnostics(const char *log);
/* Whether the log has the text; if so the line goes to `line` (of `size` bytes). */
int job_log_find(const char *log, const char *text, char *line, int size);

#endif
