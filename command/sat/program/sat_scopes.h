/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_scopes.h - (push), (pop), (reset) and (reset-assertions): which commands of a script
 * are undone. */
#ifndef COMMAND_SAT_SCOPES_H
#define COMMAND_SAT_SCOPES_H

#include "command/sat/program/sat_check.h"

/* Empty when zero. */
struct sat_scopes {
	size_t *begins; /* of each open scope the command that has opened it */
	size_t count, room;
};

/* Does command `at`, one of these four. Returns 0, or -1 and says why it cannot. */
int sat_scopes_do(struct sat_scopes *scopes, struct script *script, size_t at,
		  struct script_error *error);
void sat_scopes_done(struct sat_scopes *scopes);

#endif
