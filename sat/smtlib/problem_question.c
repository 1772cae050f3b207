/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_question.c - what is given to Z3 to read, and its answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sat/smtlib/problem_internal.h"

/* "(error "line 3 column 10: unknown constant y")": columns count from 1 in the first
 * line, and from 0 in the others. */
static int parse_error(const char *text, struct script_error *error)
{
	const char *line = strstr(text, "line "), *end;
	unsigned row = 0, column = 0;
	int at = 0;

	if (line && sscanf(line, "line %u column %u: %n", &row, &column, &at) == 2)
		text = line + at;
	end = strstr(text, "\")");
	script_fail(error, row, column + (row > 1), "%.*s",
		    end ? (int)(end - text) : (int)strlen(text), text);
	return -1;
}

Z3_ast_vector question_parse(Z3_context context, const char *text,
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

bool question_begin(struct question *q, char *said)
{
	*q = (struct question){0};
	q->out = said ? open_memstream(&q->text, &q->size) : NULL;
	if (q->out)
		fputs(said, q->out);
	free(said);
	return q->out != NULL;
}

void question_ask(struct question *q, const char *expression, size_t length)
{
	fprintf(q->out, "\n(assert (= %.*s %.*s))", (int)length, expression,
		(int)length, expression);
}

/* What question_ask() writes before an expression, and in all. */
#define ASK_BEFORE (sizeof("\n(assert (= ") - 1)
#define ASK_SIZE(length) (sizeof("\n(assert (=  ))") - 1 + 2 * (length))

unsigned question_ask_list(struct question *q, const struct script *script,
			   const struct script_command *command)
{
	size_t at = script_list(script, command), length;
	const char *expression;
	unsigned count = 0;

	for (; at && (expression = script_expression(script, &at, &length)); count++)
		question_ask(q, expression, length);
	return count;
}

char *question_end(struct question *q)
{
	if (fclose(q->out) == 0)
		return q->text;
	free(q->text);
	return NULL;
}

Z3_ast question_asked(const struct problem_library *library, Z3_ast_vector read,
		      unsigned i)
{
	const Z3_context context = library->context;

	return Z3_get_app_arg(
	    context, Z3_to_app(context, Z3_ast_vector_get(context, read, i)), 0);
}

/* Which byte of the text that line and column are. */
static size_t byte_of(const char *text, unsigned line, unsigned column)
{
	const char *at = text;

	for (; line > 1 && strchr(at, '\n'); line--)
		at = strchr(at, '\n') + 1;
	return (size_t)(at - text) + column - 1;
}

void question_place(const char *text, const struct script *script,
		    const struct script_command *command, struct script_error *error)
{
	const size_t wrong = byte_of(text, error->line, error->column);
	size_t begin = command == script->commands ? 0 : command[-1].end;
	size_t at = script_list(script, command), length;
	const char *expression;

	if (error->line == 0 || wrong < begin)
		return;
	script_place(script, command->begin, error);
	while (at && (expression = script_expression(script, &at, &length))) {
		const size_t from = begin + ASK_BEFORE;

		begin += ASK_SIZE(length);
		if (wrong >= begin)
			continue;
		/* In the second copy it is the whole that is wrong. */
		script_place(
		    script,
		    (size_t)(expression - script->text) +
			(wrong >= from && wrong < from + length ? wrong - from : 0),
		    error);
		return;
	}
}
