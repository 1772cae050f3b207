/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * traced_run.h - a run of --trace, whose end libfuzzer/ending.h tells. Each of several has a
 * process of its own, where one can be made: the program is then as before its first run.
 * Where the run ends that process, this one ends as it did.
 */
#ifndef HARNESS_TRACED_RUN_H
#define HARNESS_TRACED_RUN_H

#include "harness/goals/goals.h"
#include "harness/runtime/environment.h"

struct traced_run {
	struct subject *subject;
	const struct environment *environment;
	struct run_request
	    request; /* the counters tell all goals, but that over the whole run */
	const char *path; /* of the input that the subject holds */
};

/* Before the first one. `apart`: in processes of their own. */
void traced_run_init(const struct goals *goals, double cpu_seconds, int apart);
void traced_run_make(const struct traced_run *run);

#endif
