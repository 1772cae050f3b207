/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prove_command.c - `me prove`: an input or a proof for each branch that the corpus
 * does not take. */
#include <stdio.h>

#include "command/proof/proof_session.h"
#include "command/base/subcommands.h"

/* Of the algorithms: what `me prove --algorithm=` found and used. */
static void statistics_print(const struct prove_statistics *s)
{
	printf("%zu queries in the incremental session, %zu unwound graphs; %.3f s by "
	       "the clock, "
	       "%.3f s of CPU; checks of proofs %.3f s of CPU\n",
	       s->queries, s->rounds, s->seconds, s->cpu, s->confirm_cpu);
	printf("%zu models, %zu inputs near them; %zu took exactly their path when "
	       "run, in "
	       "%.3f s\n",
	       s->models, s->near, s->confirmed, s->run_seconds);
	printf("%.3f s of CPU in all\n", s->all_cpu);
	if (*s->stopped)
		printf("stopped early: %s\n", s->stopped);
}

int prove_main(struct command *command, int argc, char **argv)
{
	struct prove_options options;
	struct prove_summary summary;
	const int code = proving_options(command, argc, argv, &options);

	if (code != COMMAND_DONE)
		return code;
	if (proving_run(command, &options, &summary))
		return COMMAND_ERROR;
	printf("%zu of %zu goals resolved; %zu queries, %.2f s of solvers\n",
	       summary.resolved, summary.goals, summary.queries,
	       summary.solver_seconds);
	if (options.statistics && options.algorithm != PROVE_GOALS)
		statistics_print(&summary.statistics);
	if (*summary.ranges)
		printf("for inputs of %s\n", summary.ranges);
	return COMMAND_DONE;
}
