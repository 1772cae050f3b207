/* SPDX-License-Identifier: GPL-3.0-or-later */
/* harness_options.h - the harness's own options, --name=value; libFuzzer leaves them
 * alone. */
#ifndef HARNESS_OPTIONS_H
#define HARNESS_OPTIONS_H

#include "harness/goals/goals.h"
#include "harness/runtime/distance.h"
#include "mcmc/minimiser.h"

enum method {
	METHOD_AUTO, /* signed search mostly, others by what they bring */
	METHOD_ONE, /* the minimiser `minimiser` only */
	METHOD_COVERME, /* Algorithm 1 of the paper as it stands */
	METHOD_OFF, /* libFuzzer's mutations only */
};

/* What is asked for instead of a search. */
enum request {
	REQUEST_RUN,
	REQUEST_HELP, /* --help_me */
	REQUEST_UNITS, /* --units: how each unit was built */
	REQUEST_GOALS, /* --goals */
	REQUEST_TRACE, /* --trace FILE...: the goals that each file meets */
	REQUEST_SHOW, /* --show FILE...: typed calls */
	REQUEST_FAILURE, /* --failure FILE...: how the runs fail */
	REQUEST_DRAWS, /* --draws FILE...: what the runs draw (me/nondet.c) */
	REQUEST_CALLS, /* --calls: calls of const functions (me/calls.h) */
	REQUEST_PATH, /* --path-of FILE...: the decisions of each file's run */
};

enum { N_START_DEFAULT = 500 };

struct harness_options {
	enum request request;
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
	const char *path_of; /* an input: its path, or null */
	const char
	    *simplified; /* --failure, --trace: where simpler inputs go; or null */
	int trace_new; /* of traced files only goals that no earlier one has met */
	double trace_limit; /* seconds of CPU of each traced or recorded run, or 0 */
	int from_stdin; /* names of files come there, too */
	unsigned turn; /* which decision of that is turned, from 1 on; 0: none */
	enum { BOUNDARY_EACH, BOUNDARY_PRODUCT } boundary; /* product.h */
	enum label_deletion deletion;
	const char *status; /* a file, or null */
	unsigned status_seconds; /* between two writings of it */
	const char *database; /* a file, "none", or null: that of the corpus */
	int catching; /* an exception that leaves the entry ends the run, as a return
			 does */
	/* Static state is put back before each run. By default that of a typed target
	 * is. */
	enum { STATE_DEFAULT, STATE_RESTORE, STATE_KEEP } state;
	/* Of libFuzzer's command line: */
	long long runs; /* -runs, or -1 */
	size_t max_len; /* -max_len, or 0 */
	int only_ascii; /* -only_ascii */
	int creates_dirs; /* -create_missing_dirs: the corpus may be missing */
	int closes_stderr; /* -close_fd_mask: the program's, not ours */
	int time_given; /* -max_total_time or -runs rule instead of the own stop */
	unsigned max_total_time; /* seconds, or 0 */
	int runs_given; /* -runs rules, also where all goals are closed */
	unsigned fork; /* -fork: how many children at a time, or 0 */
	int passive; /* merging, cleansing ...: only run what is given */
	int replay; /* all positional arguments are files */
	const char *corpus; /* the first positional argument, when it is a directory */
	int seeded; /* the directories hold files */
	char **files; /* positional arguments */
	int file_count;
};

/*
 * Reads the options; 0, or -1 with `error` set to a text (static or in a buffer of this
 * module). `warning` gets a text when an unknown option resembles one of ours.
 */
int options_read(struct harness_options *o, int argc, char **argv, const char **error,
		 const char **warning);

/* The last value of libFuzzer's flag `name`, without its dash, or null: what libFuzzer
 * goes by. */
const char *options_flag(int argc, char **argv, const char *name);

/*
 * Flags of libFuzzer that a session gives where the user does not. Each function returns
 * the command line with them right behind the program's name, or argv as it is when there
 * is no memory; what it returns lives as long as the process.
 */

/* Of inputs of one form, each of so many bytes:
 * - an input is as long as the layout;
 * - a feature is a side of a branch, however often it was taken: one file a feature at
 *   the most;
 * - nothing depends on when the directory was read again. */
char **default_flags_one_form(size_t file_size, int *argc, char **argv);

/* In the parent of -fork: what fails in a job ends no other one. */
char **default_flags_survivor(int *argc, char **argv);

/* libFuzzer sees a mutator in every target and sets -len_control to 0. Where only
 * libFuzzer mutates it is to have its own default. */
char **default_flags_fuzzed(int *argc, char **argv);

/* libFuzzer's thread that watches the memory must not be there when a checkpoint forks:
 * it may hold a lock. survive.c watches instead. -rss_limit_mb is 0 even where it is
 * given. */
char **default_flags_watched(size_t memory_mb, int *argc, char **argv);

/* Prints what --help_me prints, to standard output. */
void options_help(void);

#endif
