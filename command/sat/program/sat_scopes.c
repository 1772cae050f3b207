/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/sat/program/sat_scopes.h"

#include <stdlib.h>
#include <string.h>

enum { SCOPES_MOST = 1 << 20 };

/* How many scopes the command opens or closes; 0 and an error where it is no number. */
static size_t number_of(const struct script *script,
			const struct script_command *command,
			struct script_error *error)
{
	size_t length;
	const char *word = script_word(script, command, &length);
	char *end = NULL;
	const unsigned long n = length ? strtoul(word, &end, 10) : 1;

	if (n >= 1 && n < SCOPES_MOST && (!length || end == word + length))
		return n;
	script_fail(error, command->line, command->column,
		    "a number of scopes is expected, from 1 to %d", SCOPES_MOST - 1);
	return 0;
}

static int open_scopes(struct sat_scopes *s, size_t at, size_t n,
		       struct script_error *error)
{
	if (s->count + n > s->room) {
		const size_t room = 2 * (s->count + n);
		size_t *grown = realloc(s->begins, room * sizeof(*grown));

		if (!grown)
			return script_no_memory(error);
		s->begins = grown;
		s->room = room;
	}
	while (n-- > 0)
		s->begins[s->count++] = at;
	return 0;
}

/* Declarations, definitions and assertions; the logic and options stay. */
static void undo(struct script *script, size_t from, size_t to, bool all)
{
	for (size_t i = from; i < to; i++) {
		struct script_command *command = &script->commands[i];

		if (all || (sat_verb(script, command) == SAT_IGNORED &&
			    !script_is(script, command, "set-logic") &&
			    !script_is(script, command, "set-option")))
			command->is_gone = true;
	}
}

static int close_scopes(struct sat_scopes *s, struct script *script, size_t at,
			size_t n, struct script_error *error)
{
	const struct script_command *command = &script->commands[at];

	if (n > s->count)
		return script_fail(error, command->line, command->column,
				   "more scopes than the %zu that are open", s->count);
	s->count -= n;
	undo(script, s->begins[s->count], at, false);
	return 0;
}

int sat_scopes_do(struct sat_scopes *s, struct script *script, size_t at,
		  struct script_error *error)
{
	const struct script_command *command = &script->commands[at];
	const enum sat_verb verb = sat_verb(script, command);
	size_t n = 1;

	if (verb == SAT_PUSH || verb == SAT_POP)
		n = number_of(script, command, error);
	if (!n)
		return -1;
	if (verb == SAT_PUSH)
		return open_scopes(s, at, n, error);
	if (verb == SAT_POP)
		return close_scopes(s, script, at, n, error);
	undo(script, 0, at, verb == SAT_RESET);
	s->count = 0;
	return 0;
}

void sat_scopes_done(struct sat_scopes *s)
{
	free(s->begins);
	memset(s, 0, sizeof(*s));
}
