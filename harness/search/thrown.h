/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * thrown.h - the exceptions that inputs of a session end with: results like a return, counted
 * by their types.
 */
#ifndef HARNESS_THROWN_H
#define HARNESS_THROWN_H

#include "harness/goals/subject.h"

/* The input, whose run was the last one, is kept. */
void thrown_note(const struct subject *s, struct input in);

/* What the last run has ended with, if it has, to standard output. */
void thrown_tell(void);

/* A line for each type, to standard error, with the first input's call. */
void thrown_print(void);

#endif
