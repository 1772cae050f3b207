/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * solver_process.h - a solver as a process that reads commands and prints answers. No
 * call waits longer than the process may take; `is_late` says that it did.
 */
#ifndef PROVER_SOLVER_PROCESS_H
#define PROVER_SOLVER_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { SOLVER_WALL_FACTOR = 4 }; /* by the clock: others run here too */

/* Seconds since some time, by a clock that nobody sets. */
double solver_clock(void);

struct solver_process {
	pid_t pid;
	int in, out; /* its stdin and stdout */
	double end; /* of solver_clock(): when it is late */
	char *text; /* what it has printed; NUL-terminated, or null */
	size_t size, room;
	bool is_late;
};

/* Starts argv[0]. `seconds`: of CPU that it may use, 0 any; it is late after four times
 * as many by the clock and some more. Returns 0, or -1 with errno. The caller frees
 * p->text. */
int solver_process_start(struct solver_process *p, const char *const *argv,
			 unsigned seconds);
/* It is late after that many seconds by the clock from now on. */
void solver_process_limit(struct solver_process *p, unsigned seconds);
/* Writes all of it, reading what the solver prints meanwhile. */
bool solver_process_write(struct solver_process *p, const char *text, size_t size);
/* Reads some more of what it prints; false at the end of that, or when it is late. */
bool solver_process_read(struct solver_process *p);
/* Waits for its end, or kills it. Returns the seconds of CPU that it used. */
double solver_process_end(struct solver_process *p, bool kill_it, int *status);

#endif
