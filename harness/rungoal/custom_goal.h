/* SPDX-License-Identifier: GPL-3.0-or-later */
/* custom_goal.h - the goal of a user's shared object (include/me/custom.h). */
#ifndef HARNESS_CUSTOM_GOAL_H
#define HARNESS_CUSTOM_GOAL_H

#include "harness/runtime/trace.h"

/*
 * Loads the object: its goal is the program's run_goal from now on. Ends the process with exit code 1 between two runs where r is no number from 0 on. Returns
 * 0, or -1 with an error (static).
 */
int custom_load(const char *file, const char **error);

/* What is to hear of the runs. */
extern const struct trace_listener custom_listener;

/* Says that r is no number from 0 on, where it is so, and ends the process with exit code
 * 1. */
void custom_check(void);

/* In a handler: the number of the call of the object's own code that is at work, from 1 on;
 * 0: none is. */
unsigned long long custom_call(void);

/* In a handler: where the object's own code is at work, and not the program, says that it
 * has failed and ends the process with exit code 1. `number` is the signal, SIGVTALRM for
 * a hang, 0 for an exit; negative: it is not known. */
void custom_judge(int number);

/* The goal's name; and the least r of a run so far, or a negative number. */
const char *custom_name(void);
double custom_least(void);

#endif
