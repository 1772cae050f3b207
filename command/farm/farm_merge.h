/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_merge.h - what a target's sessions have found becomes one corpus, one list of
 * failures and one line of numbers. */
#ifndef COMMAND_FARM_MERGE_H
#define COMMAND_FARM_MERGE_H

#include "command/farm/farm_pool.h"
#include "command/farm/farm.h"

/*
 * Of the targets first, first + step, ..., pool->width at once: adds to DIR/targets/NAME/corpus
 * what the sessions' corpora cover beside it, proves open goals where the settings say so,
 * runs artifacts again (failures.json), and counts (merged.json). Whenever it is killed, it
 * can be done again. Prints a line for each; pool->failed targets could not be merged.
 */
int farm_merge_run(struct command *command, const struct farm *farm,
		   struct farm_pool *pool, size_t first, size_t step);

#endif
