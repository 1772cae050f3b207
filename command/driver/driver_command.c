/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver_command.c - `me driver`: writes a source that makes a function's arguments. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/usage.h"
#include "command/driver/cc.h"
#include "command/wrapper/driver_file.h"

struct driver_options {
	const char *output;
};

static const struct option_row driver_rows[] = {
    {"output", "DRIVER.c", "the file that is written (FUNCTION_driver.c here)",
     OPTION_TEXT, .at = offsetof(struct driver_options, output)},
};

const struct usage driver_usage = {
    .name = "driver",
    .operands = "FILE FUNCTION [-- COMPILER-OPTION...]",
    .help = "write a source that makes a function's arguments from numbers",
    .least = 2,
    .most = 2,
    USAGE_ROWS(driver_rows),
    .verbose = "show the commands that are run",
};

static int driver_tell(struct command *command, const struct driver_file *d)
{
	if (d->state == DRIVER_REFUSED)
		return command_fail(command, d->source, "%s cannot be driven: %s",
				    d->function, d->why);
	if (d->state == DRIVER_EDITED)
		command_note(command, "%s was edited, and left as it is%s%s", d->path,
			     *d->why ? ": " : "", d->why);
	printf("%s: entry=%s\n", d->path, d->entry);
	return 0;
}

int driver_main(struct command *command, int argc, char **argv)
{
	struct driver_options options = {0};
	struct driver_file d = {0};
	struct words given = {0}, compile = {0};
	struct operands operands;
	char *path = NULL;
	int own = 0, err;

	while (own < argc && strcmp(argv[own], "--") != 0)
		own++;
	const int behind = own < argc ? own + 1 : argc;
	const int code =
	    usage_read(command, &driver_usage, own, argv, &options, &operands);
	if (code != COMMAND_DONE)
		return code;
	d.source = operands.list[0];
	d.function = operands.list[1];
	if (!options.output)
		path = driver_file_name(d.source, d.function);
	d.path = options.output ? options.output : path;
	d.compile = &compile;
	for (int i = behind; i < argc; i++)
		words_add(&given, argv[i]);
	err = d.path ? driver_compile_words(command, &given, &compile)
		     : command_no_memory(command);
	if (!err)
		err = driver_file_make(command, &d);
	if (!err)
		err = driver_tell(command, &d);
	words_done(&compile);
	words_done(&given);
	free(path);
	if (!err)
		err = command_flush(command);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
