/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * problem_place.c - where in a script a term stands that is not supported. Z3 does not
 * tell where it has read an expression: all places of the operation's name come into
 * question, in the assertion and in the definitions that it leads to. Of those each term
 * is read alone.
 */
#include <stdlib.h>
#include <string.h>

#include "sat/smtlib/problem_internal.h"

/* Terms of one command that are read alone; each takes as long as the whole script. */
enum { PLACES_MOST = 32 };

struct search {
	struct problem *problem;
	const struct script *script;
	size_t commands;
	const char *name;
};

/* The command that Z3's assertion i comes from; those behind the script's assertions
 * are the literals of the next command. */
static size_t command_of(const struct search *s, unsigned i)
{
	for (size_t k = 0; k < s->commands; k++)
		if (!s->script->commands[k].is_gone &&
		    script_is(s->script, &s->script->commands[k], "assert") && i-- == 0)
			return k;
	return s->commands;
}

enum reading {
	READING_SUPPORTED,
	READING_UNSUPPORTED,
	READING_IMPOSSIBLE, /* it has variables of a `let` or a definition */
};

/* Reads the term that begins there. */
static enum reading read_alone(const struct search *s, size_t at)
{
	const Z3_context context = s->problem->library->context;
	struct script_error unused;
	struct question question;
	Z3_ast_vector read = NULL;
	char name[LIBRARY_NAME], *text;
	const char *expression;
	size_t length;
	term_id term;

	if (!question_begin(&question, script_part(s->script, s->commands, is_naming)))
		return READING_IMPOSSIBLE;
	expression = script_expression(s->script, &at, &length);
	question_ask(&question, expression, length);
	text = question_end(&question);
	if (text)
		read = question_parse(context, text, &unused);
	free(text);
	if (!read)
		return READING_IMPOSSIBLE;
	return term_read(s->problem,
			 question_asked(s->problem->library, read,
					Z3_ast_vector_size(context, read) - 1),
			 &term, name) == 0
		   ? READING_SUPPORTED
		   : READING_UNSUPPORTED;
}

/* The next place of the name; quantifiers have two names. */
static bool next_place(const struct search *s, const struct script_command *command,
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

static size_t end_of_term(const struct search *s, const struct script_symbol *place)
{
	size_t at = place->term, length;

	script_expression(s->script, &at, &length);
	return at;
}

/* The first place in a command whose term is not supported, the innermost one if they
 * are nested; if there is none, the first whose term cannot be read alone. False when
 * there is no place. */
static bool find_in(const struct search *s, const struct script_command *command,
		    struct script_symbol *found)
{
	struct script_symbol place = {0};
	size_t end = 0; /* of the term that is not supported; 0: not found yet */
	bool is_found = false;

	for (int i = 0; next_place(s, command, &place) && i <= PLACES_MOST; i++) {
		const enum reading reading =
		    i < PLACES_MOST ? read_alone(s, place.term) : READING_IMPOSSIBLE;

		if (end && place.at >= end)
			break;
		if (reading == READING_UNSUPPORTED)
			end = end_of_term(s, &place);
		else if (reading == READING_SUPPORTED || is_found)
			continue;
		*found = place;
		is_found = true;
	}
	return is_found;
}

/* Marks the definitions before a command that it names. */
static void mark_named(const struct search *s, size_t at, bool *is_used)
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
		name = strndup(begin, length);
		is_used[k] =
		    name && script_symbol(script, &script->commands[at], name, &place);
		free(name);
	}
}

void problem_locate(struct problem *problem, const struct script *script,
		    size_t commands, unsigned i, const char *name,
		    struct script_error *error)
{
	const struct search s = {problem, script, commands, name};
	const size_t asserted = command_of(&s, i);
	bool *is_used = calloc(asserted + 1, sizeof(*is_used));
	struct script_symbol place = {0};

	script_place(script, script->commands[asserted].begin, error);
	if (!is_used)
		return;
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
