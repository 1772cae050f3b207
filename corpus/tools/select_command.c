/* SPDX-License-Identifier: GPL-3.0-or-later */
/* select_command.c - `me select`: few inputs that cover what all of them cover. */
#include <stdio.h>

#include "command/base/usage.h"
#include "corpus/tools/choice.h"

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

static int inputs_print(struct command *command, const struct score *score)
{
	struct choice c;
	const int err = choice_init(&c, score) ? command_no_memory(command) : 0;

	if (!err) {
		choice_complete(&c);
		choice_reduce(&c);
	}
	for (size_t i = 0; i < score->inputs.count && !err; i++)
		if (c.chosen[i])
			printf("%s\n", score->inputs.paths[i]);
	choice_done(&c);
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
		err = inputs_print(command, &score);
	score_done(&score);
	if (!err)
		err = command_flush(command);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
