/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * twin_link.c - the twin's link command.
 *
 *	gcc -O0 -fplugin=me.so acos.c helper.o -lm libme.a -o fuzz_target
 *	gcc 0-acos.o helper.o -lm -o twin libme-replay.a -lgcov ...
 */
#include "gcov-tools/twin.h"

#include <stdlib.h>
#include <string.h>

#include "command/driver/gcc_options.h"
#include "command/base/text.h"
#include "system/allocation.h"
#include "system/path.h"

/* ---- which command */

static const char *const no_link =
    "the link was not recorded; give it with --link='COMMAND'";

/* A unit that was compiled and linked by one command. */
static const struct build_unit *unit_that_links(const struct build_record *record)
{
	for (size_t i = 0; i < record->unit_count; i++)
		if (record->units[i].command.count > 1 &&
		    options_link(&record->units[i].command))
			return record->units + i;
	return NULL;
}

int link_source_find(struct command *command, const struct build_record *record,
		     const char *given, struct link_source *link)
{
	const struct build_unit *unit = unit_that_links(record);
	const struct words *words = NULL;
	struct words split = {0};
	int err = 0;

	if (given) {
		words = &split;
		link->directory = ".";
		if (words_split(&split, given) != 0 || split.count < 2)
			err = command_fail(command, "--link", "not a command");
	} else if (record->link.command.count > 1) {
		words = &record->link.command;
		link->directory = record->link.directory;
	} else if (unit) {
		words = &unit->command;
		link->directory = unit->directory;
	} else {
		err = command_fail(command, record->target, "%s", no_link);
	}
	if (!err)
		words_expand(&link->words, words, link->directory);
	words_done(&split);
	return err;
}

/* ---- which file is which unit */

/* The path in a form that can be compared. The caller frees. */
static char *path_resolve(const char *directory, const char *path)
{
	struct text_buffer whole = {0};

	if (*path != '/')
		text_add(&whole, "%s/", directory);
	text_add(&whole, "%s", path);
	char *resolved = realpath(text_string(&whole), NULL);
	if (!resolved)
		resolved = string_copy(text_string(&whole));
	text_done(&whole);
	return resolved;
}

static bool path_is(const char *resolved, const char *directory, const char *path)
{
	char *other = path_resolve(directory, path);
	const bool same = strcmp(resolved, other) == 0;

	free(other);
	return same;
}

/* `-c -o x.o`, or x.o in the working directory from x.c. */
static bool is_object_of(const char *resolved, const struct build_unit *unit)
{
	const char *given = options_value(&unit->options, "-o");
	const char *base = path_base(unit->source);
	const char *dot = strrchr(base, '.');
	struct text_buffer name = {0};

	if (options_link(&unit->options))
		return false; /* -o names the program */
	if (given)
		return path_is(resolved, unit->directory, given);
	text_add(&name, "%.*s.o", dot ? (int)(dot - base) : (int)strlen(base), base);
	const bool same = path_is(resolved, unit->directory, text_string(&name));
	text_done(&name);
	return same;
}

/* The index of the unit whose source or object the file is, or the number of units. */
static size_t unit_of_file(const struct build_record *record, const char *directory,
			   const char *file)
{
	char *resolved = path_resolve(directory, file);
	size_t i = 0;

	for (; resolved && i < record->unit_count; i++) {
		const struct build_unit *unit = record->units + i;

		if (path_is(resolved, unit->directory, unit->source) ||
		    is_object_of(resolved, unit))
			break;
	}
	free(resolved);
	return i;
}

/* ---- the words */

static bool is_own_library(const char *word)
{
	const char *base = path_base(word);

	return strcmp(base, "libme.a") == 0 || strcmp(base, "-lme") == 0 ||
	       strcmp(base, "-l:libme.a") == 0;
}

struct link_walk {
	const struct build_record *record;
	const struct twin *twin;
	const struct link_source *link;
	bool *placed; /* by unit */
	struct words body; /* all that follows the compiler's name */
};

/* The length of the dynamic linker's name for the program's directory, or 0. */
static size_t origin_length(const char *at)
{
	static const char *const names[] = {"$ORIGIN", "${ORIGIN}"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (strncmp(at, names[i], strlen(names[i])) == 0)
			return strlen(names[i]);
	return 0;
}

/* An option, or the argument of one. Where the target finds its libraries beside itself
 * (-Wl,-rpath,'$ORIGIN'), the twin finds them there too: it lies elsewhere. */
static void option_place(struct link_walk *walk, const char *word)
{
	const char *target = walk->record->target;
	struct text_buffer placed = {0};

	for (size_t n; *word; word += n ? n : 1) {
		n = origin_length(word);
		if (n)
			text_add_bytes(&placed, target,
				       (size_t)(path_base(target) - target));
		else
			text_add_char(&placed, *word);
	}
	words_add(&walk->body, text_string(&placed));
	text_done(&placed);
}

/* A word that is no option: an input, or an option's argument. */
static void input_place(struct link_walk *walk, const char *word)
{
	const size_t unit = unit_of_file(walk->record, walk->link->directory, word);

	if (unit == walk->record->unit_count)
		words_add(&walk->body, word);
	else if (!walk->placed[unit])
		words_add_format(&walk->body, "%s.o", walk->twin->stems[unit]);
	if (unit < walk->record->unit_count)
		walk->placed[unit] = true;
}

static void link_walk(struct link_walk *walk)
{
	const struct words *words = &walk->link->words;

	for (size_t i = 1; i < words->count; i++) {
		const char *word = words->items[i];
		const bool pair = option_takes_word(word) && i + 1 < words->count;

		if (is_own_library(word) || (pair && strcmp(word, "-l") == 0 &&
					     strcmp(words->items[i + 1], "me") == 0)) {
			i += pair;
			continue;
		}
		if (*word != '-') {
			input_place(walk, word);
		} else if (!option_is_not_for_twin(word) &&
			   strncmp(word, "-fplugin-arg-", 13) != 0 &&
			   strcmp(word, "-x") != 0) {
			option_place(walk, word);
			if (pair)
				option_place(walk, words->items[i + 1]);
		}
		i += pair;
	}
}

/* Sources that are not instrumented are compiled by the link command and not counted.
 * libgcov is in libme-replay.a. */
static void tail_add(const struct twin *twin, const char *replay, struct words *out)
{
	words_add_each(out, "-o", twin->program, options_wanted, options_libm, replay);
	options_libraries(out);
	words_add(out, "-lm");
	if (*ME_RUNTIME_FLAG)
		words_add(out, ME_RUNTIME_FLAG);
}

int twin_link_words(struct command *command, const struct build_record *record,
		    const struct twin *twin, const struct link_source *link,
		    struct words *out)
{
	struct link_walk walk = {.record = record, .twin = twin, .link = link};
	char *replay = NULL;
	int err = command_own_file(command, "libme-replay.a", &replay);

	walk.placed = array_new(record->unit_count, sizeof(*walk.placed));
	if (err)
		goto out;
	link_walk(&walk);
	words_add_each(out, link->words.items[0], "-w");
	for (size_t i = 0; i < record->unit_count; i++)
		if (!walk.placed[i])
			words_add_format(out, "%s.o", twin->stems[i]);
	words_add_all(out, &walk.body);
	tail_add(twin, replay, out);
out:
	words_done(&walk.body);
	free(walk.placed);
	free(replay);
	return err;
}
