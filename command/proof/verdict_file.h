/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * verdict_file.h - proofs that were made before, kept in CORPUS.me/verdicts as
 * me/verdicts.h says. A line that this program does not understand is passed over.
 */
#ifndef COMMAND_VERDICT_FILE_H
#define COMMAND_VERDICT_FILE_H

#include "command/base/text.h"
#include "command/target/build_record.h"
#include "prover/ir/gimple.h"
#include "prover/verify/prover.h"

struct verdict_line {
	uint64_t key;
	char *id; /* of the goal */
	enum verdict verdict; /* INFEASIBLE or NEAREST: nothing else is final */
	bool returning; /* it is about runs that return */
	char *how;
};

/* Which program's key the file of an executable has. */
struct verdict_link {
	uint64_t executable, key;
};

struct verdicts {
	char *path;
	struct verdict_link *links;
	size_t link_count, link_room;
	struct verdict_line *lines;
	size_t count, room;
	bool is_new; /* has lines that are not in the file */
	struct text_buffer text; /* of the file, without its end */
	size_t in_text, links_in_text; /* lines */
	uint64_t sum; /* of the text */
};

/* A corpus without the file has none; one that is damaged or of another version is
 * ignored with a note. */
int verdicts_read(struct command *command, const char *corpus,
		  struct verdicts *verdicts);
/* The proof of the goal of that id: of the runs that return, or of all. */
const struct verdict_line *verdicts_find(const struct verdicts *verdicts, uint64_t key,
					 const char *id, bool returning);
/* Notes that the target has the key, so that its own sessions know the proofs. Returns
 * 0, or -1 after a message. */
int verdicts_link(struct command *command, struct verdicts *verdicts,
		  const char *target, uint64_t key);
void verdicts_add(struct verdicts *verdicts, uint64_t key, const char *id,
		  const struct prove_goal *goal);
/* Takes that proof out of the file; false: it is not there. */
bool verdicts_drop(struct verdicts *verdicts, uint64_t key, const char *id,
		   bool returning);
/* Writes the file anew, whole or not at all. */
int verdicts_write(struct command *command, struct verdicts *verdicts);
void verdicts_done(struct verdicts *verdicts);

/* The key of the goals of one unit; `key` is the target's. */
uint64_t verdicts_unit_key(uint64_t key, const char *unit);

/* Sets `proof` of each goal that was proven infeasible for this very program. */
int verdicts_note(struct command *command, struct build_record *record,
		  const char *corpus);

/* ---- linked.c */

/* Reads the program, and completes the key in the record. Returns 0, or -1 after a
 * message. Call gimple_done() in any case. */
int linked_read(struct command *command, struct build_record *record,
		struct gimple_program *program);

#endif
