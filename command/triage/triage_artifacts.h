/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_artifacts.h - the artifacts that a command line names, and runs of them. */
#ifndef COMMAND_TRIAGE_ARTIFACTS_H
#define COMMAND_TRIAGE_ARTIFACTS_H

#include "command/triage/triage.h"

struct triage_artifacts_limits {
	unsigned seconds; /* of CPU for a run */
	unsigned runs; /* of each artifact */
};

/* Larger files are not run. */
enum { ARTIFACT_MOST_MB = 100 };

/*
 * Adds the file `path`, or the artifacts of the directory `path` and of those below it:
 * files named as libFuzzer names them ("crash-" and 40 digits, after any prefix), or all
 * files where none is named so. What cannot be read is added too, with its trouble. Fails
 * when out of memory.
 */
int triage_artifacts_add(struct triage *t, const char *path);

/* Runs each some times, each run in a process of its own; at stop_now() the rest is left
 * out, which is their trouble. Fails when the target cannot be run. */
int triage_artifacts_run(struct triage *t,
			 const struct triage_artifacts_limits *limits);

/* The words by which the target runs files and tells of them; behind them come paths. */
void triage_artifacts_words(const struct triage *t, unsigned seconds,
			    struct words *words);

#endif
