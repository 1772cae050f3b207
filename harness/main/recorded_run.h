/* SPDX-License-Identifier: GPL-3.0-or-later */
/* recorded_run.h - runs an input in a process of its own, and records its decisions. */
#ifndef HARNESS_RECORDED_RUN_H
#define HARNESS_RECORDED_RUN_H

#include "harness/goals/goals.h"
#include "harness/program/state.h"
#include "harness/rungoal/decisions.h"
#include "harness/runtime/environment.h"

enum { RECORD_MOST = 1 << 20 }; /* decisions that are kept */

struct recorded_run {
	struct subject *subject;
	const struct environment *environment;
	const struct state *state; /* null: not restored */
	struct goals *goals; /* its sites are open: goals_hear */
	struct program *program; /* theirs */
	double cpu_seconds; /* that the run may use; 0: any */
	int tells; /* its goals, which are armed, as of --trace: to standard output */
};

/* The record of the run of a file, which record_done frees. What the program writes to
 * standard output goes to standard error, and its standard input is empty. Says on
 * standard error if the run does not return; its decisions until then are recorded.
 * Null, and an error (static): the file cannot be read, or no process be made. */
struct decision_record *record_file(const struct recorded_run *run, const char *file,
				    const char **error);
void record_done(struct decision_record *r);

#endif
