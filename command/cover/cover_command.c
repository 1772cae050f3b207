/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover_command.c - `me cover`: what a corpus covers, by gcov. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "command/proof/verdict_file.h"
#include "gcov-tools/coverage.h"
#include "gcov-tools/report.h"
#include "gcov-tools/twin.h"
#include "command/target/corpora.h"
#include "command/target/target_trace.h"
#include "command/triage/faults.h"
#include "corpus/tools/named_scalars.h"
#include "system/allocation.h"

static const struct report_format *const cover_formats[] = {
    REPORT_FORMATS(FORMAT_ADDRESS, )};

struct cover_request {
	const char *target;
	char **corpora;
	int corpus_count;
	struct goal_choice choice;
	const char *link; /* --link=, or NULL */
	double fail_under; /* percent; NAN if not given */
	bool fail_on_faults;
	unsigned format; /* one of REPORT_FORMATS */
};

/* What is run: inputs that return, and inputs that fail in the target. */
struct cover_inputs {
	struct corpus_list returning, failing;
	size_t count; /* of the corpora */
	struct triage faults;
};

/* ---- arguments */

#define AT(member) .at = offsetof(struct cover_request, member)

static const struct option_row cover_rows[] = {
    {"json", NULL, "print the whole report as JSON", OPTION_CONSTANT, AT(format),
     .least = FORMAT_report_json},
    {"fail-under", "PERCENT",
     "exit with 3 when fewer of the entry's branches are taken", OPTION_REAL,
     AT(fail_under), .least = 0, .most = 100},
    {"fail-on-faults", NULL, "exit with 4 when the target fails on an input",
     OPTION_FLAG, AT(fail_on_faults)},
    {"functions", "all|static|GLOB", "functions whose goals are reported", OPTION_TEXT,
     AT(choice.functions)},
    {"kinds", "KIND,...", "kinds of goals that count: branch, label, ... (all)",
     OPTION_TEXT, AT(choice.kinds)},
    GOAL_CHOICE_PATH_ROW(AT, choice.),
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

/* ---- inputs that fail */

static bool has_failed(const struct triage *t, const char *path)
{
	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->artifacts[i].path, path) == 0)
			return t->artifacts[i].group != TRIAGE_NONE;
	return false;
}

/* Takes the artifacts that fail out of a list; the others stay, or are dropped. */
static void take_failing(struct cover_inputs *in, struct corpus_list *from,
			 struct corpus_list *failing, bool others_stay)
{
	size_t kept = 0;

	for (size_t i = 0; i < from->count; i++) {
		if (has_failed(&in->faults, from->paths[i]))
			failing->paths[failing->count++] = from->paths[i];
		else if (others_stay)
			from->paths[kept++] = from->paths[i];
		else
			free(from->paths[i]);
	}
	from->count = kept;
}

/* Runs what may fail, the artifacts of earlier sessions and files that are named as such, in
 * the target: some may return in this build. */
static int inputs_part(struct command *command, const struct cover_request *options,
		       struct cover_inputs *in)
{
	struct corpus_list listed = {0}, *given = &in->returning;
	int err = 0;

	in->count = given->count;
	for (int i = 0; i < options->corpus_count && !err; i++)
		err = faults_list(command, options->corpora[i], &listed);
	const size_t all = listed.count + given->count;
	struct corpus_list run = {.paths = array_new(all, sizeof(char *))};
	in->failing.paths = array_new(all, sizeof(char *));
	for (size_t i = 0; i < all && !err; i++) {
		char *path =
		    i < listed.count ? listed.paths[i] : given->paths[i - listed.count];
		if (triage_is_artifact_name(path))
			run.paths[run.count++] = path;
	}
	if (!err)
		err = faults_find(command, options->target, &run, &in->faults);
	if (!err) {
		take_failing(in, given, &in->failing, true);
		take_failing(in, &listed, &in->failing, false);
	}
	free(run.paths);
	corpus_list_done(&listed);
	return err;
}

static void inputs_done(struct cover_inputs *in)
{
	corpus_list_done(&in->returning);
	corpus_list_done(&in->failing);
	triage_done(&in->faults);
}

/* ---- runs in the twin */

static int twin_build(struct command *command, const struct cover_request *options,
		      const struct build_record *record, struct twin *twin)
{
	char *directory = NULL;
	int err = corpora_aside(command, options->corpora[0], "gcov", &directory);

	if (err)
		return err;
	err = twin_make(command, record, directory, options->link, twin);
	free(directory);
	return err;
}

static void failing_note(void *context, const char *path, const struct trace_run *run)
{
	struct build_record *record = context;

	(void)path;
	for (size_t i = 0; i < record->goal_count; i++)
		if (record->goals[i].is_branch)
			record->goals[i].taken |= run->met[i];
}

/* Runs those that fail in the target: GCC counts some arcs only, and computes the others as if each
 * block that is entered were left, by an arc or in a call. A run that a signal ends between two
 * arcs would count as one that has taken a branch behind. */
static int failing_trace(struct command *command, struct build_record *record,
			 const struct cover_inputs *in)
{
	for (size_t i = 0; i < record->goal_count; i++) {
		struct build_goal *goal = &record->goals[i];

		goal->only_failing = !goal->taken;
		goal->told = goal->is_branch && goal->scope;
	}
	return trace_inputs(command, record, &in->failing, failing_note, record);
}

/* What the inputs that return take is counted first: so it is known what only others do. */
static int twin_measure(struct command *command, struct build_record *record,
			const struct cover_inputs *in, const struct twin *twin,
			struct coverage *coverage)
{
	const bool any_failing = in->failing.count > 0;
	int err = 0;

	if (in->returning.count || !any_failing) {
		err = twin_replay(command, twin, &in->returning);
		if (!err)
			err = coverage_measure(command, record, twin, coverage);
	}
	if (!err && any_failing)
		err = failing_trace(command, record, in);
	if (err || !any_failing)
		return err;
	coverage_done(coverage);
	err = twin_replay(command, twin, &in->failing);
	return err ? err : coverage_measure(command, record, twin, coverage);
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
			const struct report *report, const struct cover_inputs *in)
{
	const double percent = branches_percent(report->coverage);

	if (options->format == FORMAT_report_text)
		faults_print(&in->faults, stdout);
	const int err = cover_formats[options->format]->print(command, report, stdout);

	if (err)
		return COMMAND_ERROR;
	if (command_flush(command) != 0)
		return COMMAND_ERROR;
	if (options->fail_on_faults && in->faults.group_count)
		return COMMAND_FAULTS;
	if (percent >= options->fail_under || isnan(options->fail_under))
		return COMMAND_DONE;
	command_fail(command, options->target,
		     "%.1f%% of the branches, less than the %g%% asked for", percent,
		     options->fail_under);
	return COMMAND_BELOW;
}

/* ---- runs in the target */

struct cover_trace {
	struct build_record *record;
	bool counts; /* goals that gcov does not count are those of these runs */
	const struct corpus_list *inputs; /* that return */
	bool *special; /* of these, by input: it has a NaN or an infinity */
	bool any_special;
	bool *by_special,
	    *by_finite; /* goals that such inputs meet, and that others do */
};

static void goal_note(void *context, const char *path, const struct trace_run *run)
{
	const struct cover_trace *t = context;
	struct build_goal *goals = t->record->goals;
	size_t input = 0;

	for (size_t i = 0; i < t->record->goal_count && t->counts; i++)
		if (!goals[i].is_branch)
			goals[i].taken |= run->met[i];
	while (input < t->inputs->count && strcmp(t->inputs->paths[input], path) != 0)
		input++;
	if (input == t->inputs->count)
		return;
	bool *met = t->special[input] ? t->by_special : t->by_finite;
	for (size_t i = 0; i < t->record->goal_count; i++)
		met[i] |= run->met[i];
}

static int cover_trace_init(struct command *command, struct build_record *record,
			    const struct cover_inputs *in, struct cover_trace *t)
{
	*t = (struct cover_trace){.record = record, .inputs = &in->returning};
	for (size_t i = 0; i < record->goal_count; i++) {
		struct build_goal *goal = &record->goals[i];
		goal->counted |= !goal->is_branch && goal->scope;
		t->counts |= !goal->is_branch && goal->scope;
	}
	if (special_inputs(command, record, t->inputs, &t->special))
		return -1;
	for (size_t i = 0; i < t->inputs->count; i++)
		t->any_special |= t->special[i];
	t->by_special = array_new(record->goal_count, sizeof *t->by_special);
	t->by_finite = array_new(record->goal_count, sizeof *t->by_finite);
	return 0;
}

static int goals_trace(struct command *command, struct build_record *record,
		       const struct cover_inputs *in)
{
	const bool any_failing = in->failing.count > 0;
	struct cover_trace t;
	int err = cover_trace_init(command, record, in, &t);

	if (!err && (t.counts || t.any_special))
		err = trace_inputs(command, record, &in->returning, goal_note, &t);
	for (size_t i = 0; i < record->goal_count && any_failing; i++)
		if (!record->goals[i].is_branch)
			record->goals[i].only_failing = !record->goals[i].taken;
	if (t.counts && !err && any_failing)
		err = trace_inputs(command, record, &in->failing, goal_note, &t);
	for (size_t i = 0; i < record->goal_count && !err; i++) {
		record->goals[i].only_failing &= record->goals[i].taken;
		record->goals[i].only_special =
		    t.any_special && t.by_special[i] && !t.by_finite[i];
	}
	free(t.special);
	free(t.by_special);
	free(t.by_finite);
	return err;
}

int cover_main(struct command *command, int argc, char **argv)
{
	struct cover_request options = {0};
	struct cover_inputs in = {.count = 0};
	struct build_record record = {0};
	struct twin twin = {0};
	struct coverage coverage = {0};
	int code = options_read(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	code = COMMAND_ERROR;
	if (corpora_read(command, &in.returning, options.target, options.corpora,
			 options.corpus_count) == 0 &&
	    build_record_read(command, options.target, options.choice, &record) == 0 &&
	    sources_check_age(command, &record) == 0 &&
	    inputs_part(command, &options, &in) == 0 &&
	    twin_build(command, &options, &record, &twin) == 0 &&
	    twin_measure(command, &record, &in, &twin, &coverage) == 0 &&
	    goals_trace(command, &record, &in) == 0 &&
	    verdicts_note(command, &record, options.corpora[0]) == 0) {
		const struct report report = {&record, &coverage, options.corpora[0],
					      in.count, faults_json(&in.faults)};

		code = cover_report(command, &options, &report, &in);
		json_decref(report.faults);
	}
	coverage_done(&coverage);
	twin_done(&twin);
	build_record_done(&record);
	inputs_done(&in);
	return code;
}
