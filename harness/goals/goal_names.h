/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * goal_names.h - goals by their kinds: "branch", or the kind of a predicate ("label",
 * "boundary", ...), and by their ids (me/goal.h).
 */
#ifndef HARNESS_GOAL_NAMES_H
#define HARNESS_GOAL_NAMES_H

#include "harness/program/program.h"

/* The name of the goal's kind. */
static inline const char *kinds_of(const struct me_goal *goal)
{
	return goal->predicate ? goal->predicate->kind : "branch";
}

/* Whether the list of kinds, their names separated by commas, has the kind; null means
 * all. */
int kinds_has(const char *kinds, const char *kind);

/* Whether goals of this kind count: the list has it, or is null, and then checks of
 * sanitizers (ME_KIND_CHECK) and faults (ME_KIND_FAULT), which nobody wrote, do not. They are
 * sought anyway. */
int kinds_count(const char *kinds, const char *kind);
int kinds_is_check(const struct me_goal *goal);
int kinds_is_fault(const struct me_goal *goal);

/* Whether the program's goal over the whole run (program.h) is the only one asked for. */
int kinds_seek_run(const struct program *program, const char *kinds);

/* 0, or -1 when the list, the value of `option`, names a kind that there is not, or only
 * kinds of which the program has no goal: *error, in a buffer of this module, says which
 * one and how such goals are made. */
int kinds_check(const struct program *program, const char *option, const char *kinds,
		const char **error);

struct goal_names {
	struct goal_name *list; /* sorted by ids */
	uint32_t count;
};

/* Out of memory: there are fewer names. */
void goal_names_init(struct goal_names *n, const struct program *p);
void goal_names_done(struct goal_names *n);

/* The goal, of several with one id the first; PROGRAM_NONE: no goal has the id. */
uint32_t goal_names_find(const struct goal_names *n, const char *id);

#endif
