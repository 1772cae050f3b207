/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * traced_run.h - runs of inputs, each in a process of its own, which may end in any way: the
 * goals that they meet, and their decisions.
 */
#ifndef HARNESS_TRACED_RUN_H
#define HARNESS_TRACED_RUN_H

#include "harness/goals/goals.h"
#include "harness/program/state.h"
#include "harness/rungoal/decisions.h"
#include "harness/runtime/environment.h"
#include "harness/triage/apart.h"

enum { RECORD_MOST = 1 << 20 }; /* decisions that are kept */

struct traced_run {
	struct subject *subject;
	const struct environment *environment;
	const struct state *state; /* null: not restored */
	struct goals *goals;
	struct program *program;
	double cpu_seconds; /* that the run may use; 0: any */
	int tells; /* how it ends, and its goals: libfuzzer/ending.h */
	int listens; /* the goal over the whole run is computed; the counters tell all others */
	int is_here; /* it has no process of its own; where it ends this one, it tells so */
	struct decision_record
	    *decisions; /* are recorded; their sites are open; or null */
};

/* Runs the file's input. Null, or an error (static): the file cannot be read, or no process
 * be made. *end: how it has ended, unless it was here. */
const char *traced_run_make(const struct traced_run *run, const char *file,
			    struct apart *end);

/* A record for traced_run.decisions; null: out of memory. */
struct decision_record *decision_record_new(void);
void decision_record_done(struct decision_record *r);

#endif
