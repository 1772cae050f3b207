/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/sat/program/sat_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/process.h"
#include "command/sat/program/sat_check.h"
#include "prover/solver/solver.h"
#include "system/stop.h"

/* Finds the one solver. */
static int find_solver(struct command *command, const char *name,
		       struct solvers *solvers)
{
	char why[256];

	if (solver_find(solvers, name, why) == 0)
		return 0;
	return command_fail(command, NULL, "--fallback=%s", why);
}

int sat_fallback_check(struct command *command, const char *solver)
{
	struct solvers solvers;
	const int result = find_solver(command, solver, &solvers);

	if (result == 0)
		solvers_done(&solvers);
	return result;
}

/* ---- the question */

static bool is_said(const struct script *script, const struct script_command *command)
{
	return sat_verb(script, command) == SAT_IGNORED;
}

/* The literals of (check-sat-assuming), as assertions. */
static void assert_literals(FILE *out, const struct script *script,
			    const struct script_command *command)
{
	size_t at = script_list(script, command), length;
	const char *literal;

	while (at && (literal = script_expression(script, &at, &length)))
		fprintf(out, "\n(assert %.*s)", (int)length, literal);
}

static char *question(const struct script *script, size_t at)
{
	char *said = script_part(script, at, is_said), *text = NULL;
	size_t size;
	FILE *out = said ? open_memstream(&text, &size) : NULL;

	if (out) {
		fprintf(out, "(set-option :produce-models true)\n%s", said);
		assert_literals(out, script, &script->commands[at]);
		fprintf(out, "\n(check-sat)\n(get-model)\n");
		fclose(out);
	}
	free(said);
	return text;
}

/* ---- the answer */

/* Whether the first word of the text is that one. */
static bool answer_is(const char *text, const char *word)
{
	const size_t length = strlen(word);

	return strncmp(text, word, length) == 0 &&
	       (!text[length] || strchr(" \t\r\n(", text[length]));
}

/* Notes the first line of the output, or what it says of an error; truncated. */
static void note_silence(struct command *command, const char *solver,
			 const struct process *run)
{
	const char *said = run->output.size   ? run->output.bytes
			   : run->errors.size ? run->errors.bytes
					      : "";

	if (*said)
		command_note(
		    command, "%s gives no answer: %.*s", solver,
		    (int)(strcspn(said, "\n") < 200 ? strcspn(said, "\n") : 200), said);
	else if (!run->is_late)
		command_note(command, "%s gives no answer: it ended with status %d",
			     solver, run->status);
}

static int read_answer(struct command *command, const char *solver,
		       const struct process *run, struct sat_answer *answer)
{
	const char *text = run->output.size ? run->output.bytes : "";

	text += strspn(text, " \t\r\n");
	*answer = (struct sat_answer){SAT_UNKNOWN, NULL};
	if (answer_is(text, "sat")) {
		answer->kind = SAT_SAT;
		answer->model = strdup(text + strlen("sat"));
		return answer->model ? 0 : command_no_memory(command);
	}
	if (answer_is(text, "unsat"))
		answer->kind = SAT_UNSAT;
	else if (!answer_is(text, "unknown") && !answer_is(text, "timeout"))
		note_silence(command, solver, run);
	return 0;
}

static int ask_solver(struct command *command, const struct smt_solver *solver,
		      const char *said, struct sat_answer *answer)
{
	const char *list[SOLVER_WORDS];
	struct process run = {
	    .input = said, .input_size = strlen(said), .is_tied = true};
	int code;

	solver_words(solver, SOLVER_ONCE, list);
	for (int i = 0; list[i]; i++)
		words_add(&run.words, list[i]);
	code = process_run(command, &run);
	if (code == 0)
		code = read_answer(command, list[0], &run, answer);
	process_done(&run);
	return code;
}

int sat_fallback(struct command *command, const char *solver,
		 const struct script *script, size_t at, struct sat_answer *answer)
{
	struct solvers solvers;
	char *said;
	int result = find_solver(command, solver, &solvers);

	if (result != 0)
		return result;
	said = question(script, at);
	if (!said)
		result = command_no_memory(command);
	else
		result = ask_solver(command, &solvers.list[0], said, answer);
	free(said);
	solvers_done(&solvers);
	return result;
}
