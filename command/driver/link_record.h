/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * link_record.h - an object that records in the program how it was linked.
 *
 * It defines __me_link_record: the directory, NUL, the command in quoted words, NUL.
 */
#ifndef COMMAND_LINK_RECORD_H
#define COMMAND_LINK_RECORD_H

#include "command/base/command.h"
#include "command/base/words.h"

struct link_record {
	int fd; /* -1: none */
	char path[64]; /* a path by which other programs find the object while this one
			  runs */
};

/*
 * Assembles the record of the command `words` in the current directory, with the
 * compiler `compiler` and the options of `words` that select the machine. The object is
 * in memory, so that no file remains however the program ends. Call link_record_done()
 * also after an error.
 */
int link_record_make(struct command *command, const struct words *compiler,
		     const struct words *words, struct link_record *record);
void link_record_done(struct link_record *record);

#endif
