/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * run_goal.h - a goal whose place is the end of a run, and whose predicate is one over
 * the whole run: a path, or what a user's library says. It stands among the program's
 * goals like any other, in a unit of the harness's own.
 */
#ifndef HARNESS_RUN_GOAL_H
#define HARNESS_RUN_GOAL_H

#include "me/abi.h"

/* From now on the program has the goal, of that kind ("path") and with that word for
 * reports ("is never taken"); both stay. Once, before the program is joined. Its number
 * is then program->run_goal. */
void run_goal_add(const char *kind, const char *never);

/* Its name among the goals of that kind; the text stays. */
void run_goal_name(const char *name);

int run_goal_is(const struct me_goal *goal);

/* The run has met it. */
void run_goal_meet(void);

#endif
