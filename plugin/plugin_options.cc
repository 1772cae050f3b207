/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugin_options.cc - reads -fplugin-arg-me-KEY=VALUE. */
#include "plugin/gcc.h"
#include "plugin/plugin_options.h"

#include <fnmatch.h>

struct plugin_options options;

static const char known[] =
    "known arguments: "
    "entry=FUNCTION[,PARAMETER[.MEMBER]:[~]COUNT[?]|len(PARAMETER)|alias(PARAMETER)|"
    "LOW..HIGH|LOW..len(PARAMETER)|finite]"
    "...[,globals], "
    "only=GLOB, skip=GLOB, kinds=KIND,..., labels=CRITERION,..., partition=FILE, "
    "conditions=source|folded";

static bool bad(const char *key, const char *value, const char *why)
{
	error("plugin me: argument %<%s%s%s%>: %s; %s", key, value ? "=" : "",
	      value ? value : "", why, known);
	return false;
}

/* ---- the entry: f,n:len(x),x:16,t:0..1,y:4? */

/* "len(x)", "alias(x)" */
static bool read_other(char *text, const char *value, struct entry_limit *l)
{
	char *open = strchr(text, '('), *end = text + strlen(text) - 1;

	if (end < open + 2 || *end != ')')
		return bad("entry", value, "expected PARAMETER:len(PARAMETER)");
	*end = 0;
	l->kind = *text == 'l' ? LIMIT_LENGTH : LIMIT_ALIAS;
	l->of = open + 1;
	return true;
}

/* Whether the whole text is one number in C: 10, -0x10, 1e-3, .5, 0x1p-3. */
static bool is_number_text(const char *text)
{
	char *end;

	strtod(text, &end);
	return strspn(text, "+-.0123456789") && end != text && !*end;
}

static bool read_range(char *text, const char *value, struct entry_limit *l)
{
	char *dots = strstr(text, "..");

	*dots = 0;
	l->kind = LIMIT_RANGE;
	l->low = text;
	l->high = dots + 2;
	if (is_number_text(l->low) && startswith(l->high, "len(") &&
	    options.limit_count < OPTION_LIMIT) {
		struct entry_limit *length = &options.limits[options.limit_count++];
		*length = *l;
		l->high = NULL;
		return read_other(dots + 2, value, length);
	}
	return (is_number_text(l->low) && is_number_text(l->high)) ||
	       bad("entry", value, "a range is two numbers, LOW..HIGH");
}

static bool read_count(char *text, const char *value, struct entry_limit *l)
{
	size_t n = strlen(text);
	char *end;

	l->kind = LIMIT_COUNT;
	l->nullable = n && text[n - 1] == '?';
	if (l->nullable)
		text[n - 1] = 0;
	if (l->nullable && n == 1)
		return true;
	if (ISALPHA(*text) || *text == '_') {
		l->of = text;
		return true;
	}
	l->is_most = startswith(text, "..");
	text += l->is_most ? 2 : 0;
	for (const char *at = text;; at = end + 1) {
		long count = strtol(at, &end, 10);
		if (end == at || (*end && *end != 'x') || count < 1 || count > 1 << 20)
			return bad("entry", value,
				   "a count is a number from 1 to 1048576, or several "
				   "with x between");
		if (at == text)
			l->elements = (unsigned)count, l->more = *end ? end + 1 : "";
		if (!*end)
			return true;
	}
}

/* Parses "y:4" into one entry_limit and changes the text in place. */
static bool read_limit(char *text, const char *value)
{
	char *colon = strchr(text, ':');
	struct entry_limit *l = &options.limits[options.limit_count];

	if (!strcmp(text, "globals"))
		return options.globals = true;
	if (options.limit_count == OPTION_LIMIT)
		return bad("entry", value, "too many parameters");
	if (!colon || colon == text)
		return bad("entry", value, "expected PARAMETER:COUNT after the comma");
	*colon++ = 0;
	l->name = text;
	l->member = l->more = "";
	if (strchr(text, '.')) {
		l->member = strchr(text, '.') + 1;
		*strchr(text, '.') = 0;
	}
	options.limit_count++;
	l->is_guess = *colon == '~';
	colon += l->is_guess;
	if (!strcmp(colon, "finite") && !l->is_guess) {
		l->kind = LIMIT_RANGE;
		return true;
	}
	if (startswith(colon, "len(") || startswith(colon, "alias("))
		return read_other(colon, value, l);
	if (strstr(colon, "..") > colon)
		return read_range(colon, value, l);
	return read_count(colon, value, l);
}

/* Replaces the comma that ends an item, not one in a signature, f(int, int), by NUL. */
static char *next_item(char *text)
{
	int depth = 0;

	for (; *text; text++) {
		depth +=
		    (*text == '(' || *text == '<') - (*text == ')' || *text == '>');
		if (*text == ',' && depth <= 0) {
			*text = 0;
			return text + 1;
		}
	}
	return NULL;
}

static bool has_limit(const char *item, int count)
{
	for (int i = 0; i < count; i++)
		if (startswith(item, options.limits[i].name) &&
		    strchr(":.", item[strlen(options.limits[i].name)]))
			return true;
	return false;
}

bool options_want_types(void)
{
	return options.types || options.refusals;
}

bool options_has_notes(void)
{
	for (int i = 0; i < options.limit_count; i++)
		if (!options.limits[i].is_guess)
			return true;
	return false;
}

bool options_add_notes(const char *notes)
{
	const int given = options.limit_count;

	for (char *item = xstrdup(notes), *next; item; item = next) {
		next = next_item(item);
		if (has_limit(item, given))
			continue;
		options.ranges =
		    concat(options.ranges, *options.ranges ? "," : "", item, NULL);
		if (!read_limit(item, notes))
			return false;
	}
	return true;
}

static bool read_entry(const char *value)
{
	if (!value || !*value || *value == ',')
		return bad("entry", value, "the name of a function is missing");
	if (options.entry)
		return bad("entry", value, "there is another entry already");
	char *text = xstrdup(value);
	char *item = next_item(text);
	options.entry = text;
	options.ranges = item ? xstrdup(item) : "";
	while (item) {
		char *next = next_item(item);
		if (!read_limit(item, value))
			return false;
		item = next;
	}
	return true;
}

static bool read_glob(struct option_list *list, const char *key, const char *value)
{
	if (!value || !*value)
		return bad(key, value, "a glob is missing");
	if (list->count == OPTION_LIMIT)
		return bad(key, value, "given too often");
	list->value[list->count++] = value;
	return true;
}

static bool read_names(const char **list, const char *key, const char *value,
		       const char *missing)
{
	if (!value || !*value)
		return bad(key, value, missing);
	if (*list)
		return bad(key, value, "given twice");
	*list = value;
	return true;
}

static bool read_switch(bool *target, const char *key, const char *value)
{
	if (value)
		return bad(key, value, "it takes no value");
	*target = true;
	return true;
}

static bool read_instrumentation(const char *value)
{
	options.direct = value && !strcmp(value, "direct");
	return options.direct || (value && !strcmp(value, "tight")) ||
	       bad("instrumentation", value, "it is direct or tight");
}

static bool read_conditions(const char *value)
{
	const bool source = value && !strcmp(value, "source");

	options.conditions = source ? CONDITIONS_SOURCE : CONDITIONS_FOLDED;
	return source || (value && !strcmp(value, "folded")) ||
	       bad("conditions", value, "it is source or folded");
}

static bool read_one(const char *key, const char *value)
{
	static const char no_file[] = "the name of a file is missing";
	static const struct {
		const char *key;
		decltype(&options.goals) option;
		const char *missing;
	} names[] = {
	    {"kinds", &options.goals, "a kind of goals is missing"},
	    {"labels", &options.labels, "a criterion is missing"},
	    {"partition", &options.partition, no_file},
	    {"list", &options.list, no_file},
	    {"types", &options.types, no_file},
	    {"types-for", &options.types_for, "the name of a function is missing"},
	    {"refusal", &options.refusal, no_file},
	    {"refusals", &options.refusals, "the name of a directory is missing"},
	};

	if (!strcmp(key, "entry"))
		return read_entry(value);
	if (!strcmp(key, "only"))
		return read_glob(&options.only, key, value);
	if (!strcmp(key, "skip"))
		return read_glob(&options.skip, key, value);
	for (const auto &n : names)
		if (!strcmp(key, n.key))
			return read_names(n.option, key, value, n.missing);
	if (!strcmp(key, "instrumentation"))
		return read_instrumentation(value);
	if (!strcmp(key, "verbose"))
		return read_switch(&options.verbose, key, value);
	if (!strcmp(key, "conditions"))
		return read_conditions(value);
	if (!strcmp(key, "any-O"))
		return read_switch(&options.any_O, key, value);
	if (!strcmp(key, "force"))
		return read_switch(&options.force, key, value);
	if (!strcmp(key, "nondet"))
		return read_switch(&options.nondet, key, value);
	if (!strcmp(key, "twin"))
		return read_switch(&options.twin, key, value);
	return bad(key, value, "unknown");
}

bool options_read(int argc, struct plugin_argument *argv)
{
	bool good = true;

	for (int i = 0; i < argc; i++)
		good &= read_one(argv[i].key, argv[i].value);
	return good;
}

static bool glob_matches(const char *glob, const char *assembler_name,
			 const char *source_name, const char *file)
{
	if (!strpbrk(glob, "/."))
		return !fnmatch(glob, assembler_name, 0) ||
		       !fnmatch(glob, source_name, 0);
	if (!file)
		return false;
	if (!fnmatch(glob, file, 0))
		return true;
	/* A relative glob also matches the end of a longer path. */
	const char *tail = file;
	while ((tail = strchr(tail, '/'))) {
		tail++;
		if (!fnmatch(glob, tail, 0))
			return true;
	}
	return false;
}

static bool any_matches(const struct option_list *list, const char *assembler_name,
			const char *source_name, const char *file)
{
	for (int i = 0; i < list->count; i++)
		if (glob_matches(list->value[i], assembler_name, source_name, file))
			return true;
	return false;
}

bool options_word_is(const char *word, size_t length, const char *name)
{
	return strlen(name) == length && !strncmp(word, name, length);
}

bool options_select(const char *assembler_name, const char *source_name,
		    const char *file)
{
	if (any_matches(&options.skip, assembler_name, source_name, file))
		return false;
	return !options.only.count ||
	       any_matches(&options.only, assembler_name, source_name, file);
}
