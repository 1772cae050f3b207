/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proving.h - what the files of `me prove` share: the target, its program, and what is
 * known of each goal. */
#ifndef COMMAND_PROVING_H
#define COMMAND_PROVING_H

#include "corpus/files/corpus.h"
#include "command/target/build_record.h"
#include "command/base/command.h"
#include "command/base/source_text.h"
#include "command/proof/proof_request.h"
#include "command/proof/verdicts.h"
#include "prover/verify/goal_verdict.h"

/* What is known of a goal by runs. */
struct witness {
	bool met;
	bool returned; /* in a run that came back */
	/* The input that was made for it, or whose run does not come back; null: one of
	 * the corpus takes it. */
	char *path;
	char how[32]; /* not returned: how that run ends */
};

struct verdict_format;

struct proving {
	struct command *command;
	const char *corpus;
	struct build_record record;
	struct program program;
	struct entry entry;
	struct verdicts verdicts;
	struct prover prover;
	struct prove_path path; /* with --goal=path; else without decisions */
	struct witness *witness; /* by goal of the record, and one more */
	char *seeds; /* directory */
	bool *tested; /* by parameter: it is compared with null, and never is null */
	bool complete; /* asked is for runs that return */
	char *model; /* path of that input */
	unsigned hung_models; /* whose runs did not end in time */
	size_t open, resolved, proven;
	size_t inputs; /* new files, of the corpus or seeds */
	struct prove_statistics statistics;
	const struct verdict_format *format; /* of what is printed */
	FILE *open_verdicts; /* where those are printed that are no proofs or inputs */
	struct source_text source; /* lines of the sources, for that */
};

/* ---- proof_session.c */

/* Reads the target, its program, the earlier proofs, and finds the solvers. The rest of
 * *p is zero but for `command`. Returns 0, or -1 after a message; proving_close() in any
 * case. */
int proving_open(struct proving *p, const struct prove_options *options);
void proving_close(struct proving *p);

/* The goal of that number, which is open. */
struct prove_goal proving_goal(const struct proving *p, size_t number);
/* All goals, by number of the record, as a cover is to begin with them: those that are not
 * wanted are COVERED; `recalls`: those that have an earlier proof have its verdict. */
void proving_open_goals(const struct proving *p, bool recalls,
			struct prove_goal *goals);
/* A goal has its verdict: names the defaults that a new proof rests on and keeps it, and
 * prints the verdict. Returns 0, or -1 after a message. */
int proving_settle(struct proving *p, struct prove_goal *goal);

/* ---- proof_covers.c */

/* Gives goals (proving_open_goals) a verdict, by one of the algorithms of
 * prover/explore/cover.h. Returns 0, or -1 after a message. */
int covering_run(struct proving *p, const struct prove_options *options,
		 struct prove_goal *goals);

#endif
