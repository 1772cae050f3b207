/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover_command.c - `me cover`: what a corpus covers, by gcov. */
#include <math.h>
#include <stdlib.h>

#include "command/proof/verdict_file.h"
#include "gcov-tools/coverage.h"
#include "gcov-tools/report.h"
#include "gcov-tools/twin.h"
#include "command/target/corpora.h"
#include "command/target/target_trace.h"

static const struct report_format *const cover_formats[] = {
    REPORT_FORMATS(FORMAT_ADDRESS, )};

struct cover_request {
	const char *target;
	char **corpora;
	int corpus_count;
	struct goal_choice choice;
	const char *link; /* --link=, or NULL */
	double fail_under; /* percent; NAN if not given */
	unsigned format; /* one of REPORT_FORMATS */
};

/* ---- arguments */

#define AT(member) .at = offsetof(struct cover_request, member)

static const struct option_row cover_rows[] = {
    {"json", NULL, "print the whole report as JSON", OPTION_CONSTANT, AT(format),
     .least = FORMAT_report_json},
    {"fail-under", "PERCENT",
     "exit with 3 when fewer of the entry's branches are taken", OPTION_REAL,
     AT(fail_under), .least = 0, .most = 100},
    {"goals", "all|static|GLOB", "functions whose goals are reported", OPTION_TEXT,
     AT(choice.functions)},
    {"goal", "KIND,...", "kinds of goals that count: branch, label, ... (all)",
     OPTION_TEXT, AT(choice.kinds)},
    GOAL_CHOICE_PATH_ROWS(AT, choice.),
    GOAL_CHOICE_CUSTOM_ROW(AT, choice.),
    {"link", "'COMMAND'", "what linked the target, if it was not recorded", OPTION_TEXT,
     AT(link)},
};

const struct usage cover_usage = {
    .name = "cover",
    .operands = "TARGET CORPUS...",
    .help = "report what the inputs cover, counted by gcov",
    .least = 2,
    USAGE_ROWS(cover_rows),
    .verbose = "show the commands that are run, and functions of headers",
};

/* Returns an exit code; COMMAND_DONE to go on. */
static int options_read(struct command *command, int argc, char **argv,
			struct cover_request *options)
{
	struct operands operands;

	options->fail_under = NAN;
	const int code =
	    usage_read(command, &cover_usage, argc, argv, options, &operands);
	if (code != COMMAND_DONE)
		return code;
	options->target = operands.list[0];
	options->corpora = operands.list + 1;
	options->corpus_count = operands.count - 1;
	return COMMAND_DONE;
}

/* ---- the work */

static int sources_check_age(struct command *command, const struct build_record *record)
{
	for (size_t i = 0; i < record->unit_count; i++)
		if (build_record_check_age(command, record, record->units[i].directory,
					   record->units[i].source) != 0)
			return -1;
	return 0;
}

static int twin_run(struct command *command, const struct cover_request *options,
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

static int cover_report(struct command *command, const struct cover_request *options,
			const struct report *report)
{
	const double percent = branches_percent(report->coverage);
	const int err = cover_formats[options->format]->print(command, report, stdout);

	if (err)
		return COMMAND_ERROR;
	if (command_flush(command) != 0)
		return COMMAND_ERROR;
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
	struct cover_request options = {0};
	struct corpus_list inputs = {0};
	struct build_record record = {0};
	struct twin twin = {0};
	struct coverage coverage = {0};
	int code = options_read(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	code = COMMAND_ERROR;
	if (corpora_read(command, &inputs, options.target, options.corpora,
			 options.corpus_count) == 0 &&
	    build_record_read(command, options.target, options.choice, &record) == 0 &&
	    sources_check_age(command, &record) == 0 &&
	    twin_run(command, &options, &record, &inputs, &twin) == 0 &&
	    coverage_measure(command, &record, &twin, &coverage) == 0 &&
	    goals_trace(command, &record, &inputs) == 0 &&
	    verdicts_note(command, &record, options.corpora[0]) == 0) {
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
