/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * requests.h - what a target does instead of a search when it is asked to: its options
 * (harness_options.h), runs whose drawn values are recorded, and calls.
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
#include "harness/triage/apart.h"

/* ---- options */

/*
 * Reads the options; 0, or -1 with `error` set to a text (static or in a buffer of this
 * module): a value that an option of ours, or a flag of libFuzzer, cannot take.
 */
int options_read(struct harness_options *o, int argc, char **argv, const char **error);

/* Says to standard error of each unknown option which option of ours, or flag of libFuzzer,
 * it resembles. 1 when one of them can be nobody's: it has two dashes, and the user has no
 * LLVMFuzzerInitialize. */
int options_check(int argc, char **argv);

/* Prints what --help prints, to standard output. */
void options_help(enum option_readers readers);

/*
 * ---- traced_run.c: runs of inputs, each in a process of its own, which may end in any way: the
 * goals that they meet, and their decisions.
 */
enum { RECORD_MOST = 1 << 20 }; /* decisions that are kept */

struct traced_run {
	struct subject *subject;
	const struct environment *environment;
	const struct state *state; /* null: not restored */
	struct goals *goals;
	struct program *program;
	double cpu_seconds; /* that the run may use; 0: any */
	int tells; /* how it ends, and its goals: libfuzzer/ending.h */
	int listens; /* the goal over the whole run is computed; the counters tell all others */
	int is_here; /* it has no process of its own; where it ends this one, it tells so */
	struct decision_record
	    *decisions; /* are recorded; their sites are open; or null */
};

/* Runs the file's input. Null, or an error (static): the file cannot be read, or no process
 * be made. *end: how it has ended, unless it was here. */
const char *traced_run_make(const struct traced_run *run, const char *file,
			    struct apart *end);

/* A record for traced_run.decisions; null: out of memory. */
struct decision_record *decision_record_new(void);
void decision_record_done(struct decision_record *r);

/* ---- draws */

/* Runs an input of a program that draws its values (include/me/nondet.c) in a process of
 * its own, and prints the record of its draws (me/schema.h, TARGET --draws). Null, or an
 * error (static): the file cannot be read, or no process be made. */
const char *drawn_run_print(const struct traced_run *run, const char *file);

/* ---- calls */

/* Answers the calls that are asked for (records.h, me/calls.h) until its end, for searches of
 * `me explore`, each in that environment. Their functions may crash, and have
 * ME_CALL_CPU_MS. Returns an exit code. */
enum { ME_CALL_CPU_MS = 100 };
int served_calls(const struct environment *environment);

#endif
