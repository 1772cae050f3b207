/* SPDX-License-Identifier: GPL-3.0-or-later */
/* failure_type.h - names the kind of a failure by what the target, the stack and the
 * printed text tell. */
#ifndef COMMAND_FAILURE_TYPE_H
#define COMMAND_FAILURE_TYPE_H

#include "command/triage/triage.h"

/* Sets run->type. `told` is the target's word for it, or null. */
void failure_type(struct triage_run *run, const char *told, const char *output);

/* The line of what a run has printed that says most: a sanitizer's or an assertion's, else
 * the last one. Null when there is none. The caller frees. */
char *failure_message(const char *output);

#endif
