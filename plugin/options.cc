/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options.cc - reads -fplugin-arg-me-KEY=VALUE. */
#include "plugin/gcc.h"
#include "plugin/options.h"

#include <fnmatch.h>

struct plugin_options options;

static const char known[] =
	"known arguments: entry=FUNCTION[,PARAMETER:COUNT]..., only=GLOB, skip=GLOB, "
	"verbose, any-O, twin";

static bool bad(const char *key, const char *value, const char *why)
{
	error("plugin me: argument %<%s%s%s%>: %s; %s", key, value ? "=" : "",
	      value ? value : "", why, known);
	return false;
}

/* Reads "y:4" into one entry_count; the text is changed in place. */
static bool read_count(char *text, const char *value)
{
	char *colon = strchr(text, ':');
	char *end;
	struct entry_count *c = &options.counts[options.count_count];

	if (options.count_count == OPTION_LIMIT)
		return bad("entry", value, "too many parameters");
	if (!colon || colon == text)
		return bad("entry", value, "expected PARAMETER:COUNT after the comma");
	*colon = 0;
	long n = strtol(colon + 1, &end, 10);
	if (end == colon + 1 || *end || n < 1 || n > 1 << 20)
		return bad("entry", value, "a count is a number from 1 to 1048576");
	c->name = text;
	c->elements = (unsigned)n;
	options.count_count++;
	return true;
}

static bool read_entry(const char *value)
{
	if (!value || !*value || *value == ',')
		return bad("entry", value, "the name of a function is missing");
	if (options.entry)
		return bad("entry", value, "there is another entry already");
	char *text = xstrdup(value);
	char *comma = strchr(text, ',');
	options.entry = text;
	while (comma) {
		char *item = comma + 1;
		*comma = 0;
		comma = strchr(item, ',');
		if (comma)
			*comma = 0;
		if (!read_count(item, value))
			return false;
		if (comma)
			*comma = ',';
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

static bool read_switch(bool *target, const char *key, const char *value)
{
	if (value)
		return bad(key, value, "it takes no value");
	*target = true;
	return true;
}

static bool read_one(const char *key, const char *value)
{
	if (!strcmp(key, "entry"))
		return read_entry(value);
	if (!strcmp(key, "only"))
		return read_glob(&options.only, key, value);
	if (!strcmp(key, "skip"))
		return read_glob(&options.skip, key, value);
	if (!strcmp(key, "verbose"))
		return read_switch(&options.verbose, key, value);
	if (!strcmp(key, "any-O"))
		return read_switch(&options.any_O, key, value);
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

bool options_select(const char *assembler_name, const char *source_name,
		    const char *file)
{
	if (any_matches(&options.skip, assembler_name, source_name, file))
		return false;
	return !options.only.count ||
	       any_matches(&options.only, assembler_name, source_name, file);
}
