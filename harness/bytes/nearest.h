/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * nearest.h - libFuzzer's mutations of inputs that are nearest to open goals (goals.h).
 *
 * libFuzzer keeps an input that brings a new feature. What comes nearer to a goal, or is on
 * the way to one over the whole run, brings none, and would be mutated only by chance. With
 * -use_value_profile=1 libFuzzer keeps an input for each distance at each comparison; here
 * there is one for each open goal, and none in the corpus.
 */
#ifndef HARNESS_NEAREST_H
#define HARNESS_NEAREST_H

#include "harness/goals/goals.h"

/*
 * Replaces the input of `size` bytes in `data` (room for max_size) by the nearest one to
 * an open goal, for most values of `seed`, a random number; returns its size, or `size`
 * where there is no such input, or no room. Goals whose nearest input has seldom been
 * mutated since it was found come first.
 */
size_t nearest_base(struct goals *g, uint8_t *data, size_t size, size_t max_size,
		    unsigned seed);

#endif
