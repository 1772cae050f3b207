/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin_link.h - derives the twin's link command from the target's. */
#ifndef COMMAND_TWIN_LINK_H
#define COMMAND_TWIN_LINK_H

#include "command/target/build_record.h"
#include "gcov-tools/twin.h"

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
