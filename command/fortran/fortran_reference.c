/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_reference.c - variables and components in the statements of a dump. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/fortran/fortran_reference.h"
#include "command/fortran/fortran_unit.h"

static const char *bracket_end(const char *text)
{
	long open = 0;
	char quote = 0;

	for (; *text; text++) {
		if (quote)
			quote = *text == quote ? 0 : quote;
		else if (*text == '\'' || *text == '"')
			quote = *text;
		else if (strchr("([", *text))
			open++;
		else if (strchr(")]", *text) && --open == 0)
			return text + 1;
	}
	return text;
}

const char *fortran_expression_end(const char *text)
{
	if (*text == '(')
		return bracket_end(text);
	for (;;) {
		text += strcspn(text, " ()[],");
		while (*text == '(' || *text == '[')
			text = bracket_end(text);
		if (strncmp(text, " % ", 3) != 0)
			return text;
		text += 3;
	}
}

static const json_t *component_of(const json_t *unit, const json_t *type,
				  const char *name, size_t size)
{
	for (; type; type = fortran_parent(unit, type)) {
		const json_t *d;
		size_t i;
		json_array_foreach(json_object_get(type, "components"), i, d)
		{
			const char *own = json_member_text(d, "name");
			if (strlen(own) == size && strncmp(own, name, size) == 0)
				return d;
		}
	}
	return NULL;
}

bool fortran_reference_parts(const json_t *unit, const json_t *in, const char *text,
			     unsigned parts, struct fortran_reference *out)
{
	const size_t scope = strcspn(text, " ()[]:,'");
	const char *at = text + scope + 1;
	char name[128];

	memset(out, 0, sizeof *out);
	if (!scope || text[scope] != ':' || isdigit((unsigned char)*text))
		return false;
	size_t size = strcspn(at, " ()[],");
	snprintf(name, sizeof name, "%.*s", (int)size, at);
	const json_t *d = fortran_symbol(unit, in, name);
	size_t used = (size_t)snprintf(out->text, sizeof out->text, "%s", name);
	for (;;) {
		at += size;
		out->indices = NULL;
		if (*at == '(') {
			out->indices = strncmp(at, "(FULL)", 6) ? at + 1 : NULL;
			at = bracket_end(at);
		}
		if (strncmp(at, " % ", 3) != 0 || !--parts)
			break;
		at += 3;
		size = strcspn(at, " ()[],");
		d = component_of(unit, fortran_type_of(unit, d), at, size);
		if (used + size + 2 < sizeof out->text)
			used +=
			    (size_t)snprintf(out->text + used, sizeof out->text - used,
					     "%%%.*s", (int)size, at);
	}
	out->declaration = (json_t *)d;
	out->end = at;
	return d != NULL;
}

bool fortran_is_behind(const char *line, const char *at, const char *word)
{
	const size_t size = strlen(word);

	return at >= line + size && strncmp(at - size, word, size) == 0;
}

bool fortran_asks_negative(const char *line, const char *at, const char *end)
{
	static const char *const asks[][2] = {{"(< ", " 0)"}, {"(>= ", " 0)"}};

	for (size_t i = 0; i < sizeof asks / sizeof *asks; i++)
		if (fortran_is_behind(line, at, asks[i][0]) &&
		    strncmp(end, asks[i][1], strlen(asks[i][1])) == 0)
			return true;
	return false;
}

const char *fortran_compared_with(const char *line, const char *at)
{
	for (const char *open = at; open-- > line;) {
		if (*open != '(' || !strchr("=<>", open[1]))
			continue;
		const char *first = open + 1 + strspn(open + 1, "=<>");
		if (*first++ != ' ')
			continue;
		const char *second = fortran_expression_end(first);
		if (first == at)
			return *second == ' ' ? second + 1 : NULL;
		if (second + 1 == at)
			return first;
	}
	return NULL;
}
