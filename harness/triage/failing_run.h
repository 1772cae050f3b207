/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failing_run.h - runs of inputs, each in a child process, which ends with it. How it
 * ends is a line of JSON (me/schema.h, TARGET --failure).
 *
 * harness/triage holds what looks at runs that fail, one by one: what they fail by, where,
 * and what simpler inputs fail alike. It searches nothing.
 */
#ifndef HARNESS_FAILING_RUN_H
#define HARNESS_FAILING_RUN_H

#include "harness/goals/subject.h"
#include "harness/runtime/trace.h"
#include "harness/libfuzzer/failures.h"
#include "harness/program/state.h"

struct failing_run {
	struct subject *subject;
	const struct state *state; /* put back before the run; null: it is not */
	struct run_request request; /* of each run */
	int argc; /* libFuzzer's -timeout and -rss_limit_mb */
	char **argv;
};

/* Without -timeout, in seconds of CPU; FAILING_RUN_WALL times as many by the clock end a run
 * that waits. */
enum { FAILING_RUN_TIMEOUT_S = 10, FAILING_RUN_WALL = 3 };

/* Once for a process. 0, or -1 when out of memory. */
int failing_run_init(const struct failing_run *run);

/* Runs the file's input and prints its line, and one of what the run has printed. Null, or
 * an error (static): the file cannot be read, or no process be made. */
const char *failing_run_print(const char *path);

/* What tells a failure from others, as in a session (failure.h). */
struct failing_identity {
	int fails; /* else the run returns, and the rest means nothing */
	enum me_end kind;
	uint64_t key;
};

/* Runs an input and tells by what it fails; nothing is printed. 0, or -1 when no process
 * can be made. */
int failing_run_identify(const uint8_t *bytes, size_t size,
			 struct failing_identity *identity);

#endif
