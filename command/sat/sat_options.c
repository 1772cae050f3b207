/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/sat/sat_options.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) .at = offsetof(struct sat_options, member)

static const struct option_row rows[] = {
    {"time", "SECONDS", "time limit of everything; 0: none, default 20", OPTION_REAL,
     AT(max_time), .least = 0, .most = 1e6},
    {"max-runs", "N", "evaluations of one search; 0 (default): no limit", OPTION_REAL,
     AT(max_runs), .least = 0, .most = 1e15, .readers = FOR_METHODS},
    {"seed", "N", "of the random numbers; default 1", OPTION_NUMBER, AT(seed),
     .least = 0, .most = UINT_MAX},
    {"model", NULL, "print the model without (get-model) too", OPTION_FLAG, AT(model)},
};

const struct usage sat_usage = {
    .name = "sat",
    .operands = "FILE.smt2",
    .help = "search for a model of an SMT-LIB formula of floats and bit-vectors",
    .least = 1,
    .most = 1,
    .rows = rows,
    .count = sizeof(rows) / sizeof(rows[0]),
    .verbose = "show how many evaluations were made",
};

int sat_options_read(struct command *command, int argc, char **argv,
		     struct sat_options *options)
{
	struct operands operands;
	int code;

	*options = (struct sat_options){.max_time = 20, .seed = 1};
	code = usage_read(command, &sat_usage, argc, argv, options, &operands);
	if (code == COMMAND_DONE)
		options->file = operands.list[0];
	return code;
}

/* `me sat` in the program `me`, which becomes `me-sat`. */
int sat_main(struct command *command, int argc, char **argv)
{
	struct sat_options options;
	const int code = sat_options_read(command, argc, argv, &options);
	char *path;

	if (code != COMMAND_DONE)
		return code;
	if (command_own_file(command, "me-sat", &path) != 0) {
		command_fail(command, "me-sat",
			     "ME was built without Z3's library: apt-get install "
			     "libz3-dev, and build again");
		return COMMAND_ERROR;
	}
	execv(path, argv);
	command_fail(command, path, "%s", strerror(errno));
	free(path);
	return COMMAND_ERROR;
}
