/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mutation.h - libFuzzer's mutations in a session of a bytes target: which input is mutated,
 * how long it may get, and what libFuzzer sees and keeps of the results.
 */
#ifndef HARNESS_MUTATION_H
#define HARNESS_MUTATION_H

#include <stddef.h>

#include "harness/goals/goals.h"
#include "harness/program/program.h"

/*
 * The inputs nearest to open goals (goals.h) are mutated. libFuzzer keeps an input that
 * brings a new feature. What comes nearer to a goal, or is on the way to one over the whole
 * run, brings none, and would be mutated only by chance. With -use_value_profile=1 libFuzzer
 * keeps an input for each distance at each comparison; here there is one for each open goal,
 * and none in the corpus.
 *
 * Replaces the input of `size` bytes in `data` (room for max_size) by the nearest one to
 * an open goal, for most values of `seed`, a random number; returns its size, or `size`
 * where there is no such input, or no room. Goals whose nearest input has seldom been
 * mutated since it was found come first.
 */
size_t nearest_base(struct goals *g, uint8_t *data, size_t size, size_t max_size,
		    unsigned seed);

/*
 * libFuzzer's length control (-len_control=100): short inputs first, and longer ones when
 * nothing new is found. libFuzzer turns its own off if there is a custom mutator, such as
 * ours. Its own would also limit minimisation, which needs the size that a branch requires.
 */
struct length {
	size_t limit; /* 0: no control */
	unsigned long long
	    since; /* runs at its last change, or at the last kept input */
	unsigned long long kept; /* inputs, by then */
};

/* Begins with the control on. */
void length_init(struct length *l);

/* The largest size of a mutation of an input of that size, at most max_size, after that
 * many runs of libFuzzer, which has kept so many inputs by now. */
size_t length_allowed(struct length *l, unsigned long long runs,
		      unsigned long long kept, size_t size, size_t max_size);

/* How many inputs libFuzzer has kept in its corpus, of those that it has mutated: new ones,
 * and shorter ones in the place of others. tools/runtime.sh redirects what libFuzzer calls
 * then. */
unsigned long long kept_count(void);

enum {
	ABUNDANT_RUNS = 1024, /* in which they are found */
	ABUNDANT_OFTEN = 256, /* of the first runs have an abundant feature */
	/* libFuzzer's features of a counter: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to
	 * 127, more. */
	ABUNDANT_RANGES = 8
};

/*
 * Features that are abundant, as those of what a target does before it looks at its input.
 * libFuzzer spends time on each feature of each run. From those that it has often seen it
 * learns nothing: no input is kept for them, but a shorter one, and its power schedule goes
 * by rare ones (Boehme, Manes, Cha, Boosting fuzzer efficiency: an information theoretic
 * perspective, ESEC/FSE 2020, section 5). They are found in the first runs; from then on
 * libFuzzer sees such a counter as 0.
 */
struct abundant {
	/* For the counters of all units, one after the other: the values that are
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
