/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_choice.c - which functions of the file are tested. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/usage.h"
#include "command/driver/cc.h"
#include "command/test/testing.h"
#include "system/allocation.h"
#include "system/demangled.h"

/* ---- names of directories */

/* A name that a shell takes as one word. */
static bool is_plain(const char *name)
{
	for (const char *c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("_:.", *c))
			return false;
	return strlen(name) <= TEST_NAME_MOST && *name != '.';
}

/* Overloads, operators and templates go by their symbols; an instance is shown by its arguments. */
static void function_names(struct testing *t, struct test_function *f)
{
	bool is_alone = true;

	for (size_t i = 0; i < t->count; i++)
		is_alone &=
		    &t->functions[i] == f || strcmp(t->functions[i].name, f->name) != 0;
	/* Notes have such characters, and the linker's names their parameters in parentheses. */
	const bool is_only = is_alone && !strpbrk(f->name, "<=,(");
	f->entry = is_only ? f->name : f->symbol;
	f->shown = is_alone && !strstr(f->name, "operator") ? f->name : f->text;
	snprintf(f->as, sizeof f->as, "%.*s", TEST_NAME_MOST,
		 is_only && is_plain(f->name) ? f->name : f->symbol);
}

/* ---- names of the command line */

/* Without the scopes, `wrap` of geo::wrap. */
static const char *unscoped(const char *name)
{
	const char *colons = NULL;

	for (const char *at = name; *at && *at != '(' && *at != '<'; at++)
		if (at[0] == ':' && at[1] == ':')
			colons = at + 2;
	return colons ? colons : name;
}

static bool is_instance(const char *of, const char *name)
{
	return strncmp(of, name, strlen(name)) == 0 && of[strlen(name)] == '<';
}

/* As nm -C has it: `wrap(unsigned long)` of `wrap(std::size_t)`. */
static bool is_demangled(const struct test_function *f, const char *name)
{
	char *plain = demangled(f->symbol);
	const bool is_same = plain && strcmp(plain, name) == 0;

	free(plain);
	return is_same;
}

/* `tk::solve` of `{anonymous}::tk::solve`: nobody writes the scope without a name. */
static bool is_named_scope(const char *of, const char *name)
{
	static const char scope[] = "{anonymous}::";

	for (;; of++, name++) {
		if (strncmp(of, scope, sizeof scope - 1) == 0 && *name != *scope)
			of += sizeof scope - 1;
		if (!*of || *of != *name)
			return *of == *name;
	}
}

static bool is_name(const struct test_function *f, const char *name, int way)
{
	switch (way) {
	case 0:
		return strcmp(f->symbol, name) == 0 || strcmp(f->text, name) == 0 ||
		       is_demangled(f, name);
	case 1:
		return is_named_scope(f->name, name);
	case 2: { /* `wrap(double)` of `double geo::wrap(double)` */
		const char *at = strstr(f->text, name);
		return strchr(name, '(') && at && strcmp(at, name) == 0 &&
		       (at == f->text || strchr(" :", at[-1]));
	}
	case 3:
		return strcasecmp(unscoped(f->name), name) == 0 ||
		       strcasecmp(f->name, name) == 0;
	default: /* of an instance the template */
		return is_instance(f->name, name) ||
		       is_instance(unscoped(f->name), name);
	}
}

/* How many have the name; *found: the last of them. The most exact way that finds one
 * counts. */
static size_t find(struct testing *t, const char *name, struct test_function **found)
{
	size_t count = 0;

	for (int way = 0; way < 5 && !count; way++)
		for (size_t i = 0; i < t->count; i++)
			if (is_name(&t->functions[i], name, way)) {
				*found = &t->functions[i];
				count++;
			}
	return count;
}

/* `means`: what is wrong with what was given. */
static int several_fail(struct testing *t, const char *given, const char *name,
			const char *means)
{
	struct text_buffer text = {0};

	for (size_t i = 0; i < t->count; i++)
		if (is_name(&t->functions[i], name, 1) ||
		    is_name(&t->functions[i], name, 3) ||
		    is_name(&t->functions[i], name, 4))
			text_add(&text, "%s'%s'", text.size ? ", " : "",
				 t->functions[i].text);
	command_fail(t->command, given, "%s; name one of %s", means,
		     text_string(&text));
	text_done(&text);
	return COMMAND_ERROR;
}

/* Up to its parameters; those of `operator()(int)` are the second ones. */
static char *without_parameters(const char *name)
{
	const char *call = strstr(name, "operator()");
	const char *from = call ? call + strlen("operator()") : name;

	return string_format("%.*s", (int)(from - name + strcspn(from, "(")), name);
}

static int absent_fail(struct testing *t, const char *name)
{
	struct test_function *f;
	char *bare = without_parameters(name);
	const bool is_other = strcmp(bare, name) != 0 && find(t, bare, &f);

	if (is_other)
		several_fail(t, name, bare, "has other parameters");
	free(bare);
	if (is_other)
		return COMMAND_ERROR;
	struct option_row *rows = array_new(t->count, sizeof *rows);

	for (size_t i = 0; i < t->count; i++)
		rows[i] = (struct option_row){.name = unscoped(t->functions[i].name)};
	const char *near = option_near(rows, t->count, unscoped(name));
	if (near)
		command_fail(t->command, name,
			     "%s has no such function; did you mean %s?", t->file,
			     near);
	else
		command_fail(t->command, name,
			     "%s has no such function, and none with a name like it",
			     t->file);
	free(rows);
	return COMMAND_ERROR;
}

static int choose_one(struct testing *t, const char *word)
{
	char *name = entry_name(word);
	struct test_function *f = NULL;
	const size_t found = name ? find(t, name, &f) : 0;
	int code = COMMAND_DONE;

	if (!found) {
		code = absent_fail(t, name ? name : word);
	} else if (found > 1) {
		code = several_fail(t, name, name, "means several functions");
	} else if (strcmp(f->kind, "main") == 0) {
		command_fail(t->command, name,
			     "is where the program starts, and has no inputs of its "
			     "own; name a function that it calls, or see me-cc "
			     "--nondet");
		code = COMMAND_ERROR;
	} else {
		f->is_chosen = true;
		f->notes = word + strlen(name);
	}
	free(name);
	return code;
}

/* What there is instead of external functions. */
static int none_fail(struct testing *t)
{
	struct text_buffer text = {0};

	for (size_t i = 0; i < t->count; i++)
		if (strcmp(t->functions[i].kind, "static") == 0 ||
		    strcmp(t->functions[i].kind, "private") == 0)
			text_add(&text, "%s%s", text.size ? ", " : "",
				 t->functions[i].name);
	if (text.size)
		command_fail(t->command, t->file,
			     "has no external function; a static or private one can "
			     "be named: %s",
			     text_string(&text));
	else
		command_fail(t->command, t->file, "has no function to test%s",
			     strcmp(t->driver, "me-c++") == 0
				 ? "; a template is one where a source that includes "
				   "it has an instance: `template int gcd(int, int);`"
				 : "");
	text_done(&text);
	return COMMAND_ERROR;
}

/* Whether there are functions of the kind; they are chosen. */
static bool choose_kind(struct testing *t, const char *kind)
{
	bool any = false;

	for (size_t i = 0; i < t->count; i++) {
		t->functions[i].is_chosen = strcmp(t->functions[i].kind, kind) == 0;
		any |= t->functions[i].is_chosen;
	}
	return any;
}

bool test_is_private(const struct testing *t, size_t i)
{
	return !t->any_is_named && strcmp(t->functions[i].kind, "private") == 0;
}

int test_choose(struct testing *t, char **names, int count)
{
	bool any = count > 0;
	int code = COMMAND_DONE;

	t->any_is_named = any;
	for (size_t i = 0; i < t->count; i++)
		function_names(t, &t->functions[i]);
	/* Those of a header are static inline. */
	if (!count)
		any = choose_kind(t, "external") ||
		      (t->header_of && choose_kind(t, "static"));
	for (int i = 0; i < count && code == COMMAND_DONE; i++)
		code = choose_one(t, names[i]);
	return any ? code : none_fail(t);
}
