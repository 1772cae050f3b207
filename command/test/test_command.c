/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_command.c - `me test`: builds, searches, proves and reports the functions of a source
 * file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command/base/json_text.h"
#include "command/base/process.h"
#include "command/base/usage.h"
#include "command/test/testing.h"
#include "system/allocation.h"
#include "system/clock.h"
#include "system/stop.h"

#define AT(member) .at = offsetof(struct test_options, member)

static const struct option_row test_rows[] = {
    {"time", "SECONDS", "of all functions together (10 for each)", OPTION_NUMBER,
     AT(seconds), .least = 1, .most = 31536000},
    {"emit", NULL, "write the inputs as tests, to FILE.me/FUNCTION/tests", OPTION_FLAG,
     AT(emit)},
    {"json", NULL, "print the report as JSON lines", OPTION_FLAG, AT(json)},
};

const struct usage test_usage = {
    .name = "test",
    .operands = "FILE [FUNCTION...] [-- COMPILER-OPTION...]",
    .help = "build, search, prove and report the functions of a source file",
    .least = 1,
    USAGE_ROWS(test_rows),
    .verbose = "show the commands that are run",
};

/* ---- the end of one function */

static int tests_emit(struct testing *t, struct test_function *f)
{
	struct process run = {.is_tied = true};
	const char *tests = test_function_path(t, f, "tests");
	const json_t *inputs = json_object_get(f->report, "inputs"), *input;
	size_t index;
	int err = 0;

	if (!json_array_size(inputs))
		return 0;
	words_add_each(&run.words, t->me, "emit");
	words_add_format(&run.words, "--output=%s", tests);
	words_add(&run.words, json_member_text(f->report, "target"));
	json_array_foreach(inputs, index, input)
	    words_add(&run.words, json_member_text(input, "file"));
	err = process_check(t->command, &run);
	if (!err)
		json_object_set_new(f->report, "tests", json_text(tests));
	process_done(&run);
	return err;
}

static int function_test(struct testing *t, struct test_function *f, unsigned seconds)
{
	int err = test_function_run(t, f, seconds);

	if (!err && t->options.emit && !stop_asked())
		err = tests_emit(t, f);
	if (!err && t->options.json) {
		json_line_print(json_incref(f->report), stdout);
		fflush(stdout);
	}
	return err;
}

/* ---- all functions */

/* The share of the time of one of so many functions that are left; 0: none is left. */
static unsigned share(const struct testing *t, double begun, size_t left)
{
	const double rest = t->options.seconds - (clock_now() - begun);

	if (!t->options.seconds)
		return TEST_SECONDS;
	return rest <= 0	     ? 0
	       : rest < (double)left ? 1
				     : (unsigned)(rest / (double)left);
}

/* A function that fails is told, and the others are tested unless they cannot be built. Returns whether all were. */
static bool functions_test(struct testing *t)
{
	const double begun = clock_now();
	size_t left = 0;
	bool good = true;

	for (size_t i = 0; i < t->count; i++)
		left += t->functions[i].is_chosen;
	t->chosen = left;
	for (size_t i = 0; i < t->count && !t->is_unbuilt && !stop_asked(); i++) {
		struct test_function *f = &t->functions[i];
		if (!f->is_chosen)
			continue;
		t->position++;
		if (function_test(t, f, share(t, begun, left--)) == 0)
			continue;
		status_erase(t->command->status);
		command_report(t->command);
		good = false;
	}
	return good;
}

/* There is no such file; FILE:FUNCTION is told how functions are named. */
static int file_fail(struct testing *t, const char *why)
{
	const char *colon = strchr(t->file, ':');
	char *file =
	    colon ? string_format("%.*s", (int)(colon - t->file), t->file) : NULL;

	if (file && colon[1] && access(file, R_OK) == 0)
		command_fail(
		    t->command, t->file,
		    "%s; a function is named behind its file: `me test %s '%s'`", why,
		    file, colon + 1);
	else
		command_fail(t->command, t->file, "%s", why);
	free(file);
	return -1;
}

static int file_check(struct testing *t)
{
	struct stat st;

	if (stat(t->file, &st) != 0)
		return file_fail(t, strerror(errno));
	if (!S_ISREG(st.st_mode))
		return command_fail(t->command, t->file, "is no source file");
	return 0;
}

static int test_all(struct testing *t, const struct operands *operands)
{
	struct text_buffer names = {0};

	for (int i = 1; i < operands->count; i++)
		text_add(&names, "%s ", operands->list[i]);
	t->names = string_copy(names.size ? text_string(&names) : "");
	text_done(&names);
	if (test_directory_open(t) || test_list(t))
		return COMMAND_ERROR;
	const int code = test_choose(t, operands->list + 1, operands->count - 1);
	if (code != COMMAND_DONE)
		return code;
	const bool good = functions_test(t);
	status_erase(t->command->status);
	if (!t->options.json)
		test_report(t);
	if (stop_asked())
		command_note(t->command,
			     "interrupted; what was found is in %s, and `me test` goes "
			     "on there",
			     t->directory);
	return good ? test_code(t) : COMMAND_ERROR;
}

/* ---- the command */

static void testing_done(struct testing *t)
{
	if (t->unit)
		test_list_done(t);
	for (size_t i = 0; i < t->count; i++) {
		struct test_function *f = &t->functions[i];
		free(f->kind);
		free(f->symbol);
		free(f->name);
		free(f->text);
		json_decref(f->report);
		json_decref(f->mended);
	}
	free(t->functions);
	free(t->names);
	free(t->unit);
	free(t->build);
	free(t->me);
	free(t->compiler);
	words_done(&t->given);
	text_done(&t->path);
	test_directory_close(t);
}

/* How many words stand before a --. */
static int words_before(int argc, char **argv)
{
	int n = 0;

	while (n < argc && strcmp(argv[n], "--") != 0)
		n++;
	return n;
}

int test_main(struct command *command, int argc, char **argv)
{
	struct testing t = {.command = command, .lock = -1};
	const int own = words_before(argc, argv);
	const int behind = own < argc ? own + 1 : argc;
	struct status status = {0};
	struct operands operands;
	int code = usage_read(command, &test_usage, own, argv, &t.options, &operands);

	if (code != COMMAND_DONE)
		return code;
	t.file = operands.list[0];
	stop_begin(0);
	command->status = &status;
	status_begin(&status);
	code = file_check(&t) ? COMMAND_ERROR
			      : test_language(&t, argv + behind, argc - behind);
	if (code == COMMAND_DONE)
		code = test_all(&t, &operands);
	status_erase(&status);
	stop_tick_by(NULL, NULL);
	command->status = NULL;
	testing_done(&t);
	if (command_flush(command))
		code = COMMAND_ERROR;
	command_report(command);
	stop_end();
	return code;
}
