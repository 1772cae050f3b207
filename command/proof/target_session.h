/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_session.h - a session of the target, whose search adds inputs to the corpus. */
#ifndef COMMAND_TARGET_SESSION_H
#define COMMAND_TARGET_SESSION_H

#include "command/base/process.h"
#include "command/proof/proof.h"

enum { SESSION_SHORT_STARTS = 10 }; /* without progress, of a short search */

struct session_limits {
	unsigned seed;
	unsigned
	    starts; /* it ends after so many without progress; 0: by its own stop */
	double seconds; /* by the clock; INFINITY: none */
};

/* Runs it, from the corpus and the seeds beside it, which are read, not written. *run is zeros, and
 * tells how it ended: process_done() in any case. Returns 0, or -1 after a message. */
int target_session_run(struct command *command, const struct prove_options *options,
		       const struct session_limits *limits, struct process *run);

#endif
