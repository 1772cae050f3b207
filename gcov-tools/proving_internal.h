/* SPDX-License-Identifier: GPL-3.0-or-later */
/* proving_internal.h - what the files of `me prove` share. */
#ifndef GCOV_TOOLS_PROVING_INTERNAL_H
#define GCOV_TOOLS_PROVING_INTERNAL_H

#include "corpus/corpus.h"
#include "gcov-tools/build_record.h"
#include "gcov-tools/command.h"
#include "gcov-tools/proving.h"
#include "gcov-tools/verdicts.h"
#include "prover/prove.h"

struct proving {
	struct command *command;
	const char *corpus;
	struct build_record record;
	struct program program;
	struct entry entry;
	struct verdicts verdicts;
	struct prover prover;
	bool *met; /* by goal of the record */
	char (*input)[SHA1_HEX_SIZE]; /* by goal: the file that was made for it */
	char *seeds; /* directory */
	size_t newly_met; /* by the input that was run last */
	char *model; /* path of that input */
	size_t open, resolved;
	size_t inputs; /* new files, of the corpus or seeds */
	struct prove_statistics statistics;
};

/* ---- covering.c */

/* Gives all goals (by number of the record) that are OPEN a verdict, by one of the
 * algorithms of prover/cover.h. */
int covering_run(struct proving *p, const struct prove_options *options,
		 struct prove_goal *goals);

#endif
