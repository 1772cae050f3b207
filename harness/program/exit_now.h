/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * exit_now.h - _exit for the harness and for libFuzzer. The program under test's own is
 * watched (libfuzzer/failure.c): a call of it by the harness would count as the
 * program's.
 */
#ifndef HARNESS_EXIT_NOW_H
#define HARNESS_EXIT_NOW_H

/* Ends the process without exit handlers, in a signal handler too. */
void __me_exit_now(int code) __attribute__((noreturn));

#endif
