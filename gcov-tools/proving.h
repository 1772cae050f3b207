/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proving.h - verdicts for what a corpus leaves open; shared by prove and resolve. */
#ifndef GCOV_TOOLS_PROVING_H
#define GCOV_TOOLS_PROVING_H

#include <stdbool.h>
#include <stddef.h>

#include "gcov-tools/command.h"

struct prove_options {
	const char *target, *corpus;
	const char *solvers; /* --solvers=, or NULL */
	const char *dump; /* --dump=, or NULL */
	unsigned seconds, unwind;
	unsigned max_time; /* seconds by the clock for all; 0: no limit */
	double deadline; /* of prove_clock(): its end; or 0 */
	bool explain;
};

struct prove_summary {
	size_t goals, resolved; /* in scope; with an input or a proof */
	size_t inputs; /* that were made, met goals or not */
	size_t queries;
	double solver_seconds; /* of CPU */
	char ranges[256]; /* that were assumed */
};

/* Reads the arguments behind the subcommand; returns an exit code, COMMAND_DONE to go
 * on. */
int proving_options(struct command *command, int argc, char **argv,
		    struct prove_options *options);

/* Prints a line for each open goal with its verdict. */
int proving_run(struct command *command, const struct prove_options *options,
		struct prove_summary *summary);

#endif
