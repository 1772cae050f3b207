/* SPDX-License-Identifier: GPL-3.0-or-later */
/* drawn_run.h - runs an input of a program that draws its values (include/me/nondet.c),
 * and tells what it draws. */
#ifndef HARNESS_DRAWN_RUN_H
#define HARNESS_DRAWN_RUN_H

#include "harness/main/recorded_run.h"

/* Runs the file's input in a process of its own and prints its line (me/schema.h, TARGET
 * --draws). Null, or an error (static): the file cannot be read, or no process be made. */
const char *drawn_run_print(const struct recorded_run *run, const char *file);

#endif
