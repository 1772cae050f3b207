/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scope.h - the functions whose goals are sought. */
#ifndef HARNESS_SCOPE_H
#define HARNESS_SCOPE_H

#include "harness/program/side_graph.h"

/* Of a function, or-ed: the entry can reach it; its goals are sought. */
enum { SCOPE_REACHED = 1, SCOPE_CHOSEN = 2 };

/* Whether a source line wrote it. */
static inline int scope_is_own(const struct me_goal *goal)
{
	return !(goal->flags & ME_GOAL_COMPILER);
}

/* What is asked for, as goals_init has it. */
struct scope_question {
	const struct program *program;
	const struct graph *graph;
	const char *entry, *scope, *kinds;
	int seeks_run; /* no goals of functions are sought */
};

/* Sets chosen, one byte a function of the program and all 0. */
void scope_choose(const struct scope_question *q, unsigned char *chosen);

/* 0, or -1 when `scope`, the value of --functions=, is a pattern that no function of the program
 * matches: *error, in a buffer of this module, says what may have been meant. */
int scope_check(const struct program *program, const char *scope, const char **error);

#endif
