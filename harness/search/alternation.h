/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * alternation.h - how many mutations libFuzzer makes between two slices of the search:
 * twice as many after mutations that were worth it, else half as many.
 */
#ifndef HARNESS_ALTERNATION_H
#define HARNESS_ALTERNATION_H

enum { ALTERNATION_FIRST = 16, ALTERNATION_LEAST = 4, ALTERNATION_MOST = 1024 };

/* The next number of mutations, when the last `budget` of them have closed `brought`
 * goals. They were worth it if they closed any, and more in each run than the search
 * did, which closed `slice` goals a run; 0 where a goal is worth more than any number
 * of runs. */
unsigned alternation_budget(unsigned budget, unsigned brought, double slice);

#endif
