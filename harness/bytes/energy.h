/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * energy.h - what minimisation and hooks may cost in a session of a bytes target, in runs
 * and hooks, never by a clock.
 *
 * Minimisation gets an initial sum and a small part of libFuzzer's runs, a larger part
 * while it has not tried all goals that were reached, and for each goal that it closes as
 * much as libFuzzer recently needed for one.
 *
 * Hooks take longer than the rest of a run where a program has many open goals, and most
 * mutations come no nearer to any of them. So they are enabled in a sample of libFuzzer's
 * runs. In the other runs the sites of branches are closed; what such a run meets, its
 * counters tell (open_counters_any).
 */
#ifndef HARNESS_ENERGY_H
#define HARNESS_ENERGY_H

#include <stdint.h>

#include "harness/program/program.h"

struct energy {
	double credit;
	double price; /* of a goal that libFuzzer closes, a moving average */
	double since; /* libFuzzer's cost since its last one */
};

/* The more goals a program has, the more its runs cost, and the more goals libFuzzer
 * finds. */
void energy_init(struct energy *s, unsigned goals);

/* The cost of runs: 1 for each run, and 1 for some dozens of hooks. */
double energy_cost(unsigned long long runs, unsigned long long hooks);

/* Charges the runs of libFuzzer, or of a slice, and the goals they closed. */
void energy_fuzzed(struct energy *s, double cost, unsigned long long closed,
		   uint32_t untried);
void energy_minimised(struct energy *s, double cost, unsigned long long closed);

/* Whether minimisation may run a slice. */
int energy_allows(const struct energy *s);

/* ---- hooks */

struct sampling {
	double runs; /* since the start */
	double hooks; /* of those with hooks, as runs (energy_cost) */
	uint8_t *states, *kept; /* one byte a site: what its state is, and a mask of
				   what remains of it without hooks */
	uint32_t sites; /* how many there is room for */
	uint8_t *owed; /* an input that is to be run again with hooks; room for it */
	size_t owed_size, owed_room;
};

/* Whether hooks are enabled in the next run: they get a part of the time of all runs. */
int sampling_takes(const struct sampling *s);

/* A run has ended, whose hooks took as long as so many runs without them. */
void sampling_note(struct sampling *s, double hooks);

/* Around a run without hooks. Sites whose goals have predicates stay open: their
 * counters depend on it. */
void sampling_close_sites(struct sampling *s, const struct program *p);
void sampling_open_sites(struct sampling *s, const struct program *p);

/* An input that was run without hooks is to be run again: keeps a copy of it, which a
 * later one replaces. Without memory there is none. */
void sampling_owe(struct sampling *s, const void *bytes, size_t size);
/* The input that is to be run again, once, until another one is owed; or null. */
const uint8_t *sampling_owed(struct sampling *s, size_t *size);

#endif
