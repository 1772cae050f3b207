/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpus_diff.c - `me corpus diff`: goals that one of two corpora covers and the other
 * does not, and inputs that only one has. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "corpus/tools/named_scalars.h"
#include "gcov-tools/report.h"
#include "corpus/tools/score.h"
#include "command/target/target_trace.h"
#include "system/allocation.h"
#include "system/path.h"

#define AT(member) .at = offsetof(struct score_options, member)

static const struct option_row diff_rows[] = {
    {"labels", "CRITERION,...", "compare what these criteria count: DC, MCDC, ...",
     OPTION_TEXT, AT(labels)},
    {"kinds", "KIND,...", "and these kinds of goals: branch, label, ...", OPTION_TEXT,
     AT(kinds)},
    {"functions", "all|static|GLOB", "functions whose goals are compared", OPTION_TEXT,
     AT(functions)},
    {"json", NULL, "print lines of JSON", OPTION_FLAG, AT(json)},
};

const struct usage corpus_diff_usage = {
    .name = "corpus diff",
    .operands = "TARGET CORPUS CORPUS",
    .help = "print goals and inputs that only one of two corpora has",
    .least = 3,
    .most = 3,
    USAGE_ROWS(diff_rows),
    .verbose = "show the commands that are run",
};

/* One of the two. */
struct diff_side {
	const char *path;
	struct score score;
	char (*names)[SHA1_HEX_SIZE]; /* of the inputs as the target reads them */
	bool *only; /* by input: the other one has it not */
	size_t goals, inputs; /* that only this one has */
};

struct diff {
	struct command *command;
	bool json;
	struct diff_side sides[2];
	size_t both;
};

/* ---- inputs */

static int input_name(struct diff *d, const struct named_scalars *scalars,
		      const char *path, char name[SHA1_HEX_SIZE])
{
	unsigned char *bytes;
	size_t size;

	if (command_read(d->command, path, &bytes, &size))
		return -1;
	if (scalars->list) {
		uint8_t *canonical = array_new(scalars->size, 1);
		named_scalars_canonical(scalars, bytes, size, canonical);
		sha1_hex(canonical, scalars->size, name);
		free(canonical);
	} else {
		sha1_hex(bytes, size, name);
	}
	free(bytes);
	return 0;
}

static int inputs_name(struct diff *d, struct diff_side *side)
{
	const struct corpus_list *inputs = &side->score.inputs;
	struct named_scalars scalars = {0};
	int err = 0;

	side->names = array_new(inputs->count, sizeof *side->names);
	side->only = array_new(inputs->count, sizeof *side->only);
	if (side->score.record.entry.name)
		err = named_scalars_read(d->command, &side->score.record, &scalars);
	for (size_t i = 0; i < inputs->count && !err; i++)
		err = input_name(d, &scalars, inputs->paths[i], side->names[i]);
	named_scalars_done(&scalars);
	return err;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Marks the inputs that the other side has not. */
static void inputs_compare(struct diff_side *side, const struct diff_side *other)
{
	const size_t n = other->score.inputs.count, size = sizeof *other->names;
	char(*sorted)[SHA1_HEX_SIZE] = array_new(n, size);

	memcpy(sorted, other->names, n * size);
	qsort(sorted, n, size, by_text);
	for (size_t i = 0; i < side->score.inputs.count; i++) {
		side->only[i] = !bsearch(side->names[i], sorted, n, size, by_text);
		side->inputs += side->only[i];
	}
	free(sorted);
}

/* ---- goals */

static bool side_covers(const struct diff_side *side, size_t goal)
{
	return side->score.first[goal] != SCORE_NONE;
}

static void goals_compare(struct diff *d)
{
	struct diff_side *a = &d->sides[0], *b = &d->sides[1];

	for (size_t i = 0; i < a->score.record.goal_count; i++) {
		if (!score_counts(&a->score.record.goals[i]))
			continue;
		d->both += side_covers(a, i) && side_covers(b, i);
		a->goals += side_covers(a, i) && !side_covers(b, i);
		b->goals += side_covers(b, i) && !side_covers(a, i);
	}
}

/* ---- the report */

static void goal_print(const struct diff *d, const struct diff_side *side,
		       size_t number)
{
	const struct build_goal *goal = &side->score.record.goals[number];
	const char *input = side->score.inputs.paths[side->score.first[number]];

	if (d->json) {
		json_line_print(json_pack("{ss so ss ss so si so}", "kind", "goal",
					  "only", json_text(side->path), "goal",
					  goal->id, "type", goal->type, "file",
					  json_text(goal->file), "line",
					  (int)goal->line, "input", json_text(input)),
				stdout);
		return;
	}
	printf("  %s:%u:%u: %s: %s: ", path_base(goal->file), goal->line, goal->column,
	       goal->source_name, goal->name);
	report_goal_met(goal, stdout);
	printf(": %s\n", input);
}

/* Inputs whose calls are printed. */
struct diff_listing {
	const struct diff *diff;
	const struct diff_side *side;
	struct corpus_list inputs;
};

static void input_print(void *context, size_t input, const char *call)
{
	const struct diff_listing *l = context;
	const char *path = l->inputs.paths[input];

	if (l->diff->json)
		json_line_print(json_pack("{ss so so so}", "kind", "input", "only",
					  json_text(l->side->path), "file",
					  json_text(path), "call", json_text(call)),
				stdout);
	else
		printf("  %s: %s\n", path, call);
}

static int diff_inputs_print(const struct diff *d, const struct diff_side *side)
{
	struct diff_listing l = {.diff = d, .side = side};
	int err = 0;

	for (size_t i = 0; i < side->score.inputs.count && !err; i++)
		if (side->only[i])
			err = corpus_list_add(&l.inputs, side->score.inputs.paths[i]);
	err = err ? command_fail(d->command, side->path, "%s", corpus_strerror(err))
		  : target_calls(d->command, side->score.record.target, &l.inputs,
				 d->json ? CALLS_SOURCE : CALLS_SHOWN, input_print, &l);
	corpus_list_done(&l.inputs);
	return err;
}

static int side_print(const struct diff *d, const struct diff_side *side,
		      const struct diff_side *other)
{
	if (!d->json && (side->goals || side->inputs))
		printf("only %s: %zu goal%s, %zu input%s\n", side->path, side->goals,
		       side->goals == 1 ? "" : "s", side->inputs,
		       side->inputs == 1 ? "" : "s");
	for (size_t i = 0; i < side->score.record.goal_count; i++)
		if (score_counts(&side->score.record.goals[i]) &&
		    side_covers(side, i) && !side_covers(other, i))
			goal_print(d, side, i);
	return diff_inputs_print(d, side);
}

static int diff_report(const struct diff *d)
{
	const struct diff_side *a = &d->sides[0], *b = &d->sides[1];

	if (!d->json)
		printf("both: %zu goals, %zu inputs\n", d->both,
		       a->score.inputs.count - a->inputs);
	int err = side_print(d, a, b);
	if (!err)
		err = side_print(d, b, a);
	if (!err && d->json)
		json_line_print(json_pack("{ss sI sI sI sI sI}", "kind", "summary",
					  "goals_both", (json_int_t)d->both,
					  "goals_only_first", (json_int_t)a->goals,
					  "goals_only_second", (json_int_t)b->goals,
					  "inputs_only_first", (json_int_t)a->inputs,
					  "inputs_only_second", (json_int_t)b->inputs),
				stdout);
	if (!err)
		err = command_flush(d->command);
	return err;
}

/* ---- the command */

static int side_read(struct diff *d, const struct score_options *options,
		     const char *target, char **path, struct diff_side *side)
{
	int err = score_make(d->command, options, target, path, 1, &side->score);

	side->path = *path;
	return err ? err : inputs_name(d, side);
}

static int diff_run(struct diff *d, const struct score_options *options,
		    const struct operands *words)
{
	struct diff_side *a = &d->sides[0], *b = &d->sides[1];
	int err = side_read(d, options, words->list[0], words->list + 1, a);

	if (!err)
		err = side_read(d, options, words->list[0], words->list + 2, b);
	if (err)
		return err;
	inputs_compare(a, b);
	inputs_compare(b, a);
	goals_compare(d);
	return 0;
}

int corpus_diff_main(struct command *command, int argc, char **argv)
{
	struct score_options options = {0};
	struct diff d = {.command = command};
	struct operands words;
	const int code =
	    usage_read(command, &corpus_diff_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	d.json = options.json;
	int err = diff_run(&d, &options, &words);
	if (!err)
		err = diff_report(&d);
	for (size_t k = 0; k < 2; k++) {
		score_done(&d.sides[k].score);
		free(d.sides[k].names);
		free(d.sides[k].only);
	}
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
