/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sat_fallback.h - an installed solver answers instead. */
#ifndef COMMAND_SAT_FALLBACK_H
#define COMMAND_SAT_FALLBACK_H

#include "command/base/command.h"
#include "sat/smtlib/script.h"

/* Whether a solver of that name is known and installed. Returns 0, or -1 and notes why.
 */
int sat_fallback_check(struct command *command, const char *solver);

/*
 * Gives the solver the script up to its command `at`, a (check-sat), without other
 * questions, and those behind it that ask about the answer: they end at *next. Its
 * answer goes to *text, "unknown\n" if there is none in time; the caller frees it.
 * Returns 0, or -1 and notes why.
 */
int sat_fallback(struct command *command, const char *solver,
		 const struct script *script, size_t at, size_t *next, bool model,
		 char **text);

#endif
