/* SPDX-License-Identifier: GPL-3.0-or-later */
/* goal_names.h - goals by their ids (me/goal.h). */
#ifndef HARNESS_GOAL_NAMES_H
#define HARNESS_GOAL_NAMES_H

#include "harness/program/program.h"

struct goal_names {
	struct goal_name *list; /* sorted by id */
	uint32_t count;
};

/* Out of memory: there are fewer names. */
void goal_names_init(struct goal_names *n, const struct program *p);
void goal_names_done(struct goal_names *n);

/* The goal, of several with one id the first; PROGRAM_NONE: no goal has the id. */
uint32_t goal_names_find(const struct goal_names *n, const char *id);

#endif
