/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.h - names of files, and the search for programs. */
#ifndef SYSTEM_PATH_H
#define SYSTEM_PATH_H

#include <stdbool.h>

/* Whether execvp() would find a program of that name: in PATH, or where the name says
 * when it has a slash. */
bool path_has(const char *name);

/* What follows the last slash of a path. */
const char *path_base(const char *path);

#endif
