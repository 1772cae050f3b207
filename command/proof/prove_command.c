/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prove_command.c - `me prove`: an input or a proof for each goal that the corpus does
 * not meet. */
#include "command/base/subcommands.h"
#include "command/proof/proof_options.h"
#include "command/proof/proof_session.h"
#include "command/proof/verdict_format.h"

int prove_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	const int code = proving_options(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	if (proving_run(command, &options, &summary))
		return COMMAND_ERROR;
	verdict_formats[options.format]->summary(&options, &summary);
	return COMMAND_DONE;
}
