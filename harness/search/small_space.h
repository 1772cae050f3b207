/* SPDX-License-Identifier: GPL-3.0-or-later */
/* small_space.h - the inputs of a function that has few of them are all run: two bytes, a flag and
 * an enumeration. What none of them meets, no search does. */
#ifndef HARNESS_SMALL_SPACE_H
#define HARNESS_SMALL_SPACE_H

struct search;

/* Runs some that were not run yet, when a few starts were in vain. 0: there are none, or too many
 * to be run. Whoever has run all has no start left. */
int small_space_turn(struct search *s);

#endif
