/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_goal.h - the path that a target seeks with --goal=path, as the prover's goal. */
#ifndef COMMAND_PATH_GOAL_H
#define COMMAND_PATH_GOAL_H

#include "command/target/build_record.h"
#include "prover/verify/prover.h"

/* Its strings are the record's. A record without a path gives one without decisions.
 * Returns 0, or -1 when out of memory. path_goal_done() in any case. */
int path_goal_read(const struct build_record *record, struct prove_path *path);
/* All branches whose passes are decisions of paths, as sides (room for all goals of the
 * record); *number: by goal of the record, its side. *count is raised. */
void path_goal_sides(const struct build_record *record, struct prove_side *sides,
		     size_t *number, size_t *count);
void path_goal_done(struct prove_path *path);

#endif
