/* SPDX-License-Identifier: GPL-3.0-or-later */
/* entry_advice.h - explains a link of a typed target that went wrong. */
#ifndef COMMAND_ENTRY_ADVICE_H
#define COMMAND_ENTRY_ADVICE_H

#include "command/base/command.h"
#include "command/base/words.h"

/*
 * After a link that failed: if the reason is that no unit defines the entry, says so,
 * and which functions have a name that is near (command->failure). `line` is the
 * command that failed, `entry` the value of entry=. The link is done again, into a
 * temporary file.
 */
void entry_advise(struct command *command, const struct words *line, const char *entry);

/* After a link that succeeded: fails if the program would be a typed target and has
 * neither an instrumented unit nor, from a library, the entry. */
int entry_check(struct command *command, const struct words *line, const char *program,
		const char *entry);

#endif
