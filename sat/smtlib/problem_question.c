/* SPDX-License-Identifier: GPL-3.0-or-later */
/* problem_question.c - what is given to Z3 to read, and its answer. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sat/smtlib/problem_internal.h"
#include "system/allocation.h"

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

void question_begin(struct z3_question *q, char *said)
{
	*q = (struct z3_question){0};
	q->out = text_open(&q->text, &q->size);
	fputs(said, q->out);
	free(said);
}

void question_ask(struct z3_question *q, const char *expression, size_t length)
{
	fprintf(q->out, "\n(assert (= %.*s %.*s))", (int)length, expression,
		(int)length, expression);
}

/* What question_ask() writes before an expression, and in all. */
#define ASK_BEFORE (sizeof("\n(assert (= ") - 1)
#define ASK_SIZE(length) (sizeof("\n(assert (=  ))") - 1 + 2 * (length))

unsigned question_ask_list(struct z3_question *q, const struct script *script,
			   const struct script_command *command)
{
	size_t at = script_list(script, command), length;
	const char *expression;
	unsigned count = 0;

	for (; at && (expression = script_expression(script, &at, &length)); count++)
		question_ask(q, expression, length);
	return count;
}

char *question_end(struct z3_question *q)
{
	if (fclose(q->out) != 0)
		memory_checked(NULL);
	return q->text;
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

/*
 * ---- where in a script a term stands that is not supported. Z3 does not tell where it
 * has read an expression: all places of the operation's name come into question, in the
 * assertion and in the definitions that it leads to. Each term there is read alone.
 */

/* Terms of one command that are read alone; each takes as long as the whole script. */
enum { PLACES_MOST = 32 };

struct unsupported {
	struct problem *problem;
	const struct script *script;
	size_t commands;
	const char *name;
};

/* The command that Z3's assertion i comes from; those behind the script's assertions
 * are the literals of the next command. */
static size_t command_of(const struct unsupported *s, unsigned i)
{
	for (size_t k = 0; k < s->commands; k++)
		if (!s->script->commands[k].is_gone &&
		    script_is(s->script, &s->script->commands[k], "assert") && i-- == 0)
			return k;
	return s->commands;
}

enum term_support {
	TERM_SUPPORTED,
	TERM_UNSUPPORTED,
	TERM_IMPOSSIBLE, /* it has variables of a `let` or a definition */
};

/* Reads the term that begins there. */
static enum term_support read_alone(const struct unsupported *s, size_t at)
{
	const Z3_context context = s->problem->library->context;
	struct script_error unused;
	struct z3_question question;
	Z3_ast_vector read;
	char name[LIBRARY_NAME], *text;
	const char *expression;
	size_t length;
	term_id term;

	question_begin(&question, script_part(s->script, s->commands, is_naming));
	expression = script_expression(s->script, &at, &length);
	question_ask(&question, expression, length);
	text = question_end(&question);
	read = question_parse(context, text, &unused);
	free(text);
	if (!read)
		return TERM_IMPOSSIBLE;
	return term_read(s->problem,
			 question_asked(s->problem->library, read,
					Z3_ast_vector_size(context, read) - 1),
			 &term, name) == 0
		   ? TERM_SUPPORTED
		   : TERM_UNSUPPORTED;
}

/* The next place of the name; quantifiers have two names. */
static bool next_place(const struct unsupported *s,
		       const struct script_command *command,
		       struct script_symbol *place)
{
	struct script_symbol all = *place, some = *place;
	bool has_all, has_some;

	if (strcmp(s->name, QUANTIFIER) != 0)
		return script_symbol(s->script, command, s->name, place);
	has_all = script_symbol(s->script, command, "forall", &all);
	has_some = script_symbol(s->script, command, "exists", &some);
	*place = has_all && !(has_some && some.at < all.at) ? all : some;
	return has_all || has_some;
}

static size_t end_of_term(const struct unsupported *s,
			  const struct script_symbol *place)
{
	size_t at = place->term, length;

	script_expression(s->script, &at, &length);
	return at;
}

/* The first place in a command whose term is not supported, the innermost one if they
 * are nested; if there is none, the first whose term cannot be read alone. False when
 * there is no place. */
static bool find_in(const struct unsupported *s, const struct script_command *command,
		    struct script_symbol *found)
{
	struct script_symbol place = {0};
	size_t end = 0; /* of the term that is not supported; 0: not found yet */
	bool is_found = false;

	for (int i = 0; next_place(s, command, &place) && i <= PLACES_MOST; i++) {
		const enum term_support reading =
		    i < PLACES_MOST ? read_alone(s, place.term) : TERM_IMPOSSIBLE;

		if (end && place.at >= end)
			break;
		if (reading == TERM_UNSUPPORTED)
			end = end_of_term(s, &place);
		else if (reading == TERM_SUPPORTED || is_found)
			continue;
		*found = place;
		is_found = true;
	}
	return is_found;
}

/* Marks the definitions before a command that it names. */
static void mark_named(const struct unsupported *s, size_t at, bool *is_used)
{
	const struct script *script = s->script;

	for (size_t k = 0; k < at; k++) {
		const struct script_command *command = &script->commands[k];
		struct script_symbol place = {0};
		size_t length;
		const char *begin = script_word(script, command, &length);
		char *name;

		if (command->is_gone || is_used[k] || !is_definition(script, command))
			continue;
		name = string_copy_part(begin, length);
		is_used[k] = script_symbol(script, &script->commands[at], name, &place);
		free(name);
	}
}

void problem_locate(struct problem *problem, const struct script *script,
		    size_t commands, unsigned i, const char *name,
		    struct script_error *error)
{
	const struct unsupported s = {problem, script, commands, name};
	const size_t asserted = command_of(&s, i);
	bool *is_used = array_new(asserted + 1, sizeof(*is_used));
	struct script_symbol place = {0};

	script_place(script, script->commands[asserted].begin, error);
	is_used[asserted] = true;
	for (size_t k = asserted + 1; k-- > 0;) {
		if (!is_used[k])
			continue;
		if (find_in(&s, &script->commands[k], &place)) {
			script_place(script,
				     strcmp(name, QUANTIFIER) == 0 ? place.term
								   : place.at,
				     error);
			break;
		}
		mark_named(&s, k, is_used);
	}
	free(is_used);
}
