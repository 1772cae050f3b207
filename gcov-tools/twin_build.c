/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin_build.c - compiles each unit for gcov, and links the twin. */
#include "gcov-tools/twin_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/process.h"
#include "command/base/words.h"
#include "command/driver/gcc_options.h"
#include "command/target/build_record.h"
#include "gcov-tools/twin_link.h"

/* ---- what a unit is made of: its source and all headers, by the compiler's -MD */

/* gfortran has no -MD of its own. */
static bool is_fortran(const char *source)
{
	const char *dot = strrchr(source, '.');

	return dot && (dot[1] == 'f' || dot[1] == 'F');
}

/* Adds the options that leave STEM.d, where the compiler of that source knows them. */
static void depends_options(struct words *words, const char *source, const char *stem)
{
	if (is_fortran(source))
		return;
	words_add(words, "-MD");
	words_add(words, "-MF");
	words_add_format(words, "%s.d", stem);
}

/* The next name: white space and line ends divide, a backslash keeps a space. */
static bool name_read(FILE *file, char *name, size_t size)
{
	size_t n = 0;
	int c;

	while ((c = getc(file)) != EOF) {
		if (c == '\\') {
			c = getc(file);
			if (c == '\n')
				c = ' ';
			else if (n + 1 < size && c != EOF) {
				name[n++] = (char)c;
				continue;
			}
		}
		if (c != ' ' && c != '\n' && c != '\t') {
			if (n + 1 < size)
				name[n++] = (char)c;
		} else if (n) {
			break;
		}
	}
	name[n] = '\0';
	return n > 0;
}

/*
 * Fails with a message when a file named in STEM.d is newer than the target; relative
 * names are below `directory`. Without STEM.d there is nothing to check.
 */
static int depends_check_age(struct command *command, const struct build_record *record,
			     const char *directory, const char *stem)
{
	char name[4096], *path = NULL;
	bool target = true; /* the names before the colon */
	FILE *file;
	int err = 0;

	if (asprintf(&path, "%s.d", stem) < 0)
		return command_no_memory(command);
	file = fopen(path, "r");
	free(path);
	if (!file)
		return 0;
	while (!err && name_read(file, name, sizeof(name))) {
		if (!target)
			err = build_record_check_age(command, record, directory, name);
		target = target && name[strlen(name) - 1] != ':';
	}
	fclose(file);
	return err;
}

/* The language that `-x` gave the source, or NULL. */
static const char *unit_language(const struct build_unit *unit)
{
	const char *language = NULL;

	for (size_t i = 1; i < unit->command.count; i++) {
		const char *word = unit->command.items[i];

		if (strcmp(word, unit->source) == 0)
			break;
		if (strncmp(word, "-x", 2) == 0)
			language = word[2] ? word + 2 : unit->command.items[i + 1];
		i += option_takes_word(word);
	}
	return language && strcmp(language, "none") != 0 ? language : NULL;
}

static int unit_compile(struct command *command, const struct build_unit *unit,
			const char *plugin, const char *stem)
{
	struct words words = {0};
	const struct process process = {.words = &words, .directory = unit->directory};
	const char *language = unit_language(unit);
	struct process_result result = {0};
	int err;

	words_add(&words, unit->compiler);
	/* GCC wants a plugin before its arguments. */
	words_add_format(&words, "-fplugin=%s", plugin);
	words_add(&words, "-fplugin-arg-me-twin");
	options_for_twin(&words, &unit->options);
	words_add(&words, "-w");
	words_add(&words, "-O0");
	words_add(&words, "-g");
	words_add(&words, "--coverage");
	if (language) {
		words_add(&words, "-x");
		words_add(&words, language);
	}
	depends_options(&words, unit->source, stem);
	words_add(&words, "-c");
	words_add(&words, unit->source);
	words_add(&words, "-o");
	words_add_format(&words, "%s.o", stem);
	err = process_check(command, &process, &result);
	process_result_done(&result);
	words_done(&words);
	return err;
}

static int units_compile(struct command *command, const struct build_record *record,
			 const struct twin *twin)
{
	char *plugin = NULL;
	int err = command_own_file(command, "me.so", &plugin);

	for (size_t i = 0; i < record->unit_count && !err; i++) {
		const struct build_unit *unit = record->units + i;

		err = unit_compile(command, unit, plugin, twin->stems[i]);
		if (!err)
			err = depends_check_age(command, record, unit->directory,
						twin->stems[i]);
	}
	free(plugin);
	return err;
}

static int twin_link(struct command *command, const struct build_record *record,
		     const struct link_source *link, const struct twin *twin)
{
	struct words words = {0};
	const struct process process = {.words = &words, .directory = link->directory};
	struct process_result result = {0};
	int err = twin_link_words(command, record, twin, link, &words);

	if (!err)
		err = process_check(command, &process, &result);
	process_result_done(&result);
	words_done(&words);
	return err;
}

int twin_make(struct command *command, const struct build_record *record,
	      const char *directory, const char *link, struct twin *twin)
{
	struct link_source source = {0};
	int err = link_source_find(command, record, link, &source);

	if (!err)
		err = twin_init(command, record, directory, twin);
	if (!err)
		err = units_compile(command, record, twin);
	if (!err)
		err = twin_link(command, record, &source, twin);
	words_done(&source.words);
	return err;
}
