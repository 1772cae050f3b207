/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof_session.h - verdicts for what a corpus leaves open; shared by prove and
 * resolve. */
#ifndef COMMAND_PROOF_SESSION_H
#define COMMAND_PROOF_SESSION_H

#include "command/proof/proof_request.h"

/* Prints the verdict of each open goal, in the format that is asked for. */
int proving_run(struct command *command, const struct prove_options *options,
		struct prove_summary *summary);

#endif
