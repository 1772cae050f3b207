/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin.c - the twin's directory, its compilation and its runs. */
#include "gcov-tools/twin.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/process.h"
#include "command/driver/gcc_options.h"
#include "system/allocation.h"
#include "system/path.h"
#include "system/stop.h"

/* ---- its directory */

/* mkdir -p of the directory and of the one above it. */
static int directory_make(struct command *command, const char *directory)
{
	char *parent = string_copy(directory);
	char *slash = strrchr(parent, '/');

	if (slash && slash != parent) {
		*slash = '\0';
		mkdir(parent, 0777); /* if it fails, so does the next one */
	}
	free(parent);
	return command_make_directory(command, directory);
}

/* Whether an earlier twin left this file. */
static bool file_is_old(const char *name)
{
	static const char *const suffixes[] = {".o", ".gcno", ".gcda", ".d"};
	const char *dot = strrchr(name, '.');

	for (size_t i = 0; dot && i < sizeof(suffixes) / sizeof(suffixes[0]); i++)
		if (strcmp(dot, suffixes[i]) == 0)
			return true;
	return strcmp(name, "twin") == 0;
}

/* Removes what an earlier twin left, and links: the compiler would write where they lead. */
static int directory_clear(struct command *command, const char *directory)
{
	DIR *dir = opendir(directory);
	const struct dirent *entry;

	if (!dir)
		return command_fail(command, directory, "%s", strerror(errno));
	while ((entry = readdir(dir)))
		if (file_is_old(entry->d_name) || entry->d_type == DT_LNK)
			unlinkat(dirfd(dir), entry->d_name, 0);
	closedir(dir);
	return 0;
}

/* Until twin_done(), or until the process ends, the directory is this one's alone. */
static int directory_lock(struct command *command, const char *directory,
			  struct twin *twin)
{
	char *path = string_format("%s/lock", directory);
	bool is_free;
	const int fd = command_lock(command, path, &is_free);
	int err = fd < 0 ? -1 : 0;
	if (!err && !is_free) {
		command_note(command, "%s: waiting for another process", path);
		while ((err = flock(fd, LOCK_EX)) && errno == EINTR && !stop_asked())
			;
		if (err)
			command_fail(command, path, "%s", strerror(errno));
	}
	twin->lock = fd < 0 ? 0 : fd;
	free(path);
	return err;
}

/* NUMBER-NAME: two units may have sources of one name. */
static char *stem_make(const struct twin *twin, const struct build_unit *unit, size_t i)
{
	const char *base = path_base(unit->source);
	const char *dot = strrchr(base, '.');

	return string_format("%s/%zu-%.*s", twin->directory, i,
			     dot ? (int)(dot - base) : (int)strlen(base), base);
}

/* Makes the directory and names the files in it; what an earlier twin left there is removed.
 * Waits while another process has a twin there. */
static int twin_init(struct command *command, const struct build_record *record,
		     const char *directory, struct twin *twin)
{
	if (directory_make(command, directory) != 0 ||
	    directory_lock(command, directory, twin) != 0 ||
	    directory_clear(command, directory) != 0)
		return -1;
	twin->directory = realpath(directory, NULL);
	if (!twin->directory)
		return command_fail(command, directory, "%s", strerror(errno));
	twin->program = string_format("%s/twin", twin->directory);
	twin->stems = array_new(record->unit_count, sizeof(*twin->stems));
	twin->unit_count = record->unit_count;
	for (size_t i = 0; i < record->unit_count; i++)
		twin->stems[i] = stem_make(twin, record->units + i, i);
	return 0;
}

/* ---- building: what a unit is made of, its source and all headers, is told by the
 * compiler's -MD */

/* gfortran has no -MD of its own. */
static bool source_is_fortran(const char *source)
{
	const char *dot = strrchr(source, '.');

	return dot && (dot[1] == 'f' || dot[1] == 'F');
}

/* Adds the options that leave STEM.d, where the compiler of that source knows them. */
static void depends_options(struct words *words, const char *source, const char *stem)
{
	if (source_is_fortran(source))
		return;
	words_add_each(words, "-MD", "-MF");
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
	char name[4096];
	bool target = true; /* the names before the colon */
	FILE *file;
	int err = 0;

	char *path = string_format("%s.d", stem);
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
	struct process run = {.builds = true, .directory = unit->directory};
	const char *language = unit_language(unit);

	words_add(&run.words, unit->compiler);
	/* GCC wants a plugin before its arguments. */
	words_add_format(&run.words, "-fplugin=%s", plugin);
	words_add(&run.words, "-fplugin-arg-me-twin");
	options_for_twin(&run.words, &unit->options);
	words_add_each(&run.words, "-w", "-O0", "-g", "--coverage");
	if (language)
		words_add_each(&run.words, "-x", language);
	depends_options(&run.words, unit->source, stem);
	words_add_each(&run.words, "-c", unit->source, "-o");
	words_add_format(&run.words, "%s.o", stem);
	const int err = process_check(command, &run);
	process_done(&run);
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
	struct process run = {.builds = true, .directory = link->directory};
	int err = twin_link_words(command, record, twin, link, &run.words);

	if (!err)
		err = process_check(command, &run);
	process_done(&run);
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

/* ---- running */

int twin_replay(struct command *command, const struct twin *twin,
		const struct corpus_list *inputs)
{
	struct text_buffer names = {0};
	struct process run = {0};

	/* What would move the .gcda files elsewhere. */
	unsetenv("GCOV_PREFIX");
	unsetenv("GCOV_PREFIX_STRIP");
	words_add(&run.words, twin->program);
	for (size_t i = 0; i < inputs->count; i++)
		text_add_bytes(&names, inputs->paths[i], strlen(inputs->paths[i]) + 1);
	run.input = text_string(&names);
	run.input_size = names.size;
	const int err = process_check(command, &run);
	process_done(&run);
	text_done(&names);
	return err;
}

void twin_done(struct twin *twin)
{
	for (size_t i = 0; i < twin->unit_count; i++)
		free(twin->stems[i]);
	free(twin->stems);
	free(twin->directory);
	free(twin->program);
	if (twin->lock)
		close(twin->lock);
	memset(twin, 0, sizeof(*twin));
}
