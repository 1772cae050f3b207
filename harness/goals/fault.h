/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * fault.h - what a signal tells of the run that it ended. All of it may be called in the
 * signal's handler, with the handler's arguments.
 */
#ifndef HARNESS_FAULT_H
#define HARNESS_FAULT_H

#include <signal.h>

#include "harness/goals/subject.h"

/* Whether the stack has run out. */
int fault_is_stack(int number, const siginfo_t *info, const void *context);

/* What it says of this run: "SIGSEGV: write to y[4], past ...". */
void fault_describe(const struct subject *s, int number, const siginfo_t *info,
		    const void *context, char *text, size_t size);

/* What is the same for all runs that fail so: "null pointer write", "stack overflow".
 * Null where the signal says no more than its name. */
const char *fault_type(const struct subject *s, int number, const siginfo_t *info,
		       const void *context);

#endif
