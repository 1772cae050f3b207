/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fatal_runs.h - inputs that have ended a process of the session, with what they met. */
#ifndef HARNESS_FATAL_RUNS_H
#define HARNESS_FATAL_RUNS_H

#include <stddef.h>
#include <stdint.h>

#include "harness/goals/subject.h"

struct fatal_run {
	struct fatal_run *next;
	uint64_t hash;
	uint32_t met_count, met[]; /* goals that its run met first */
};

enum { FATAL_BUCKETS = 1024 };

/* Empty when zero. */
struct fatal_runs {
	size_t count;
	struct fatal_run *buckets[FATAL_BUCKETS];
};

/* May be called in a signal handler. */
uint64_t fatal_runs_hash(struct input in);

/* Null when it has ended none. */
const struct fatal_run *fatal_runs_find(const struct fatal_runs *f, struct input in);

/* Null when out of memory. */
const struct fatal_run *fatal_runs_add(struct fatal_runs *f, uint64_t hash,
				       const uint32_t *met, uint32_t met_count);

#endif
