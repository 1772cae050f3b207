/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * written_driver.c - an entry that the plugin refuses, since its arguments are no numbers, is
 * built with a driver: for
 *
 *	me-cc -g -O0 -fplugin-arg-me-entry=mean vec.c -o out/target
 *
 * out/mean_driver.c is written, and compiled in place of vec.c, with entry=mean_driver.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "command/driver/cc.h"
#include "command/driver/gcc_options.h"
#include "command/fortran/fortran_source.h"
#include "command/wrapper/driver_file.h"
#include "corpus/files/corpus.h"
#include "system/path.h"

static const char entry_option[] = "-fplugin-arg-me-entry=";
static const char refusal_option[] = "-fplugin-arg-me-refusal=";
static const char types_option[] = "-fplugin-arg-me-types=";

enum { FILE_TEXT = 64 };

/* The path of such a file, for other processes. */
static void file_path(int fd, char path[FILE_TEXT])
{
	snprintf(path, FILE_TEXT, "/proc/%d/fd/%d", (int)getpid(), fd);
}

void written_driver_begin(struct written_driver *w, const char *entry,
			  struct words *words)
{
	char path[FILE_TEXT], *function = entry_name(entry);

	w->refusal = memfd_create("me-refusal", MFD_CLOEXEC);
	w->types = memfd_create("me-types", MFD_CLOEXEC);
	if (w->refusal >= 0) {
		file_path(w->refusal, path);
		words_add_format(words, "%s%s", refusal_option, path);
	}
	if (w->refusal >= 0 && w->types >= 0 && function) {
		file_path(w->types, path);
		words_add_format(words, "%s%s", types_option, path);
		words_add_format(words, "-fplugin-arg-me-types-for=%s", function);
	}
	free(function);
}

/* Takes the word that begins so out of the list and opens the file that it names; -1: there is
 * none. */
static int known_open(struct words *words, const char *option)
{
	const char *path = options_value(words, option);
	const int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	size_t kept = 0;

	for (size_t i = 0; i < words->count; i++)
		if (strncmp(words->items[i], option, strlen(option)) == 0)
			free(words->items[i]);
		else
			words->items[kept++] = words->items[i];
	words->count = kept;
	return fd;
}

bool written_driver_known(struct written_driver *w, struct words *words)
{
	if (!options_value(words, refusal_option))
		return false;
	w->refusal = known_open(words, refusal_option);
	w->types = known_open(words, types_option);
	if (w->types >= 0 && written_driver_wanted(w))
		return true;
	written_driver_done(w);
	return false;
}

void written_driver_done(const struct written_driver *w)
{
	if (w->refusal >= 0)
		close(w->refusal);
	if (w->types >= 0)
		close(w->types);
}

/* The source, and why its function is refused, as two lines; null: it is not. */
static char *refusal_read(const struct written_driver *w)
{
	unsigned char *bytes = NULL;
	char path[FILE_TEXT];
	size_t size = 0;

	if (w->refusal < 0)
		return NULL;
	file_path(w->refusal, path);
	if (corpus_read(path, &bytes, &size) != CORPUS_OK)
		return NULL;
	if (size && strchr((char *)bytes, '\n'))
		return (char *)bytes;
	free(bytes);
	return NULL;
}

bool written_driver_wanted(const struct written_driver *w)
{
	char *text = refusal_read(w);
	const bool is = text != NULL;

	free(text);
	return is;
}

/* In the directory of what is made. */
static char *driver_path(const struct words *arguments, const char *function,
			 const char *source)
{
	const char *output = options_value(arguments, "-o");
	const char *slash = output ? strrchr(output, '/') : NULL;
	char *name = driver_file_name(source, function), *path = NULL;

	if (!name || asprintf(&path, "%.*s%s", slash ? (int)(slash + 1 - output) : 0,
			      output ? output : "", name) < 0)
		path = NULL;
	free(name);
	return path;
}

int driver_compile_words(struct command *command, const struct words *arguments,
			 struct words *out)
{
	struct words kept = {0}, all = {0};
	char *me = NULL;
	const int err = command_own_file(command, "me", &me);

	options_for_twin(&all, arguments);
	for (size_t i = 0; i < all.count; i++)
		if (strncmp(all.items[i], "-fplugin", 8) != 0)
			words_add(&kept, all.items[i]);
	if (!err)
		words_add_each(out, me, "cc", "-w");
	words_add_all(out, &kept);
	words_done(&all);
	words_done(&kept);
	free(me);
	return err;
}

/* Replaces each word that is the first text. */
static void word_replace(struct words *words, const char *from, const char *to)
{
	for (size_t i = 0; i < words->count; i++) {
		char *copy = strcmp(words->items[i], from) == 0 ? strdup(to) : NULL;
		if (!copy)
			continue;
		free(words->items[i]);
		words->items[i] = copy;
	}
}

/* Fortran looks for what INCLUDE names beside the file that is compiled, now the driver. */
static void includes_add(struct words *arguments, const char *source)
{
	const int size = (int)(path_base(source) - source);

	if (fortran_is_source(source) && size)
		words_add_format(arguments, "-I%.*s", size, source);
}

/* The notes behind the entry's name stay: its numbers are called as the function's are. */
static void arguments_change(struct words *arguments, const struct driver_file *d,
			     const char *entry)
{
	char *from = NULL, *to = NULL;

	if (asprintf(&from, "%s%s", entry_option, entry) < 0)
		from = NULL;
	if (asprintf(&to, "%s%s%s", entry_option, d->entry,
		     entry + strlen(d->function)) < 0)
		to = NULL;
	if (from && to) {
		word_replace(arguments, from, to);
		word_replace(arguments, d->source, d->path);
		includes_add(arguments, d->source);
		if (d->is_open)
			words_add(arguments, DRIVER_OPEN);
	}
	free(from);
	free(to);
}

static void driver_tell(const struct command *command, const struct driver_file *d,
			const char *why)
{
	if (d->state == DRIVER_REFUSED)
		command_note(command, "no driver of %s can be written: %s", d->function,
			     d->why);
	else
		command_note(command,
			     "%s cannot be driven directly (%s): %s makes its "
			     "arguments%s%s%s",
			     d->function, why, d->path,
			     d->state == DRIVER_EDITED ? "; it was edited" : "",
			     *d->why ? ", and " : "", d->why);
}

int written_driver_make(struct command *command, struct words *arguments,
			struct written_driver *w)
{
	const char *entry = options_value(arguments, entry_option);
	char *text = refusal_read(w), *source = text;
	char *why, *function = entry_name(entry);
	struct words compile = {0};
	char types[FILE_TEXT];
	struct driver_file d = {
	    .compile = &compile, .types = types, .is_plain = w->is_plain};
	int err;

	file_path(w->types, types);
	strsep(&text, "\n");
	why = text;
	if (why)
		why[strcspn(why, "\n")] = '\0';
	d.source = source;
	d.function = function;
	char *path =
	    function && source ? driver_path(arguments, function, source) : NULL;
	d.path = path;
	err = why && path ? driver_compile_words(command, arguments, &compile)
			  : command_no_memory(command);
	if (!err)
		err = driver_file_make(command, &d);
	w->may_be_plainer = !err && d.may_be_plainer;
	if (!err && !w->is_plain)
		driver_tell(command, &d, why);
	if (!err && d.state != DRIVER_REFUSED)
		arguments_change(arguments, &d, entry);
	words_done(&compile);
	free(path);
	free(function);
	free(source);
	return err;
}
