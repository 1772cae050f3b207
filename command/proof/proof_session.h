/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof_session.h - verdicts for what a corpus leaves open; shared by prove and
 * resolve. */
#ifndef COMMAND_PROOF_SESSION_H
#define COMMAND_PROOF_SESSION_H

#include "command/proof/proof_request.h"

struct status;

/* The command has so much time from now on, ends at SIGINT and SIGTERM, and says on the
 * terminal how far it is. */
void proving_begin(struct command *command, const struct prove_options *options,
		   struct status *status);
/* Prints the summary (null: it has failed). Returns the exit code; at stop_asked() it
 * ends the process, by the signal that asked for it or with that code. */
int proving_end(struct command *command, const struct prove_options *options,
		const struct prove_summary *summary);

/* Lets the target's own sessions know the proofs that stand beside the corpus and hold
 * for it. Returns 0, or -1 after a message. */
int proving_link(struct command *command, const struct prove_options *options);

/* Prints the verdict of each open goal, in the format that is asked for. */
int proving_run(struct command *command, const struct prove_options *options,
		struct prove_summary *summary);

#endif
