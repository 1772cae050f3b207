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
 * (farm_session.c).
 *
 * command/farm submits and runs such sessions, merges what they found and reports it; it
 * calls `me` itself for that.
 */
#ifndef COMMAND_FARM_H
#define COMMAND_FARM_H

#include <jansson.h>
#include <stdio.h>

#include "command/base/command.h"
#include "command/base/text.h"
#include "command/base/words.h"

struct farm_pool;

/* What a farm is asked to do. It is kept in the record, so that `me farm DIR` goes on with
 * the settings that were given last. */
struct farm_settings {
	const char *time; /* the limit of an array task, as sbatch reads it */
	const char *target_args; /* arguments of each session, or null */
	unsigned tasks; /* of the array; 0: as many as there are sessions, if allowed */
	unsigned seeds; /* sessions of each target */
	unsigned seed; /* of the first session; the others go on from it */
	unsigned cpus; /* of a task: so many sessions at once */
	unsigned session; /* seconds of each; 0: its share of the task's time */
	unsigned prove; /* seconds of `me prove` for each target; 0: none */
	struct words sbatch; /* more options of sbatch */
};

struct farm_target {
	char *name; /* of its directory: the file's, made unique */
	char *path; /* absolute */
	char *sha1; /* of the file when the round began */
	char *signature; /* SHA-1 of what an input is to it, or "bytes" */
};

struct farm {
	char *directory; /* absolute */
	bool is_there; /* it has a record */
	json_t *record; /* as it was read; texts of settings are its; or null */
	struct farm_settings settings;
	unsigned round; /* from 1; 0: none has begun */
	unsigned tasks, merges; /* of the two arrays of the round */
	struct farm_target *targets;
	size_t count, room;
	json_t *jobs; /* an array of numbers of jobs */
	int lock; /* -1: none */
};

/* Reads the record of the directory, which need not be there. `settings` of the record
 * come into farm->settings. Fails when the record cannot be used. Call farm_done() in any
 * case. */
int farm_open(struct command *command, struct farm *farm, const char *directory);
/* Reads the record of a farm that must be there. */
int farm_find(struct command *command, struct farm *farm, const char *directory);
void farm_done(struct farm *farm);

/* Makes the directory, and takes its lock: there is no other `me farm` that changes the
 * farm. It fails when the directory holds what is no farm's. */
int farm_hold(struct command *command, struct farm *farm);

/* Writes the record; at each moment the old one is there or the new one. */
int farm_save(struct command *command, const struct farm *farm);

/* Adds a target; takes over the four strings of the heap. */
void farm_add(struct farm *farm, const struct farm_target *target);

/* A path below the directory; the caller calls text_done(). */
const char *farm_path(const struct farm *farm, struct text_buffer *path,
		      const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Sessions of a round, by number: seed s of target t is s * count + t. */
static inline size_t farm_units(const struct farm *farm)
{
	return farm->count * farm->settings.seeds;
}

/* ---- settings */

/* Before options are read. */
void farm_settings_init(struct farm_settings *settings);
void farm_settings_done(struct farm_settings *settings);

/* Seconds of a limit as sbatch reads it: minutes, minutes:seconds, hours:minutes:seconds,
 * days-hours, days-hours:minutes or days-hours:minutes:seconds. -1 when it is none, or 0. */
double farm_settings_seconds(const char *time);

/* ---- farm_merge.c */

/*
 * Of the targets first, first + step, ..., pool->width at once: adds to DIR/targets/NAME/corpus
 * what the sessions' corpora cover beside it, proves open goals where the settings say so,
 * runs artifacts again (failures.json), and counts (merged.json). Whenever it is killed, it
 * can be done again. Prints a line for each; pool->failed targets could not be merged.
 */
int farm_merge_run(struct command *command, const struct farm *farm,
		   struct farm_pool *pool, size_t first, size_t step);

/* ---- farm_slurm.c */

enum farm_script { FARM_SEARCH, FARM_MERGE, FARM_REPORT, FARM_SCRIPTS };

/* "search", "merge", "report" */
extern const char *const farm_script_names[FARM_SCRIPTS];

/* Fails when there is no sbatch here. */
int farm_slurm_check(struct command *command);

/* How many tasks an array may have here; 0 when that is not told. */
unsigned farm_slurm_array_limit(struct command *command);

/* Fails when a job of the round before is still in the queue. */
int farm_slurm_check_ended(struct command *command, const struct farm *farm);

/*
 * Submits the scripts, each after the one before, from DIR/jobs, and puts the numbers of
 * the jobs into farm->jobs. When one is refused, those before it are cancelled.
 */
int farm_slurm_submit(struct command *command, struct farm *farm);

/* Adds the text of the script. Fails when a name cannot stand in one. */
int farm_script(struct command *command, const struct farm *farm,
		enum farm_script which, struct text_buffer *out);

/* ---- farm_report.c */

/* How many sessions of the round are in each state (enum unit_state). */
void farm_report_states(const struct farm *farm, size_t states[4]);

/* One line: the round, its sessions, the jobs. */
void farm_report_head(const struct farm *farm, FILE *out);

/* Prints the distinct faults, the table of merged targets, and what could not be run; the
 * same goes into DIR/report.txt. *faults: how many failures that are. */
int farm_report(struct command *command, const struct farm *farm, size_t *faults);

/* ---- farm_targets.c */

/*
 * Looks at the targets of a command line, or where there are none at those of the record.
 * Each has to be a target of ME. Targets that the farm does not have are added to a new
 * farm, or with may_add; else they are refused. A target that was rebuilt is noted, and is
 * refused when its inputs mean something else than before.
 */
int farm_targets_take(struct command *command, struct farm *farm, char **paths,
		      int count, bool may_add);

/* Fails when the target's file is not that of the round. */
int farm_targets_check(struct command *command, const struct farm_target *target);

/* ---- farm_session.c */

struct farm_search {
	struct command *command;
	const struct farm *farm;
	unsigned width; /* sessions at once */
	double deadline; /* of clock_now(): by then they end */
	size_t open; /* set: sessions that have still to be run */
	size_t failed; /* set: those that could not be run */
	double cpu; /* set: as of the pool (farm_pool.h) */
	bool is_interrupted; /* set: a signal has asked for the end */
};

/* Runs those of the sessions first, first + step, ... that are not done in this round,
 * and prints a line for each. 0, or -1 with the failure noted. */
int farm_search_run(struct farm_search *search, size_t first, size_t step);

/* How many seconds before its limit Slurm is to warn a task of that many seconds; twice as
 * long before it sessions end by themselves. */
double farm_search_margin(double seconds);

/* ---- farm.c: a session of the farm */

enum unit_state { UNIT_OPEN, UNIT_RUNNING, UNIT_DONE, UNIT_FAILED };

struct farm_unit {
	const struct farm *farm;
	const struct farm_target *target;
	unsigned seed; /* from 1 */
};

/* The session of that number, 0 to farm_units() - 1. */
struct farm_unit farm_unit_at(const struct farm *farm, size_t number);

/* A path below the session's directory. */
const char *farm_unit_path(const struct farm_unit *unit, struct text_buffer *path,
			   const char *below);

/*
 * How far the session is in the round of the record: UNIT_OPEN when it has not begun, when
 * its target is another one now, or when that is not known. `why` of a session that failed
 * is copied to why[size], which may be null.
 */
enum unit_state farm_unit_state(const struct farm_unit *unit, char *why, size_t size);

/* Writes it; `why` only of UNIT_FAILED. */
int farm_unit_note(struct command *command, const struct farm_unit *unit,
		   enum unit_state state, const char *why);

#endif
