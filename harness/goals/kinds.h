/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * kinds.h - goals by their kinds: "branch", or the kind of a predicate ("label",
 * "boundary", ...). A list of kinds is their names, separated by commas; null means
 * all.
 */
#ifndef HARNESS_KINDS_H
#define HARNESS_KINDS_H

#include "harness/program/program.h"

/* The name of the goal's kind. */
static inline const char *kinds_of(const struct me_goal *goal)
{
	return goal->predicate ? goal->predicate->kind : "branch";
}

/* Whether the list names the kind. */
int kinds_has(const char *kinds, const char *kind);

/* Whether the program's goal over the whole run (run_goal.h) is the only one asked for. */
int kinds_seek_run(const struct program *program, const char *kinds);

/* 0, or -1 when the list, the value of `option`, names a kind of which the program has
 * no goal: *error, in a buffer of this module, says which one and how such goals are
 * made. */
int kinds_check(const struct program *program, const char *option, const char *kinds,
		const char **error);

#endif
