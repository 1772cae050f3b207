/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prove_command.c - `me prove`: an input or a proof for each goal that the corpus does
 * not meet. */
#include "command/base/command.h"
#include "command/base/usage.h"
#include "command/proof/proof_options.h"
#include "command/proof/proof_session.h"

int prove_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	struct status status = {0};
	int code = proving_options(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	proving_begin(command, &options, &status);
	if (proving_run(command, &options, &summary))
		code = COMMAND_ERROR;
	return proving_end(command, &options, code == COMMAND_DONE ? &summary : NULL);
}
