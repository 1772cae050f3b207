/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "corpus/tools/corpus_directory.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/target/corpora.h"

int corpus_directory_make(struct command *command, const char *path)
{
	struct stat st;

	if (mkdir(path, 0777) != 0 && errno != EEXIST)
		return command_fail(command, path, "%s", strerror(errno));
	if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
		return command_fail(command, path, "is not a directory");
	return 0;
}

int corpus_directory_write(struct command *command, const char *directory,
			   const void *bytes, size_t size, bool *is_new)
{
	char name[SHA1_HEX_SIZE];
	char *path = NULL;
	int err;

	sha1_hex(bytes, size, name);
	if (asprintf(&path, "%s/%s", directory, name) < 0)
		return command_no_memory(command);
	*is_new = access(path, F_OK) != 0;
	free(path);
	err = corpus_write(directory, bytes, size, NULL);
	return err ? command_fail(command, directory, "%s", corpus_strerror(err)) : 0;
}

int corpus_directory_copy(struct command *command, const char *directory,
			  const char *path, bool *is_new)
{
	unsigned char *bytes;
	size_t size;
	int err = corpus_read_regular(path, &bytes, &size);

	if (err)
		return command_fail(command, path, "%s", corpus_strerror(err));
	err = corpus_directory_write(command, directory, bytes, size, is_new);
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
