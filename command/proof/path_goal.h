/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_goal.h - the path that a target seeks with --goal=path, as the prover's goal. */
#ifndef COMMAND_PATH_GOAL_H
#define COMMAND_PATH_GOAL_H

#include "command/target/build_record.h"
#include "prover/verify/prover.h"

/* Its strings are the record's. A record without a path gives one without decisions.
 * Returns 0, or -1 when out of memory. path_goal_done() in any case. */
int path_goal_read(const struct build_record *record, struct prove_path *path);
void path_goal_done(struct prove_path *path);

#endif
