/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solver_process.c - the time that a solver may take. */
#include "prover/solver/solver_process.h"

#include "system/clock.h"
#include "system/stop.h"

enum { WALL_EXTRA = 10 };

void solver_process_limit(struct child *child, unsigned seconds)
{
	child->deadline = clock_now() + seconds;
}

static bool until_stop(void)
{
	return stop_asked();
}

int solver_process_start(struct child *child, const char *const *words,
			 unsigned seconds)
{
	const struct child_plan plan = {.words = words,
					.streams = CHILD_JOINED,
					.cpu_seconds = seconds,
					.cpu_grace = 1,
					.is_tied = true};
	const int code = child_start(child, &plan);

	child->is_over = until_stop;
	solver_process_limit(child, SOLVER_WALL_FACTOR * seconds + WALL_EXTRA);
	return code;
}
