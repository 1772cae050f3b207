/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_start.c - `me sat` in the program `me`: it becomes `me-sat`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/sat/sat_options.h"

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
