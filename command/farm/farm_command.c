/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_command.c - `me farm`: sessions of many targets, on a cluster or on this machine. */
#include <limits.h>

#include "command/base/usage.h"
#include "command/farm/farm.h"
#include "command/farm/farm_pool.h"
#include "system/clock.h"

/* Where the cluster does not say it: Slurm's default. */
enum { ARRAY_LIMIT = 1001, NONE = -1 };

struct farm_command {
	struct farm_settings settings;
	unsigned local; /* processes at once on this machine; 0: Slurm */
	unsigned run, merge; /* the task that this is, or NONE */
	bool dry_run, add, report;
};

static int set_time(void *record, const char *value)
{
	struct farm_command *c = record;

	c->settings.time = value;
	return farm_settings_seconds(value) < 0 ? -1 : 0;
}

static int set_sbatch(void *record, const char *value)
{
	struct farm_command *c = record;

	words_add(&c->settings.sbatch, value);
	return *value == '-' ? 0 : -1;
}

#define AT(member) .at = offsetof(struct farm_command, member)

static const struct option_row farm_rows[] = {
    {"seeds", "N", "sessions of each target, each with a corpus of its own (1)",
     OPTION_NUMBER, AT(settings.seeds), .least = 1, .most = 10000},
    {"seed", "N", "that of the first session in the first round (1)", OPTION_NUMBER,
     AT(settings.seed), .least = 1, .most = 1000000000},
    {"time", "TIME",
     "limit of a task as sbatch reads it: minutes, h:m:s, d-h (1:00:00)", OPTION_CALL,
     .set = set_time},
    {"session", "SECONDS", "time of a session (its share of the task's time)",
     OPTION_NUMBER, AT(settings.session), .least = 1, .most = 10000000},
    {"tasks", "N", "tasks of the job array (as many as sessions, if allowed)",
     OPTION_NUMBER, AT(settings.tasks), .least = 1, .most = 4000000},
    {"cpus", "N", "CPUs of a task, which runs so many sessions at once (1)",
     OPTION_NUMBER, AT(settings.cpus), .least = 1, .most = 1024},
    {"sbatch", "OPTION", "one more option of sbatch: --sbatch=--mem=4G; repeatable",
     OPTION_CALL, .set = set_sbatch},
    {"prove", "SECONDS", "of me prove for each target, after the merge (no proofs)",
     OPTION_NUMBER, AT(settings.prove), .least = 1, .most = 1000000},
    {"target-args", "'ARGUMENT...'", "arguments of the targets, for each session",
     OPTION_TEXT, AT(settings.target_args)},
    {"add", NULL, "add the targets to a farm that is there", OPTION_FLAG, AT(add)},
    {"local", "N", "without Slurm: N sessions at once on this machine", OPTION_NUMBER,
     AT(local), .least = 1, .most = 1024},
    {"dry-run", NULL, "print the scripts; write and submit nothing", OPTION_FLAG,
     AT(dry_run)},
    {"report", NULL, "print what has been found, and write DIR/report.txt", OPTION_FLAG,
     AT(report)},
    {"run", "TASK", "in a job: the sessions of that task", OPTION_NUMBER, AT(run),
     .most = 4000000, .readers = FOR_PROGRAMS},
    {"merge", "TASK", "in a job: the targets that this task merges", OPTION_NUMBER,
     AT(merge), .most = 4000000, .readers = FOR_PROGRAMS},
};

const struct usage farm_usage = {
    .name = "farm",
    .operands = "DIR [TARGET...]",
    .help = "run many targets and seeds on a cluster with Slurm, or with --local=N",
    .least = 1,
    USAGE_ROWS(farm_rows),
    .verbose = "show the commands that are run",
};

/* ---- a round */

static unsigned least_of(size_t a, size_t b)
{
	return (unsigned)(a < b ? a : b);
}

/* A round in which sessions are still to be run goes on. */
static void round_begin(struct farm *farm)
{
	size_t states[UNIT_FAILED + 1];

	farm_report_states(farm, states);
	if (!farm->round || !(states[UNIT_OPEN] + states[UNIT_RUNNING]))
		farm->round++;
}

/* How many tasks the two arrays have. */
static int tasks_choose(struct command *command, struct farm *farm, bool is_local)
{
	const size_t units = farm_units(farm);
	unsigned limit = is_local ? UINT_MAX : farm_slurm_array_limit(command);

	if (!limit)
		limit = ARRAY_LIMIT;
	if (farm->settings.tasks > limit)
		return command_fail(command, "--tasks=",
				    "an array of this cluster has %u tasks at most "
				    "(MaxArraySize); a task runs several sessions, one "
				    "after the other",
				    limit);
	farm->tasks =
	    least_of(units, farm->settings.tasks ? farm->settings.tasks : limit);
	farm->merges = least_of(farm->count, farm->tasks);
	return 0;
}

static int round_plan(struct command *command, struct farm *farm,
		      const struct farm_command *options,
		      const struct operands *operands)
{
	int err = farm_slurm_check_ended(command, farm);

	if (!err)
		err = farm_targets_take(command, farm, operands->list + 1,
					operands->count - 1, options->add);
	if (err)
		return err;
	round_begin(farm);
	return tasks_choose(command, farm, options->local);
}

/* ---- without Slurm */

/* What a search that has ended leaves to be done. */
static int search_tell(struct command *command, const struct farm_search *s)
{
	if (s->is_interrupted)
		return command_fail(
		    command, s->farm->directory,
		    "interrupted with %zu session%s to be run; nothing is "
		    "lost, and `me farm` with the directory goes on",
		    s->open, s->open == 1 ? "" : "s");
	if (s->open)
		command_note(command,
			     "%zu session%s had no time or could not begin: `me farm` "
			     "with the directory runs them",
			     s->open, s->open == 1 ? "" : "s");
	return 0;
}

static int run_local(struct command *command, struct farm *farm, unsigned width)
{
	struct farm_search search = {
	    .command = command,
	    .farm = farm,
	    .width = width,
	    .deadline = clock_now() + farm_settings_seconds(farm->settings.time)};
	struct farm_pool merges = {.width = width};
	size_t faults = 0;
	int err = farm_save(command, farm);

	if (!err)
		err = farm_search_run(&search, 0, 1);
	if (!err)
		err = search_tell(command, &search);
	if (!err)
		err = farm_merge_run(command, farm, &merges, 0, 1);
	if (!err)
		err = farm_report(command, farm, &faults);
	if (!err && command->verbose)
		command_note(command,
			     "of %u process%s the longest had %.2f s of CPU for "
			     "sessions, and for merges %.2f s",
			     width, width == 1 ? "" : "es", search.cpu, merges.cpu);
	return err || search.failed || merges.failed ? COMMAND_ERROR
	       : faults				     ? COMMAND_FAULTS
						     : COMMAND_DONE;
}

/* ---- with Slurm */

static int show_scripts(struct command *command, const struct farm *farm)
{
	int err = 0;

	for (int which = 0; which < FARM_SCRIPTS && !err; which++) {
		struct text_buffer script = {0};
		err = farm_script(command, farm, (enum farm_script)which, &script);
		if (!err)
			printf("==> %s/jobs/%s.sh\n%s%s", farm->directory,
			       farm_script_names[which], text_string(&script),
			       which + 1 < FARM_SCRIPTS ? "\n" : "");
		text_done(&script);
	}
	return err ? err : command_flush(command);
}

/* The record is there before the first task can read it. */
static int farm_submit(struct command *command, struct farm *farm)
{
	int err = farm_save(command, farm);

	if (!err)
		err = farm_slurm_submit(command, farm);
	if (!err)
		err = farm_save(command, farm);
	if (err)
		return err;
	farm_report_head(farm, stdout);
	printf("me status %s shows how far it is\n", farm->directory);
	return command_flush(command);
}

static int farm_start(struct command *command, struct farm *farm,
		      const struct farm_command *options,
		      const struct operands *operands)
{
	int err = 0;

	if (!options->local && !options->dry_run)
		err = farm_slurm_check(command);
	if (!err)
		err = round_plan(command, farm, options, operands);
	if (!err && options->dry_run)
		return show_scripts(command, farm) ? COMMAND_ERROR : COMMAND_DONE;
	if (!err)
		err = farm_hold(command, farm);
	if (err)
		return COMMAND_ERROR;
	if (!options->local)
		return farm_submit(command, farm) ? COMMAND_ERROR : COMMAND_DONE;
	json_array_clear(farm->jobs);
	return run_local(command, farm, options->local);
}

/* ---- in a job */

static int no_task(struct command *command, const struct farm *farm, unsigned task,
		   unsigned tasks)
{
	command_fail(command, farm->directory, "has tasks 0 to %u, and no %u",
		     tasks ? tasks - 1 : 0, task);
	return COMMAND_ERROR;
}

static int run_task(struct command *command, struct farm *farm, unsigned task)
{
	const double seconds = farm_settings_seconds(farm->settings.time);
	const double left = seconds - 2 * farm_search_margin(seconds);
	struct farm_search search = {.command = command,
				     .farm = farm,
				     .width = farm->settings.cpus,
				     .deadline = clock_now() + (left > 2 ? left : 2)};

	if (task >= farm->tasks)
		return no_task(command, farm, task, farm->tasks);
	if (farm_search_run(&search, task, farm->tasks) ||
	    search_tell(command, &search))
		return COMMAND_ERROR;
	return search.failed ? COMMAND_ERROR : COMMAND_DONE;
}

static int merge_task(struct command *command, struct farm *farm, unsigned task)
{
	struct farm_pool pool = {.width = farm->settings.cpus};

	if (task >= farm->merges)
		return no_task(command, farm, task, farm->merges);
	if (farm_merge_run(command, farm, &pool, task, farm->merges))
		return COMMAND_ERROR;
	return pool.failed ? COMMAND_ERROR : COMMAND_DONE;
}

/* ---- the command */

/* Options count before what the farm was given last, and that before the defaults. */
static int settings_read(struct command *command, struct farm *farm, int argc,
			 char **argv, struct farm_command *options)
{
	struct operands operands;

	if (options->settings.sbatch.count)
		words_done(&farm->settings.sbatch);
	farm_settings_done(&options->settings);
	options->settings = farm->settings;
	const int code =
	    usage_read(command, &farm_usage, argc, argv, options, &operands);
	farm->settings = options->settings;
	options->settings = (struct farm_settings){0};
	return code;
}

static bool is_start(const struct farm_command *options)
{
	return options->run == (unsigned)NONE && options->merge == (unsigned)NONE &&
	       !options->report;
}

/* What a job does, or --report. */
static int farm_work(struct command *command, struct farm *farm,
		     const struct farm_command *options, const char *directory)
{
	if (farm_find(command, farm, directory))
		return COMMAND_ERROR;
	if (options->run != (unsigned)NONE)
		return run_task(command, farm, options->run);
	if (options->merge != (unsigned)NONE)
		return merge_task(command, farm, options->merge);
	size_t faults; /* a job that reports some has done its work */
	return farm_report(command, farm, &faults) ? COMMAND_ERROR : COMMAND_DONE;
}

int farm_main(struct command *command, int argc, char **argv)
{
	struct farm_command options = {.run = (unsigned)NONE, .merge = (unsigned)NONE};
	struct farm farm = {.lock = -1};
	struct operands operands;

	farm_settings_init(&options.settings);
	int code = usage_read(command, &farm_usage, argc, argv, &options, &operands);
	if (code == COMMAND_DONE && !is_start(&options)) {
		code = farm_work(command, &farm, &options, operands.list[0]);
	} else if (code == COMMAND_DONE) {
		code = farm_open(command, &farm, operands.list[0])
			   ? COMMAND_ERROR
			   : settings_read(command, &farm, argc, argv, &options);
		if (code == COMMAND_DONE)
			code = farm_start(command, &farm, &options, &operands);
	}
	farm_settings_done(&options.settings);
	farm_done(&farm);
	return code;
}
