/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * abundant.h - features of a bytes target that are abundant, as those of what it does
 * before it looks at its input. libFuzzer spends time on each feature of each run. From
 * those that it has often seen it learns nothing: no input is kept for them, but a shorter
 * one, and its power schedule goes by rare ones (Boehme, Manes, Cha, Boosting fuzzer
 * efficiency: an information theoretic perspective, ESEC/FSE 2020, section 5). They are
 * found in the first runs; from then on libFuzzer sees such a counter as 0.
 */
#ifndef HARNESS_ABUNDANT_H
#define HARNESS_ABUNDANT_H

#include "harness/program/program.h"

enum {
	ABUNDANT_RUNS = 1024, /* in which they are found */
	ABUNDANT_OFTEN = 256, /* of these have such a feature */
	/* libFuzzer's features of a counter: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to
	 * 127, more. */
	ABUNDANT_RANGES = 8
};

struct abundant {
	/* Of the counters of all units, one after the other: the values that are
	 * hidden. low > high: none are. */
	uint8_t *low, *high;
	uint16_t (*seen)[ABUNDANT_RANGES]; /* in how many runs; null when it is known */
	uint32_t units;
	unsigned runs; /* that were looked at */
};

/* A run has ended, and what its counters tell is known. Looks at its features, if it is
 * one of the first ones, else hides abundant ones. Begins anew where the program has got
 * more units, or there was no memory. */
void abundant_hide(struct abundant *a, const struct program *p);

/* Frees what it holds. A session keeps it until the process ends. */
void abundant_done(struct abundant *a);

#endif
