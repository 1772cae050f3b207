/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.h - the subcommands of `me`, and how they are called: what is read from their
 * arguments, and their help. */
#ifndef COMMAND_USAGE_H
#define COMMAND_USAGE_H

#include "command/base/command.h"
#include "system/option.h"

struct usage {
	const char *name; /* of the subcommand */
	const char *operands; /* "TARGET CORPUS...": what is no option */
	const char *help; /* what it does */
	int least, most; /* so many operands; most 0: any number */
	const struct option_row *rows;
	size_t count;
	const char *verbose; /* what -v shows; null: it is unknown */
};

#define USAGE_ROWS(table) .rows = table, .count = sizeof(table) / sizeof(table[0])

/* A default as the help shows it: " (20)". */
#define USAGE_WORD(number) #number
#define USAGE_DEFAULT(number) " (" USAGE_WORD(number) ")"

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
void usage_print(const struct usage *usage, enum option_readers readers);

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

/* ---- the subcommands, in the order of the help. Each gets its arguments (argv[0] is its
 * own name) and returns an exit code; what failed stands in command->failure. */
/* clang-format off */
#define SUBCOMMANDS(ROW) \
	ROW(test) ROW(driver) ROW(cc) ROW(cover) ROW(show) ROW(score) ROW(prove) ROW(resolve) \
	ROW(explore) ROW(sat) ROW(triage) ROW(status) ROW(farm) ROW(ir) ROW(emit) \
	ROW(corpus_merge) ROW(corpus_minimise) ROW(corpus_simplify) ROW(corpus_diff) \
	ROW(corpus_export) ROW(corpus_import)
/* clang-format on */

#define SUBCOMMAND_DECLARED(name)                                                      \
	extern const struct usage name##_usage;                                        \
	int name##_main(struct command *command, int argc, char **argv);
SUBCOMMANDS(SUBCOMMAND_DECLARED)

#endif
