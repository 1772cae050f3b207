/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_question.c - what is given to Z3 to read, and its answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sat/smtlib/problem_internal.h"

/* "(error "line 3 column 10: unknown constant y")" */
static int parse_error(const char *text, struct script_error *error)
{
	const char *line = strstr(text, "line "), *end;
	unsigned row = 0, column = 0;
	int at = 0;

	if (line && sscanf(line, "line %u column %u: %n", &row, &column, &at) == 2)
		text = line + at;
	end = strstr(text, "\")");
	script_fail(error, row, column, "%.*s",
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
