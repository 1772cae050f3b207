/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpora.c - reads the corpora of a command line, and explains what is missing. */
#include "command/target/corpora.h"

#include <stdint.h>
#include <string.h>
#include <sys/stat.h>

enum { BATCH = 500 }; /* inputs for one run of a target */

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

int corpora_check_any(struct command *command, const struct corpus_list *inputs,
		      const char *target, const char *path)
{
	if (inputs->count)
		return 0;
	return command_fail(command, path, "has no inputs; `%s%s %s` searches for some",
			    target_prefix(target), target, path);
}

size_t corpora_add_batch(const struct corpus_list *inputs, size_t first,
			 struct words *words)
{
	const size_t left = inputs->count - first;
	const size_t end = first + (left < BATCH ? left : BATCH);

	for (size_t i = first; i < end; i++)
		words_add(words, inputs->paths[i]);
	return end;
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
