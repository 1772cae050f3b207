/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explore_options.h - what `me explore` is asked for. */
#ifndef COMMAND_EXPLORE_OPTIONS_H
#define COMMAND_EXPLORE_OPTIONS_H

#include "command/proof/proof_session.h"
#include "prover/side/side_query.h"
#include "prover/explore/tree_choice.h"

/* Which labels are not asked for any more: iterative label deletion (Bardin, Kosmatov,
 * Cheynier, ICST 2014, section V-B). */
enum label_deletion {
	DELETE_COVERED, /* each that a run covers (idl-2) */
	DELETE_SOLVED, /* each whose own path is solved (idl-1) */
	DELETE_NONE,
};

/* Which inputs come first, and then which side is tried next. */
enum explore_strategy {
	STRATEGY_FAIR,
	STRATEGY_DFS,
	STRATEGY_FITNESS,
	/* These two begin with a cover (explore_cover.c). */
	STRATEGY_STATEMENT, /* ends as with `covers` */
	STRATEGY_PATH,
};

struct explore_options {
	/* The target, the corpus, the solvers and their limits. */
	struct prove_options proof;
	enum explore_strategy strategy;
	unsigned length, visits; /* struct tree_bounds */
	unsigned paths; /* it ends after so many runs; 0: no limit */
	/* How a path condition is solved, and the searches' part in it. */
	const char *solve;
	enum side_method method;
	const struct condition_method *search;
	unsigned seed;
	bool ordered; /* struct condition_options */
	enum path_labels labels;
	enum label_deletion deletion; /* of PATH_LABELS_TIGHT */
	bool covers; /* it ends when each goal is covered or proven */
	/* Only goals count: other inputs are not kept, nor is the tree, and sides that
	 * lead to no open goal are left alone. */
	bool only_goals;
	/* It ends after so many of CPU, of solvers and searches, these as estimated; 0: no
	 * limit. */
	double solving_seconds;
};

enum { EXPLORE_LENGTH = 1000, EXPLORE_VISITS = 64 }; /* the defaults */

/* The method of the portfolio's searches. */
const struct condition_method *explore_search(void);

/* Reads the command line. Returns COMMAND_DONE to go on, or another exit code. */
int explore_options_read(struct command *command, int argc, char **argv,
			 struct explore_options *options);

#endif
