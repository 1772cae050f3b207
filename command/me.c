/* SPDX-License-Identifier: GPL-3.0-or-later */
/* me.c - the command `me`: a table of subcommands. */
#include <stdio.h>
#include <string.h>

#include "command/base/usage.h"
#include "command/base/text.h"
#include "system/path.h"

#define ME_VERSION "0.1"

struct subcommand {
	const struct usage *usage;
	int (*run)(struct command *command, int argc, char **argv);
};

static int help_main(struct command *command, int argc, char **argv);

const struct usage cc_usage = {
    .name = "cc",
    .operands = "ARGUMENT...",
    .help = "compile with the plugin, link with the library; as me-cc",
};

static const struct usage help_usage = {
    .name = "help",
    .operands = "[SUBCOMMAND]",
    .help = "this text, or what is said of one subcommand",
    .most = 2,
};

#define SUBCOMMAND_ROW(name) {&name##_usage, name##_main},
static const struct subcommand subcommands[] = {
    SUBCOMMANDS(SUBCOMMAND_ROW){&help_usage, help_main}};

enum { SUBCOMMAND_COUNT = sizeof(subcommands) / sizeof(subcommands[0]) };

/* How many words of the command line are the name, which may be two: "corpus merge". */
static int words_of_name(const char *name, int argc, char **argv)
{
	const size_t first = strcspn(name, " ");
	const char *second = name[first] ? name + first + 1 : NULL;

	if (strlen(argv[0]) != first || strncmp(argv[0], name, first) != 0)
		return 0;
	if (!second)
		return 1;
	return argc > 1 && strcmp(argv[1], second) == 0 ? 2 : 0;
}

/* Adds the second words of the names that begin with that one: " merge, minimise". */
static void second_words(const char *word, struct text_buffer *out)
{
	const size_t length = strlen(word);

	for (int i = 0; i < SUBCOMMAND_COUNT; i++) {
		const char *name = subcommands[i].usage->name;
		if (strncmp(name, word, length) == 0 && name[length] == ' ')
			text_add(out, "%s%s", out->size ? ", " : "", name + length + 1);
	}
}

/* The name that a mistyped one was meant for, or null: "tirage", "corpus minimize" and
 * "minimise" are near to one. */
static const char *near_name(int argc, char **argv)
{
	struct option_row rows[SUBCOMMAND_COUNT];
	char two[64];

	for (int i = 0; i < SUBCOMMAND_COUNT; i++)
		rows[i] = (struct option_row){.name = subcommands[i].usage->name};
	snprintf(two, sizeof(two), "%s %s", argv[0], argc > 1 ? argv[1] : "");
	const char *near = option_near(rows, SUBCOMMAND_COUNT, two);
	if (near && strchr(near, ' '))
		return near;
	near = option_near(rows, SUBCOMMAND_COUNT, argv[0]);
	for (int i = 0; i < SUBCOMMAND_COUNT && !near; i++) {
		const char *second = strchr(rows[i].name, ' ');
		if (second && strcmp(second + 1, argv[0]) == 0)
			near = rows[i].name;
	}
	return near;
}

/* Notes that there is no such subcommand. */
static void unknown_fail(struct command *command, int argc, char **argv)
{
	struct text_buffer second = {0}, meant = {0};
	const char *near = near_name(argc, argv);

	if (near)
		text_add(&meant, "; did you mean `me %s`?", near);
	second_words(argv[0], &second);
	if (second.size)
		command_fail(command, argv[0],
			     "wants one of %s behind it%s; try `me help`",
			     text_string(&second), text_string(&meant));
	else
		command_fail(command, argv[0], "unknown subcommand%s; try `me help`",
			     text_string(&meant));
	text_done(&second);
	text_done(&meant);
}

/* The subcommand whose name argv begins with; *words: how many of them it takes. Notes a failure
 * when there is none. */
static const struct subcommand *subcommand_find(struct command *command, int argc,
						char **argv, int *words)
{
	for (int i = 0; i < SUBCOMMAND_COUNT; i++) {
		*words = words_of_name(subcommands[i].usage->name, argc, argv);
		if (*words)
			return &subcommands[i];
	}
	unknown_fail(command, argc, argv);
	return NULL;
}

static void help_print(void)
{
	printf("usage: me SUBCOMMAND ARGUMENT...\n\n");
	for (int i = 0; i < SUBCOMMAND_COUNT; i++)
		printf("  %-15s %-22s %s\n", subcommands[i].usage->name,
		       subcommands[i].usage->operands, subcommands[i].usage->help);
	printf("\n");
	printf("`me SUBCOMMAND --help` prints its options.\n"
	       "The compiler is $ME_CC, or the one that ME was built for.\n"
	       "Exit codes: 0 done, 1 error, 2 usage, 3 below --fail-under=, 4 a "
	       "fault.\n");
}

static int help_main(struct command *command, int argc, char **argv)
{
	const struct subcommand *subcommand;
	struct operands operands;
	int words;
	const int code = usage_read(command, &help_usage, argc, argv, NULL, &operands);

	if (code != COMMAND_DONE)
		return code;
	if (operands.count == 0) {
		help_print();
		return COMMAND_DONE;
	}
	subcommand = subcommand_find(command, operands.count, operands.list, &words);
	if (!subcommand)
		return COMMAND_USAGE;
	usage_print(subcommand->usage, FOR_USERS);
	return COMMAND_DONE;
}

/* me-cc, me-c++, me-fortran: the subcommand is in the program's name. */
static bool is_compiler_name(const char *name)
{
	return strcmp(name, "me-cc") == 0 || strcmp(name, "me-c++") == 0 ||
	       strcmp(name, "me-fortran") == 0;
}

/* Whether the help is asked for, before a -- behind which all are operands. */
static bool asks_for_help(int argc, char **argv, enum option_readers *readers)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (option_help_asked(argv[i], readers))
			return true;
	return false;
}

static int subcommand_run(struct command *command, int argc, char **argv)
{
	const struct subcommand *subcommand;
	enum option_readers readers;
	int words;

	if (argc < 2) {
		command_fail(command, NULL, "a subcommand is missing; try `me help`");
		return COMMAND_USAGE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("me %s\n", ME_VERSION);
		return COMMAND_DONE;
	}
	if (option_help_asked(argv[1], &readers)) {
		help_print();
		return COMMAND_DONE;
	}
	subcommand = subcommand_find(command, argc - 1, argv + 1, &words);
	if (!subcommand)
		return COMMAND_USAGE;
	/* What follows cc is the compiler's. */
	if (subcommand->run != cc_main && asks_for_help(argc - 1, argv + 1, &readers)) {
		usage_print(subcommand->usage, readers);
		return COMMAND_DONE;
	}
	return subcommand->run(command, argc - words, argv + words);
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
	if (code == COMMAND_DONE && command_flush(&command) != 0)
		code = COMMAND_ERROR;
	command_report(&command);
	return code;
}
