/* SPDX-License-Identifier: GPL-3.0-or-later */
/* score_command.c - `me score`: which labels a corpus covers. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "gcov-tools/report.h"
#include "corpus/tools/score.h"
#include "system/allocation.h"
#include "system/path.h"

#define AT(member) .at = offsetof(struct score_options, member)

static const struct option_row score_option_rows[] = {
    {"labels", "CRITERION,...", "count these criteria alone: DC, MCDC, ...",
     OPTION_TEXT, AT(labels)},
    {"kinds", "KIND,...", "and these kinds of goals: branch, label, ...", OPTION_TEXT,
     AT(kinds)},
    {"functions", "all|static|GLOB", "functions whose goals are counted", OPTION_TEXT,
     AT(functions)},
    {"json", NULL, "print lines of JSON", OPTION_FLAG, AT(json)},
};

const struct usage score_usage = {
    .name = "score",
    .operands = "TARGET CORPUS...",
    .help = "count the labels that the inputs cover",
    .least = 2,
    USAGE_ROWS(score_option_rows),
    .verbose = "show the labels that are covered, and by which input",
};

/* ---- text */

static void row_print(const struct score_row *row, int width)
{
	printf("%-*s  %-9s %5zu/%zu%s\n", width, row->goal->source_name,
	       row->goal->type, row->covered, row->all,
	       row->is_pairs ? " conditions decide by themselves" : "");
}

static void label_print(const struct score *s, size_t number)
{
	const struct build_goal *goal = &s->record.goals[number];
	const size_t by = s->first[number];
	const char *predicate = score_predicate(goal);

	printf("%s:%u:%u: %s: %s: ", path_base(goal->file), goal->line, goal->column,
	       goal->source_name, goal->name);
	if (predicate)
		printf("%s", predicate);
	else
		report_goal_met(goal, stdout);
	if (by != SCORE_NONE)
		printf(": covered by %s\n", s->inputs.paths[by]);
	else if (goal->proof)
		printf(": %s\n", goal->proof);
	else
		printf(": not covered\n");
}

static int score_print(struct command *command, const struct score *s,
		       const struct score_row *all, size_t count)
{
	int width = 0;

	for (size_t i = 0; i < count; i++)
		if ((int)strlen(all[i].goal->source_name) > width)
			width = (int)strlen(all[i].goal->source_name);
	printf("%zu input%s\n\n", s->inputs.count, s->inputs.count == 1 ? "" : "s");
	for (size_t i = 0; i < count; i++)
		row_print(&all[i], width);
	printf("\n");
	for (size_t i = 0; i < s->record.goal_count; i++)
		if (score_counts(&s->record.goals[i]) &&
		    (command->verbose || s->first[i] == SCORE_NONE))
			label_print(s, i);
	return 0;
}

/* ---- JSON */

static int line_print(struct command *command, json_t *line)
{
	return json_line_print(line, stdout) ? command_no_memory(command) : 0;
}

static json_t *row_json(const struct score_row *row)
{
	return json_pack("{s:s, s:o, s:o, s:s, s:s, s:I, s:I}", "kind", "score",
			 "function", json_text(row->goal->function), "source_name",
			 json_text(row->goal->source_name), "type", row->goal->type,
			 "counted", row->is_pairs ? "conditions" : "goals", "covered",
			 (json_int_t)row->covered, "all", (json_int_t)row->all);
}

static json_t *label_json(const struct score *s, size_t number)
{
	const struct build_goal *goal = &s->record.goals[number];
	const size_t by = s->first[number];
	const char *predicate = score_predicate(goal);
	json_t *line = json_pack(
	    "{s:s, s:s, s:s, s:o, s:o, s:i, s:i, s:o, s:s?}", "kind", "label", "goal",
	    goal->id, "type", goal->type, "source_name", json_text(goal->source_name),
	    "file", json_text(goal->file), "line", (int)goal->line, "column",
	    (int)goal->column, "predicate",
	    json_text(predicate ? predicate : goal->never), "proof", goal->proof);

	json_object_set_new(line, "input",
			    by != SCORE_NONE ? json_text(s->inputs.paths[by])
					     : json_null());
	return line;
}

static int score_json(struct command *command, const struct score *s,
		      const struct score_row *all, size_t count)
{
	int err = 0;

	for (size_t i = 0; i < s->record.goal_count && !err; i++)
		if (score_counts(&s->record.goals[i]))
			err = line_print(command, label_json(s, i));
	for (size_t i = 0; i < count && !err; i++)
		err = line_print(command, row_json(&all[i]));
	return err;
}

/* ---- the command */

/* Behind the rows of MC/DC come those of its pairs. */
static struct score_row *rows_make(const struct score *s, size_t *count)
{
	struct score_row *rows = score_rows(s, count);
	const size_t labels = *count;

	rows = memory_checked(realloc(rows, (2 * labels + 1) * sizeof *rows));
	for (size_t i = 0; i < labels; i++)
		if (strcmp(rows[i].goal->type, "mcdc") == 0)
			score_pairs(s, rows[i].goal, &rows[(*count)++]);
	return rows;
}

int score_main(struct command *command, int argc, char **argv)
{
	struct score_options options = {0};
	struct operands operands;
	struct score score = {0};
	struct score_row *all = NULL;
	size_t count = 0;
	const int code =
	    usage_read(command, &score_usage, argc, argv, &options, &operands);

	if (code != COMMAND_DONE)
		return code;
	int err = score_make(command, &options, operands.list[0], operands.list + 1,
			     operands.count - 1, &score);
	if (!err) {
		all = rows_make(&score, &count);
		err = options.json ? score_json(command, &score, all, count)
				   : score_print(command, &score, all, count);
	}
	free(all);
	score_done(&score);
	if (!err)
		err = command_flush(command);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
