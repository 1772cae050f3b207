/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fortran_public.c - the word `private` where it takes names out of a module's interface. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/json_text.h"
#include "command/fortran/fortran_source.h"
#include "command/fortran/fortran_unit.h"

static const char word[] = "private", instead[] = "public ", nothing[] = "       ";

enum { WORD = sizeof word - 1, FIXED_LABEL = 6, NAME_SIZE = 64 };

static bool is_word(const char *line, const char *at)
{
	return strncasecmp(at, word, WORD) == 0 && !fortran_in_name(at[WORD]) &&
	       (at == line || !fortran_in_name(at[-1]));
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
	if (strncmp(next, "::", 2) == 0 || (begins && fortran_in_name(*next)) ||
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

/* Where the statements of a line begin; null: it has none. */
static char *line_begin(char *line, const char *end, bool is_fixed)
{
	if (*line == '#' || (is_fixed && strchr("cC*dD", *line)))
		return NULL;
	/* A mark of continuation is in the column before. */
	return is_fixed && end - line > FIXED_LABEL && *line != '\t'
		   ? line + FIXED_LABEL
		   : line;
}

bool fortran_has_private(const char *text, bool is_fixed)
{
	char *copy = strdup(text);
	bool is_any = false;

	for (char *line = copy, *end; line && *line; line = *end ? end + 1 : end) {
		end = strchrnul(line, '\n');
		char *from = line_begin(line, end, is_fixed);
		is_any |= from && line_public(from, end);
	}
	free(copy);
	return is_any;
}

/* ---- modules */

struct copier {
	const json_t *unit;
	const char *driver;
	char module[NAME_SIZE]; /* that the line is in, or "" */
};

/* The name at the text, in small letters, to the buffer; what is behind it. */
static const char *name_read(const char *text, char *name)
{
	size_t size = 0;

	for (; fortran_in_name(*text); text++)
		if (size + 1 < NAME_SIZE)
			name[size++] = (char)tolower((unsigned char)*text);
	name[size] = '\0';
	return text;
}

static const char *blanks_behind(const char *text)
{
	return text + strspn(text, " \t\r");
}

/* "module NAME", "end module". */
static void module_see(struct copier *c, const char *line)
{
	char first[NAME_SIZE], second[NAME_SIZE];
	const char *at = blanks_behind(name_read(blanks_behind(line), first));
	const char *rest = blanks_behind(name_read(at, second));

	if (strcmp(first, "module") == 0 && *second && strchr("\n;!", *rest))
		memcpy(c->module, second, sizeof second);
	else if (strcmp(first, "endmodule") == 0 || strcmp(first, "submodule") == 0 ||
		 (strcmp(first, "end") == 0 && strcmp(second, "module") == 0))
		*c->module = '\0';
}

/* Whether the driver takes names out of the module. */
static bool is_open(const struct copier *c, const char *module)
{
	char use[NAME_SIZE + 16];

	snprintf(use, sizeof use, "use %s, only:", module);
	return strstr(c->driver, use) != NULL;
}

static const json_t *module_symbols(const json_t *unit, const char *module)
{
	const json_t *scope;
	size_t i;

	json_array_foreach(json_object_get(unit, "scopes"), i, scope)
	{
		if (json_is_true(json_object_get(scope, "module")) &&
		    strcmp(json_member_text(scope, "name"), module) == 0)
			return json_object_get(scope, "symbols");
	}
	return NULL;
}

static bool is_own(const json_t *symbol)
{
	return symbol && !strstr(json_member_text(symbol, "words"), "USE-ASSOC") &&
	       !fortran_has(symbol, "INTRINSIC-PROC") && !fortran_has(symbol, "MODULE");
}

/* Of "use M", of a module that is opened, what is behind its name; null: another statement, or one
 * with ONLY. */
static const char *use_of_open(const struct copier *c, const char *line, char *module)
{
	char word_read[NAME_SIZE];
	const char *end = strchrnul(line, '\n');
	const char *at = blanks_behind(name_read(blanks_behind(line), word_read));
	const char *colons = memmem(at, (size_t)(end - at), "::", 2);

	if (strcmp(word_read, "use") != 0)
		return NULL;
	at = name_read(colons ? blanks_behind(colons + 2) : at, module);
	const char *rest = blanks_behind(at);
	if (*rest == ',')
		name_read(blanks_behind(rest + 1), word_read);
	return *module && strcmp(module, c->module) != 0 && is_open(c, module) &&
		       !(*rest == ',' && strcmp(word_read, "only") == 0)
		   ? at
		   : NULL;
}

/* Names that both modules define: they could not be, were they not private in the used one, and come
 * under others. A statement with such is several lines, behind which the numbers go on. */
static bool renames_write(const struct copier *c, const char *used, bool is_fixed,
			  struct text_buffer *out)
{
	const json_t *own = module_symbols(c->unit, c->module), *symbol;
	bool is_any = false;
	const char *name;

	json_object_foreach((json_t *)module_symbols(c->unit, used), name, symbol)
	{
		if (*name == '_' || !is_own(symbol) ||
		    !is_own(json_object_get(own, name)))
			continue;
		text_add(out,
			 is_fixed ? ",\n     & %s_of_%s => %s" : ", &\n%s_of_%s => %s",
			 name, used, name);
		is_any = true;
	}
	return is_any;
}

static void line_copy(struct copier *c, char *line, const char *end, bool is_fixed,
		      unsigned number, struct text_buffer *out)
{
	char *from = line_begin(line, end, is_fixed), module[NAME_SIZE];

	if (from)
		module_see(c, from);
	const char *at = from && *c->module ? use_of_open(c, from, module) : NULL;
	if (from && (!*c->module || is_open(c, c->module)))
		line_public(from, end);
	if (!at)
		at = line;
	text_add(out, "%.*s", (int)(at - line), line);
	const bool is_longer = at > line && renames_write(c, module, is_fixed, out);
	text_add(out, "%.*s\n", (int)(end - at), at);
	if (is_longer)
		text_add(out, "#line %u\n", number + 1);
}

void fortran_public(const json_t *unit, char *text, bool is_fixed, const char *driver,
		    struct text_buffer *out)
{
	struct copier c = {.unit = unit, .driver = driver};
	unsigned number = 1;

	for (char *line = text, *end; *line; line = *end ? end + 1 : end, number++) {
		end = strchrnul(line, '\n');
		line_copy(&c, line, end, is_fixed, number, out);
	}
}
