/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report_json.c - coverage for programs, as me/schema.h says. */
#include <jansson.h>
#include <stdlib.h>

#include "command/base/json_text.h"
#include "gcov-tools/report.h"

#define REPORT_VERSION 2

static json_t *ratio_json(const struct gcov_ratio *ratio)
{
	return json_pack("{s:i, s:i}", "covered", (int)ratio->covered, "total",
			 (int)ratio->total);
}

static json_t *metrics_json(const struct coverage_metrics *metrics)
{
	return json_pack("{s:o, s:o, s:o, s:o}", "lines", ratio_json(&metrics->lines),
			 "conditions", ratio_json(&metrics->conditions), "branches",
			 ratio_json(&metrics->branches), "calls",
			 ratio_json(&metrics->calls));
}

static json_t *functions_json(const struct coverage *coverage)
{
	json_t *array = json_array();

	for (size_t i = 0; i < coverage->count; i++) {
		const struct coverage_function *function = coverage->functions + i;
		json_t *object = metrics_json(&function->metrics);

		json_object_set_new(object, "name", json_text(function->name));
		json_object_set_new(object, "source_name",
				    json_text(function->source_name));
		json_object_set_new(object, "file", json_text(function->file));
		json_object_set_new(object, "line", json_integer(function->line));
		json_object_set_new(object, "entry", json_boolean(function->entry));
		json_array_append_new(array, object);
	}
	return array;
}

static json_t *goal_json(const struct build_goal *goal, const char *text)
{
	json_t *object = json_pack(
	    "{s:s, s:s, s:s, s:o, s:o, s:o, s:i, s:i, s:s, s:b, s:b, s:b, s:b, s:s?,"
	    " s:s?, s:o, s:b, s:b}",
	    "goal", goal->id, "type", goal->type, "name", goal->name, "function",
	    json_text(goal->function), "source_name", json_text(goal->source_name),
	    "file", json_text(goal->file), "line", (int)goal->line, "column",
	    (int)goal->column, "never", goal->never, "compiler", goal->compiler,
	    "scope", goal->scope, "counted", goal->counted, "taken", goal->taken,
	    "proof", goal->proof, "assumes", goal->assumes, "text",
	    json_text(text ? text : ""), "only_failing", goal->only_failing,
	    "only_special", goal->only_special);
	json_t *branch =
	    json_pack("{s:i, s:i, s:i, s:s, s:s, s:s}", "ordinal", (int)goal->ordinal,
		      "rank", (int)goal->rank, "side", (int)goal->side, "op", goal->op,
		      "label", goal->label, "never_null", goal->never_null);

	if (goal->is_branch)
		json_object_update(object, branch);
	json_decref(branch);
	return object;
}

static json_t *goals_json(const struct build_record *record)
{
	struct source_text source = {0};
	json_t *array = json_array();

	for (size_t i = 0; i < record->goal_count; i++) {
		char *line = report_goal_text(record, record->goals + i, &source);

		json_array_append_new(array, goal_json(record->goals + i, line));
		free(line);
	}
	source_text_done(&source);
	return array;
}

static int json_print(struct command *command, const struct report *report, FILE *out)
{
	const struct coverage *coverage = report->coverage;
	json_t *root = json_pack(
	    "{s:i, s:s, s:s, s:I, s:s*, s:s*, s:O*, s:o, s:o, s:o}", "version",
	    REPORT_VERSION, "target", report->record->target, "corpus", report->corpus,
	    "inputs", (json_int_t)report->input_count, "entry",
	    coverage->entry ? coverage->entry->name : NULL, "ranges",
	    coverage->entry ? report->record->entry.ranges : NULL, "faults",
	    report->faults, "functions", functions_json(coverage),
	    coverage->entry ? "rest" : "all", metrics_json(&coverage->rest), "goals",
	    goals_json(report->record));
	int err = 0;

	if (!root)
		return command_no_memory(command);
	if (json_dumpf(root, out, JSON_INDENT(2)) != 0 || fputc('\n', out) == EOF)
		err = command_fail(command, "--json", "cannot be written");
	json_decref(root);
	return err;
}

const struct report_format report_json = {json_print};
