/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sampling.h - which of libFuzzer's runs of a bytes target its hooks listen to. Hooks
 * take longer than the rest of a run where a program has many open goals, and most
 * mutations come no nearer to any of them. In the other runs the sites of branches are
 * closed; what such a run meets, its counters tell (harness/goals/open_counters.h).
 */
#ifndef HARNESS_SAMPLING_H
#define HARNESS_SAMPLING_H

#include "harness/program/program.h"

struct sampling {
	double runs; /* since the start */
	double hooks; /* of those that were heard, as runs (energy.h) */
	uint8_t *states, *kept; /* one byte a site: what its state is, and a mask of
				   what remains of it while none of these is heard */
	uint32_t sites; /* how many there is room for */
	uint8_t *owed; /* an input that is to be run again, heard; room for it */
	size_t owed_size, owed_room;
};

/* Whether the next run is heard: hooks get a share of the time that all runs take. */
int sampling_takes(const struct sampling *s);

/* A run has ended, whose hooks took as long as so many runs without them. */
void sampling_note(struct sampling *s, double hooks);

/* Around a run that is not heard. Sites whose goals have predicates stay open: their
 * counters depend on it. */
void sampling_close_sites(struct sampling *s, const struct program *p);
void sampling_open_sites(struct sampling *s, const struct program *p);

/* An input that was not heard is to be run again: a copy of it, which a later one
 * replaces. Without memory for it there is none. */
void sampling_owe(struct sampling *s, const void *bytes, size_t size);
/* That input, once, until another one is owed; or null. */
const uint8_t *sampling_owed(struct sampling *s, size_t *size);

/* Frees what it holds. A session keeps it until the process ends. */
void sampling_done(struct sampling *s);

#endif
