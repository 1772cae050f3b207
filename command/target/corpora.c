/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpora.c - the corpora of a command line: read, explained where they are missing, and
 * written. */
#include "command/target/corpora.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/allocation.h"

/* How a shell names the program: without a slash it would look it up in PATH. */
static const char *target_prefix(const char *target)
{
	return strchr(target, '/') ? "" : "./";
}

int corpora_add(struct command *command, struct corpus_list *inputs, const char *target,
		const char *path)
{
	const int err = corpus_list_add(inputs, path);

	if (err == CORPUS_ENOENT)
		return command_fail(command, path,
				    "no such file or directory; `mkdir %s && %s%s %s` "
				    "makes a corpus",
				    path, target_prefix(target), target, path);
	return err ? command_fail(command, path, "%s", corpus_strerror(err)) : 0;
}

int corpora_aside(struct command *command, const char *corpus, const char *part,
		  char **path)
{
	const int err = corpus_aside(corpus, part, path);

	return err ? command_fail(command, corpus, "%s", corpus_strerror(err)) : 0;
}

int corpora_list(struct command *command, struct corpus_list *inputs, const char *path)
{
	const int err = corpus_list_add(inputs, path);

	return err ? command_fail(command, path, "%s", corpus_strerror(err)) : 0;
}

size_t corpora_count(const char *path)
{
	struct corpus_list list = {0};

	corpus_list_add(&list, path);
	const size_t count = list.count;
	corpus_list_done(&list);
	return count;
}

int corpora_check_any(struct command *command, const struct corpus_list *inputs,
		      const char *target, const char *path)
{
	if (inputs->count)
		return 0;
	return command_fail(command, path, "has no inputs; `%s%s %s` searches for some",
			    target_prefix(target), target, path);
}

int corpora_read(struct command *command, struct corpus_list *inputs,
		 const char *target, char **paths, int count)
{
	for (int i = 0; i < count; i++)
		if (corpora_add(command, inputs, target, paths[i]))
			return -1;
	return corpora_check_any(command, inputs, target, paths[0]);
}

void corpora_check_sizes(const struct command *command,
			 const struct corpus_list *inputs, const char *target,
			 size_t wanted)
{
	size_t others = 0, first = 0;
	struct stat status;
	off_t size = 0;

	for (size_t i = 0; i < inputs->count && wanted; i++)
		if (stat(inputs->paths[i], &status) == 0 &&
		    (size_t)status.st_size != wanted && !others++) {
			first = i;
			size = status.st_size;
		}
	if (others)
		command_note(command,
			     "%zu of %zu inputs were made for another build or entry: "
			     "%s has %jd bytes, an input of %s has %zu",
			     others, inputs->count, inputs->paths[first],
			     (intmax_t)size, target, wanted);
}

/* ---- a corpus that a subcommand writes or changes */

int corpus_directory_make(struct command *command, const char *path)
{
	struct stat st;

	if (command_make_directory(command, path))
		return -1;
	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		return command_fail(command, path, "is not a directory");
	return 0;
}

int corpus_directory_write(struct command *command, const char *directory,
			   const void *bytes, size_t size, bool *is_new)
{
	char name[SHA1_HEX_SIZE];

	sha1_hex(bytes, size, name);
	char *path = string_format("%s/%s", directory, name);
	*is_new = access(path, F_OK) != 0;
	free(path);
	const int err = corpus_write(directory, bytes, size, NULL);
	return err ? command_fail(command, directory, "%s", corpus_strerror(err)) : 0;
}

int corpus_directory_copy(struct command *command, const char *directory,
			  const char *path, bool *is_new)
{
	unsigned char *bytes;
	size_t size;

	if (command_read(command, path, &bytes, &size))
		return -1;
	const int err = corpus_directory_write(command, directory, bytes, size, is_new);
	free(bytes);
	return err;
}

int corpus_directory_remove(struct command *command, const char *path)
{
	if (unlink(path) == 0 || errno == ENOENT)
		return 0;
	return command_fail(command, path, "%s", strerror(errno));
}

int corpus_directory_check(struct command *command, const char *target,
			   const char *path)
{
	struct corpus_list none = {0};
	struct stat st;
	const int err =
	    stat(path, &st) != 0 ? corpora_add(command, &none, target, path) : 0;

	corpus_list_done(&none);
	if (err)
		return err;
	return S_ISDIR(st.st_mode) ? 0
				   : command_fail(command, path, "is not a directory");
}
