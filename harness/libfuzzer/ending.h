/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ending.h - how a traced run ends, and the goals that it has met: the record "run" of
 * me/schema.h. A run that ends its process, by a signal, an exit, a sanitizer's report or a
 * hang, tells it before; the process then ends as it would without this. Where the code of a
 * custom goal is what fails (rungoal/custom.h), that is said instead, and the exit code is 1.
 */
#ifndef HARNESS_ENDING_H
#define HARNESS_ENDING_H

#include "harness/goals/goals.h"

/* A run of more seconds by the wall, or of ENDING_CPU_S unless --trace-limit= is given,
 * is a hang. */
enum { ENDING_CPU_S = 2, ENDING_WALL_S = 20 };

/* Once; `goals` outlives the runs. cpu_seconds is what a run may use of the CPU; 0:
 * ENDING_CPU_S. 0, or -1 when out of memory. */
int ending_init(const struct goals *goals, const struct subject *subject,
		double cpu_seconds);

/* A run of that file is next. */
void ending_prepare(const char *file);

/* In its process: it begins; it has come back; its record is printed. */
void ending_begin(void);
void ending_end(void);
void ending_tell(void);

/* The current run ends the process without its exit handlers. */
void ending_exit(void);

/* After the run, in the process that prepared it: by goal, what it has met. Where it could
 * not tell it, since it was killed, the record is printed here. */
const unsigned char *ending_met(void);

#endif
