/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * farm_settings.h - what a farm is asked to do. They are kept in its record, so that
 * `me farm DIR` goes on with those that were given last.
 */
#ifndef COMMAND_FARM_SETTINGS_H
#define COMMAND_FARM_SETTINGS_H

#include <jansson.h>

#include "command/base/words.h"

struct farm_settings {
	const char *time; /* the limit of an array task, as sbatch reads it */
	const char *partition; /* or null */
	const char *target_args; /* arguments of each session, or null */
	unsigned tasks; /* of the array; 0: as many as there are sessions, if allowed */
	unsigned seeds; /* sessions of each target */
	unsigned
	    seed; /* of the first one in the first round; the others go on from it */
	unsigned cpus; /* of a task: so many sessions at once */
	unsigned session; /* seconds of each; 0: its share of the task's time */
	unsigned prove; /* seconds of `me prove` for each target; 0: none */
	struct words sbatch; /* more options of sbatch */
};

/* Before options are read. */
void farm_settings_init(struct farm_settings *settings);
void farm_settings_done(struct farm_settings *settings);

/* The settings as an object; null when out of memory. The caller owns it. */
json_t *farm_settings_json(const struct farm_settings *settings);
/* Takes over what the object has; texts stay the object's. */
void farm_settings_take(struct farm_settings *settings, const json_t *object);

/* Seconds of a limit as sbatch reads it: minutes, minutes:seconds, hours:minutes:seconds,
 * days-hours, days-hours:minutes or days-hours:minutes:seconds. -1 when it is none, or 0. */
double farm_settings_seconds(const char *time);

#endif
