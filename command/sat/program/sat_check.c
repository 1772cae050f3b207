/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/sat/program/sat_check.h"

#include <stdio.h>
#include <string.h>

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

static int refuse(const struct script_command *command, struct script_error *error)
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
			return refuse(command, error);
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
		return refuse(command, error);
	}
	return 0;
}
