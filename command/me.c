/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me.c - the command `me`: a table of subcommands. */
#include <stdio.h>
#include <string.h>

#include "command/base/subcommands.h"

#define ME_VERSION "0.1"

struct subcommand {
	const char *name;
	const char *arguments;
	const char *help;
	int (*run)(struct command *command, int argc, char **argv);
};

static int help_main(struct command *command, int argc, char **argv);

static const struct subcommand subcommands[] = {
    {"cc", "ARGUMENT...", "compile with the plugin, link with the library; as me-cc",
     cc_main},
    {"cover", "TARGET CORPUS...", "what the inputs cover, by gcov", cover_main},
    {"show", "TARGET CORPUS|FILE...", "print inputs as calls", show_main},
    {"prove", "TARGET CORPUS", "an input or a proof for each branch not taken",
     prove_main},
    {"resolve", "TARGET CORPUS", "search and prove by turns, until nothing changes",
     resolve_main},
    {"ir", "TARGET [FUNCTION]", "print the GIMPLE that proofs are made from", ir_main},
    {"help", "", "this text", help_main},
};

#define SUBCOMMANDS (sizeof(subcommands) / sizeof(subcommands[0]))

static int help_main(struct command *command, int argc, char **argv)
{
	(void)command, (void)argc, (void)argv;
	printf("usage: me SUBCOMMAND ARGUMENT...\n\n");
	for (size_t i = 0; i < SUBCOMMANDS; i++)
		printf("  %-7s %-22s %s\n", subcommands[i].name,
		       subcommands[i].arguments, subcommands[i].help);
	printf("\nOptions of cover:\n"
	       "  --json                the whole report as JSON\n"
	       "  --fail-under=PERCENT  exit with 3 when fewer of the entry's branches "
	       "are "
	       "taken\n"
	       "  --link='COMMAND'      how the target was linked, if it was not "
	       "recorded\n"
	       "  -v                    show the commands that are run, and functions "
	       "of headers\n"
	       "Options of prove and resolve:\n"
	       "  --timeout=SECONDS     CPU of one run of a solver (20)\n"
	       "  --unwind=N            how often a loop is unwound at most (64)\n"
	       "  --solvers=LIST        of cvc5, z3, bitwuzla; NAME=PATH runs another "
	       "program\n"
	       "  --max-time=SECONDS    ask nothing more after that time (no limit)\n"
	       "  --dump=DIRECTORY      keep the queries\n"
	       "  --explain             what each proof rests on; makes proofs anew\n"
	       "  --algorithm=A         goal, or a cover: statement, path, prefix\n"
	       "  --complete            asks for runs that also return\n"
	       "  --integers            covers of unbounded integers: no proof\n"
	       "  --paths=N             no more paths than that (100000)\n"
	       "  --no-near             covers draw no inputs, and take none near by\n"
	       "  --statistics          what they cost\n"
	       "Options of cc beside the compiler's: --any-O allows entry= above -O0.\n"
	       "The compiler is $ME_CC, or the one that ME was built for.\n"
	       "Exit codes: 0 done, 1 error, 2 usage, 3 below the bar.\n");
	return COMMAND_DONE;
}

/* me-cc, me-c++, me-fortran: the subcommand is in the program's name. */
static bool is_compiler_name(const char *name)
{
	return strcmp(name, "me-cc") == 0 || strcmp(name, "me-c++") == 0 ||
	       strcmp(name, "me-fortran") == 0;
}

static int subcommand_run(struct command *command, int argc, char **argv)
{
	if (argc < 2) {
		command_fail(command, NULL, "a subcommand is missing; try `me help`");
		return COMMAND_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("me %s\n", ME_VERSION);
		return COMMAND_DONE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
		return help_main(command, argc, argv);
	if (argc > 2 && strcmp(argv[1], "cc") != 0 && strcmp(argv[2], "--help") == 0)
		return help_main(command, argc, argv);
	for (size_t i = 0; i < SUBCOMMANDS; i++)
		if (strcmp(argv[1], subcommands[i].name) == 0)
			return subcommands[i].run(command, argc - 1, argv + 1);
	command_fail(command, argv[1], "unknown subcommand; try `me help`");
	return COMMAND_USAGE;
}

int main(int argc, char **argv)
{
	const char *slash = argc ? strrchr(argv[0], '/') : NULL;
	const char *name = slash ? slash + 1 : argc ? argv[0] : "me";
	struct command command = {.program = "me"};
	int code;

	if (is_compiler_name(name)) {
		command.program = name;
		code = cc_main(&command, argc, argv);
	} else {
		code = subcommand_run(&command, argc, argv);
	}
	if (*command.failure)
		fprintf(stderr, "%s: %s\n", command.program, command.failure);
	return code;
}
