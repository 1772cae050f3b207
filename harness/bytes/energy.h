/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * energy.h - the energy of minimisation in a bytes target: how much of the runs it may
 * use. It gets an initial sum and a small part of libFuzzer's runs, a larger part while
 * it has not tried all goals that were reached, and for each goal that it closes as
 * much as libFuzzer recently needed for one. Energy is counted in runs and hooks, never
 * by a clock.
 */
#ifndef HARNESS_ENERGY_H
#define HARNESS_ENERGY_H

#include <stdint.h>

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

/* Charges libFuzzer's runs, or those of a slice, and the number of goals they closed.
 */
void energy_fuzzed(struct energy *s, double cost, unsigned long long closed,
		   uint32_t untried);
void energy_minimised(struct energy *s, double cost, unsigned long long closed);

/* Whether minimisation may run a slice. */
int energy_allows(const struct energy *s);

#endif
