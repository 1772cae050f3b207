/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * status_file.h - the files that sessions write with --status=FILE (me/schema.h).
 *
 * The room command/status shows how far sessions are. It may include command/base, corpus
 * and system.
 */
#ifndef COMMAND_STATUS_FILE_H
#define COMMAND_STATUS_FILE_H

#include <jansson.h>

#include "command/base/command.h"

struct status_files {
	json_t *list; /* an array of the objects, each with its "file" */
	bool troubled; /* a file could not be read, and it was said */
	bool is_begun; /* there is a farm, whose sessions may not have begun */
};

/* Adds the file, or those below the directory whose names end with .json and that are such
 * files; of a farm those of its sessions. The state of a session that has not ended is "gone" where its process is not there
 * any more, on this machine. A file that was named and is none is a failure, -1; in a
 * directory one that cannot be read is told, and passed over. */
int status_files_add(struct command *command, struct status_files *files,
		     const char *path);
void status_files_done(struct status_files *files);

#endif
