/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * select_command.c - `me select`: few inputs that cover what all of them cover. Greedy:
 * the input that covers most of what is left is taken, of equals the first one, until
 * nothing is left. Then those are left out again that the later ones made superfluous.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/subcommands.h"
#include "command/score/score.h"

#define AT(member) .at = offsetof(struct score_options, member)

static const struct option_row rows[] = {
    {"labels", "CRITERION,...", "keep what these criteria count: DC, MCDC, ...",
     OPTION_TEXT, AT(labels)},
    {"goal", "KIND,...", "and these kinds of goals: branch, label, ...", OPTION_TEXT,
     AT(kinds)},
    {"goals", "all|static|GLOB", "functions whose goals are counted", OPTION_TEXT,
     AT(functions)},
};

const struct usage select_usage = {
    .name = "select",
    .operands = "TARGET CORPUS...",
    .help = "print few inputs that score as all do",
    .least = 2,
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
    .verbose = "show the commands that are run",
};

/* ---- the choice */

/* By goal how many chosen inputs cover it. */
struct choice {
	const struct score *score;
	size_t *times;
	bool *chosen; /* by input */
};

static bool covers(const struct choice *c, size_t input, size_t goal)
{
	const struct score *s = c->score;

	return s->met[input * s->record.goal_count + goal] &&
	       score_counts(&s->record.goals[goal]);
}

/* How many goals it covers that the chosen ones do not. */
static size_t gain(const struct choice *c, size_t input)
{
	size_t gained = 0;

	for (size_t i = 0; i < c->score->record.goal_count; i++)
		gained += covers(c, input, i) && !c->times[i];
	return gained;
}

static void set_chosen(struct choice *c, size_t input, bool chosen)
{
	c->chosen[input] = chosen;
	for (size_t i = 0; i < c->score->record.goal_count; i++)
		if (covers(c, input, i))
			c->times[i] += chosen ? 1 : (size_t)-1;
}

static bool choose_best(struct choice *c)
{
	size_t best = 0, most = 0;

	for (size_t i = 0; i < c->score->inputs.count; i++) {
		const size_t gained = c->chosen[i] ? 0 : gain(c, i);
		if (gained > most) {
			most = gained;
			best = i;
		}
	}
	if (most)
		set_chosen(c, best, true);
	return most != 0;
}

static void drop_superfluous(struct choice *c)
{
	for (size_t i = 0; i < c->score->inputs.count; i++) {
		if (!c->chosen[i])
			continue;
		set_chosen(c, i, false);
		if (gain(c, i))
			set_chosen(c, i, true);
	}
}

static int inputs_choose(struct command *command, const struct score *score)
{
	struct choice c = {score, calloc(score->record.goal_count + 1, sizeof(size_t)),
			   calloc(score->inputs.count + 1, sizeof(bool))};
	int err = c.times && c.chosen ? 0 : command_no_memory(command);

	while (!err && choose_best(&c))
		;
	if (!err)
		drop_superfluous(&c);
	for (size_t i = 0; i < score->inputs.count && !err; i++)
		if (c.chosen[i])
			printf("%s\n", score->inputs.paths[i]);
	free(c.times);
	free(c.chosen);
	return err;
}

/* ---- the command */

int select_main(struct command *command, int argc, char **argv)
{
	struct score_options options = {.whole = true};
	struct operands operands;
	struct score score = {0};
	int err;
	const int code =
	    usage_read(command, &select_usage, argc, argv, &options, &operands);

	if (code != COMMAND_DONE)
		return code;
	err = score_make(command, &options, operands.list[0], operands.list + 1,
			 operands.count - 1, &score);
	if (!err)
		err = inputs_choose(command, &score);
	score_done(&score);
	if (!err && fflush(stdout) != 0)
		err = command_fail(command, "standard output", "cannot be written");
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
