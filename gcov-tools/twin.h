/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * twin.h - the twin of a target: the same units and libraries, compiled with -O0 for
 * gcov, without hooks, sanitizers and LTO. Its main reads names of inputs and runs
 * each.
 */
#ifndef COMMAND_TWIN_H
#define COMMAND_TWIN_H

#include <stddef.h>

#include "corpus/files/corpus.h"
#include "command/target/build_record.h"
#include "command/base/command.h"

struct twin {
	char *directory; /* absolute */
	int lock; /* a file that keeps another `me cover` away; 0: none */
	char *program;
	/* For each unit of the record: its files' path without .o, .gcno, .gcda. */
	char **stems;
	size_t unit_count;
};

/*
 * Makes the directory and names the files in it; what an earlier twin left there is
 * removed. Waits while another process has a twin there. *twin starts with all zeros;
 * twin_done() also after an error.
 */
int twin_init(struct command *command, const struct build_record *record,
	      const char *directory, struct twin *twin);

/* Runs all inputs; the counts are in the .gcda files then. */
int twin_replay(struct command *command, const struct twin *twin,
		const struct corpus_list *inputs);

void twin_done(struct twin *twin);

#endif
