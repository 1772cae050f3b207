/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solver_process.h - a solver as a child process that reads commands and prints
 * answers. Nothing waits for it longer than it may take, or beyond stop_asked(); it is
 * killed with what it has started, and never outlives us.
 */
#ifndef PROVER_SOLVER_PROCESS_H
#define PROVER_SOLVER_PROCESS_H

#include "system/child.h"

enum { SOLVER_WALL_FACTOR = 4 }; /* by the clock: others run here too */

/* Starts words[0]. `seconds`: of CPU that it may use, 0 any; it is late after four
 * times as many by the clock and some more. Returns 0, or an errno. The caller frees
 * child->output.bytes, where both of its streams come. */
int solver_process_start(struct child *child, const char *const *words,
			 unsigned seconds);
/* It is late after that many seconds by the clock from now on. */
void solver_process_limit(struct child *child, unsigned seconds);

#endif
