/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_session.h - runs the commands of an SMT-LIB script. With --fallback an installed
 * solver answers instead. */
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

/* Whether a solver of that name is known and installed. Returns 0, or -1 and notes why.
 */
int sat_fallback_check(struct command *command, const char *solver);

struct sat_answer {
	enum { SAT_UNKNOWN, SAT_SAT, SAT_UNSAT } kind;
	char *model; /* as (get-model) prints it, where it is sat; the caller frees */
};

/*
 * Gives the solver the script up to its command `at`, a (check-sat) or
 * (check-sat-assuming), without its questions. Unknown is also what gives no answer in
 * time. Returns 0, or -1 and notes why.
 */
int sat_fallback(struct command *command, const char *solver,
		 const struct script *script, size_t at, struct sat_answer *answer);

#endif
