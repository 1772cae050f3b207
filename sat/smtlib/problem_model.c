/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_model.c - models, which Z3 evaluates. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sat/smtlib/problem_internal.h"
#include "system/allocation.h"

static Z3_ast rounding_value(Z3_context context, word value)
{
	switch ((enum rounding_mode)value) {
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

static Z3_ast constant_value(Z3_context context,
			     const struct problem_constant *constant, word value)
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
		    constant_value(context, &problem->constants[i], values[i]));
	return model;
}

/* The value of an expression; null when Z3 gives none. Z3's models compute `distinct` of
 * two floats only: simplified, it is one comparison of each pair. */
static Z3_ast evaluate_model(Z3_context context, Z3_model model, Z3_ast expression)
{
	const Z3_params pairs = Z3_mk_params(context);
	Z3_ast value = NULL;

	Z3_params_inc_ref(context, pairs);
	Z3_params_set_bool(context, pairs,
			   Z3_mk_string_symbol(context, "blast_distinct"), true);
	if (Z3_model_eval(context, model, expression, true, &value))
		value = Z3_simplify_ex(context, value, pairs);
	Z3_params_dec_ref(context, pairs);
	return value;
}

bool problem_is_model(const struct problem *problem, const word *values)
{
	const struct problem_library *library = problem->library;
	const Z3_context context = library->context;
	const Z3_model model = model_make(problem, values);
	bool holds = true;

	for (unsigned i = 0; i < library->count && holds; i++) {
		const Z3_ast value = evaluate_model(
		    context, model, Z3_ast_vector_get(context, library->assertions, i));

		holds = value && Z3_get_bool_value(context, value) == Z3_L_TRUE;
	}
	Z3_model_dec_ref(context, model);
	return holds;
}

/* ---- values */

/* "((TERM VALUE) ...)" for the terms that were asked for: the assertions that Z3 read
 * from `first` on. */
static char *values_print(const struct problem_library *library, Z3_model model,
			  const struct script *script,
			  const struct script_command *command, Z3_ast_vector read,
			  unsigned first)
{
	size_t at = script_list(script, command), size, length;
	const char *expression;
	char *text = NULL;
	FILE *out = text_open(&text, &size);

	for (unsigned i = 0; (expression = script_expression(script, &at, &length));
	     i++) {
		const Z3_ast value = evaluate_model(
		    library->context, model, question_asked(library, read, first + i));

		fprintf(out, "%s(%.*s %s)", i ? "\n " : "(", (int)length, expression,
			value ? Z3_ast_to_string(library->context, value) : "?");
	}
	fprintf(out, ")\n");
	fclose(out);
	return text;
}

/* What names something, and the *asked terms that are asked for as assertions. Null
 * after an error. */
static char *values_question(const struct script *script,
			     const struct script_command *command, unsigned *asked,
			     struct script_error *error)
{
	const size_t before = (size_t)(command - script->commands);
	struct z3_question question;
	char *text;

	question_begin(&question, script_part(script, before, is_naming));
	*asked = question_ask_list(&question, script, command);
	text = question_end(&question);
	if (*asked == 0) {
		script_fail(error, command->line, command->column,
			    "a list of terms is expected");
		free(text);
		text = NULL;
	}
	return text;
}

int problem_values(const struct problem *problem, const struct script *script,
		   const struct script_command *command, const word *values,
		   char **text, struct script_error *error)
{
	const Z3_context context = problem->library->context;
	unsigned asked;
	char *question = values_question(script, command, &asked, error);
	Z3_ast_vector read;
	Z3_model model;

	if (!question)
		return -1;
	read = question_parse(context, question, error);
	if (!read)
		question_place(question, script, command, error);
	free(question);
	if (!read)
		return -1;
	model = model_make(problem, values);
	*text = values_print(problem->library, model, script, command, read,
			     Z3_ast_vector_size(context, read) - asked);
	Z3_model_dec_ref(context, model);
	return 0;
}
