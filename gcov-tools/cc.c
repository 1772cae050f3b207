/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cc.c - `me cc`, also as me-cc, me-c++, me-fortran: the compiler, with the plugin at
 * compile time and the library where a program is linked.
 *
 *	me-cc -g -O0 -fplugin-arg-me-entry=acos acos.c -lm -o fuzz_target
 *	gcc -fplugin=DIR/me.so -g -O0 -fplugin-arg-me-entry=acos acos.c -lm
 *	    -o fuzz_target RECORD.o DIR/libme.a -lstdc++ -lm -lpthread -ldl
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gcov-tools/link_record.h"
#include "gcov-tools/options.h"
#include "gcov-tools/process.h"
#include "gcov-tools/subcommands.h"

#ifndef ME_DEFAULT_CC
#define ME_DEFAULT_CC "gcc"
#endif

/* What the arguments ask for. */
struct cc_plan {
	struct words compiler; /* "gcc", or more words: "ccache gcc" */
	struct words arguments; /* without what only clang and ME know */
	bool any_o; /* --any-O was given */
	bool entry; /* a typed entry is asked for */
	bool optimises; /* the last -O is above -O0 */
	bool inputs; /* there is something to compile or link */
	bool links; /* an executable is linked, and the library with it */
};

static void plan_done(struct cc_plan *plan)
{
	words_done(&plan->compiler);
	words_done(&plan->arguments);
}

/* ---- the compiler */

/* gcc-11 -> g++-11: the last "gcc" of the name; a name without it stays. */
static char *driver_rename(const char *compiler, const char *language)
{
	const char *slash = strrchr(compiler, '/');
	const char *gcc = strstr(slash ? slash : compiler, "gcc");
	char *name = NULL;

	if (!gcc)
		return strdup(compiler);
	if (asprintf(&name, "%.*s%s%s", (int)(gcc - compiler), compiler, language,
		     gcc + 3) < 0)
		return NULL;
	return name;
}

static int compiler_find(struct command *command, struct cc_plan *plan)
{
	const char *given = getenv("ME_CC");
	const char *language = NULL;
	struct words *compiler = &plan->compiler;

	if (words_split(compiler, given && *given ? given : ME_DEFAULT_CC) != 0 ||
	    compiler->count == 0)
		return command_fail(command, "ME_CC", "not a command: %s",
				    given ? given : ME_DEFAULT_CC);
	if (strcmp(command->program, "me-c++") == 0)
		language = "g++";
	if (strcmp(command->program, "me-fortran") == 0)
		language = "gfortran";
	if (language) {
		char **last = compiler->items + compiler->count - 1;
		char *name = driver_rename(*last, language);

		if (!name)
			return command_no_memory(command);
		free(*last);
		*last = name;
	}
	return 0;
}

/* ---- the arguments */

/* -fsanitize=fuzzer,address: drops the fuzzer part; "" when nothing is left. */
static char *sanitizers_keep(const char *list, bool *no_link)
{
	struct text kept = {0};

	while (*list) {
		const size_t n = strcspn(list, ",");

		if (n == 14 && strncmp(list, "fuzzer-no-link", n) == 0)
			*no_link = true;
		else if (!(n == 6 && strncmp(list, "fuzzer", n) == 0))
			text_add(&kept, "%s%.*s", kept.size ? "," : "", (int)n, list);
		list += n + (list[n] == ',');
	}
	if (!kept.bytes)
		text_add(&kept, "%s", "");
	return kept.bytes;
}

static void sanitize_add(struct cc_plan *plan, const char *list, bool *no_link)
{
	char *kept = sanitizers_keep(list, no_link);

	if (!kept)
		plan->arguments.failed = true;
	else if (*kept)
		words_add_format(&plan->arguments, "-fsanitize=%s", kept);
	free(kept);
}

/* Takes one argument over; notes what it means for the plan. */
static void argument_take(struct cc_plan *plan, const char *word, bool *no_link)
{
	if (strncmp(word, "-fsanitize=", 11) == 0) {
		sanitize_add(plan, word + 11, no_link);
		return;
	}
	if (strcmp(word, "--any-O") == 0) {
		plan->any_o = true;
		return;
	}
	if (strncmp(word, "-O", 2) == 0)
		plan->optimises = strcmp(word, "-O0") != 0;
	plan->entry |= strncmp(word, "-fplugin-arg-me-entry=", 22) == 0;
	plan->any_o |= strcmp(word, "-fplugin-arg-me-any-O") == 0;
	plan->inputs |= *word != '-' || !word[1];
	words_add(&plan->arguments, word);
}

/* Whether the program that is linked has a start of its own kind. */
static bool links_otherwise(const struct words *words)
{
	static const char *const kinds[] = {"-shared", "-r", "-nostdlib",
					    "-nostartfiles", "-nodefaultlibs"};

	for (size_t i = 0; i < words->count; i++)
		for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
			if (strcmp(words->items[i], kinds[k]) == 0)
				return true;
	return false;
}

static int plan_make(struct command *command, int argc, char **argv,
		     struct cc_plan *plan)
{
	struct words given = {0}, words = {0};
	bool no_link = false;

	for (int i = 1; i < argc; i++)
		words_add(&given, argv[i]);
	words_expand(&words, &given, ".");
	for (size_t i = 0; i < words.count; i++) {
		const char *word = words.items[i];

		argument_take(plan, word, &no_link);
		if (option_takes_word(word) && i + 1 < words.count)
			words_add(&plan->arguments, words.items[++i]);
	}
	plan->arguments.failed |= words.failed;
	plan->links = plan->inputs && !no_link && options_link(&plan->arguments) &&
		      !links_otherwise(&plan->arguments);
	words_done(&given);
	words_done(&words);
	if (plan->arguments.failed)
		return command_no_memory(command);
	if (plan->entry && plan->optimises && !plan->any_o)
		return command_fail(
		    command, NULL,
		    "entry= wants -O0, where goals are the branches that "
		    "gcov counts; --any-O allows more");
	return 0;
}

/* ---- the command */

static int own_file_add(struct command *command, struct words *line, const char *format,
			const char *name)
{
	char *path = NULL;

	if (command_own_file(command, name, &path) != 0)
		return -1;
	words_add_format(line, "%s%s", format, path);
	free(path);
	return 0;
}

static int library_add(struct command *command, struct words *line,
		       const struct link_record *record)
{
	static const char *const libraries[] = {"-lstdc++", "-lm", "-lpthread", "-ldl"};

	words_add(line, "-x");
	words_add(line, "none");
	words_add(line, options_wanted);
	words_add(line, record->path);
	words_add(line, options_shown);
	if (own_file_add(command, line, "", "libme.a") != 0)
		return -1;
	for (size_t i = 0; i < sizeof(libraries) / sizeof(libraries[0]); i++)
		words_add(line, libraries[i]);
	if (*ME_RUNTIME_FLAG)
		words_add(line, ME_RUNTIME_FLAG);
	return 0;
}

static int command_make(struct command *command, const struct cc_plan *plan,
			struct link_record *record, struct words *line)
{
	struct words plain = {0};
	int err = 0;

	words_add_all(&plain, &plan->compiler);
	words_add_all(&plain, &plan->arguments);
	words_add_all(line, &plan->compiler);
	/* GCC wants a plugin before its arguments. */
	if (own_file_add(command, line, "-fplugin=", "me.so") != 0)
		err = -1;
	if (plan->any_o)
		words_add(line, "-fplugin-arg-me-any-O");
	words_add_all(line, &plan->arguments);
	if (!err && plan->links)
		err = link_record_make(command, &plan->compiler, &plain, record);
	if (!err && plan->links)
		err = library_add(command, line, record);
	words_done(&plain);
	return err;
}

int cc_main(struct command *command, int argc, char **argv)
{
	struct cc_plan plan = {0};
	struct link_record record = {.fd = -1};
	struct words line = {0};
	const struct process process = {.words = &line, .share = true};
	struct process_result result = {0};
	int code = COMMAND_ERROR;

	if (compiler_find(command, &plan) == 0 &&
	    plan_make(command, argc, argv, &plan) == 0 &&
	    command_make(command, &plan, &record, &line) == 0 &&
	    process_run(command, &process, &result) == 0)
		code = result.status;
	process_result_done(&result);
	link_record_done(&record);
	words_done(&line);
	plan_done(&plan);
	return code;
}
