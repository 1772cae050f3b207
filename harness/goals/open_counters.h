/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * open_counters.h - whether a run has met an open goal, told by the counters alone: of a
 * run without hooks there is nothing else, and to look at every goal would take longer
 * than the run.
 */
#ifndef HARNESS_OPEN_COUNTERS_H
#define HARNESS_OPEN_COUNTERS_H

#include "harness/program/program.h"

struct open_counters {
	const struct program *program;
	unsigned char *mask; /* one byte a counter: 0xff where a goal is open */
	size_t *first; /* unit -> its first counter's byte of the mask */
};

/* No goal is open. 0, or -1 when out of memory. */
int open_counters_init(struct open_counters *o, const struct program *program);
void open_counters_done(struct open_counters *o);

void open_counters_set(struct open_counters *o, uint32_t goal, int is_open);

/* Whether a counter of an open goal is not 0. */
int open_counters_any(const struct open_counters *o);

#endif
