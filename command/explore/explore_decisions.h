/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_decisions.h - the decisions of the target's runs, and their goals. */
#ifndef COMMAND_EXPLORE_DECISIONS_H
#define COMMAND_EXPLORE_DECISIONS_H

#include "command/explore/exploring.h"
#include "command/target/target_trace.h"

struct decisions {
	size_t *list; /* sides, or NO_DECISION: one that does not count */
	size_t count, room;
	bool returns; /* the run does */
	struct trace_run run; /* its goals; met is null: the run has not told them */
};

/* Runs the file. Returns 0, or -1 after a message: the target cannot be run. A run that
 * takes long or ends otherwise has the decisions until then. decisions_done() in any
 * case. */
int decisions_read(struct exploring *x, const char *path, struct decisions *decisions);
/* The same in a target of its own, whose addresses and times are others. */
int decisions_read_apart(struct exploring *x, const char *path,
			 struct decisions *decisions);
void decisions_done(struct decisions *decisions);
/* Ends the target that has stayed. */
void decisions_end(struct exploring *x);

#endif
