/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_targets.h - the targets of a farm: whether they are the same programs as before. */
#ifndef COMMAND_FARM_TARGETS_H
#define COMMAND_FARM_TARGETS_H

#include "command/farm/farm.h"

/*
 * Looks at the targets of a command line, or where there are none at those of the record.
 * Each has to be a target of ME. Targets that the farm does not have are added to a new
 * farm, or with may_add; else they are refused. A target that was rebuilt is noted, and is
 * refused when its inputs mean something else than before.
 */
int farm_targets_take(struct command *command, struct farm *farm, char **paths,
		      int count, bool may_add);

/* The SHA-1 of a target's file. */
int farm_targets_sha1(struct command *command, const char *path, char **sha1);

/* Fails when the target's file is not that of the round. */
int farm_targets_check(struct command *command, const struct farm_target *target);

#endif
