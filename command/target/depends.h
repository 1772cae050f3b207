/* SPDX-License-Identifier: GPL-3.0-or-later */
/* depends.h - what a unit is made of: its source and all headers, by the compiler's
 * -MD. */
#ifndef COMMAND_DEPENDS_H
#define COMMAND_DEPENDS_H

#include "command/target/build_record.h"
#include "command/base/words.h"

/* Adds the options that leave STEM.d, where the compiler of that source knows them. */
void depends_options(struct words *words, const char *source, const char *stem);

/*
 * Fails with a message when a file named in STEM.d is newer than the target; relative
 * names are below `directory`. Without STEM.d there is nothing to check.
 */
int depends_check_age(struct command *command, const struct build_record *record,
		      const char *directory, const char *stem);

#endif
