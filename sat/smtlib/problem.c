/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.c - the script read by Z3, and its models. */
#include <stdlib.h>
#include <string.h>

#include "sat/smtlib/problem_internal.h"
#include "system/allocation.h"

static bool is_declaration(const struct script *script,
			   const struct script_command *command)
{
	return script_is(script, command, "declare-fun") ||
	       script_is(script, command, "declare-const");
}

bool is_definition(const struct script *script, const struct script_command *command)
{
	return is_declaration(script, command) ||
	       script_is(script, command, "define-fun") ||
	       script_is(script, command, "define-const") ||
	       script_is(script, command, "define-sort") ||
	       script_is(script, command, "set-logic");
}

bool is_naming(const struct script *script, const struct script_command *command)
{
	struct script_symbol name = {0};

	return is_definition(script, command) ||
	       (script_is(script, command, "assert") &&
		script_symbol(script, command, ":named", &name));
}

static bool is_said(const struct script *script, const struct script_command *command)
{
	return is_definition(script, command) || script_is(script, command, "assert");
}

/* ---- Z3 */

static void be_silent(Z3_context context, Z3_error_code code)
{
	(void)context;
	(void)code;
}

/* ---- declarations */

static int check_arity(const struct script *script,
		       const struct script_command *command, struct script_error *error)
{
	size_t length, at;
	const char *name = script_word(script, command, &length), *list;

	if (!script_is(script, command, "declare-fun"))
		return 0;
	at = (size_t)(name - script->text) + length;
	list = script_expression(script, &at, &length);
	for (size_t i = 1; list && i + 1 < length; i++)
		if (!strchr(" \t\r\n", list[i]))
			return script_fail(
			    error, command->line, command->column,
			    "functions with arguments are not supported");
	return 0;
}

/* The declared constants are asked for behind the assertions. */
static int list_constants(struct problem *problem, const struct script *script,
			  size_t commands, struct z3_question *question,
			  struct script_error *error)
{
	problem->constants = array_new(commands, sizeof(*problem->constants));
	for (size_t i = 0; i < commands; i++) {
		const struct script_command *command = &script->commands[i];
		size_t length;
		const char *name;

		if (command->is_gone || !is_declaration(script, command))
			continue;
		if (check_arity(script, command, error) != 0)
			return -1;
		name = script_word(script, command, &length);
		question_ask(question, name, length);
		problem->constants[problem->constant_count++].name =
		    string_copy_part(name, length);
	}
	return 0;
}

/* Where a constant is declared. */
static int bad_sort(const struct problem *problem, const struct script *script,
		    size_t which, Z3_sort sort, struct script_error *error)
{
	const Z3_context context = problem->library->context;

	for (size_t i = 0; i < script->count; i++)
		if (!script->commands[i].is_gone &&
		    is_declaration(script, &script->commands[i]) && which-- == 0) {
			error->line = script->commands[i].line;
			error->column = script->commands[i].column;
			break;
		}
	return script_fail(error, error->line, error->column,
			   "sort %s is not supported",
			   Z3_sort_to_string(context, sort));
}

static int read_constants(struct problem *problem, const struct script *script,
			  struct script_error *error)
{
	struct problem_library *library = problem->library;
	const Z3_context context = library->context;

	for (size_t i = 0; i < problem->constant_count; i++) {
		struct problem_constant *constant = &problem->constants[i];
		const Z3_ast expression = question_asked(library, library->assertions,
							 library->count + (unsigned)i);
		const Z3_sort sort = Z3_get_sort(context, expression);

		if (!sort_read(context, sort, &constant->sort))
			return bad_sort(problem, script, i, sort, error);
		constant->declaration =
		    Z3_get_app_decl(context, Z3_to_app(context, expression));
		constant->variable = term_variable(&problem->formula, constant->sort);
		term_know(library, expression, constant->variable);
	}
	return 0;
}

/* ---- assertions */

static int read_assertions(struct problem *problem, const struct script *script,
			   size_t commands, struct script_error *error)
{
	struct problem_library *library = problem->library;
	char name[LIBRARY_NAME];

	problem->roots = array_new(library->count, sizeof(*problem->roots));
	for (unsigned i = 0; i < library->count; i++) {
		const Z3_ast assertion =
		    Z3_ast_vector_get(library->context, library->assertions, i);

		if (term_read(problem, assertion, &problem->roots[i], name) == 0)
			continue;
		problem_locate(problem, script, commands, i, name, error);
		return script_fail(error, error->line, error->column,
				   "%s is not supported here", name);
	}
	problem->root_count = library->count;
	return 0;
}

/* ---- what is assumed */

static const struct script_command *assuming(const struct script *script,
					     size_t commands)
{
	const struct script_command *command = &script->commands[commands];

	return commands < script->count &&
		       script_is(script, command, "check-sat-assuming")
		   ? command
		   : NULL;
}

/* Z3 is asked for the literals behind the assertions. */
static int list_literals(struct problem *problem, const struct script *script,
			 size_t commands, struct z3_question *question,
			 struct script_error *error)
{
	const struct script_command *command = assuming(script, commands);

	if (!command)
		return 0;
	if (!script_list(script, command))
		return script_fail(error, command->line, command->column,
				   "a list of literals is expected");
	problem->library->literals = question_ask_list(question, script, command);
	return 0;
}

static int bad_literal(const struct script *script,
		       const struct script_command *command, unsigned which,
		       struct script_error *error)
{
	size_t at = script_list(script, command), length;
	const char *literal;

	do
		literal = script_expression(script, &at, &length);
	while (which-- > 0);
	script_place(script, (size_t)(literal - script->text), error);
	return script_fail(error, error->line, error->column,
			   "a literal of sort Bool is expected");
}

/* From here on they are assertions like the others. */
static int read_literals(struct problem *problem, const struct script *script,
			 size_t commands, struct script_error *error)
{
	struct problem_library *library = problem->library;
	const Z3_context context = library->context;
	const unsigned first = library->count - library->literals;

	for (unsigned i = 0; i < library->literals; i++) {
		const Z3_ast literal =
		    question_asked(library, library->assertions, first + i);

		if (Z3_get_sort_kind(context, Z3_get_sort(context, literal)) !=
		    Z3_BOOL_SORT)
			return bad_literal(script, assuming(script, commands), i,
					   error);
		Z3_ast_vector_set(context, library->assertions, first + i, literal);
	}
	return 0;
}

/* ---- the script */

/* What Z3 reads; null after an error. The caller frees. */
static char *script_question(struct problem *problem, const struct script *script,
			     size_t commands, struct script_error *error)
{
	struct z3_question question;

	question_begin(&question, script_part(script, commands, is_said));
	int result = list_literals(problem, script, commands, &question, error);
	if (result == 0)
		result = list_constants(problem, script, commands, &question, error);
	char *text = question_end(&question);
	if (result == 0)
		return text;
	free(text);
	return NULL;
}

static int read_script(struct problem *problem, const struct script *script,
		       size_t commands, struct script_error *error)
{
	struct problem_library *library = problem->library;
	char *text = script_question(problem, script, commands, error);
	unsigned all;

	if (!text)
		return -1;
	library->assertions = question_parse(library->context, text, error);
	if (!library->assertions && assuming(script, commands))
		question_place(text, script, &script->commands[commands], error);
	free(text);
	if (!library->assertions)
		return -1;
	all = Z3_ast_vector_size(library->context, library->assertions);
	library->count = all - (unsigned)problem->constant_count;
	if (read_literals(problem, script, commands, error) != 0 ||
	    read_constants(problem, script, error) != 0)
		return -1;
	return read_assertions(problem, script, commands, error);
}

int problem_init(struct problem *problem, const struct script *script, size_t commands,
		 struct script_error *error)
{
	Z3_config config;

	memset(problem, 0, sizeof(*problem));
	memset(error, 0, sizeof(*error));
	formula_init(&problem->formula);
	problem->library = array_new(1, sizeof(*problem->library));
	config = Z3_mk_config();
	problem->library->context = Z3_mk_context(config);
	Z3_del_config(config);
	Z3_set_error_handler(problem->library->context, be_silent);
	return read_script(problem, script, commands, error);
}

void problem_done(struct problem *problem)
{
	formula_done(&problem->formula);
	free(problem->roots);
	for (size_t i = 0; i < problem->constant_count; i++)
		free(problem->constants[i].name);
	free(problem->constants);
	if (problem->library) {
		if (problem->library->context)
			Z3_del_context(problem->library->context);
		free(problem->library->known);
		free(problem->library);
	}
	memset(problem, 0, sizeof(*problem));
}
