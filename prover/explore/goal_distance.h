/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_distance.h - how many blocks the control flow has from each block to a goal that
 * is open, through calls and returns of any caller. */
#ifndef PROVER_GOAL_DISTANCE_H
#define PROVER_GOAL_DISTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prover/ir/gimple.h"

/* Sets `distance` by block, those of function i from first_block[i] on: 0 of a block with
 * an open goal (`is_open`, by block), UINT32_MAX where there is no way. */
void goal_distance(const struct program *program, const size_t *first_block,
		   const bool *is_open, uint32_t *distance);

#endif
