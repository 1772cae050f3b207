/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * requests.h - what a target does instead of a search when it is asked to: its options
 * (harness_options.h), runs whose drawn values are recorded, and calls.
 *
 * harness/main holds the entry points of the programs that are linked with libme.a.
 */
#ifndef HARNESS_REQUESTS_H
#define HARNESS_REQUESTS_H

#include "harness/main/traced_run.h"
#include "harness/search/harness_options.h"

/* ---- options */

/*
 * Reads the options; 0, or -1 with `error` set to a text (static or in a buffer of this
 * module): a value that an option of ours, or a flag of libFuzzer, cannot take.
 */
int options_read(struct harness_options *o, int argc, char **argv, const char **error);

/* Says to standard error of each unknown option which option of ours, or flag of libFuzzer,
 * it resembles. 1 when one of them can be nobody's: it has two dashes, and the user has no
 * LLVMFuzzerInitialize. */
int options_check(int argc, char **argv);

/* Prints what --help_me prints, to standard output. */
void options_help(void);

/* ---- draws */

/* Runs an input of a program that draws its values (include/me/nondet.c) in a process of
 * its own, and prints the record of its draws (me/schema.h, TARGET --draws). Null, or an
 * error (static): the file cannot be read, or no process be made. */
const char *drawn_run_print(const struct traced_run *run, const char *file);

/* ---- calls */

/* Answers the calls that are asked for (records.h, me/calls.h) until its end, for searches of
 * `me explore`, each in that environment. Their functions may crash, and have
 * ME_CALL_CPU_MS. Returns an exit code. */
enum { ME_CALL_CPU_MS = 100 };
int served_calls(const struct environment *environment);

#endif
