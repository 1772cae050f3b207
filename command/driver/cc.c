/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cc.c - `me cc`, also as me-cc, me-c++, me-fortran: the compiler, with the plugin at
 * compile time and the library where a program is linked.
 *
 *	me-cc -g -O0 -fplugin-arg-me-entry=acos acos.c -lm -o fuzz_target
 *	gcc -fplugin=DIR/me.so -g -O0 -fplugin-arg-me-entry=acos acos.c -lm
 *	    -o fuzz_target RECORD.o DIR/libme.a -lstdc++ -lrt -lpthread -ldl
 *
 * A program with its own main(), for example a configure test, takes only a number from
 * the library. It links, or fails to link, as it would without ME: libm is not added.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/driver/cc.h"
#include "command/driver/gcc_options.h"
#include "command/driver/drawn_values.h"
#include "command/base/process.h"
#include "command/base/usage.h"
#include "system/path.h"

#ifndef ME_DEFAULT_CC
#define ME_DEFAULT_CC "gcc"
#endif

enum cc_link {
	LINK_NONE,
	LINK_PROGRAM, /* with the library */
	LINK_OTHER, /* a shared library, or a program with its own start files */
};

/* What the arguments ask for. */
struct cc_plan {
	struct words compiler; /* "gcc", or more words: "ccache gcc" */
	struct words arguments; /* without the options that only clang and ME have */
	bool any_o; /* --any-O was given */
	bool entry; /* a typed entry is asked for */
	bool no_driver; /* --no-driver was given */
	unsigned nondet; /* --nondet: values for each function; 0: not given */
	bool optimises; /* the last -O is above -O0 */
	bool inputs; /* there is something to link, perhaps after compiling it */
	const char *language; /* of the files that follow: -x */
	bool is_static; /* -static, -static-pie */
	bool fuzzer; /* -fsanitize=fuzzer: clang's way to link a target */
	bool static_cxx; /* -static-libstdc++ */
	bool shared_sanitizers; /* -shared-libsan, clang's opposite of its default */
	enum cc_link link;
};

static void plan_done(struct cc_plan *plan)
{
	words_done(&plan->compiler);
	words_done(&plan->arguments);
}

/* ---- the compiler */

/* gcc-11 -> g++-11: replaces the last "gcc" of the name, if there is one. */
static char *driver_rename(const char *compiler, const char *language)
{
	const char *gcc = strstr(path_base(compiler), "gcc");
	char *name = NULL;

	if (!gcc)
		return strdup(compiler);
	if (asprintf(&name, "%.*s%s%s", (int)(gcc - compiler), compiler, language,
		     gcc + 3) < 0)
		return NULL;
	return name;
}

static bool is_gcc_name(const char *word)
{
	const char *name = path_base(word);

	return strstr(name, "gcc") || strstr(name, "g++") || strstr(name, "gfortran");
}

/* clang would load no plugin of GCC; a name like `cc` may be either compiler's. */
static int compiler_check(struct command *command, const struct words *compiler)
{
	struct process run = {0};
	bool clang = false;

	if (is_gcc_name(compiler->items[compiler->count - 1]))
		return 0;
	words_add_all(&run.words, compiler);
	words_add(&run.words, "--version");
	if (process_run(command, &run) == 0)
		clang = strstr(text_string(&run.output), "clang") != NULL;
	process_done(&run);
	if (!clang)
		return 0;
	return command_fail(
	    command, NULL,
	    "ME_CC=%s is clang, and ME is a plugin of GCC: unset ME_CC, "
	    "or set it to " ME_DEFAULT_CC,
	    getenv("ME_CC"));
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
	if (given && *given && compiler_check(command, compiler) != 0)
		return -1;
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

/* Headers are compiled, never linked: `me-cc all.h` makes all.h.gch. */
static bool is_header(const char *word, const char *language)
{
	static const char *const endings[] = {".h",   ".hh",  ".H",   ".hp", ".hxx",
					      ".hpp", ".HPP", ".h++", ".tcc"};
	const char *dot = strrchr(word, '.');

	if (strcmp(language, "none") != 0) {
		const size_t n = strlen(language);

		return n > 7 && strcmp(language + n - 7, "-header") == 0;
	}
	for (size_t i = 0; dot && i < sizeof(endings) / sizeof(endings[0]); i++)
		if (strcmp(dot, endings[i]) == 0)
			return true;
	return false;
}

/* Behind --nondet: "" or "=16"; NONDET_MOST + 1: neither. */
static unsigned nondet_count(const char *value)
{
	char *end;

	if (!*value)
		return NONDET_DEFAULT;
	const unsigned long count = strtoul(value + 1, &end, 10);
	return value[1] >= '1' && value[1] <= '9' && !*end && count <= NONDET_MOST
		   ? (unsigned)count
		   : NONDET_MOST + 1;
}

/* Adds one argument, and notes what it means for the plan. */
static void argument_take(struct cc_plan *plan, const char *word)
{
	plan->fuzzer |= clang_links_fuzzer(word);
	plan->shared_sanitizers |= strcmp(word, "-shared-libsan") == 0;
	if (clang_flag_translate(&plan->arguments, word))
		return;
	if (strcmp(word, "--any-O") == 0) {
		plan->any_o = true;
		return;
	}
	if (strcmp(word, "--no-driver") == 0) {
		plan->no_driver = true;
		return;
	}
	if (strcmp(word, "--nondet") == 0 || strncmp(word, "--nondet=", 9) == 0) {
		plan->nondet = nondet_count(word + 8);
		return;
	}
	if (strncmp(word, "-O", 2) == 0)
		plan->optimises = strcmp(word, "-O0") != 0;
	plan->entry |= strncmp(word, "-fplugin-arg-me-entry=", 22) == 0;
	plan->any_o |= strcmp(word, "-fplugin-arg-me-any-O") == 0;
	plan->static_cxx |= strcmp(word, "-static-libstdc++") == 0;
	plan->is_static |= strncmp(word, "-static", 7) == 0 &&
			   (!word[7] || strcmp(word + 7, "-pie") == 0);
	if (strncmp(word, "-x", 2) == 0 && word[2])
		plan->language = word + 2;
	if (*word != '-' || !word[1])
		plan->inputs |= !is_header(word, plan->language);
	words_add(&plan->arguments, word);
}

/* How a program is linked, according to the words. */
static enum cc_link link_kind(const struct words *words)
{
	static const char *const kinds[] = {"-shared", "-nostdlib", "-nostartfiles",
					    "-nodefaultlibs"};
	enum cc_link kind = LINK_PROGRAM;

	for (size_t i = 0; i < words->count; i++) {
		if (strcmp(words->items[i], "-r") == 0)
			return LINK_NONE;
		for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
			if (strcmp(words->items[i], kinds[k]) == 0)
				kind = LINK_OTHER;
	}
	return kind;
}

static int plan_make(struct command *command, int argc, char **argv,
		     struct cc_plan *plan)
{
	struct words given = {0}, words = {0};

	plan->language = "none";
	for (int i = 1; i < argc; i++)
		words_add(&given, argv[i]);
	words_expand(&words, &given, ".");
	for (size_t i = 0; i < words.count; i++) {
		const char *word = words.items[i];

		argument_take(plan, word);
		if (!option_takes_word(word) || i + 1 == words.count)
			continue;
		words_add(&plan->arguments, words.items[++i]);
		if (strcmp(word, "-x") == 0)
			plan->language = words.items[i];
	}
	if (plan->inputs && options_link(&plan->arguments))
		plan->link = link_kind(&plan->arguments);
	words_done(&given);
	words_done(&words);
	if (plan->nondet > NONDET_MOST)
		return command_fail(command, "--nondet", "wants a number from 1 to %u",
				    NONDET_MOST);
	if (plan->nondet && plan->entry)
		return command_fail(command, "--nondet",
				    "the program's main() is the entry; leave entry= "
				    "out");
	if ((plan->entry || plan->nondet) && plan->optimises && !plan->any_o)
		return command_fail(
		    command, NULL,
		    "entry= requires -O0, where the goals are the branches that "
		    "gcov counts; --any-O allows other levels");
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
		       const struct cc_plan *plan, const struct link_record *record)
{
	words_add_each(line, options_wanted, options_shown);
	/* clang's default, which a target that runs on another machine needs. */
	if (plan->fuzzer && !plan->shared_sanitizers && !plan->is_static)
		words_add_each(line, "-static-libasan", "-static-libubsan");
	/* Not as inputs: these would change the names of dumps and of gcov's files. */
	words_add_each(line, "-Xlinker", record->path);
	if (plan->is_static)
		words_add(line, options_libm);
	/* The user's words may end in --whole-archive. */
	words_add_each(line, "-Wl,--push-state,--no-whole-archive", "-Xlinker");
	if (own_file_add(command, line, "", "libme.a") != 0)
		return -1;
	if (plan->static_cxx)
		words_add_each(line, "-Wl,--push-state,-Bstatic", "-lstdc++",
			       "-Wl,--pop-state");
	words_add(line, "-Wl,--push-state,--as-needed");
	options_libraries(line);
	words_add_each(line, "-Wl,--pop-state", "-Wl,--pop-state");
	if (plan->is_static)
		words_add(line, "-lm");
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
	/* GCC requires a plugin before its arguments. */
	if (own_file_add(command, line, "-fplugin=", "me.so") != 0)
		err = -1;
	/* <me/target.h>, behind the program's own headers. */
	words_add(line, "-idirafter");
	if (!err)
		err = own_file_add(command, line, "", "include");
	if (plan->any_o)
		words_add(line, "-fplugin-arg-me-any-O");
	if (plan->nondet)
		nondet_compile_words(line);
	words_add_all(line, &plan->arguments);
	if (!err && plan->nondet && plan->link == LINK_PROGRAM)
		err = nondet_link_words(command, &plan->arguments, plan->nondet, line);
	if (!err && plan->link == LINK_PROGRAM)
		err = link_record_make(command, &plan->compiler, &plain, record);
	if (!err && plan->link == LINK_PROGRAM)
		err = library_add(command, line, plan, record);
	if (!err && plan->link == LINK_OTHER) {
		words_add(line, "-Xlinker");
		err = own_file_add(command, line, "", "me-abi.o");
	}
	words_done(&plain);
	return err;
}

static const char *plan_entry(const struct cc_plan *plan)
{
	return options_value(&plan->arguments, "-fplugin-arg-me-entry=");
}

/* The status of a link, after a look at why it failed, or at what it made. */
static int entry_verify(struct command *command, const struct cc_plan *plan,
			const struct words *line, int status)
{
	const char *entry = plan_entry(plan);
	const char *output = options_value(&plan->arguments, "-o");

	if (!entry || plan->link != LINK_PROGRAM)
		return status;
	output = output ? output : "a.out";
	if (status)
		entry_advise(command, line, entry);
	else if (entry_check(command, line, output, entry) != 0) {
		remove(output);
		return COMMAND_ERROR;
	}
	return status;
}

/* Runs the compiler as planned; *code: its status, or an error's. `driver`: where the plugin may
 * refuse the entry; or null. `is_try`: it says nothing where it fails. */
static int cc_run(struct command *command, const struct cc_plan *plan,
		  struct written_driver *driver, bool is_try, int *code)
{
	struct link_record record = {.fd = -1};
	struct process run = {.builds = true, .share = !is_try};
	int err = command_make(command, plan, &record, &run.words);

	if (driver)
		written_driver_begin(driver, plan_entry(plan), &run.words);
	if (!err)
		err = process_run(command, &run);
	if (!err && is_try && !run.status) {
		fputs(text_string(&run.output), stdout);
		fputs(text_string(&run.errors), stderr);
	}
	if (!err && run.status &&
	    (is_try || (driver && written_driver_wanted(driver))))
		*code = run.status;
	else if (!err)
		*code = entry_verify(command, plan, &run.words, run.status);
	process_done(&run);
	link_record_done(&record);
	return err;
}

/* With a driver; without one, again for the plugin's own words. One that does not compile, as where a
 * constructor asserts something of its class, is written again with less. */
static int driver_run(struct command *command, struct cc_plan *plan,
		      struct written_driver *driver, int *code)
{
	struct words before = {0};
	int err;

	words_add_all(&before, &plan->arguments);
	err = written_driver_make(command, &plan->arguments, driver);
	if (!err)
		err = cc_run(command, plan, NULL, driver->may_be_plainer, code);
	if (!err && *code && driver->may_be_plainer) {
		words_done(&plan->arguments);
		words_add_all(&plan->arguments, &before);
		driver->is_plain = true;
		err = written_driver_make(command, &plan->arguments, driver);
		if (!err)
			err = cc_run(command, plan, NULL, false, code);
	}
	words_done(&before);
	return err;
}

/* An entry whose arguments are no numbers is built with a driver that makes them. */
static int entry_run(struct command *command, struct cc_plan *plan, int *code)
{
	struct written_driver driver = {.refusal = -1, .types = -1};
	const bool is_known = written_driver_known(&driver, &plan->arguments);
	int err = is_known ? 0 : cc_run(command, plan, &driver, false, code);

	if (!err && (is_known || (*code && written_driver_wanted(&driver))))
		err = driver_run(command, plan, &driver, code);
	written_driver_done(&driver);
	return err;
}

/* What is ours, above what the compiler says of itself. */
static void help_print(const struct command *command)
{
	printf(
	    "Usage: %s [options] file...\n"
	    "The compiler, with ME's plugin and libraries. Beside its options:\n"
	    "The entry, whose parameters are searched:\n"
	    "  -fplugin-arg-me-entry=FUNCTION[,PARAMETER:...]\n"
	    "  --no-driver         Refuse an entry whose arguments are no numbers.\n"
	    "  --nondet[=N]        main() is the entry, and what it draws the input.\n"
	    "  --any-O             Allow an entry above -O0.\n"
	    "Goals:\n"
	    "  -fplugin-arg-me-kinds=KIND,...\n"
	    "                      Goals of these kinds beside branches.\n"
	    "  -fplugin-arg-me-labels=CRITERION,...\n"
	    "                      Goals of coverage criteria.\n"
	    "  -fplugin-arg-me-partition=FILE\n"
	    "                      The ranges of parameters for labels=IDC.\n"
	    "  -fplugin-arg-me-conditions=source|folded\n"
	    "                      Branches above -O0: as written, or as folded.\n"
	    "What is instrumented:\n"
	    "  -fplugin-arg-me-only=GLOB, -fplugin-arg-me-skip=GLOB\n"
	    "                      Only these functions and files, or all but these.\n"
	    "More: docs/options.md. The compiler's own:\n\n",
	    strcmp(command->program, "me") == 0 ? "me cc" : command->program);
	fflush(stdout);
}

int cc_main(struct command *command, int argc, char **argv)
{
	struct cc_plan plan = {0};
	int code = COMMAND_ERROR;
	int err = compiler_find(command, &plan);

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--help") == 0)
			help_print(command);

	if (!err)
		err = plan_make(command, argc, argv, &plan);
	if (!err)
		err = plan.entry && !plan.no_driver
			  ? entry_run(command, &plan, &code)
			  : cc_run(command, &plan, NULL, false, &code);
	plan_done(&plan);
	return err ? COMMAND_ERROR : code;
}
