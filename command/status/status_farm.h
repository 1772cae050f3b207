/* SPDX-License-Identifier: GPL-3.0-or-later */
/* status_farm.h - a directory of `me farm`: where its sessions write how far they are. */
#ifndef COMMAND_STATUS_FARM_H
#define COMMAND_STATUS_FARM_H

#include "command/base/command.h"
#include "corpus/files/corpus.h"

/* Adds the files of the sessions that have begun. 1: it was a farm; 0: it is none; -1: its
 * record cannot be read, and the failure is noted. */
int status_farm_list(struct command *command, const char *directory,
		     struct corpus_list *list);

/* Prints how far the farm's round is: as a line of text, or of JSON. Nothing when it is no
 * farm. */
int status_farm_print(struct command *command, const char *directory, bool json);

#endif
