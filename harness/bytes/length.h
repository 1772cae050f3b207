/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * length.h - libFuzzer's length control (-len_control=100) for the mutations of a bytes
 * target: short inputs first, longer ones as nothing new comes. libFuzzer leaves it off
 * where there is a mutator, as ours; and its own would bind minimisation too, which
 * asks for the size that a branch needs.
 */
#ifndef HARNESS_LENGTH_H
#define HARNESS_LENGTH_H

#include <stddef.h>

struct length {
	size_t limit; /* 0: no control */
	unsigned long long
	    since; /* runs at its last change, or when something was new */
};

/* Begins with the control on. */
void length_init(struct length *l);

/* What a mutation of an input of that size may have, at most max_size, after so many
 * runs of libFuzzer. */
size_t length_allowed(struct length *l, unsigned long long runs, size_t size,
		      size_t max_size);

/* That run brought something new. */
void length_note_new(struct length *l, unsigned long long runs);

#endif
