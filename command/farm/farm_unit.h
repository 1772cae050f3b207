/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_unit.h - a session of the farm: one target with one seed, and how far it is. */
#ifndef COMMAND_FARM_UNIT_H
#define COMMAND_FARM_UNIT_H

#include "command/farm/farm.h"

enum unit_state { UNIT_OPEN, UNIT_RUNNING, UNIT_DONE, UNIT_FAILED };

struct unit {
	const struct farm *farm;
	const struct farm_target *target;
	unsigned seed; /* from 1 */
};

/* Of the number 0 to farm_units() - 1. */
struct unit unit_at(const struct farm *farm, size_t number);

/* A path below the session's directory. */
const char *unit_path(const struct unit *unit, struct text *path, const char *below);

/*
 * How far the session is in the round of the record: UNIT_OPEN when it has not begun, when
 * its target is another one now, or when that is not known. `why` of a session that failed
 * is copied to why[size], which may be null.
 */
enum unit_state unit_state(const struct unit *unit, char *why, size_t size);

/* Writes it; `why` only of UNIT_FAILED. */
int unit_note(struct command *command, const struct unit *unit, enum unit_state state,
	      const char *why);

#endif
