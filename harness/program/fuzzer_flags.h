/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzzer_flags.h - the flags of libFuzzer's command line, -name=value. */
#ifndef HARNESS_FUZZER_FLAGS_H
#define HARNESS_FUZZER_FLAGS_H

#include <stddef.h>

/* Whether the argument is -name=...; then *value is what follows. */
int options_is_flag(const char *argument, const char *name, const char **value);

/* The last value of libFuzzer's flag `name`, without its dash, or null: what libFuzzer
 * goes by. */
const char *options_flag(int argc, char **argv, const char *name);
/* That as a number; `otherwise` where it is not given. */
long long options_number(int argc, char **argv, const char *name, long long otherwise);

/*
 * Flags of libFuzzer that a session gives where the user does not. Each function returns
 * the command line with them right behind the program's name, or argv as it is when there
 * is no memory; what it returns lives as long as the process.
 */

struct flag_default {
	const char *flag, *argument; /* "runs" and "-runs=9"; null: the last one */
	int rules; /* it also takes the place of what the user gives */
};
char **default_flags(const struct flag_default *defaults, int *argc, char **argv);

/* Of inputs of one form, each of so many bytes:
 * - an input is as long as the layout;
 * - a feature is a side of a branch, however often it was taken: one file a feature at
 *   the most;
 * - nothing depends on when the directory was read again. */
char **default_flags_one_form(size_t file_size, int *argc, char **argv);

/* In the parent of -fork: what fails in a job ends no other one. */
char **default_flags_survivor(int *argc, char **argv);

/* libFuzzer sees a mutator in every target and sets -len_control to 0. Where only
 * libFuzzer mutates it is to have its own default. */
char **default_flags_fuzzed(int *argc, char **argv);

/* libFuzzer's thread that watches the memory must not be there when a checkpoint forks:
 * it may hold a lock. survive.c watches instead. -rss_limit_mb is 0 even where it is
 * given. */
char **default_flags_watched(size_t memory_mb, int *argc, char **argv);

#endif
