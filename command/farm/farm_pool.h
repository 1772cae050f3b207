/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * farm_pool.h - pieces of work of which some are done at once, each in a process of its
 * own, until a time or until SIGTERM or SIGINT asks for the end.
 *
 * Slurm sends SIGTERM to the task alone, some time before it kills it. The pool passes it
 * on, and waits for what the pieces then have to write.
 */
#ifndef COMMAND_FARM_POOL_H
#define COMMAND_FARM_POOL_H

#include <stdbool.h>
#include <stddef.h>

struct farm_pool {
	unsigned width; /* pieces at once, 1 or more */
	double deadline; /* of clock_now(); none begins later; 0: no limit */
	/* Does a piece; its result is the exit code of its process, 0 for done. `seconds`
	 * is its share of the time that is left, INFINITY without a limit. */
	int (*work)(void *context, size_t piece, double seconds);
	void *context;
	size_t failed; /* set: pieces whose result was not 0 */
	/* Set: seconds of CPU of the place that has used most. With a CPU for each place the
	 * work would take so long. */
	double cpu;
	bool is_interrupted; /* set: a signal has asked for the end */
};

/* The numbers of the pieces, in their order. */
void farm_pool_run(struct farm_pool *pool, const size_t *pieces, size_t count);

/* In a piece's process: whether it is asked to end. */
bool farm_pool_is_asked(void);

/* From now on a signal that asks for the end only notes it. */
void farm_pool_watch(void);

#endif
