/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdicts.h - proofs that were made before, kept in CORPUS.me/verdicts as lines
 *
 *	KEY FUNCTION ORDINAL RANK VERDICT TEXT
 *
 * KEY stands for all that the proof rests on: the text of the program's functions, the
 * entry and its ranges, the goal's unit, and the version of the prover. What else a
 *file has is passed over.
 */
#ifndef GCOV_TOOLS_VERDICTS_H
#define GCOV_TOOLS_VERDICTS_H

#include "gcov-tools/command.h"
#include "prover/prove.h"

struct verdict_line {
	uint64_t key;
	char *function;
	unsigned ordinal, rank;
	enum verdict verdict; /* INFEASIBLE or NEAREST: nothing else is final */
	char *how;
};

struct verdicts {
	char *path;
	struct verdict_line *lines;
	size_t count, room;
};

/* A corpus without the file has none. */
int verdicts_read(struct command *command, const char *corpus,
		  struct verdicts *verdicts);
const struct verdict_line *verdicts_find(const struct verdicts *verdicts, uint64_t key,
					 const struct prove_goal *goal);
void verdicts_add(struct verdicts *verdicts, uint64_t key,
		  const struct prove_goal *goal);
/* Writes the file anew, whole or not at all. */
int verdicts_write(struct command *command, const struct verdicts *verdicts);
void verdicts_done(struct verdicts *verdicts);

/* The key of all goals of `program` driven by `entry`, and of those of one unit. */
uint64_t verdicts_key(const struct program *program, const struct entry *entry);
uint64_t verdicts_unit_key(uint64_t key, const char *unit);

#endif
