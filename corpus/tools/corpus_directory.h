/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpus_directory.h - a corpus that a subcommand writes or changes. */
#ifndef COMMAND_CORPUS_DIRECTORY_H
#define COMMAND_CORPUS_DIRECTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "command/base/command.h"
#include "corpus/files/corpus.h"

/* Makes the directory unless it is there. */
int corpus_directory_make(struct command *command, const char *path);

/* Writes an input there under its SHA-1; *is_new: it was not there. */
int corpus_directory_write(struct command *command, const char *directory,
			   const void *bytes, size_t size, bool *is_new);

/* Copies the input `path` there under its SHA-1; *is_new: it was not there. */
int corpus_directory_copy(struct command *command, const char *directory,
			  const char *path, bool *is_new);

/* Removes an input of a corpus; what has replaced it is on disk. */
int corpus_directory_remove(struct command *command, const char *path);

/* The directory of a command line: fails when it is none, or is not there. */
int corpus_directory_check(struct command *command, const char *target,
			   const char *path);

#endif
