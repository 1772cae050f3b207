/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_session.h - runs the commands of an SMT-LIB script. */
#ifndef COMMAND_SAT_SESSION_H
#define COMMAND_SAT_SESSION_H

#include "command/base/command.h"
#include "command/sat/sat_options.h"
#include "sat/smtlib/script.h"

/* Prints what the commands answer. Returns an exit code. */
int sat_session(struct command *command, const struct sat_options *options,
		struct script *script);

/* Notes an error in the script, as FILE:LINE:COLUMN: why. Returns COMMAND_ERROR. */
int sat_fail(struct command *command, const char *file,
	     const struct script_error *error);

#endif
