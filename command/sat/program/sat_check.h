/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_check.h - which commands and logics are supported, and which commands are undone
 * by (push), (pop), (reset) and (reset-assertions). */
#ifndef COMMAND_SAT_CHECK_H
#define COMMAND_SAT_CHECK_H

#include "sat/smtlib/script.h"

enum sat_verb {
	SAT_IGNORED, /* declarations and assertions too: (check-sat) reads them */
	SAT_CHECK,
	SAT_GET_MODEL,
	SAT_GET_VALUE,
	SAT_GET_INFO,
	SAT_ECHO,
	SAT_PUSH, /* sat_scopes_do() */
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

/* The open scopes; empty when zero. */
struct sat_scopes {
	size_t *begins; /* of each open scope the command that has opened it */
	size_t count, room;
};

/* Does command `at`, from SAT_PUSH to SAT_RESET_ASSERTIONS. Returns 0, or -1 and says why
 * it cannot. */
int sat_scopes_do(struct sat_scopes *scopes, struct script *script, size_t at,
		  struct script_error *error);
void sat_scopes_done(struct sat_scopes *scopes);

#endif
