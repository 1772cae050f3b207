/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simpler.h - simpler inputs that fail as the groups do. */
#ifndef COMMAND_SIMPLER_H
#define COMMAND_SIMPLER_H

#include "command/triage/triage.h"

/*
 * Has the target write a simpler input for each group into the directory, which is made
 * if it is not there, and runs it once in a process of its own: it counts when it fails as
 * the group does. What could not be simplified is noted. Fails when the directory cannot
 * be made or the target not be run.
 */
int simpler_find(struct triage *t, const char *directory, unsigned seconds);

/* A call whose numbers are decimal: each hexadecimal floating constant as the shortest
 * decimal of the same value. The caller frees; null when out of memory. */
char *simpler_decimal(const char *call);

#endif
