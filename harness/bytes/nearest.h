/* SPDX-License-Identifier: GPL-3.0-or-later */
/* nearest.h - what libFuzzer mutates where the goal is one over the whole run of a bytes
 * target. No input on the way to such a goal takes a branch that is new, so libFuzzer
 * keeps none of them. */
#ifndef HARNESS_NEAREST_H
#define HARNESS_NEAREST_H

#include "harness/goals/goals.h"

/*
 * Replaces the input of `size` bytes in `data` (room for max_size) by the nearest one to
 * the goal, for every second `seed`, and returns its size; `size` where there is no such
 * goal, no input yet, or no room.
 */
size_t nearest_base(const struct goals *g, uint8_t *data, size_t size, size_t max_size,
		    unsigned seed);

#endif
