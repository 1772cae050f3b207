/* SPDX-License-Identifier: GPL-3.0-or-later */
/* triage_command.c - `me triage`: the distinct faults that artifacts show. */
#include <limits.h>

#include "command/target/build_record.h"
#include "command/triage/faults.h"
#include "command/triage/fold.h"
#include "command/triage/triage_format.h"
#include "system/stop.h"

static const struct triage_format *const triage_formats[] = {
    TRIAGE_FORMATS(FORMAT_ADDRESS, )};
static const char *const triage_format_names[] = {TRIAGE_FORMATS(FORMAT_WORD, ) NULL};

#define DEFAULT_SECONDS 10
enum { GROUP_SECONDS = 600 }; /* to simplify an input */
#define DEFAULT_RUNS 3

struct triage_options {
	struct triage_artifacts_limits limits;
	unsigned max_time; /* seconds; 0: no limit */
	const char *arguments; /* of the target; or null */
	const char *simplified; /* the directory of simpler inputs; or null */
	unsigned format;
};

#define AT(member) .at = offsetof(struct triage_options, member)

static const struct option_row triage_rows[] = {
    {"format", "F", "how failures are printed: " TRIAGE_FORMATS(FORMAT_NAME, ", "),
     OPTION_CHOICE, AT(format), .choices = triage_format_names},
    {"json", NULL, "the same as --format=json", OPTION_CONSTANT, AT(format),
     .least = FORMAT_triage_json},
    {"runs", "N",
     "runs of each artifact, which show flaky ones" USAGE_DEFAULT(DEFAULT_RUNS),
     OPTION_NUMBER, AT(limits.runs), .least = 1, .most = 1000},
    {"timeout", "SECONDS",
     "CPU time of a run, more is a timeout" USAGE_DEFAULT(DEFAULT_SECONDS),
     OPTION_NUMBER, AT(limits.seconds), .least = 1, .most = 86400},
    {"simplify", "DIRECTORY",
     "writes for each failure a simpler input that fails alike", OPTION_TEXT,
     AT(simplified)},
    {"time", "SECONDS", "end after that time by the clock (no limit)",
     OPTION_NUMBER, AT(max_time), .least = 1, .most = 1000000},
    {"target-args", "'ARGUMENT...'", "arguments of the target, for each run",
     OPTION_TEXT, AT(arguments)},
};

const struct usage triage_usage = {
    .name = "triage",
    .operands = "TARGET CORPUS|DIRECTORY|FILE...",
    .help = "run artifacts again and report the distinct faults",
    .least = 2,
    USAGE_ROWS(triage_rows),
    .verbose = "show the commands that are run",
};

static int arguments_read(struct triage *t, const char *arguments)
{
	if (arguments && words_split(&t->arguments, arguments))
		return command_fail(t->command,
				    "--target-args=", "a quote is not closed");
	return 0;
}

/* Of a corpus those that its sessions have listed; else what the directory or file is. */
static int artifacts_add(struct triage *t, const char *path)
{
	struct corpus_list listed = {0};
	int err = faults_list(t->command, path, &listed);

	for (size_t i = 0; i < listed.count && !err; i++)
		err = triage_artifacts_add(t, listed.paths[i]);
	if (!listed.count && !err)
		err = triage_artifacts_add(t, path);
	corpus_list_done(&listed);
	return err;
}

static int artifacts_find(struct triage *t, const struct operands *operands)
{
	int err = 0;

	for (int i = 1; i < operands->count && !err; i++)
		err = artifacts_add(t, operands->list[i]);
	if (!err && !t->count)
		err = command_fail(t->command, operands->list[1], "has no artifacts");
	return err;
}

static int triage_report(const struct triage *t, unsigned format)
{
	if (triage_formats[format]->print(t, stdout))
		return command_no_memory(t->command);
	return command_flush(t->command);
}

static int triage_all(struct triage *t, const struct triage_options *options,
		      const struct operands *operands)
{
	int err = target_check(t->command, t->target);

	if (!err)
		err = arguments_read(t, options->arguments);
	if (!err)
		err = artifacts_find(t, operands);
	if (!err)
		err = triage_artifacts_run(t, &options->limits);
	if (!err)
		fold(t);
	if (!err && options->simplified)
		err = simpler_find(t, options->simplified,
				   &(struct simpler_limits){options->limits.seconds,
							    GROUP_SECONDS, UINT_MAX,
							    false});
	return err ? err : triage_report(t, options->format);
}

int triage_main(struct command *command, int argc, char **argv)
{
	struct triage_options options = {
	    .limits = {.seconds = DEFAULT_SECONDS, .runs = DEFAULT_RUNS}};
	struct triage t = {.command = command};
	struct operands operands;
	int err,
	    code = usage_read(command, &triage_usage, argc, argv, &options, &operands);

	if (code != COMMAND_DONE)
		return code;
	t.target = operands.list[0];
	stop_begin(options.max_time);
	err = triage_all(&t, &options, &operands);
	const bool troubled = triage_count(&t).troubled > 0, fails = t.group_count > 0;
	triage_done(&t);
	stop_end();
	return err || troubled ? COMMAND_ERROR : fails ? COMMAND_FAULTS : COMMAND_DONE;
}
