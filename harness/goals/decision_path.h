/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * decision_path.h - paths as text: one decision a line, the id of the side that is
 * taken (as
 * --goals prints it), or `!` and the id: any other side of that site. Lines that begin
 * with `#`, and empty ones, are none, but for that of path_print_build(), which has to be
 * the target's. Decisions are those of the functions in scope.
 */
#ifndef HARNESS_DECISION_PATH_H
#define HARNESS_DECISION_PATH_H

#include "harness/goals/goals.h"
#include "harness/rungoal/decisions.h"

struct path {
	struct path_decision *decisions;
	uint32_t count;
};

/* Reads a file. 0, or -1 with an error that names the line (static): the file cannot be
 * read, it is of another build, an id is none of a branch in scope, or no control flow
 * leads from one decision to the next. */
int path_read(struct path *p, const struct goals *g, const char *file,
	      const char **error);

/* A number for the path: of its decisions, and of all decisions that count, since what
 * lies between is free. */
uint64_t path_key(const struct path *p, const struct goals *g);

/* Prints the line with the number of what ids stand for, the places and operators of all
 * branches that the program has by now; the decisions of a run, with a text between two of
 * them (records.h). */
void path_print_build(const struct program *p);
void path_print(const struct program *p, const struct decision_record *r,
		const char *between);

#endif
