/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * attempt.h - inputs that are tried in the place of another one, and have to be like it:
 * to fail in the same way, or to meet the goals that it meets.
 */
#ifndef HARNESS_ATTEMPT_H
#define HARNESS_ATTEMPT_H

#include "harness/goals/goals.h"
#include "harness/goals/subject.h"
#include "harness/program/state.h"
#include "harness/runtime/environment.h"
#include "harness/triage/failing_run.h"

/* Runs in all; of an input that does not end, each of whose runs takes its limit. */
enum { ATTEMPTS_MOST = 20000, ATTEMPTS_MOST_HANG = 30 };

struct input_attempt;

/* In what inputs are alike. */
struct attempt_kind {
	/* Runs the input that others are to be like. How many runs may follow, 0: none
	 * can be like it. */
	unsigned (*begin)(struct input_attempt *t, const uint8_t *bytes, size_t size);
	/* Whether the input is like it. */
	int (*is_alike)(struct input_attempt *t, const uint8_t *bytes, size_t size);
	const char *unfit; /* why none can be like it */
	/* Writes it into the directory; its path. 0 or an error of the corpus. */
	int (*write)(const struct input_attempt *t, const char *directory,
		     const uint8_t *bytes, size_t size, char *path, size_t room);
};

/* Inputs that fail in the same way: their artifacts. */
extern const struct attempt_kind attempt_failing;

struct input_attempt {
	const struct attempt_kind *kind;
	struct failing_identity wanted; /* of a failure */
	unsigned most, left; /* runs */
	double end; /* clock_now() from which on none is made; 0: no limit */
	int error; /* no process could be made */
};

/* Runs the input. Whether others may be like it. */
int attempt_begin(struct input_attempt *t, const struct attempt_kind *kind,
		  const uint8_t *bytes, size_t size);

/* Whether the input is like it; 0 when no runs are left. */
int attempt_is_alike(struct input_attempt *t, const uint8_t *bytes, size_t size);

/* ---- goals met */

struct met_run {
	struct subject *subject;
	const struct environment *environment; /* of each run */
	const struct state *state; /* put back before the run; null: it is not */
	const struct goals *goals; /* armed */
	double cpu_seconds; /* of a run */
};

/* Once for a process. 0, or -1 when out of memory. */
int met_run_init(const struct met_run *run);

/* Inputs that return and meet all goals in scope that the first one meets. */
extern const struct attempt_kind attempt_meeting;

#endif
