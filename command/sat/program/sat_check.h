/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_check.h - which commands and logics are supported. */
#ifndef COMMAND_SAT_CHECK_H
#define COMMAND_SAT_CHECK_H

#include "sat/smtlib/script.h"

enum sat_verb {
	SAT_IGNORED, /* declarations and assertions too, which are read by (check-sat)
		      */
	SAT_CHECK,
	SAT_GET_MODEL,
	SAT_GET_VALUE,
	SAT_GET_INFO,
	SAT_ECHO,
	SAT_PUSH, /* and of these sat_scopes.h */
	SAT_POP,
	SAT_RESET,
	SAT_RESET_ASSERTIONS,
	SAT_EXIT,
	SAT_UNSUPPORTED,
};

enum sat_verb sat_verb(const struct script *script,
		       const struct script_command *command);

/* Looks at all commands up to (exit). Returns 0, or -1 and says what is not supported.
 */
int sat_check(const struct script *script, struct script_error *error);

#endif
