/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_public.c - the word `private` where it takes names out of a module's interface. */
#include <ctype.h>
#include <string.h>

#include "command/fortran/fortran_public.h"

static const char word[] = "private", instead[] = "public ", nothing[] = "       ";

enum { WORD = sizeof word - 1, FIXED_LABEL = 6 };

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static bool is_word(const char *line, const char *at)
{
	return strncasecmp(at, word, WORD) == 0 && !in_name(at[WORD]) &&
	       (at == line || !in_name(at[-1]));
}

/* What stands for the word at that place of the statements on a line; null: it is a name. */
static const char *instead_of(const char *line, const char *end, const char *at)
{
	const char *next = at + WORD + strspn(at + WORD, " \t\r"), *before = at;

	while (before > line && strchr(" \t", before[-1]))
		before--;
	const bool begins = before == line || strchr(";&", before[-1]);
	const bool is_attribute = begins || before[-1] == ',';
	if (begins && (next == end || *next == ';' || *next == '!'))
		return nothing;
	if (strncmp(next, "::", 2) == 0 || (begins && in_name(*next)) ||
	    (is_attribute && *next == '&'))
		return instead;
	return is_attribute && *next == ',' &&
		       memmem(next, (size_t)(end - next), "::", 2)
		   ? instead
		   : NULL;
}

static bool line_public(char *line, const char *end)
{
	bool is_any = false;
	char quote = 0;

	for (char *at = line; at < end && (quote || *at != '!'); at++) {
		if (quote)
			quote = *at == quote ? 0 : quote;
		else if (*at == '\'' || *at == '"')
			quote = *at;
		const char *new =
		    !quote &&is_word(line, at) ? instead_of(line, end, at) : NULL;
		if (new)
			memcpy(at, new, WORD);
		is_any |= new != NULL;
	}
	return is_any;
}

bool fortran_public(char *text, bool is_fixed)
{
	bool is_any = false;

	for (char *line = text, *end; *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		const bool is_comment =
		    *line == '#' || (is_fixed && strchr("cC*dD", *line));
		/* A mark of continuation is in the column before. */
		char *from = is_fixed && end - line > FIXED_LABEL && *line != '\t'
				 ? line + FIXED_LABEL
				 : line;
		if (!is_comment)
			is_any |= line_public(from, end);
	}
	return is_any;
}
