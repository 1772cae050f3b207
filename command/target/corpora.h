/* SPDX-License-Identifier: GPL-3.0-or-later */
/* corpora.h - the files that a command line names as inputs of a target, and the corpora that
 * a subcommand writes. */
#ifndef COMMAND_CORPORA_H
#define COMMAND_CORPORA_H

#include "command/base/command.h"
#include "command/base/words.h"
#include "corpus/files/corpus.h"

/* Adds the input `path`, or those of the corpus directory `path`. Fails if it cannot be
 * read; if there is no such file, says how a corpus is made. */
int corpora_add(struct command *command, struct corpus_list *inputs, const char *target,
		const char *path);

/* corpus_list_add(), of a command, whose failure is noted. */
int corpora_list(struct command *command, struct corpus_list *inputs, const char *path);

/* How many inputs there are; 0 also where the path cannot be read. */
size_t corpora_count(const char *path);

/* corpus_aside(), of a command, whose failure is noted. */
int corpora_aside(struct command *command, const char *corpus, const char *part,
		  char **path);

/* Fails if there is none, and says how they are made. */
int corpora_check_any(struct command *command, const struct corpus_list *inputs,
		      const char *target, const char *path);

/* Adds the inputs and corpora of a command line. Fails if one cannot be read, or if there
 * is no input. */
int corpora_read(struct command *command, struct corpus_list *inputs,
		 const char *target, char **paths, int count);

/* Says so when inputs have not that size (0: any will do): they are cut, or zeros are
 * added, and what they show may mean nothing. */
void corpora_check_sizes(const struct command *command,
			 const struct corpus_list *inputs, const char *target,
			 size_t wanted);

/* ---- a corpus that a subcommand writes or changes */

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
