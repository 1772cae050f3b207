/* SPDX-License-Identifier: GPL-3.0-or-later */
/* driver_file.h - a driver as a file: a source that makes the arguments of a function. */
#ifndef COMMAND_DRIVER_FILE_H
#define COMMAND_DRIVER_FILE_H

#include "command/base/command.h"
#include "command/base/words.h"

/* The option by which a driver of C++ reaches what is private. */
#define DRIVER_OPEN "-fno-access-control"

enum driver_state {
	DRIVER_WRITTEN,
	DRIVER_EDITED, /* by somebody since it was written: left as it was */
	DRIVER_REFUSED, /* none can be written */
};

struct driver_file {
	/* Set by the caller. */
	const struct words *compile; /* me-cc and its options, without files */
	const char *source; /* that defines the function */
	const char *function; /* its name or symbol */
	const char *path; /* of the driver; its directory is there */
	const char *types; /* what the compiler has told, a file; or null */
	bool is_plain; /* of C++: objects by constructors without arguments where there is one,
			  without calls that change them */

	/* Set by driver_file_make(). */
	enum driver_state state;
	bool is_open; /* its comment builds it with DRIVER_OPEN */
	bool may_be_plainer; /* WRITTEN: is_plain would make another one */
	char entry[256]; /* the function in it that entry= names */
	char why[512]; /* REFUSED: why; EDITED: what has changed since, or "" */
};

/* What a driver is called where nothing else is said: of stats::mean in stats.cc
 * stats_mean_driver.cc. The caller frees; null: out of memory. */
char *driver_file_name(const char *source, const char *function);

/* Writes the driver, unless it was edited. 0 whatever the state is, or -1 with the failure
 * noted: the source is not compiled, the file cannot be written or is none of ours. */
int driver_file_make(struct command *command, struct driver_file *d);

#endif
