/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * length.h - libFuzzer's length control (-len_control=100) for the mutations of a bytes
 * target: short inputs first, and longer ones when nothing new is found. libFuzzer
 * turns its own off if there is a custom mutator, such as ours. Its own would also
 * limit minimisation, which needs the size that a branch requires.
 */
#ifndef HARNESS_LENGTH_H
#define HARNESS_LENGTH_H

#include <stddef.h>

struct length {
	size_t limit; /* 0: no control */
	unsigned long long
	    since; /* runs at its last change, or when the last input was kept */
	unsigned long long kept; /* inputs, by then */
};

/* Begins with the control on. */
void length_init(struct length *l);

/* The largest size of a mutation of an input of that size, at most max_size, after that
 * many runs of libFuzzer, which has kept so many inputs by now. */
size_t length_allowed(struct length *l, unsigned long long runs,
		      unsigned long long kept, size_t size, size_t max_size);

#endif
