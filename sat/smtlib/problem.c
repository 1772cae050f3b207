/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem.c - the script read by Z3, and its models. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sat/smtlib/problem_internal.h"

static int fail(struct script_error *error, unsigned line, unsigned column,
		const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(error->why, sizeof(error->why), format, arguments);
	va_end(arguments);
	error->line = line;
	error->column = column;
	return -1;
}

static int no_memory(struct script_error *error)
{
	return fail(error, 0, 0, "out of memory");
}

/* ---- which commands Z3 is to see */

static bool is_declaration(const struct script *script,
			   const struct script_command *command)
{
	return script_is(script, command, "declare-fun") ||
	       script_is(script, command, "declare-const");
}

static bool is_definition(const struct script *script,
			  const struct script_command *command)
{
	return is_declaration(script, command) ||
	       script_is(script, command, "define-fun") ||
	       script_is(script, command, "define-const") ||
	       script_is(script, command, "define-sort") ||
	       script_is(script, command, "set-logic");
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

/* "(error "line 3 column 10: unknown constant y")" */
static int parse_error(const char *text, struct script_error *error)
{
	const char *line = strstr(text, "line "), *end;
	unsigned row = 0, column = 0;
	int at = 0;

	if (line && sscanf(line, "line %u column %u: %n", &row, &column, &at) == 2)
		text = line + at;
	end = strstr(text, "\")");
	fail(error, row, column, "%.*s", end ? (int)(end - text) : (int)strlen(text),
	     text);
	return -1;
}

static Z3_ast_vector parse(Z3_context context, const char *text,
			   struct script_error *error)
{
	const Z3_ast_vector read =
	    Z3_parse_smtlib2_string(context, text, 0, NULL, NULL, 0, NULL, NULL);
	const Z3_error_code code = Z3_get_error_code(context);

	if (code == Z3_OK && read) {
		/* Kept until the context goes. */
		Z3_ast_vector_inc_ref(context, read);
		return read;
	}
	parse_error(Z3_get_error_msg(context, code), error);
	return NULL;
}

/* Appends "(assert (= EXPRESSION EXPRESSION))": so Z3 gives us the expression. */
static char *append_asked(char *text, const char *expression, size_t length)
{
	const size_t old = strlen(text);
	char *grown = realloc(text, old + 2 * length + 32);

	if (!grown) {
		free(text);
		return NULL;
	}
	sprintf(grown + old, "\n(assert (= %.*s %.*s))", (int)length, expression,
		(int)length, expression);
	return grown;
}

/* The expression of an assertion that append_asked() made. */
static Z3_ast asked(const struct problem_library *library, Z3_ast_vector read,
		    unsigned i)
{
	const Z3_context context = library->context;

	return Z3_get_app_arg(
	    context, Z3_to_app(context, Z3_ast_vector_get(context, read, i)), 0);
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
			return fail(error, command->line, command->column,
				    "functions with arguments are not supported");
	return 0;
}

/* The declared constants are asked for behind the assertions. */
static int list_constants(struct problem *problem, const struct script *script,
			  size_t commands, char **text, struct script_error *error)
{
	problem->constants =
	    calloc(commands ? commands : 1, sizeof(*problem->constants));
	if (!problem->constants)
		return no_memory(error);
	for (size_t i = 0; i < commands; i++) {
		const struct script_command *command = &script->commands[i];
		size_t length;
		const char *name;

		if (!is_declaration(script, command))
			continue;
		if (check_arity(script, command, error) != 0)
			return -1;
		name = script_word(script, command, &length);
		*text = append_asked(*text, name, length);
		problem->constants[problem->constant_count].name =
		    strndup(name, length);
		if (!*text || !problem->constants[problem->constant_count++].name)
			return no_memory(error);
	}
	return 0;
}

/* Where a constant is declared. */
static int bad_sort(const struct problem *problem, const struct script *script,
		    size_t which, Z3_sort sort, struct script_error *error)
{
	const Z3_context context = problem->library->context;

	for (size_t i = 0; i < script->count; i++)
		if (is_declaration(script, &script->commands[i]) && which-- == 0) {
			error->line = script->commands[i].line;
			error->column = script->commands[i].column;
			break;
		}
	return fail(error, error->line, error->column, "sort %s is not supported",
		    Z3_sort_to_string(context, sort));
}

static int read_constants(struct problem *problem, const struct script *script,
			  struct script_error *error)
{
	struct problem_library *library = problem->library;
	const Z3_context context = library->context;

	for (size_t i = 0; i < problem->constant_count; i++) {
		struct problem_constant *constant = &problem->constants[i];
		const Z3_ast expression =
		    asked(library, library->assertions, library->count + (unsigned)i);
		const Z3_sort sort = Z3_get_sort(context, expression);

		if (!sort_read(context, sort, &constant->sort))
			return bad_sort(problem, script, i, sort, error);
		constant->declaration =
		    Z3_get_app_decl(context, Z3_to_app(context, expression));
		constant->variable = term_variable(&problem->formula, constant->sort);
		if (!term_know(library, expression, constant->variable))
			return no_memory(error);
	}
	return problem->formula.failed ? no_memory(error) : 0;
}

/* ---- assertions */

static int read_assertions(struct problem *problem, const struct script *script,
			   struct script_error *error)
{
	struct problem_library *library = problem->library;
	char name[LIBRARY_NAME];

	problem->roots = calloc(library->count + 1, sizeof(*problem->roots));
	if (!problem->roots)
		return no_memory(error);
	for (unsigned i = 0; i < library->count; i++) {
		const Z3_ast assertion =
		    Z3_ast_vector_get(library->context, library->assertions, i);

		if (term_read(problem, assertion, &problem->roots[i], name) == 0)
			continue;
		if (!name[0])
			return no_memory(error);
		script_locate(script, name, error);
		return fail(error, error->line, error->column,
			    "%s is not supported here", name);
	}
	problem->root_count = library->count;
	return 0;
}

static int read_script(struct problem *problem, const struct script *script,
		       size_t commands, struct script_error *error)
{
	struct problem_library *library = problem->library;
	char *text = script_part(script, commands, is_said);
	unsigned all;

	if (!text)
		return no_memory(error);
	if (list_constants(problem, script, commands, &text, error) == 0)
		library->assertions = parse(library->context, text, error);
	free(text);
	if (!library->assertions)
		return -1;
	all = Z3_ast_vector_size(library->context, library->assertions);
	library->count = all - (unsigned)problem->constant_count;
	if (read_constants(problem, script, error) != 0)
		return -1;
	return read_assertions(problem, script, error);
}

int problem_init(struct problem *problem, const struct script *script, size_t commands,
		 struct script_error *error)
{
	Z3_config config;

	memset(problem, 0, sizeof(*problem));
	memset(error, 0, sizeof(*error));
	formula_init(&problem->formula);
	problem->library = calloc(1, sizeof(*problem->library));
	if (!problem->library)
		return no_memory(error);
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

/* ---- models */

static Z3_ast rounding_value(Z3_context context, word value)
{
	switch ((enum rounding)value) {
	case ROUND_NEAREST_EVEN:
		return Z3_mk_fpa_rne(context);
	case ROUND_NEAREST_AWAY:
		return Z3_mk_fpa_rna(context);
	case ROUND_UP:
		return Z3_mk_fpa_rtp(context);
	case ROUND_DOWN:
		return Z3_mk_fpa_rtn(context);
	default:
		return Z3_mk_fpa_rtz(context);
	}
}

static Z3_ast word_value(Z3_context context, word value, unsigned width)
{
	bool digits[SORT_BITS_MOST];

	for (unsigned i = 0; i < width; i++)
		digits[i] = (value >> i & 1) != 0;
	return Z3_mk_bv_numeral(context, width, digits);
}

static Z3_ast value_of(Z3_context context, const struct problem_constant *constant,
		       word value)
{
	const struct sort sort = constant->sort;
	const Z3_sort z3_sort =
	    Z3_get_range(context, (Z3_func_decl)constant->declaration);

	switch (sort.kind) {
	case SORT_BOOL:
		return value ? Z3_mk_true(context) : Z3_mk_false(context);
	case SORT_ROUNDING:
		return rounding_value(context, value);
	case SORT_WORD:
		return word_value(context, value, sort.width);
	default:
		return Z3_simplify(
		    context,
		    Z3_mk_fpa_to_fp_bv(context, word_value(context, value, sort.width),
				       z3_sort));
	}
}

static Z3_model model_make(const struct problem *problem, const word *values)
{
	const Z3_context context = problem->library->context;
	const Z3_model model = Z3_mk_model(context);

	Z3_model_inc_ref(context, model);
	for (size_t i = 0; i < problem->constant_count; i++)
		Z3_add_const_interp(
		    context, model, (Z3_func_decl)problem->constants[i].declaration,
		    value_of(context, &problem->constants[i], values[i]));
	return model;
}

bool problem_is_model(const struct problem *problem, const word *values)
{
	const struct problem_library *library = problem->library;
	const Z3_context context = library->context;
	const Z3_model model = model_make(problem, values);
	bool holds = true;

	for (unsigned i = 0; i < library->count && holds; i++) {
		Z3_ast value = NULL;

		holds =
		    Z3_model_eval(context, model,
				  Z3_ast_vector_get(context, library->assertions, i),
				  true, &value) &&
		    Z3_get_bool_value(context, value) == Z3_L_TRUE;
	}
	Z3_model_dec_ref(context, model);
	return holds;
}

/* "((TERM VALUE) ...)" for the terms that were asked for. */
static char *values_print(const struct problem_library *library, Z3_model model,
			  const struct script *script,
			  const struct script_command *command, Z3_ast_vector read)
{
	size_t at = command->name_end, size, length;
	const char *expression;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		return NULL;
	script_expression(script, &at, &length);
	at -= length - 1; /* into the list */
	for (unsigned i = 0; (expression = script_expression(script, &at, &length));
	     i++) {
		Z3_ast value = NULL;

		Z3_model_eval(library->context, model, asked(library, read, i), true,
			      &value);
		fprintf(out, "%s(%.*s %s)", i ? "\n " : "(", (int)length, expression,
			value ? Z3_ast_to_string(library->context, value) : "?");
	}
	fprintf(out, ")\n");
	fclose(out);
	return text;
}

/* The definitions, and the terms that are asked for as assertions. */
static char *values_text(const struct script *script,
			 const struct script_command *command,
			 struct script_error *error)
{
	char *text =
	    script_part(script, (size_t)(command - script->commands), is_definition);
	size_t at = command->name_end, length;
	const char *expression = script_expression(script, &at, &length);

	if (!text)
		no_memory(error);
	if (!expression || *expression != '(' || length < 3) {
		fail(error, command->line, command->column,
		     "a list of terms is expected");
		free(text);
		return NULL;
	}
	at -= length - 1;
	while (text && (expression = script_expression(script, &at, &length)))
		text = append_asked(text, expression, length);
	return text;
}

int problem_values(const struct problem *problem, const struct script *script,
		   const struct script_command *command, const word *values,
		   char **text, struct script_error *error)
{
	const Z3_context context = problem->library->context;
	char *question = values_text(script, command, error);
	Z3_ast_vector read;
	Z3_model model;

	if (!question)
		return -1;
	read = parse(context, question, error);
	free(question);
	if (!read) {
		error->line = command->line;
		error->column = command->column;
		return -1;
	}
	model = model_make(problem, values);
	*text = values_print(problem->library, model, script, command, read);
	Z3_model_dec_ref(context, model);
	return *text ? 0 : no_memory(error);
}
