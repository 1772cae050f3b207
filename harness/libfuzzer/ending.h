/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ending.h - runs of --trace that end the process: a signal, an exit, a sanitizer's
 * report, or a hang. The goals that such a run has met are printed anyway, in a line
 * {"file","ended","met"} that says how it ended; then the process ends as it would
 * without --trace. Where the code of a custom goal is what fails (rungoal/custom.h), that
 * is said instead, and the exit code is 1.
 */
#ifndef HARNESS_ENDING_H
#define HARNESS_ENDING_H

#include "harness/goals/goals.h"

/* A run of more seconds by the wall, or of ENDING_CPU_S unless --trace-limit= is given,
 * is a hang. */
enum { ENDING_CPU_S = 2, ENDING_WALL_S = 20 };

/* Once; `goals` outlives the process's runs. cpu_seconds is what a run may use of the
 * CPU; 0: ENDING_CPU_S. The lines are written to the file `output`. */
void ending_watch(const struct goals *goals, double cpu_seconds, int output);

/* A run of that file begins, or has come back. */
void ending_begin(const char *file);
void ending_end(void);

/* The current run ends the process without its exit handlers. */
void ending_exit(void);

#endif
