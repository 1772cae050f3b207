/* SPDX-License-Identifier: GPL-3.0-or-later */
/* farm_slurm.c - the cluster, through Slurm's own commands. */
#include <stdlib.h>
#include <string.h>

#include "command/base/process.h"
#include "command/farm/farm.h"
#include "system/path.h"

/* ---- the scripts that sbatch gets, as a person could write them */

const char *const farm_script_names[FARM_SCRIPTS] = {"search", "merge", "report"};

/* What sbatch would read otherwise in a name that stands between double quotes. */
static int check_name(struct command *command, const char *name)
{
	if (!strpbrk(name, "\"\\$`\n%"))
		return 0;
	return command_fail(command, name,
			    "a name in a script of Slurm has none of \" \\ $ ` %% nor "
			    "an end of line");
}

static void add_options(const struct farm *farm, enum farm_script which,
			struct text_buffer *out)
{
	const struct farm_settings *s = &farm->settings;
	const char *name = farm_script_names[which];

	text_add(out, "#!/bin/sh\n");
	text_add(out, "#SBATCH --job-name=\"me-%s-%s\"\n", name,
		 path_base(farm->directory));
	text_add(out, "#SBATCH --output=\"%s/jobs/%s-%s.log\"\n", farm->directory, name,
		 which == FARM_REPORT ? "%j" : "%A_%a");
	text_add(out, "#SBATCH --open-mode=append\n");
	text_add(out, "#SBATCH --requeue\n");
	text_add(out, "#SBATCH --ntasks=1\n");
	text_add(out, "#SBATCH --cpus-per-task=%u\n",
		 which == FARM_REPORT ? 1 : s->cpus);
	text_add(out, "#SBATCH --time=%s\n", s->time);
	if (which != FARM_REPORT)
		text_add(out, "#SBATCH --array=0-%u\n",
			 (which == FARM_SEARCH ? farm->tasks : farm->merges) - 1);
	if (which == FARM_SEARCH)
		text_add(out, "#SBATCH --signal=B:TERM@%.0f\n",
			 farm_search_margin(farm_settings_seconds(s->time)));
	for (size_t i = 0; i < s->sbatch.count; i++)
		text_add(out, "#SBATCH %s\n", s->sbatch.items[i]);
}

/* The program takes the place of the shell, to which Slurm sends the signal. */
static void add_command(const struct farm *farm, enum farm_script which, const char *me,
			struct text_buffer *out)
{
	static const char *const option[] = {"run", "merge", "report"};

	text_add(out, "exec \"%s\" farm --%s%s \"%s\"\n", me, option[which],
		 which == FARM_REPORT ? "" : "=\"$SLURM_ARRAY_TASK_ID\"",
		 farm->directory);
}

int farm_script(struct command *command, const struct farm *farm,
		enum farm_script which, struct text_buffer *out)
{
	char *me = NULL;
	int err = command_own_file(command, "me", &me);

	if (!err)
		err = check_name(command, me);
	if (!err)
		err = check_name(command, farm->directory);
	for (size_t i = 0; i < farm->settings.sbatch.count && !err; i++)
		if (strchr(farm->settings.sbatch.items[i], '\n'))
			err = command_fail(command, "--sbatch=", "has an end of line");
	if (!err) {
		add_options(farm, which, out);
		add_command(farm, which, me, out);
	}
	free(me);
	return err;
}

int farm_slurm_check(struct command *command)
{
	if (path_has("sbatch"))
		return 0;
	return command_fail(
	    command, "sbatch",
	    "there is no such command: this machine submits no jobs to "
	    "Slurm. --local=N runs the farm here, and --dry-run shows the "
	    "scripts");
}

/* ---- its commands */

/* Runs one of Slurm's commands; its output, or null when it failed. */
static int slurm(struct command *command, struct words *words, int *status,
		 struct text_buffer *output, struct text_buffer *errors)
{
	struct process run = {.words = *words, .is_tied = true};
	const int err = process_run(command, &run);

	*status = run.status;
	*output = run.output;
	*errors = run.errors;
	words_done(words);
	return err;
}

unsigned farm_slurm_array_limit(struct command *command)
{
	struct words words = {0};
	struct text_buffer output, errors;
	unsigned limit = 0;
	int status;

	words_add_each(&words, "scontrol", "show", "config");
	const int err = slurm(command, &words, &status, &output, &errors);
	const char *at =
	    !err && output.size ? strstr(text_string(&output), "MaxArraySize") : NULL;
	if (err)
		*command->failure = '\0'; /* then sbatch says what it refuses */
	else if (at)
		sscanf(at, "MaxArraySize = %u", &limit);
	text_done(&output);
	text_done(&errors);
	return limit;
}

/* Where squeue knows none of the jobs any more it fails, and says so. */
int farm_slurm_check_ended(struct command *command, const struct farm *farm)
{
	struct words words = {0};
	struct text_buffer output, errors, jobs = {0};
	int status;

	if (!json_array_size(farm->jobs) || !path_has("squeue"))
		return 0;
	for (size_t i = 0; i < json_array_size(farm->jobs); i++)
		text_add(&jobs, "%s%lld", i ? "," : "",
			 (long long)json_integer_value(json_array_get(farm->jobs, i)));
	words_add_each(&words, "squeue", "--noheader");
	words_add_format(&words, "--jobs=%s", text_string(&jobs));
	int err = slurm(command, &words, &status, &output, &errors);
	if (!err && status == 0 && output.size)
		err =
		    command_fail(command, farm->directory,
				 "jobs of its last round are still in the queue: wait "
				 "for them, or `scancel %s`",
				 text_string(&jobs));
	text_done(&jobs);
	text_done(&output);
	text_done(&errors);
	return err;
}

/* ---- submitting */

static int write_script(struct command *command, const struct farm *farm,
			enum farm_script which, struct text_buffer *path)
{
	struct text_buffer script = {0};
	int err = farm_script(command, farm, which, &script);

	farm_path(farm, path, "jobs");
	if (!err)
		err = command_make_directory(command, text_string(path));
	farm_path(farm, path, "jobs/%s.sh", farm_script_names[which]);
	if (!err)
		err = command_write(command, text_string(path), script.bytes,
				    script.size);
	text_done(&script);
	return err;
}

/* Which says what comes of the others. */
static const char *last_line(const struct text_buffer *text)
{
	const char *line = text->size ? text_string(text) : "no reason";

	for (const char *next; (next = strchr(line, '\n')) && next[1];)
		line = next + 1;
	return line;
}

static int script_submit(struct command *command, const char *path, long long after,
			 long long *job)
{
	struct words words = {0};
	struct text_buffer output, errors;
	int status;

	words_add_each(&words, "sbatch", "--parsable");
	if (after)
		words_add_format(&words, "--dependency=afterany:%lld", after);
	words_add(&words, path);
	int err = slurm(command, &words, &status, &output, &errors);
	if (!err && (status || !output.size ||
		     sscanf(text_string(&output), "%lld", job) != 1)) {
		const char *said = last_line(&errors);
		err = command_fail(command, path, "sbatch refuses it: %.*s",
				   (int)strcspn(said, "\n"), said);
	}
	text_done(&output);
	text_done(&errors);
	return err;
}

static void cancel(struct command *command, const long long *jobs, int count)
{
	struct command aside = *command;
	struct words words = {0};
	struct text_buffer output, errors;
	int status;

	if (!count)
		return;
	words_add(&words, "scancel");
	for (int i = 0; i < count; i++)
		words_add_format(&words, "%lld", jobs[i]);
	slurm(&aside, &words, &status, &output, &errors);
	text_done(&output);
	text_done(&errors);
}

int farm_slurm_submit(struct command *command, struct farm *farm)
{
	long long jobs[FARM_SCRIPTS];
	struct text_buffer path = {0};
	int err = 0, n = 0;

	for (; n < FARM_SCRIPTS && !err; n += !err) {
		err = write_script(command, farm, (enum farm_script)n, &path);
		if (!err)
			err = script_submit(command, text_string(&path),
					    n ? jobs[n - 1] : 0, &jobs[n]);
		if (err)
			break;
	}
	text_done(&path);
	if (err) {
		cancel(command, jobs, n);
		return err;
	}
	json_array_clear(farm->jobs);
	for (int i = 0; i < n; i++)
		json_array_append_new(farm->jobs, json_integer(jobs[i]));
	return 0;
}
