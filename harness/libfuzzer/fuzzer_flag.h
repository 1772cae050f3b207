/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzzer_flag.h - the flags that this version of libFuzzer has, and values of them. */
#ifndef HARNESS_FUZZER_FLAG_H
#define HARNESS_FUZZER_FLAG_H

/* 0 when the argument, which begins with one dash, is no flag of libFuzzer, or one whose
 * value libFuzzer can take; else -1: *why (static) says what would be a value. */
int fuzzer_flag_check(const char *argument, const char **why);

/* Whether the argument, -name=value, is a flag of libFuzzer. */
int fuzzer_flag_is(const char *argument);

/* Of an argument that libFuzzer does not know: the flag that its name resembles most. Null: it
 * is a flag, or there is none alike. */
const char *fuzzer_flag_near(const char *argument);

#endif
