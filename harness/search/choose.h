/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * choose.h - the next goal, and the start of a descent to it: the goal's best input if
 * it is new, else a variation of it, an input that closed another goal, or a random
 * vector; and the descent's minimiser out of the portfolio.
 */
#ifndef HARNESS_CHOOSE_H
#define HARNESS_CHOOSE_H

#include "harness/search/search.h"

/* The next open goal whose site has been reached, else PROGRAM_NONE: in turn, or where
 * many are open the nearest one of a few. */
uint32_t choose_goal(struct search *s);
/* Where no goal can be chosen, and the last run failed by an access outside of an array: one that
 * may lie behind it; s->x is that run's input. PROGRAM_NONE: there is none. */
uint32_t choose_behind_wall(struct search *s);

/* How far the goal's best input is from it, as goals compare to each other: its
 * distance, twice that for each time that the goal had its turn. */
double choose_way_left(const struct goal_state *q);

/* Sets the frame and the start s->x of a descent to the goal, at which runs are aimed
 * already; and s->pinned, where a coordinate is to keep its value. May run inputs.
 * Returns 0 when no descent is to be made. */
int choose_start(struct search *s, uint32_t goal);

/* The index in s->arms of the minimiser of the goal's next descent, of which s->goals has
 * counted the try. Where the frame is the input, the first two descents are by signed and
 * relay; from then on the likelier by a method, the more goals it has met for what it
 * cost. */
unsigned choose_arm(struct search *s, uint32_t goal);

/* If the pool has a new input, runs it and some others to find out which coordinates
 * are untainted. No descent is under way. */
void choose_untainted(struct search *s);

/* Sets s->projection: the descent from s->x moves all of the frame but what is pinned
 * and, mostly, what is untainted. */
void choose_moved(struct search *s);

#endif
