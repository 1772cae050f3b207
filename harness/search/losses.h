/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * losses.h - runs that are lost: they hang, or are nearly as slow in code without hooks, or
 * end their process, and so cost as much time as a hundred thousand others. Such inputs mostly have the value
 * of one coordinate, or its size, in common. While lost runs have taken more than their
 * share of a session, inputs with such a value are not run. Counts decide, never a
 * clock.
 */
#ifndef HARNESS_LOSSES_H
#define HARNESS_LOSSES_H

#include <stddef.h>

#include "mcmc/objective.h"

enum { LOSSES_KEYS = 1 << 10 };

struct losses {
	/* By a hash of a coordinate's number and its value, or the value's size. */
	struct losses_key {
		unsigned long long key; /* 0: none */
		unsigned lost, returned; /* runs; the latter since the first lost one */
	} keys[LOSSES_KEYS];
	unsigned long long lost, returned; /* runs */
	unsigned long long expected; /* runs for which losses_expects() saw a loss */
};

/* A run of x, n coordinates, was lost, or has ended by itself. */
void losses_note_lost(struct losses *l, const coord *x, size_t n);
void losses_note_return(struct losses *l, const coord *x, size_t n);

/* Whether runs that return are so many more than lost ones that one which takes long counts as
 * lost: where most take long, none does. */
int losses_are_rare(const struct losses *l);

/* Whether x is not to be run, because the run is likely to be lost and one more would
 * be too many. One of many such runs is made all the same. */
int losses_expects(struct losses *l, const coord *x, size_t n);

#endif
