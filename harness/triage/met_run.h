/* SPDX-License-Identifier: GPL-3.0-or-later */
/* met_run.h - runs of inputs, each in a child process, which tells the goals that it
 * meets. */
#ifndef HARNESS_MET_RUN_H
#define HARNESS_MET_RUN_H

#include "harness/goals/goals.h"
#include "harness/goals/subject.h"
#include "harness/program/state.h"
#include "harness/runtime/environment.h"
#include "harness/triage/attempt.h"

struct met_run {
	struct subject *subject;
	const struct environment *environment; /* of each run */
	const struct state *state; /* put back before the run; null: it is not */
	const struct goals *goals; /* armed */
	double cpu_seconds; /* of a run */
};

/* Once for a process, whose standard output goes to standard error from then on. Where
 * standard output went, or -1. */
int met_run_init(const struct met_run *run);

/* Inputs that return and meet all goals in scope that the first one meets. */
extern const struct attempt_kind attempt_meeting;

#endif
