/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_model.c - models, which Z3 evaluates. */
#include <stdio.h>
#include <stdlib.h>

#include "sat/smtlib/problem_internal.h"

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

		Z3_model_eval(library->context, model, question_asked(library, read, i),
			      true, &value);
		fprintf(out, "%s(%.*s %s)", i ? "\n " : "(", (int)length, expression,
			value ? Z3_ast_to_string(library->context, value) : "?");
	}
	fprintf(out, ")\n");
	fclose(out);
	return text;
}

/* The definitions, and the terms that are asked for as assertions. Null after an error.
 */
static char *values_question(const struct script *script,
			     const struct script_command *command,
			     struct script_error *error)
{
	const size_t before = (size_t)(command - script->commands);
	size_t at = command->name_end, length;
	const char *expression = script_expression(script, &at, &length);
	struct question question;
	char *text;

	if (!expression || *expression != '(' || length < 3) {
		script_fail(error, command->line, command->column,
			    "a list of terms is expected");
		return NULL;
	}
	if (!question_begin(&question, script_part(script, before, is_definition))) {
		script_no_memory(error);
		return NULL;
	}
	at -= length - 1; /* into the list */
	while ((expression = script_expression(script, &at, &length)))
		question_ask(&question, expression, length);
	text = question_end(&question);
	if (!text)
		script_no_memory(error);
	return text;
}

int problem_values(const struct problem *problem, const struct script *script,
		   const struct script_command *command, const word *values,
		   char **text, struct script_error *error)
{
	const Z3_context context = problem->library->context;
	char *question = values_question(script, command, error);
	Z3_ast_vector read;
	Z3_model model;

	if (!question)
		return -1;
	read = question_parse(context, question, error);
	free(question);
	if (!read) {
		error->line = command->line;
		error->column = command->column;
		return -1;
	}
	model = model_make(problem, values);
	*text = values_print(problem->library, model, script, command, read);
	Z3_model_dec_ref(context, model);
	return *text ? 0 : script_no_memory(error);
}
