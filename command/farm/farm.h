/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * farm.h - a farm: sessions of many targets, with several seeds each, that share a
 * directory. Its record is DIR/farm.json (me/schema.h), which is written when a round
 * begins and only read by the tasks.
 *
 *	DIR/farm.json			targets, settings, the round, jobs of Slurm
 *	DIR/targets/NAME/corpus		what all sessions of the target have found, merged
 *	DIR/targets/NAME/SEED/		a session's own corpus, artifacts, log and state
 *	DIR/jobs			scripts of Slurm, and what its jobs print
 *	DIR/report.txt			what the last report says
 *
 * A round is one session of each target and seed. No two sessions use one corpus, so that a
 * file system that many machines share needs no locks; what others find is linked into it
 * (farm_exchange.h).
 *
 * The room command/farm submits and runs such sessions, merges what they found and
 * reports it; it calls `me` itself for that. It may include command/base and target, and
 * corpus and system.
 */
#ifndef COMMAND_FARM_H
#define COMMAND_FARM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "command/base/command.h"
#include "command/base/text.h"
#include "command/farm/farm_settings.h"

struct farm_target {
	char *name; /* of its directory: the file's, made unique */
	char *path; /* absolute */
	char *sha1; /* of the file when the round began */
	char
	    *signature; /* SHA-1 of what an input is to it; of a bytes target "bytes" */
};

struct farm {
	char *directory; /* absolute */
	bool is_there; /* it has a record */
	json_t *record; /* as it was read; texts of settings are its; or null */
	struct farm_settings settings;
	unsigned round; /* from 1; 0: none has begun */
	unsigned tasks, merges; /* of the two arrays of the round */
	struct farm_target *targets;
	size_t count;
	json_t *jobs; /* an array of numbers of jobs */
	int lock; /* -1: none */
};

/* Reads the record of the directory, which need not be there. `settings` of the record
 * come into farm->settings. Fails when the record cannot be used. Call farm_done() in any
 * case. */
int farm_open(struct command *command, struct farm *farm, const char *directory);
/* The same, of a farm that must be there. */
int farm_find(struct command *command, struct farm *farm, const char *directory);
void farm_done(struct farm *farm);

/* Makes the directory, and takes its lock: there is no other `me farm` that changes the
 * farm. It fails when the directory holds what is no farm's. */
int farm_hold(struct command *command, struct farm *farm);

/* Writes the record; at each moment the old one is there or the new one. */
int farm_save(struct command *command, const struct farm *farm);

/* Adds a target; takes over the four strings of the heap. -1: out of memory. */
int farm_add(struct farm *farm, const struct farm_target *target);

/* A path below the directory; the caller calls text_done(). */
const char *farm_path(const struct farm *farm, struct text *path, const char *format,
		      ...) __attribute__((format(printf, 3, 4)));

/* Writes a value to the file, with flags of json_dumps(), and releases it; null: out of
 * memory. At each moment the old file is there or the new one. */
int farm_write(struct command *command, const char *path, json_t *value, size_t flags);
/* The object that the file holds, its strings as bytes; null where there is none, or a
 * damaged one. The caller owns it. */
json_t *farm_read(const char *path);

/* Sessions of a round, by number: seed s of target t is s * count + t. */
static inline size_t farm_units(const struct farm *farm)
{
	return farm->count * farm->settings.seeds;
}

#endif
