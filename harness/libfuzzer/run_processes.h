/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_processes.h - the processes in which runs of a session are made: its own, with runs
 * that confirm what it claims, or one for each run (--state=fork). */
#ifndef HARNESS_RUN_PROCESSES_H
#define HARNESS_RUN_PROCESSES_H

#include "harness/pristine/pristine.h"
#include "harness/search/search.h"

/* Before the first run, when all else is set up. In a process that goes on with the session
 * of another one *before tells what that has done, and else is 0. */
void run_processes_start(struct search *s, struct pristine_session *before);

/* This process, the worker or its checkpoint, ends, and the session goes on with a process for
 * each run. Returns where that is not possible. */
void run_processes_hand_over(unsigned long long runs, enum pristine_reason reason);

/* Between two runs, of which there were so many: where the program cannot be put back as it
 * was, or what runs leave behind is more than `most_mb` megabytes (0: no matter), this
 * process ends, and the session goes on with a process for each run. */
void run_processes_look(unsigned long long runs, size_t most_mb);

#endif
