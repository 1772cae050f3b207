/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sample.h - what one seed gives of a function: the branches that each method takes,
 * and the CPU time that ME's search uses.
 */
#ifndef BENCH_SAMPLE_H
#define BENCH_SAMPLE_H

#include "bench/branches/count.h"
#include "bench/branches/function.h"

/* branches.c says what each of them is. */
enum method { FULL, OFF, RANDOM, COVERME, METHODS };

/* Seconds are of CPU: search_cpu until the last branch, stop_cpu to ME's own stop. */
struct sample {
	struct coverage coverage[METHODS];
	double search_cpu, stop_cpu, coverme_cpu;
	int files; /* in the corpus of FULL */
	int announced_less; /* announced files take fewer branches than the corpus */
	int lost; /* files that were announced, and were not there */
	int status; /* of FULL, as wait gives it */
};

/* A set of functions, whose targets are in ROOT/build/subjects/NAME. */
struct set {
	const char *name, *root;
	const char *gcov; /* the command, of the compiler's version */
};

/* Measures one function with one seed. 0, or -1 when a run or gcov failed. */
int sample_measure(const struct set *set, const struct function *function, int seed,
		   struct sample *sample);

#endif
