/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/sat/sat_fallback.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/process.h"
#include "command/sat/sat_check.h"
#include "prover/solver/solver.h"
#include "system/stop.h"

/* Finds the one solver. */
static int find(struct command *command, const char *name, struct solvers *solvers)
{
	char why[256];

	if (solver_find(solvers, name, why) == 0)
		return 0;
	return command_fail(command, NULL, "--fallback=%s", why);
}

int sat_fallback_check(struct command *command, const char *solver)
{
	struct solvers solvers;
	const int result = find(command, solver, &solvers);

	if (result == 0)
		solvers_done(&solvers);
	return result;
}

/* ---- the question */

static bool is_said(const struct script *script, const struct script_command *command)
{
	return sat_verb(script, command) == SAT_IGNORED;
}

/* The commands that ask about the answer: up to the next one that says something. */
static size_t questions_end(const struct script *script, size_t from)
{
	while (from < script->count) {
		const enum sat_verb verb = sat_verb(script, &script->commands[from]);

		if (verb != SAT_GET_MODEL && verb != SAT_GET_VALUE && verb != SAT_ECHO)
			break;
		from++;
	}
	return from;
}

static char *question(const struct script *script, size_t at, size_t end, bool model)
{
	char *said = script_part(script, at, is_said), *text = NULL;
	size_t size;
	FILE *out = said ? open_memstream(&text, &size) : NULL;

	if (out) {
		const size_t begin = script->commands[at].begin;
		const size_t last = script->commands[end - 1].end;

		fprintf(out, "(set-option :produce-models true)\n%s\n%.*s\n%s", said,
			(int)(last - begin), script->text + begin,
			model ? "(get-model)\n" : "");
		fclose(out);
	}
	free(said);
	return text;
}

/* ---- the answer */

static bool begins(const char *text, const char *with)
{
	return text && strncmp(text, with, strlen(with)) == 0;
}

/* What is behind an answer without a model complains that there is none. */
static char *answer(const char *text)
{
	if (begins(text, "sat"))
		return strdup(text);
	return strdup(begins(text, "unsat") ? "unsat\n" : "unknown\n");
}

static int ask(struct command *command, const struct solver *solver, const char *said,
	       char **text)
{
	const char *list[SOLVER_WORDS];
	struct words words = {0};
	struct process process = {.words = &words,
				  .input = said,
				  .input_size = strlen(said),
				  .is_tied = true};
	struct process_result result;
	int code;

	solver_words(solver, SOLVER_ONCE, list);
	for (int i = 0; list[i]; i++)
		words_add(&words, list[i]);
	code = process_run(command, &process, &result);
	if (code == 0) {
		*text = answer(result.output.bytes);
		if (!*text)
			code = command_no_memory(command);
	}
	process_result_done(&result);
	words_done(&words);
	return code;
}

int sat_fallback(struct command *command, const char *solver,
		 const struct script *script, size_t at, size_t *next, bool model,
		 char **text)
{
	struct solvers solvers;
	char *said;
	int result = find(command, solver, &solvers);

	if (result != 0)
		return result;
	*next = questions_end(script, at + 1);
	said = question(script, at, *next, model);
	if (!said)
		result = command_no_memory(command);
	else
		result = ask(command, &solvers.list[0], said, text);
	free(said);
	solvers_done(&solvers);
	return result;
}
