/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prove.c - `me prove`: an input or a proof for each branch that the corpus does not
 * take. */
#include <stdio.h>

#include "gcov-tools/proving.h"
#include "gcov-tools/subcommands.h"

int prove_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	const int code = proving_options(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	if (proving_run(command, &options, &summary))
		return COMMAND_ERROR;
	printf("%zu of %zu branches resolved; %zu queries, %.2f s of solvers\n",
	       summary.resolved, summary.goals, summary.queries,
	       summary.solver_seconds);
	if (*summary.ranges)
		printf("for inputs of %s\n", summary.ranges);
	return COMMAND_DONE;
}
