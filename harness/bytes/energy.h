/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * energy.h - how much of a bytes target's runs are minimisation's. It lives on credit:
 * a sum to begin with, a small part of what libFuzzer runs, a larger one as long as
 * goals have come into reach that it has not tried, and for each goal that it closes
 * what libFuzzer lately paid for one. All is counted in runs and hooks, never by a
 * clock.
 */
#ifndef HARNESS_ENERGY_H
#define HARNESS_ENERGY_H

#include <stdint.h>

struct energy {
	double credit;
	double price; /* of a goal that libFuzzer closes, a moving average */
	double since; /* libFuzzer's cost since its last one */
};

/* The more goals a program has the dearer are its runs, and the more libFuzzer finds.
 */
void energy_init(struct energy *s, unsigned goals);

/* What runs cost: one alone is 1, and so are some dozens of hooks. */
double energy_cost(unsigned long long runs, unsigned long long hooks);

/* libFuzzer's runs, or those of a slice, and how many goals they closed. */
void energy_fuzzed(struct energy *s, double cost, unsigned long long closed,
		   uint32_t untried);
void energy_minimised(struct energy *s, double cost, unsigned long long closed);

/* Whether minimisation may run a slice. */
int energy_allows(const struct energy *s);

#endif
