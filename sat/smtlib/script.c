/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sat/smtlib/script.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/allocation.h"

int script_fail(struct script_error *error, unsigned line, unsigned column,
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

struct scanner {
	const char *text;
	size_t at, size;
	unsigned line, column;
};

static void step(struct scanner *s)
{
	if (s->text[s->at] == '\n') {
		s->line++;
		s->column = 1;
	} else {
		s->column++;
	}
	s->at++;
}

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct scanner *s)
{
	while (s->at < s->size && (is_space(s->text[s->at]) || s->text[s->at] == ';')) {
		if (s->text[s->at] == ';')
			while (s->at < s->size && s->text[s->at] != '\n')
				step(s);
		else
			step(s);
	}
}

/* A symbol in bars or a string; false when it does not end. In a string a doubled
 * quote is one: two strings side by side to us. */
static bool skip_quoted(struct scanner *s, char quote)
{
	step(s);
	while (s->at < s->size && s->text[s->at] != quote)
		step(s);
	if (s->at == s->size)
		return false;
	step(s);
	return true;
}

static void skip_word(struct scanner *s)
{
	while (s->at < s->size && !is_space(s->text[s->at]) &&
	       !strchr("()|\";", s->text[s->at]))
		step(s);
}

/* To behind the parenthesis that ends the command. */
static int skip_command(struct scanner *s, struct script_error *error)
{
	const unsigned line = s->line, column = s->column;
	size_t depth = 0;

	do {
		const char c = s->text[s->at];

		if (c == '|' || c == '"') {
			if (!skip_quoted(s, c))
				return script_fail(
				    error, line, column,
				    "this command has a quote without an end");
		} else {
			depth += c == '(';
			depth -= c == ')';
			step(s);
		}
		if (depth > 0)
			skip_space(s);
	} while (depth > 0 && s->at < s->size);
	return depth ? script_fail(error, line, column, "this command does not end")
		     : 0;
}

static struct script_command *command_add(struct script *script)
{
	script->commands = array_grow(script->commands, script->count, &script->room,
				      sizeof *script->commands);
	return &script->commands[script->count++];
}

static int command_read(struct script *script, struct scanner *s,
			struct script_error *error)
{
	struct script_command *command = command_add(script);
	struct scanner inside;

	*command = (struct script_command){
	    .begin = s->at, .line = s->line, .column = s->column};
	if (s->text[s->at] != '(')
		return script_fail(error, s->line, s->column,
				   "a command in parentheses is expected");
	inside = *s;
	step(&inside);
	skip_space(&inside);
	command->name = inside.at;
	skip_word(&inside);
	command->name_end = inside.at;
	if (command->name_end == command->name)
		return script_fail(error, inside.line, inside.column,
				   "the name of a command is expected");
	if (skip_command(s, error) != 0)
		return -1;
	command->end = s->at;
	return 0;
}

int script_init(struct script *script, char *text, size_t size,
		struct script_error *error)
{
	struct scanner s = {.text = text, .size = size, .line = 1, .column = 1};
	int result = 0;

	*script = (struct script){.text = text, .size = size};
	if (memchr(text, '\0', size))
		result = script_fail(error, 0, 0, "it has a NUL byte");
	skip_space(&s);
	while (result == 0 && s.at < s.size) {
		result = command_read(script, &s, error);
		skip_space(&s);
	}
	if (result != 0)
		script_done(script);
	return result;
}

void script_done(struct script *script)
{
	free(script->text);
	free(script->commands);
	memset(script, 0, sizeof(*script));
}

bool script_is(const struct script *script, const struct script_command *command,
	       const char *name)
{
	const size_t length = command->name_end - command->name;

	return strlen(name) == length &&
	       memcmp(script->text + command->name, name, length) == 0;
}

const char *script_word(const struct script *script,
			const struct script_command *command, size_t *length)
{
	struct scanner s = {
	    .text = script->text, .at = command->name_end, .size = command->end - 1};
	size_t begin;

	skip_space(&s);
	begin = s.at;
	if (begin < s.size && s.text[begin] == '|')
		skip_quoted(&s, '|');
	else
		skip_word(&s);
	*length = s.at - begin;
	return script->text + begin;
}

char *script_part(const struct script *script, size_t end, script_keeps_fn *keeps)
{
	const size_t size = end ? script->commands[end - 1].end : 0;
	char *text = array_new(size + 1, 1);

	for (size_t i = 0; i < size; i++)
		text[i] = script->text[i] == '\n' ? '\n' : ' ';
	text[size] = '\0';
	for (size_t i = 0; i < end; i++) {
		const struct script_command *command = &script->commands[i];

		if (!command->is_gone && keeps(script, command))
			memcpy(text + command->begin, script->text + command->begin,
			       command->end - command->begin);
	}
	return text;
}

const char *script_expression(const struct script *script, size_t *at, size_t *length)
{
	struct scanner s = {.text = script->text, .at = *at, .size = script->size};
	struct script_error unused;
	size_t begin;

	skip_space(&s);
	begin = s.at;
	if (s.at == s.size || s.text[s.at] == ')')
		return NULL;
	if (strchr("(|\"", s.text[s.at]))
		skip_command(&s, &unused);
	else
		skip_word(&s);
	*at = s.at;
	*length = s.at - begin;
	return script->text + begin;
}

size_t script_list(const struct script *script, const struct script_command *command)
{
	size_t at = command->name_end, length;
	const char *list = script_expression(script, &at, &length);

	return list && *list == '(' ? at - length + 1 : 0;
}

/* ---- places */

void script_place(const struct script *script, size_t at, struct script_error *error)
{
	struct scanner s = {.text = script->text, .line = 1, .column = 1};

	while (s.at < at && s.at < script->size)
		step(&s);
	error->line = s.line;
	error->column = s.column;
}

/* The parentheses before a word: the last one, and the one directly before that, which
 * an indexed operation has: ((_ to_fp 8 24) RNE x). */
struct opened_list {
	size_t last, outer;
	bool is_open, is_indexed; /* by what is directly before: "(", "_" */
};

static void open_one(struct opened_list *opened, size_t at)
{
	opened->outer = opened->is_open ? opened->last : at;
	opened->last = at;
	opened->is_open = true;
}

static bool scanner_is(const struct scanner *s, size_t begin, const char *text)
{
	return s->at - begin == strlen(text) &&
	       memcmp(s->text + begin, text, s->at - begin) == 0;
}

bool script_symbol(const struct script *script, const struct script_command *command,
		   const char *name, struct script_symbol *symbol)
{
	struct scanner s = {
	    .text = script->text, .at = command->name_end, .size = command->end};
	struct opened_list opened = {.last = command->begin, .outer = command->begin};

	for (skip_space(&s); s.at < s.size; skip_space(&s)) {
		const size_t begin = s.at;
		const char c = s.text[begin];

		if (c == '|' || c == '"')
			skip_quoted(&s, c);
		else if (c == '(' || c == ')')
			step(&s);
		else
			skip_word(&s);
		if (begin > symbol->at && scanner_is(&s, begin, name)) {
			symbol->at = begin;
			symbol->term = opened.is_indexed ? opened.outer : opened.last;
			return true;
		}
		if (c == '(')
			open_one(&opened, begin);
		else
			opened.is_open = false;
		opened.is_indexed = scanner_is(&s, begin, "_");
	}
	return false;
}
