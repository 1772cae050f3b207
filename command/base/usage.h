/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.h - how a subcommand is called: what is read from its arguments, and its help.
 */
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

#endif
