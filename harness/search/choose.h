/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * choose.h - the next goal, and the start of a descent to it: the goal's best input if
 * it is new, else a variation of it, an input that closed another goal, or a random
 * vector.
 */
#ifndef HARNESS_CHOOSE_H
#define HARNESS_CHOOSE_H

#include "harness/search/search.h"

/* The next open goal, in turn, whose site has been reached; else PROGRAM_NONE. */
uint32_t choose_goal(struct search *s);

/* Makes the frame of a descent to the goal, which is aimed at, and sets s->x, perhaps
 * s->pinned, to where it starts. May run inputs. 0 when there is no descent to be made.
 */
int choose_start(struct search *s, uint32_t goal);

#endif
