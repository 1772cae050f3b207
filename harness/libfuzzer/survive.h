/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * survive.h - a typed session goes on past failing runs.
 *
 * A run that can be left (guard.h) is; another one ends its process, and a new one goes
 * on from a checkpoint (checkpoint.h) and leaves that run out. Of each distinct fault
 * (failures.h) the first input is kept and reported, in the entry's terms. What a
 * failing run met counts as covered; where nothing else met it its input is kept too.
 * At the end the session's exit code is libFuzzer's for the first failure.
 */
#ifndef HARNESS_SURVIVE_H
#define HARNESS_SURVIVE_H

#include "harness/libfuzzer/fork.h"
#include "harness/search/search.h"

/*
 * From now on failing runs do not end the session. Call it after failure_init(), and
 * before libFuzzer starts. It returns in the process that is to run the session; runs()
 * is how many runs there were. Nothing changes (s->survival) when it is not wanted, or there
 * is no room.
 */
void survive_start(struct search *s, unsigned long long (*runs)(void), int argc,
		   char **argv);

struct progress;
/* Sets the distinct faults, and how many runs failed. */
void survive_fill(struct progress *p);

/* In the parent of -fork: it says at its end which failures its children had, and where
 * they do the above it ends with the exit code of the first. */
void survive_end_children(int survives, int argc, char **argv);

/* The process of a run has ended with that status, and has reported why: so does the session. */
void survive_end_like(int status);

#endif
