/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path.h - names of files, the search for programs, and directories of files. */
#ifndef SYSTEM_PATH_H
#define SYSTEM_PATH_H

#include <stdbool.h>

/* Whether execvp() would find a program of that name: in PATH, or where the name says
 * when it has a slash. */
bool path_has(const char *name);

/* What follows the last slash of a path. */
const char *path_base(const char *path);

/* Removes the files of a directory, and it, unless it has directories of its own. */
void path_remove_directory(const char *path);
/* The same with all that is below it; no link is followed. */
void path_remove_tree(const char *path);

#endif
