/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof_options.h - the arguments of prove and resolve. */
#ifndef COMMAND_PROOF_OPTIONS_H
#define COMMAND_PROOF_OPTIONS_H

#include "command/proof/proof_request.h"

/* Reads the arguments behind the subcommand; returns an exit code, COMMAND_DONE to go
 * on. */
int proving_options(struct command *command, int argc, char **argv,
		    struct prove_options *options);

/* Whether --goal= lists the kind. */
bool proving_asks_for(const struct prove_options *o, const char *kind);

#endif
