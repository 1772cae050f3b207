/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.h - the subcommands of `me`, and how they are called: what is read from their
 * arguments, and their help. */
#ifndef COMMAND_USAGE_H
#define COMMAND_USAGE_H

#include "command/base/command.h"
#include "system/option.h"

struct usage {
	const char *name; /* of the subcommand */
	const char
	    *operands; /* "TARGET CORPUS...": the arguments that are no options */
	const char *help; /* what it does */
	int least, most; /* so many operands; most 0: any number */
	const struct option_row *rows;
	size_t count;
	const char *verbose; /* what -v shows; null: it is unknown */
};

/* Operands of a command line. */
struct operands {
	char **list; /* in argv */
	int count;
};

/*
 * Reads the arguments behind the subcommand, argv[0], by getopt_long(): options go into
 * `record` and -v into *command; operands may stand between them, and are moved to the
 * end of argv. Returns COMMAND_DONE to go on, or COMMAND_USAGE and notes what is wrong.
 */
int usage_read(struct command *command, const struct usage *usage, int argc,
	       char **argv, void *record, struct operands *operands);

/* Notes what is wrong with a word of the command line. Returns COMMAND_USAGE. */
int usage_fail(struct command *command, const char *subcommand, const char *word,
	       const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Prints the help of one subcommand. */
void usage_print(const struct usage *usage);
/* Prints the lines of its options alone. */
void usage_print_options(const struct usage *usage);

/*
 * ---- formats. A kind of formats is a list in its header, KIND_FORMATS(FORMAT, BETWEEN),
 * whose lines FORMAT(kind, name) name the constant records kind_name, each of them a
 * struct kind_format in a file of its own. With these the list becomes declarations,
 * numbers, and for the command an array of records and the words of its option.
 */
#define FORMAT_RECORD(kind, name) extern const struct kind##_format kind##_##name;
#define FORMAT_NUMBER(kind, name) FORMAT_##kind##_##name,
#define FORMAT_ADDRESS(kind, name) &kind##_##name,
#define FORMAT_WORD(kind, name) #name,
#define FORMAT_NAME(kind, name) #name /* with ", " BETWEEN: "text, json" */

/* ---- the subcommands. Each gets its arguments (argv[0] is its own name) and returns an
 * exit code; what failed stands in command->failure. */

extern const struct usage corpus_diff_usage, corpus_export_usage, corpus_import_usage,
    corpus_merge_usage, corpus_minimise_usage, corpus_simplify_usage, cover_usage,
    emit_usage, explore_usage, farm_usage, ir_usage, prove_usage, resolve_usage,
    sat_usage, score_usage, select_usage, show_usage, status_usage, triage_usage;

int cc_main(struct command *command, int argc, char **argv);
int corpus_diff_main(struct command *command, int argc, char **argv);
int corpus_export_main(struct command *command, int argc, char **argv);
int corpus_import_main(struct command *command, int argc, char **argv);
int corpus_merge_main(struct command *command, int argc, char **argv);
int corpus_minimise_main(struct command *command, int argc, char **argv);
int corpus_simplify_main(struct command *command, int argc, char **argv);
int cover_main(struct command *command, int argc, char **argv);
int emit_main(struct command *command, int argc, char **argv);
int explore_main(struct command *command, int argc, char **argv);
int farm_main(struct command *command, int argc, char **argv);
int ir_main(struct command *command, int argc, char **argv);
int prove_main(struct command *command, int argc, char **argv);
int resolve_main(struct command *command, int argc, char **argv);
int sat_main(struct command *command, int argc, char **argv);
int score_main(struct command *command, int argc, char **argv);
int select_main(struct command *command, int argc, char **argv);
int show_main(struct command *command, int argc, char **argv);
int status_main(struct command *command, int argc, char **argv);
int triage_main(struct command *command, int argc, char **argv);

#endif
