/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover_command.c - `me cover`: what a corpus covers, by gcov. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus.h"
#include "command/target/build_record.h"
#include "command/gcov/coverage.h"
#include "command/cover/verdict_report.h"
#include "command/gcov/report.h"
#include "command/base/subcommands.h"
#include "command/gcov/twin_build.h"
#include "command/target/target_trace.h"

struct cover_options {
	const char *target;
	char **corpora;
	int corpus_count;
	const char *link; /* --link=, or NULL */
	double fail_under; /* percent; NAN if not given */
	bool json;
};

/* ---- arguments */

static int usage_error(struct command *command, const char *word, const char *reason)
{
	command_fail(command, word, "%s; try `me help`", reason);
	return COMMAND_USAGE;
}

static bool percent_read(const char *text, double *percent)
{
	char *end;

	*percent = strtod(text, &end);
	return end != text && *end == '\0' && *percent >= 0 && *percent <= 100;
}

/* Returns an exit code; COMMAND_DONE to go on. */
static int options_read(struct command *command, int argc, char **argv,
			struct cover_options *options)
{
	int words = 0;

	options->fail_under = NAN;
	for (int i = 1; i < argc; i++) {
		const char *word = argv[i];

		if (strcmp(word, "--json") == 0)
			options->json = true;
		else if (strcmp(word, "-v") == 0)
			command->verbose = true;
		else if (strncmp(word, "--link=", 7) == 0)
			options->link = word + 7;
		else if (strncmp(word, "--fail-under=", 13) == 0) {
			if (!percent_read(word + 13, &options->fail_under))
				return usage_error(command, word, "not a percentage");
		} else if (*word == '-')
			return usage_error(command, word, "unknown option");
		else
			argv[1 + words++] = argv[i]; /* names move to the front */
	}
	if (words < 2)
		return usage_error(command, "cover", "wants TARGET and CORPUS");
	options->target = argv[1];
	options->corpora = argv + 2;
	options->corpus_count = words - 1;
	return COMMAND_DONE;
}

/* ---- the work */

static int inputs_list(struct command *command, const struct cover_options *options,
		       struct corpus_list *inputs)
{
	for (int i = 0; i < options->corpus_count; i++) {
		const int err = corpus_list_add(inputs, options->corpora[i]);

		if (err)
			return command_fail(command, options->corpora[i], "%s",
					    corpus_strerror(err));
	}
	if (inputs->count == 0)
		return command_fail(command, options->corpora[0], "has no inputs");
	return 0;
}

static int sources_check_age(struct command *command, const struct build_record *record)
{
	for (size_t i = 0; i < record->unit_count; i++)
		if (build_record_check_age(command, record, record->units[i].directory,
					   record->units[i].source) != 0)
			return -1;
	return 0;
}

static int twin_run(struct command *command, const struct cover_options *options,
		    const struct build_record *record, const struct corpus_list *inputs,
		    struct twin *twin)
{
	char *directory = NULL;
	int err = corpus_aside(options->corpora[0], "gcov", &directory);

	if (err)
		return command_fail(command, options->corpora[0], "%s",
				    corpus_strerror(err));
	err = twin_make(command, record, directory, options->link, twin);
	if (!err)
		err = twin_replay(command, twin, inputs);
	free(directory);
	return err;
}

/* Percent of the entry's branches, of all functions' without an entry. */
static double branches_percent(const struct coverage *coverage)
{
	const struct gcov_ratio *ratio = coverage->entry
					     ? &coverage->entry->metrics.branches
					     : &coverage->rest.branches;

	return ratio->total ? 100.0 * ratio->covered / ratio->total : 100.0;
}

static int cover_report(struct command *command, const struct cover_options *options,
			const struct report *report)
{
	const double percent = branches_percent(report->coverage);
	const int err = options->json ? report_json(command, report, stdout)
				      : report_text(command, report, stdout);

	if (err)
		return COMMAND_ERROR;
	if (fflush(stdout) != 0) {
		command_fail(command, "standard output", "cannot be written");
		return COMMAND_ERROR;
	}
	if (percent >= options->fail_under || isnan(options->fail_under))
		return COMMAND_DONE;
	command_fail(command, options->target,
		     "%.1f%% of the branches, less than the %g%% asked for", percent,
		     options->fail_under);
	return COMMAND_BELOW;
}

/* The goals that gcov does not count are those of the target's own runs. */
static void goal_note(void *context, const char *path, const struct trace_run *run)
{
	struct build_record *record = context;

	(void)path;
	for (size_t i = 0; i < record->goal_count; i++)
		if (!record->goals[i].is_branch)
			record->goals[i].taken |= run->met[i];
}

static int goals_trace(struct command *command, struct build_record *record,
		       const struct corpus_list *inputs)
{
	bool any = false;

	for (size_t i = 0; i < record->goal_count; i++) {
		struct build_goal *goal = &record->goals[i];
		goal->counted |= !goal->is_branch && goal->scope;
		any |= !goal->is_branch && goal->scope;
	}
	return any ? trace_inputs(command, record, inputs, goal_note, record) : 0;
}

int cover_main(struct command *command, int argc, char **argv)
{
	struct cover_options options = {0};
	struct corpus_list inputs = {0};
	struct build_record record = {0};
	struct twin twin = {0};
	struct coverage coverage = {0};
	int code = options_read(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	code = COMMAND_ERROR;
	if (inputs_list(command, &options, &inputs) == 0 &&
	    build_record_read(command, options.target, &record) == 0 &&
	    sources_check_age(command, &record) == 0 &&
	    twin_run(command, &options, &record, &inputs, &twin) == 0 &&
	    coverage_measure(command, &record, &twin, &coverage) == 0 &&
	    goals_trace(command, &record, &inputs) == 0 &&
	    proofs_note(command, &record, options.corpora[0]) == 0) {
		const struct report report = {&record, &coverage, options.corpora[0],
					      inputs.count};

		code = cover_report(command, &options, &report);
	}
	coverage_done(&coverage);
	twin_done(&twin);
	build_record_done(&record);
	corpus_list_done(&inputs);
	return code;
}
