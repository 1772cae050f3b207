/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * regions.h - how many threads OpenMP's parallel regions have: one, unless the user says how many.
 * Hooks of other threads are not followed, and a fault of one ends the process.
 */
#ifndef HARNESS_REGIONS_H
#define HARNESS_REGIONS_H

#include <stdlib.h>

extern void omp_set_num_threads(int count) __attribute__((weak));

/* Whether they are to have one; asked before the first run, which may change the environment. */
static inline int regions_have_one_thread(void)
{
	return omp_set_num_threads && !getenv("OMP_NUM_THREADS");
}

/* From now on they have; only where they are to. */
static inline void regions_set_one_thread(void)
{
	omp_set_num_threads(1);
}

#endif
