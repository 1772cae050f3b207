/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twin_build.h - building the twin of a target. */
#ifndef COMMAND_TWIN_BUILD_H
#define COMMAND_TWIN_BUILD_H

#include "gcov-tools/twin.h"

/*
 * Builds the twin in `directory`, which is created; what an earlier twin left there
 * is removed. `link` is a link command to use instead of the recorded one, or NULL.
 * *twin starts with all zeros; twin_done() also after an error.
 */
int twin_make(struct command *command, const struct build_record *record,
	      const char *directory, const char *link, struct twin *twin);

#endif
