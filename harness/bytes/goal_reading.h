/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * goal_reading.h - what the last run showed of a goal: at its site or, where the goal
 * is one over the whole run (run_goal.h), at the decision that first left the path. Of
 * a user's goal only its value is known.
 */
#ifndef HARNESS_GOAL_READING_H
#define HARNESS_GOAL_READING_H

#include "harness/bytes/taint.h"
#include "harness/goals/goals.h"
#include "harness/input/operand_fields.h"

/* Where a goal is read. */
struct goal_place {
	uint32_t site; /* or PROGRAM_NONE */
	uint32_t followed; /* how many decisions of the path led there; else 0 */
	uint64_t path; /* a number for the sides that led there */
	struct operand operands[2]; /* at the site; of type ME_VOID where there is none
				     */
};

/* An equality, or another condition, at which a run turned away. */
struct goal_turn {
	uint32_t site, level; /* level: as in struct observation */
	struct operand operands[2];
};

/* Whether the run got to where the goal is read: of a path, as far as `place`. */
int goal_is_reached(const struct goals *g, uint32_t goal,
		    const struct goal_place *place);

/* The run's place; it reached one. */
void goal_place_of(const struct goals *g, uint32_t goal, struct goal_place *out);

/* What it showed, compared with a run that had the given place. */
void goal_observe(const struct goals *g, uint32_t goal, const struct goal_place *place,
		  struct observation *out);

/* Where a run that did not get to `place` turned away; 0 when that is not known. */
int goal_turn_of(const struct goals *g, uint32_t goal, struct goal_turn *out);

#endif
