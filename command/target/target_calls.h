/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_calls.h - inputs as the target shows them: `acos(0x1.8p-1)`. */
#ifndef COMMAND_TARGET_CALLS_H
#define COMMAND_TARGET_CALLS_H

#include "command/base/command.h"
#include "corpus/files/corpus.h"

/* Told of each input, by its number, and of its call, which is no string. */
typedef void calls_fn(void *context, size_t input, const char *call, size_t length);

/* All inputs in their order. 0, or -1: the target does not show them. */
int target_calls(struct command *command, const char *target,
		 const struct corpus_list *inputs, calls_fn *tell, void *context);

#endif
