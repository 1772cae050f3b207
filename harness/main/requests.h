/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * requests.h - what a target does instead of a search when it is asked to: its options
 * (harness_options.h), runs whose decisions or drawn values are recorded, and calls.
 *
 * harness/main holds the entry points of the programs that are linked with libme.a.
 */
#ifndef HARNESS_REQUESTS_H
#define HARNESS_REQUESTS_H

#include "harness/goals/goals.h"
#include "harness/program/state.h"
#include "harness/rungoal/decisions.h"
#include "harness/runtime/environment.h"
#include "harness/search/harness_options.h"

/* ---- options */

/*
 * Reads the options; 0, or -1 with `error` set to a text (static or in a buffer of this
 * module). `warning` gets a text when an unknown option resembles one of ours.
 */
int options_read(struct harness_options *o, int argc, char **argv, const char **error,
		 const char **warning);

/* Prints what --help_me prints, to standard output. */
void options_help(void);

/* ---- recorded runs */

enum { RECORD_MOST = 1 << 20 }; /* decisions that are kept */

struct recorded_run {
	struct subject *subject;
	const struct environment *environment;
	const struct state *state; /* null: not restored */
	struct goals *goals; /* its sites are open: goals_open_decisions */
	struct program *program; /* theirs */
	double cpu_seconds; /* that the run may use; 0: any */
	int tells; /* its goals, which are armed, as of --trace: to standard output */
};

/* Runs the input of a file in a process of its own. Returns the record of its decisions,
 * which record_done frees; or null, and an error (static): the file cannot be read, or no
 * process be made. What the program writes to standard output goes to standard error, and
 * its standard input is empty. Says on standard error if the run does not return; its
 * decisions until then are recorded. */
struct decision_record *record_file(const struct recorded_run *run, const char *file,
				    const char **error);
void record_done(struct decision_record *r);

/* Runs an input of a program that draws its values (include/me/nondet.c) in a process of
 * its own, and prints the line of its draws (me/schema.h, TARGET --draws). Null, or an
 * error (static): the file cannot be read, or no process be made. */
const char *drawn_run_print(const struct recorded_run *run, const char *file);

/* ---- calls */

/* Answers the calls of standard input (me/calls.h) until its end, for searches of
 * `me explore`, each in that environment. Their functions may crash, and have
 * ME_CALL_CPU_MS. Returns an exit code. */
enum { ME_CALL_CPU_MS = 100 };
int served_calls(const struct environment *environment);

#endif
