/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me.c - the command `me`: a table of subcommands. */
#include <stdio.h>
#include <string.h>

#include "command/base/subcommands.h"
#include "system/path.h"

#define ME_VERSION "0.1"

struct subcommand {
	const struct usage *usage;
	int (*run)(struct command *command, int argc, char **argv);
};

static int help_main(struct command *command, int argc, char **argv);

static const struct usage cc_usage = {
    .name = "cc",
    .operands = "ARGUMENT...",
    .help = "compile with the plugin, link with the library; as me-cc",
};

static const struct usage help_usage = {
    .name = "help",
    .operands = "[SUBCOMMAND]",
    .help = "this text, or what is said of one subcommand",
    .most = 1,
};

static const struct subcommand subcommands[] = {
    {&cc_usage, cc_main},	    {&cover_usage, cover_main},
    {&show_usage, show_main},	    {&score_usage, score_main},
    {&select_usage, select_main},   {&prove_usage, prove_main},
    {&resolve_usage, resolve_main}, {&sat_usage, sat_main},
    {&triage_usage, triage_main},   {&ir_usage, ir_main},
    {&help_usage, help_main},
};

enum { SUBCOMMANDS = sizeof(subcommands) / sizeof(subcommands[0]) };

/* Notes a failure when there is none of that name. */
static const struct subcommand *subcommand_find(struct command *command,
						const char *name)
{
	for (int i = 0; i < SUBCOMMANDS; i++)
		if (strcmp(name, subcommands[i].usage->name) == 0)
			return &subcommands[i];
	command_fail(command, name, "unknown subcommand; try `me help`");
	return NULL;
}

/* Neighbours that read the same options share their lines. */
static void help_options_print(void)
{
	for (int i = 0; i < SUBCOMMANDS; i++) {
		const struct usage *usage = subcommands[i].usage;

		if (!usage->count)
			continue;
		printf("Options of %s", usage->name);
		while (i + 1 < SUBCOMMANDS &&
		       subcommands[i + 1].usage->rows == usage->rows)
			printf(" and %s", subcommands[++i].usage->name);
		printf(":\n");
		usage_print_options(usage);
	}
}

static void help_print(void)
{
	printf("usage: me SUBCOMMAND ARGUMENT...\n\n");
	for (int i = 0; i < SUBCOMMANDS; i++)
		printf("  %-7s %-22s %s\n", subcommands[i].usage->name,
		       subcommands[i].usage->operands, subcommands[i].usage->help);
	printf("\n");
	help_options_print();
	printf("cc has the compiler's options, and --any-O, which allows entry= above "
	       "-O0.\n"
	       "The compiler is $ME_CC, or the one that ME was built for.\n"
	       "Exit codes: 0 done, 1 error, 2 usage, 3 below --fail-under=.\n");
}

static int help_main(struct command *command, int argc, char **argv)
{
	const struct subcommand *subcommand;
	struct operands operands;
	const int code = usage_read(command, &help_usage, argc, argv, NULL, &operands);

	if (code != COMMAND_DONE)
		return code;
	if (operands.count == 0) {
		help_print();
		return COMMAND_DONE;
	}
	subcommand = subcommand_find(command, operands.list[0]);
	if (!subcommand)
		return COMMAND_USAGE;
	usage_print(subcommand->usage);
	return COMMAND_DONE;
}

/* me-cc, me-c++, me-fortran: the subcommand is in the program's name. */
static bool is_compiler_name(const char *name)
{
	return strcmp(name, "me-cc") == 0 || strcmp(name, "me-c++") == 0 ||
	       strcmp(name, "me-fortran") == 0;
}

/* Whether the help is asked for, before a -- behind which all are operands. */
static bool asks_for_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
			return true;
	return false;
}

static int subcommand_run(struct command *command, int argc, char **argv)
{
	const struct subcommand *subcommand;

	if (argc < 2) {
		command_fail(command, NULL, "a subcommand is missing; try `me help`");
		return COMMAND_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("me %s\n", ME_VERSION);
		return COMMAND_DONE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		help_print();
		return COMMAND_DONE;
	}
	subcommand = subcommand_find(command, argv[1]);
	if (!subcommand)
		return COMMAND_USAGE;
	/* What follows cc is the compiler's. */
	if (subcommand->run != cc_main && asks_for_help(argc - 1, argv + 1)) {
		usage_print(subcommand->usage);
		return COMMAND_DONE;
	}
	return subcommand->run(command, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
	const char *name = argc ? path_base(argv[0]) : "me";
	struct command command = {.program = "me"};
	int code;

	if (is_compiler_name(name)) {
		command.program = name;
		code = cc_main(&command, argc, argv);
	} else {
		code = subcommand_run(&command, argc, argv);
	}
	command_report(&command);
	return code;
}
