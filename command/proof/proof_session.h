/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proof_session.h - verdicts for what a corpus leaves open, shared by `me prove` and `me
 * resolve`: what they are asked for, what they tell at the end, and the session. */
#ifndef COMMAND_PROOF_SESSION_H
#define COMMAND_PROOF_SESSION_H

#include <stdio.h>

#include "command/target/build_record.h"

enum prove_algorithm {
	PROVE_GOALS, /* one goal after the other, what it depends on alone */
	PROVE_STATEMENTS, /* these three: prover/explore/cover.h */
	PROVE_PATHS,
	PROVE_PREFIXES,
};

struct prove_options {
	const char *target, *corpus;
	const char *solvers; /* --solvers=, or NULL */
	bool asks_none; /* no solver is asked, and none has to be installed */
	const char *dump; /* --dump=, or NULL */
	struct goal_choice choice;
	unsigned seconds, unwind;
	unsigned max_time; /* seconds by the clock for all; 0: no limit */
	bool explain;
	enum prove_algorithm algorithm;
	bool integers; /* of the algorithms but PROVE_GOALS */
	bool complete; /* asked is for runs that also return */
	bool asks_all; /* no inputs near models */
	unsigned paths; /* how many at the most */
	bool statistics; /* to be printed */
	bool json; /* --json: as --format=json */
	unsigned format; /* one of verdict_formats */
	/* Where verdicts are printed that a later round may change; null: with the others. */
	FILE *open_verdicts;
};

/* What the algorithms cost. */
struct prove_statistics {
	size_t rounds, queries, models;
	size_t near; /* inputs near models, found without a query */
	size_t confirmed; /* of both, whose runs took just the branches that they should
			   */
	double seconds, cpu; /* of the kept solver: by the clock, of CPU */
	double confirm_cpu; /* of the solvers that checked the proofs */
	double all_cpu; /* of the whole command, the target's runs included */
	double run_seconds; /* by the clock, of the runs of models */
	char stopped[256]; /* why the cover is not whole, or empty */
};

struct prove_summary {
	size_t goals, resolved; /* in scope; with an input or a proof */
	size_t covered, proven; /* of the resolved */
	size_t open; /* goals that were so at the start */
	size_t inputs; /* that were made, met goals or not */
	size_t queries;
	double solver_seconds; /* of CPU */
	double search_seconds; /* of CPU, of searches; negative: there was none */
	char ranges[256]; /* that were assumed */
	char beyond[512]; /* of goals out of scope: beyond_text */
	struct prove_statistics statistics;
};

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

/* ---- prove_command.c */

/* Reads the arguments behind the subcommand; returns an exit code, COMMAND_DONE to go
 * on. */
int proving_options(struct command *command, int argc, char **argv,
		    struct prove_options *options);

/* Whether --goal= lists the kind. */
bool proving_asks_for(const struct prove_options *o, const char *kind);

#endif
