/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * restart.h - a session of a program that has threads before its first run.
 *
 * A fork has one thread only, so there are no checkpoints (checkpoint.h). Where a run
 * ends the process it executes its own program again instead, with the same command
 * line; that one takes up the corpus and the database, and what is kept here in memory.
 * Of -runs and -max_total_time it gets what is left, and another seed.
 */
#ifndef HARNESS_RESTART_H
#define HARNESS_RESTART_H

#include "harness/libfuzzer/failures.h"

/* Restarts in turn that found nothing new, neither a goal nor a failure: the session
 * ends then. Each costs the program's start, some hundredths of a second. */
enum { RESTART_TRIES = 200 };

enum { RESTART_FATAL = 1 << 14 }; /* inputs that are known to end a process */

/* What the processes of the session share; empty at first. */
struct restart {
	struct failures failures;
	unsigned restarts, tries; /* tries: in a row, without progress */
	uint32_t covered; /* goals, when the last process ended */
	unsigned long long runs; /* of all processes before this one */
	uint32_t fatal_count; /* of all; the list has the last ones */
	uint64_t fatal[RESTART_FATAL]; /* their hashes */
	uint8_t met[]; /* goals, by failing runs: 0 or 1 */
};

/* Makes room for that, with so many goals, or takes up what the last process has left.
 * argv outlives the process's runs. Null when there is no room. */
struct restart *restart_init(uint32_t goals, int argc, char **argv);

/* Begins the next process, in a handler of a signal or exit: `runs` were made in this
 * one. It returns where nothing is left of -runs, the program cannot be executed, or
 * processes in turn have found nothing new; the last of these it says. */
void restart_go_on(struct restart *r, unsigned long long runs);

#endif
