/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/sat/sat_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/sat/program/sat_check.h"
#include "sat/search/satisfy.h"
#include "sat/smtlib/problem.h"
#include "system/allocation.h"
#include "system/stop.h"

struct sat_session {
	struct command *command;
	const struct sat_options *options;
	struct script *script;
	struct sat_scopes scopes;
	/* Of the last (check-sat): */
	struct problem problem;
	bool has_problem;
	word *values; /* of its constants, when the answer was sat; or null */
};

int sat_fail(struct command *command, const char *file,
	     const struct script_error *error)
{
	char place[1024];

	if (error->line)
		snprintf(place, sizeof(place), "%s:%u:%u", file, error->line,
			 error->column);
	else
		snprintf(place, sizeof(place), "%s", file);
	command_fail(command, place, "%s", error->why);
	return COMMAND_ERROR;
}

/* ---- the search */

static bool search_stop(void *context)
{
	(void)context;
	return stop_asked();
}

/* Keeps the values if Z3 too computes that they are a model. */
static void session_take(struct sat_session *s, const word *by_variable)
{
	const struct problem *p = &s->problem;

	s->values = array_new(p->constant_count, sizeof(*s->values));
	for (size_t i = 0; i < p->constant_count; i++)
		s->values[i] =
		    by_variable[term_at(&p->formula, p->constants[i].variable)->number];
	if (!problem_is_model(p, s->values)) {
		command_note(s->command,
			     "Z3 does not confirm the model that was found");
		free(s->values);
		s->values = NULL;
	}
}

static void session_search(struct sat_session *s)
{
	const struct satisfy_options options = {.seed = s->options->seed,
						.runs = (uint64_t)s->options->max_runs,
						.stop = {search_stop, NULL}};
	struct problem *p = &s->problem;
	struct system system;
	uint64_t runs = 0;
	word *values = array_new(p->formula.variables, sizeof(*values));

	system_init(&system, &p->formula, p->roots, p->root_count);
	if (satisfy(&system, &options, values, &runs) == SATISFY_FOUND)
		session_take(s, values);
	if (s->command->verbose)
		command_note(s->command, "%zu constraints, %llu evaluations",
			     system.count, (unsigned long long)runs);
	system_done(&system);
	free(values);
}

/* ---- commands */

static void answer_forget(struct sat_session *s)
{
	if (s->has_problem)
		problem_done(&s->problem);
	s->has_problem = false;
	free(s->values);
	s->values = NULL;
}

static void print_model(const struct sat_session *s)
{
	const struct problem *p = &s->problem;

	printf("(\n");
	for (size_t i = 0; i < p->constant_count; i++) {
		const struct problem_constant *constant = &p->constants[i];
		char sort[SORT_TEXT], value[SORT_VALUE_TEXT];

		sort_print(constant->sort, sort);
		sort_print_value(constant->sort, s->values[i], value);
		printf("  (define-fun %s () %s\n    %s)\n", constant->name, sort,
		       value);
	}
	printf(")\n");
}

static int print_values(const struct sat_session *s, const struct script_command *at)
{
	struct script_error error;
	char *text;

	if (problem_values(&s->problem, s->script, at, s->values, &text, &error) != 0)
		return sat_fail(s->command, s->options->file, &error);
	fputs(text, stdout);
	free(text);
	return COMMAND_DONE;
}

static void print_no_model(const struct script_command *at)
{
	printf("(error \"line %u column %u: there is no model\")\n", at->line,
	       at->column);
}

/* Command `at` is (check-sat) or (check-sat-assuming). */
static int check(struct sat_session *s, size_t at)
{
	struct script_error error;

	answer_forget(s);
	s->has_problem = true;
	if (problem_init(&s->problem, s->script, at, &error) != 0)
		return sat_fail(s->command, s->options->file, &error);
	session_search(s);
	printf("%s\n", s->values ? "sat" : "unknown");
	if (s->values && s->options->model)
		print_model(s);
	return COMMAND_DONE;
}

static void echo(const struct script *script, const struct script_command *at)
{
	size_t from = at->name_end, length;
	const char *text = script_expression(script, &from, &length);

	if (text)
		printf("%.*s\n", (int)length, text);
}

/* What is not known is unsupported, in the standard's words. */
static void print_info(const struct script *script, const struct script_command *at)
{
	static const char *const known[][2] = {
	    {":name", "\"ME\""},
	    {":error-behavior", "immediate-exit"},
	    {":reason-unknown", "incomplete"},
	};
	size_t length;
	const char *key = script_word(script, at, &length);

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strlen(known[i][0]) == length &&
		    memcmp(known[i][0], key, length) == 0) {
			printf("(%s %s)\n", known[i][0], known[i][1]);
			return;
		}
	printf("unsupported\n");
}

static int change_scopes(struct sat_session *s, size_t at)
{
	struct script_error error = {0};

	answer_forget(s);
	if (sat_scopes_do(&s->scopes, s->script, at, &error) == 0)
		return COMMAND_DONE;
	return sat_fail(s->command, s->options->file, &error);
}

/* *next comes as the command behind `at`. */
static int session_run(struct sat_session *s, size_t at, size_t *next)
{
	const struct script_command *command = &s->script->commands[at];

	switch (sat_verb(s->script, command)) {
	case SAT_CHECK:
		return check(s, at);
	case SAT_ECHO:
		echo(s->script, command);
		return COMMAND_DONE;
	case SAT_GET_INFO:
		print_info(s->script, command);
		return COMMAND_DONE;
	case SAT_PUSH:
	case SAT_POP:
	case SAT_RESET:
	case SAT_RESET_ASSERTIONS:
		return change_scopes(s, at);
	case SAT_EXIT:
		*next = s->script->count;
		return COMMAND_DONE;
	case SAT_GET_MODEL:
	case SAT_GET_VALUE:
		if (!s->values)
			print_no_model(command);
		else if (sat_verb(s->script, command) == SAT_GET_VALUE)
			return print_values(s, command);
		else
			print_model(s);
		return COMMAND_DONE;
	default:
		return COMMAND_DONE;
	}
}

int sat_session(struct command *command, const struct sat_options *options,
		struct script *script)
{
	struct sat_session s = {
	    .command = command, .options = options, .script = script};
	size_t at = 0;
	int code = COMMAND_DONE;

	while (code == COMMAND_DONE && at < script->count) {
		size_t next = at + 1;

		code = session_run(&s, at, &next);
		fflush(stdout);
		at = next;
	}
	answer_forget(&s);
	sat_scopes_done(&s.scopes);
	return code;
}
