/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target_trace.h - runs inputs in the target and notes which goals they meet. */
#ifndef COMMAND_TARGET_TRACE_H
#define COMMAND_TARGET_TRACE_H

#include "corpus/files/corpus.h"
#include "command/target/build_record.h"
#include "me/ends.h"

struct trace_end {
	enum me_end kind;
	char signal[8]; /* "ABRT"; empty but for ME_END_SIGNAL */
	char thrown
	    [ME_THROWN_TEXT]; /* the exception that a run returns with, or empty */
};

/* "ended", "signal" and "thrown" of a line about a run. */
struct trace_end trace_end_read(const json_t *line);

/* What one run showed. */
struct trace_run {
	bool *met; /* by goal of the record */
	struct trace_end end;
};

/* Takes a record of --trace into *run, whose `met` has room for all goals and one more.
 * False: it is none, or that of a run that was killed. */
bool trace_run_read(const struct build_record *record, const json_t *line,
		    struct trace_run *run);

typedef void trace_fn(void *context, const char *path, const struct trace_run *run);

/*
 * Runs all inputs, and tells of each run: in their order, those that take long last.
 * A run may use 2 s of CPU; where many take long, these share 10 s, but have 0.2 s each
 * at the least. An input that gets the target killed is not told of; the others count.
 * At stop_now() the rest is left out. Returns 0, or -1 when the target cannot be run at
 * all, or the object of a custom goal fails.
 */
int trace_inputs(struct command *command, const struct build_record *record,
		 const struct corpus_list *inputs, trace_fn *tell, void *context);

/* Runs one input. A run of more than 2 s of CPU, or of 0.2 s for a look, is a
 * hang; what it met until then counts. */
int trace_input(struct command *command, const struct build_record *record, char *path,
		bool look, trace_fn *tell, void *context);

/* As trace_inputs(), but `met` may lack what was told of an earlier run: this takes little more
 * time than the runs alone, as what has been met is not looked at again. */
int trace_new_goals(struct command *command, const struct build_record *record,
		    const struct corpus_list *inputs, trace_fn *tell, void *context);

/* ---- inputs as the target shows them: `acos(0.75)` */

enum call_words {
	CALLS_SHOWN, /* for people, with results: the inputs are run */
	CALLS_SOURCE, /* in the language of the entry */
	CALLS_HEX, /* with hexadecimal floats */
};

/* Told of each input, by its number, and of its call. */
typedef void calls_fn(void *context, size_t input, const char *call);

/* All inputs in their order. 0, or -1: the target does not show them. */
int target_calls(struct command *command, const char *target,
		 const struct corpus_list *inputs, enum call_words words,
		 calls_fn *tell, void *context);

#endif
