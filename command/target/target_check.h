/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_check.h - whether a file is a target, found without running it. */
#ifndef COMMAND_TARGET_CHECK_H
#define COMMAND_TARGET_CHECK_H

#include "command/base/command.h"

/* Fails, and says what to give instead, unless the file is a program that was linked
 * with libme.a. */
int target_check(struct command *command, const char *path);

#endif
