/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * twin.h - the twin of a target: the same units and libraries, compiled with -O0 for
 * gcov, without hooks, sanitizers and LTO. Its main reads names of inputs and runs
 * each.
 */
#ifndef COMMAND_TWIN_H
#define COMMAND_TWIN_H

#include "corpus/files/corpus.h"
#include "command/target/build_record.h"

struct twin {
	char *directory; /* absolute */
	int lock; /* a file that keeps another `me cover` away; 0: none */
	char *program;
	/* For each unit of the record: its files' path without .o, .gcno, .gcda. */
	char **stems;
	size_t unit_count;
};

/*
 * Builds the twin in `directory`, which is created; what an earlier twin left there
 * is removed. `link` is a link command to use instead of the recorded one, or NULL.
 * *twin starts with all zeros; twin_done() also after an error.
 */
int twin_make(struct command *command, const struct build_record *record,
	      const char *directory, const char *link, struct twin *twin);

/* Runs all inputs; the counts are in the .gcda files then. */
int twin_replay(struct command *command, const struct twin *twin,
		const struct corpus_list *inputs);

void twin_done(struct twin *twin);

/* ---- twin_link.c */

/* How the target was linked: --link=, else what was recorded, else a one-step command.
 */
struct link_source {
	const char *directory;
	struct words words; /* response files are expanded */
};

int link_source_find(struct command *command, const struct build_record *record,
		     const char *given, struct link_source *link);

/*
 * Adds the twin's link command: the twin's objects replace the sources and objects of
 * the units; units that the command does not name (members of archives) come first.
 */
int twin_link_words(struct command *command, const struct build_record *record,
		    const struct twin *twin, const struct link_source *link,
		    struct words *out);

#endif
