/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/sat/program/sat_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

static const struct {
	const char *name;
	enum sat_verb verb;
} verbs[] = {
    {"set-logic", SAT_IGNORED},
    {"set-info", SAT_IGNORED},
    {"set-option", SAT_IGNORED},
    {"declare-fun", SAT_IGNORED},
    {"declare-const", SAT_IGNORED},
    {"define-fun", SAT_IGNORED},
    {"define-const", SAT_IGNORED},
    {"define-sort", SAT_IGNORED},
    {"assert", SAT_IGNORED},
    {"check-sat", SAT_CHECK},
    {"check-sat-assuming", SAT_CHECK},
    {"get-model", SAT_GET_MODEL},
    {"get-value", SAT_GET_VALUE},
    {"get-info", SAT_GET_INFO},
    {"echo", SAT_ECHO},
    {"push", SAT_PUSH},
    {"pop", SAT_POP},
    {"reset", SAT_RESET},
    {"reset-assertions", SAT_RESET_ASSERTIONS},
    {"exit", SAT_EXIT},
};

static const char *const logics[] = {"QF_FP", "QF_BVFP", "QF_FPBV", "QF_BV", "ALL"};

enum sat_verb sat_verb(const struct script *script,
		       const struct script_command *command)
{
	for (size_t i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		if (script_is(script, command, verbs[i].name))
			return verbs[i].verb;
	return SAT_UNSUPPORTED;
}

static bool is_known_logic(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(logics) / sizeof(logics[0]); i++)
		if (strlen(logics[i]) == length && memcmp(logics[i], name, length) == 0)
			return true;
	return false;
}

static int refuse_command(const struct script_command *command,
			  struct script_error *error)
{
	error->line = command->line;
	error->column = command->column;
	return -1;
}

int sat_check(const struct script *script, struct script_error *error)
{
	for (size_t i = 0; i < script->count; i++) {
		const struct script_command *command = &script->commands[i];
		const char *name = script->text + command->name;
		size_t length;

		switch (sat_verb(script, command)) {
		case SAT_EXIT:
			return 0;
		case SAT_UNSUPPORTED:
			snprintf(error->why, sizeof(error->why),
				 "command %.*s is not supported",
				 (int)(command->name_end - command->name), name);
			return refuse_command(command, error);
		default:
			break;
		}
		if (!script_is(script, command, "set-logic"))
			continue;
		name = script_word(script, command, &length);
		if (is_known_logic(name, length))
			continue;
		snprintf(error->why, sizeof(error->why),
			 "logic %.*s is not supported: QF_FP, QF_BVFP and QF_BV are",
			 (int)length, name);
		return refuse_command(command, error);
	}
	return 0;
}

/* ---- scopes */

enum { SCOPES_MOST = 1 << 20 };

/* How many scopes the command opens or closes; 0 and an error where it is no number. */
static size_t scopes_number(const struct script *script,
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

static void open_scopes(struct sat_scopes *s, size_t at, size_t n)
{
	if (s->count + n > s->room) {
		const size_t room = 2 * (s->count + n);

		s->begins =
		    memory_checked(reallocarray(s->begins, room, sizeof *s->begins));
		s->room = room;
	}
	while (n-- > 0)
		s->begins[s->count++] = at;
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
		n = scopes_number(script, command, error);
	if (!n)
		return -1;
	if (verb == SAT_PUSH) {
		open_scopes(s, at, n);
		return 0;
	}
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
