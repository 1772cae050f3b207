/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * executable.h - what the executable says about a program that was read from its
 * exported GIMPLE: about objects that were built without the plugin, and libraries.
 */
#ifndef PROVER_EXECUTABLE_H
#define PROVER_EXECUTABLE_H

#include "prover/ir/gimple.h"

/* Notes all of it in the program. Returns 0, or -1 and says why (SECTION_WHY bytes). */
int executable_read(struct program *program, const char *path, char *why);

#endif
