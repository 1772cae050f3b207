/* SPDX-License-Identifier: GPL-3.0-or-later */
/* backtrace.h - what a program counter belongs to. */
#ifndef HARNESS_BACKTRACE_H
#define HARNESS_BACKTRACE_H

#include <stdint.h>

/* Whether pc lies in an instrumented function, by the symbol table; 0 in a stripped
 * program. Allocates no memory by malloc: a signal handler may call it. */
int backtrace_in_program(uintptr_t pc);

#endif
