/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * records.h - where the answers of a target go that is asked for something (me/schema.h):
 * to what was its standard output, which the program under test does not know. The program
 * prints to standard error, and its standard input is empty.
 */
#ifndef HARNESS_RECORDS_H
#define HARNESS_RECORDS_H

#include <stdio.h>

/* Once, before the program's own code runs. `serves`: requests come on standard input, and
 * errors are records too; a first record says that all that follows is ours. 0 or -1. */
int records_open(int serves);

/* As a stream, and as a file for handlers of signals. */
FILE *records_out(void);
/* Writes what is left. 0, or -1: something, also of a run's process, could not be written. */
int records_close(void);
int records_file(void);

/* The file of the requests, and the next of them: a text that stays until the next call;
 * null: there are no more. */
int records_input(void);
const char *records_next(void);

/* What is wrong with an input (null: with the target): a record, or for a person a line on
 * standard error. May be called in a handler of signals. */
void records_error(const char *file, const char *text);

/* What is wrong with the target or its options; `why` may be null. Returns 1, an exit code. */
int records_fail(const char *what, const char *why);

#endif
