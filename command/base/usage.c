/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage.c - command lines of subcommands, by getopt_long(). */
#include "command/base/usage.h"

#include <assert.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
	ROWS = 64,
	LONG = 256, /* what getopt_long() returns for the first row */
};

int usage_fail(struct command *command, const char *subcommand, const char *word,
	       const char *format, ...)
{
	char reason[512];
	va_list list;

	va_start(list, format);
	vsnprintf(reason, sizeof(reason), format, list);
	va_end(list);
	command_fail(command, word, "%s; try `me %s --help`", reason, subcommand);
	return COMMAND_USAGE;
}

/* ---- reading */

static void options_make(const struct usage *usage, struct option options[ROWS])
{
	assert(usage->count < ROWS);
	for (size_t i = 0; i < usage->count; i++)
		options[i] = (struct option){
		    .name = usage->rows[i].name,
		    .has_arg = usage->rows[i].value ? required_argument : no_argument,
		    .val = LONG + (int)i};
	options[usage->count] = (struct option){0};
}

static int option_take(struct command *command, const struct usage *usage,
		       const struct option_row *row, const char *value, void *record)
{
	char why[OPTION_WHY], word[256];

	if (option_store(row, value, record, why) == 0)
		return COMMAND_DONE;
	snprintf(word, sizeof(word), "--%s=%s", row->name, value);
	return usage_fail(command, usage->name, word, "%s", why);
}

/* The failure of a word that getopt_long() does not know. */
static int unknown_fail(struct command *command, const struct usage *usage,
			const char *word)
{
	char name[64];
	size_t alike = 0;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
	for (size_t i = 0; i < usage->count; i++)
		alike += strncmp(usage->rows[i].name, name, strlen(name)) == 0;
	if (alike > 1)
		return usage_fail(command, usage->name, word,
				  "several options begin so");
	const char *near = option_near(usage->rows, usage->count, name);
	return usage_fail(command, usage->name, word, "unknown option%s%s%s",
			  near ? "; did you mean --" : "", near ? near : "",
			  near ? "?" : "");
}

/* What getopt_long() returned ':' or '?' for. `code` is its optopt. */
static int option_fail(struct command *command, const struct usage *usage, int result,
		       int code, const char *word)
{
	const char letter[] = {'-', (char)code, '\0'};

	if (code == 0)
		return unknown_fail(command, usage, word);
	if (code < LONG)
		return usage_fail(command, usage->name, letter, "unknown option");
	if (result == '?')
		return usage_fail(command, usage->name, word, "takes no value");
	return usage_fail(command, usage->name, word, "wants a value, %s",
			  usage->rows[code - LONG].value);
}

static int operands_take(struct command *command, const struct usage *usage,
			 struct operands *operands)
{
	if (operands->count < usage->least)
		return usage_fail(command, usage->name, usage->name, "wants %s",
				  usage->operands);
	if (usage->most && operands->count > usage->most)
		return usage_fail(command, usage->name, operands->list[usage->most],
				  "one argument too many, wanted is %s",
				  usage->operands);
	return COMMAND_DONE;
}

int usage_read(struct command *command, const struct usage *usage, int argc,
	       char **argv, void *record, struct operands *operands)
{
	struct option options[ROWS];
	int code = COMMAND_DONE, result;

	options_make(usage, options);
	optind = 0; /* from the start, whoever has called it before */
	opterr = 0;
	while (code == COMMAND_DONE &&
	       (result = getopt_long(argc, argv, usage->verbose ? ":v" : ":", options,
				     NULL)) != -1) {
		if (result == 'v')
			command->verbose = true;
		else if (result >= LONG)
			code = option_take(command, usage, usage->rows + result - LONG,
					   optarg, record);
		else
			code = option_fail(command, usage, result, optopt,
					   argv[optind - 1]);
	}
	if (code != COMMAND_DONE)
		return code;
	*operands = (struct operands){argv + optind, argc - optind};
	return operands_take(command, usage, operands);
}

/* ---- help */

void usage_print(const struct usage *usage, enum option_readers readers)
{
	const bool has_options = usage->count || usage->verbose;

	if (readers == FOR_USERS)
		printf("usage: me %s%s %s\n\n%s\n%s", usage->name,
		       has_options ? " [OPTION...]" : "", usage->operands, usage->help,
		       has_options ? "\n" : "");
	if (usage->verbose && readers == FOR_USERS)
		option_help_line("-v", usage->verbose);
	option_help(usage->rows, usage->count, readers);
}
