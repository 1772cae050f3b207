/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * executable.h - what the executable says about a program that was read from its
 * exported GIMPLE: about objects that were built without the plugin, and libraries.
 *
 * Each function returns 0, or -1 and says why (SECTION_WHY bytes).
 */
#ifndef PROVER_EXECUTABLE_H
#define PROVER_EXECUTABLE_H

#include "prover/ir/gimple.h"

/* Definitions that are in no exported unit, and variables that have the address of
 * others. */
int symbol_table_read(struct program *program, const char *path, char *why);

/* What may change the modes of arithmetic in functions that are not exported. */
int machine_code_read(struct program *program, const char *path, char *why);

/* Marks the functions that code which is not exported may call, though nobody gives it
 * their address: code of objects that were built without the plugin, and of libraries
 * to which the executable shows the name. */
int outside_read(struct program *program, const char *path, char *why);

/* Whether code that is not exported may register a signal handler that changes the
 * program's variables or comes to its functions. Call outside_read() before. */
int signal_calls_read(struct program *program, const char *path, char *why);

#endif
