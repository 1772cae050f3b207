/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * damage.h - whether a run has damaged memory that is not its own: the frames of its callers on
 * the stack, or the heads of blocks on the heap of the C library.
 *
 * Such a run may return, and what it has damaged ends the process much later, in our code
 * or in another run. These checks take up to a millisecond, and so are made where a process
 * has died between two runs, and where an input is run alone.
 */
#ifndef HARNESS_DAMAGE_H
#define HARNESS_DAMAGE_H

/* Before the first run: finds the heap. */
void damage_init(void);

/* Whether nothing is found of what earlier runs have damaged; takes up to a millisecond. */
int damage_is_none(void);

/* A run of this thread's begins, called from the function whose frame address is given. */
void damage_begin(const void *frame);

/* It has returned, or was left: what it has damaged, in words. Null: nothing, or no run
 * has begun. */
const char *damage_end(void);

#endif
