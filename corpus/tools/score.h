/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * score.h - which inputs cover which goals, by one run of each input, whatever the
 * number of goals.
 *
 * corpus/tools holds what keeps corpora: merges, minimises and simplifies them, writes them
 * as named values and reads these again for another signature. It removes no input before
 * what replaces it is on disk.
 */
#ifndef COMMAND_SCORE_H
#define COMMAND_SCORE_H

#include "command/target/build_record.h"
#include "corpus/files/corpus.h"

#define SCORE_NONE ((size_t)-1)

/* Start with all zeros; score_done() also after an error. */
struct score {
	struct corpus_list inputs;
	struct build_record record;
	size_t *first; /* by goal: the first input that covers it, or SCORE_NONE */
	bool *met; /* by input, and in it by goal; see score_options.whole */
	bool *told; /* by input: its run told what it covers */
	size_t next; /* the input that the next run is probably of */
};

/* What a command line says. */
struct score_options {
	const char *labels; /* --labels=: criteria, or null */
	const char *kinds; /* --kinds=: kinds of goals, or null */
	const char *functions; /* --functions= */
	bool json;
	bool whole; /* `met` is to be known of each input, not of the first alone */
};

/* Reads the inputs of all corpora, the target's goals of the criteria ("DC,NCC2")
 * and kinds (where both are null: all), and runs each input once. Returns 0, or -1 and
 * notes what is wrong. */
int score_make(struct command *command, const struct score_options *options,
	       const char *target, char **corpora, int corpus_count,
	       struct score *score);
void score_done(struct score *score);

/* Whether the goal counts: it is in scope, and a line of the source wrote it. */
bool score_counts(const struct build_goal *goal);

/* The predicate of a label as source text; null: the goal is none. */
const char *score_predicate(const struct build_goal *goal);

/* The covered and all goals, or conditions, of one kind in one function. */
struct score_row {
	const struct build_goal *goal; /* the first of them */
	size_t covered, all;
	bool is_pairs; /* these are conditions: see score_pairs() */
};

/* Counts by function and kind. The caller frees the rows. */
struct score_row *score_rows(const struct score *score, size_t *count);

/*
 * Of MC/DC (include/me/labels.h) in a function: how many conditions there are, and for
 * how many there is a pair of covered labels in which the condition has both values, it
 * alone decides, and the decision has both values.
 */
void score_pairs(const struct score *score, const struct build_goal *of,
		 struct score_row *row);

/* ---- few inputs that cover what all of them cover. Greedy: the input that covers most of
 * what is left is taken, of equals the first one, until nothing is left. Then those are
 * left out again that the later ones made superfluous. */

struct selection {
	const struct score *score; /* made with score_options.whole */
	size_t *times; /* by goal: how many chosen inputs cover it */
	bool *chosen; /* by input */
};

/* Nothing is chosen. */
void selection_init(struct selection *c, const struct score *score);
void selection_done(struct selection *c);

/* Chooses that input, or no longer. */
void selection_set(struct selection *c, size_t input, bool chosen);

/* Chooses more until everything is covered. */
void selection_complete(struct selection *c);

/* Leaves out again what is superfluous, the first ones first. */
void selection_reduce(struct selection *c);

#endif
