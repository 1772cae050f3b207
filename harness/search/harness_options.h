/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness_options.h - what a session is asked for by the harness's own options,
 * --name=value, and by those of libFuzzer's flags that matter to it. */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include "harness/goals/goals.h"
#include "harness/input/exception.h"
#include "harness/runtime/distance.h"
#include "mcmc/minimiser.h"
#include "system/option.h"

enum method {
	METHOD_AUTO, /* signed search mostly, others by what they bring */
	METHOD_ONE, /* the minimiser `minimiser` only */
	METHOD_COVERME, /* Algorithm 1 of the paper as it stands */
	METHOD_OFF, /* libFuzzer's mutations only */
};

/* What is asked for instead of a search. */
enum request {
	REQUEST_RUN,
	REQUEST_HELP, /* --help */
	REQUEST_UNITS, /* --units: how each unit was built */
	REQUEST_NOTES, /* --entry-notes: what is assumed of the parameters */
	REQUEST_GOALS, /* --goals */
	REQUEST_TRACE, /* --trace FILE...: the goals that each file meets */
	REQUEST_SHOW, /* --show FILE...: typed calls */
	REQUEST_FAILURE, /* --failure FILE...: how the runs fail */
	REQUEST_DRAWS, /* --draws FILE...: what the runs draw (me/nondet.c) */
	REQUEST_CALLS, /* --calls: calls of const functions (me/calls.h) */
	REQUEST_PATH, /* --path-of FILE...: the decisions of each file's run */
};

enum { N_START_DEFAULT = 500 };

/* Faults that are sought when the goals are closed: runs that fail, goals that are faults,
 * results that are not finite, memory that is lost. */
enum {
	FAULTS_NONE,
	FAULTS_CRASH = 1,
	FAULTS_RTE = 2,
	FAULTS_NONFINITE = 4,
	FAULTS_LEAK = 8,
	FAULTS_ALL = 15,
};

struct harness_options {
	enum request request;
	enum option_readers help_for; /* REQUEST_HELP */
	enum method method;
	const struct minimiser *minimiser; /* METHOD_ONE */
	struct minimiser_options minimising;
	enum distance_kind distance;
	unsigned n_start; /* consecutive starts without a newly closed goal */
	const char *goals; /* scope: null, "all" or a glob */
	const char *kinds; /* of goals (goal_names.h), or null */
	const char *fatal; /* kinds of goals whose runs fail, or null */
	/* One goal over the whole run instead of the program's goals. */
	enum run_goal_kind { RUN_GOAL_NONE, RUN_GOAL_PATH, RUN_GOAL_CUSTOM } run_goal;
	const char *custom; /* a shared object, or null */
	const char *path; /* a file of decisions, or null */
	const char *simplified; /* --failure, --trace: where simpler inputs go */
	int trace_new; /* of traced files only goals that no earlier one has met */
	double trace_limit; /* seconds of CPU of each traced or recorded run, or 0 */
	int as_found; /* inputs are not simplified */
	int shows_hex; /* floats in calls that are shown */
	int serves; /* requests come on standard input (records/records.h) */
	enum label_fate deletion;
	const char *status; /* a file, or null */
	const char *database; /* a file, "none", or null: that of the corpus */
	unsigned faults; /* FAULTS_..., or-ed */
	enum exceptions exceptions; /* that leave the entry */
	/* Static state is put back before each run, or each run has a process of its own.
	 * By default that of a typed target is put back. */
	enum { STATE_DEFAULT, STATE_RESTORE, STATE_KEEP, STATE_FORK } state;
	/* From libFuzzer's command line: */
	long long runs; /* -runs, or -1 */
	size_t max_len; /* -max_len, or 0 */
	int only_ascii; /* -only_ascii */
	int creates_dirs; /* -create_missing_dirs: the corpus may be missing */
	int closes_stderr; /* -close_fd_mask: the program's, not ours */
	int time_given; /* -max_total_time or -runs rule instead of the own stop */
	unsigned max_total_time; /* seconds, or 0 */
	int runs_given; /* -runs rules, also where all goals are closed */
	unsigned fork; /* -fork: how many children at a time, or 0 */
	int is_job; /* this is one of these children, or of -jobs */
	int passive; /* merging, cleansing ...: only run what is given */
	int replay; /* all positional arguments are files */
	const char *corpus; /* the first positional argument, when it is a directory */
	int seeded; /* the directories hold files */
	char **files; /* positional arguments */
	int file_count;
};

#endif
