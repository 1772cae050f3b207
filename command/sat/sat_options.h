/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * sat_options.h - `me sat`: its arguments, and the session with them. They are read by
 * `me-sat`, a program of its own: loading Z3's library takes as long as compiling a small
 * file, and `me` is also the compiler's driver.
 */
#ifndef COMMAND_SAT_OPTIONS_H
#define COMMAND_SAT_OPTIONS_H

#include <stdbool.h>

#include "command/base/usage.h"
#include "sat/smtlib/script.h"

struct sat_options {
	const char *file;
	double max_time; /* seconds; 0: no limit */
	double max_runs; /* evaluations of one search; 0: no limit */
	unsigned seed;
	bool model; /* print it without (get-model) too */
};

/* Returns an exit code; COMMAND_DONE to go on. */
int sat_options_read(struct command *command, int argc, char **argv,
		     struct sat_options *options);

/* Runs the commands of an SMT-LIB script and prints what they answer. Returns an exit code. */
int sat_session(struct command *command, const struct sat_options *options,
		struct script *script);
/* Notes an error in the script, as FILE:LINE:COLUMN: why. Returns COMMAND_ERROR. */
int sat_fail(struct command *command, const char *file,
	     const struct script_error *error);

#endif
