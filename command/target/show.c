/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c - `me show`: inputs as calls with their results, `acos(0.75) = 0.722734`, and with
 * --kinds= the goals that they meet. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/base/usage.h"
#include "command/base/text.h"
#include "command/target/corpora.h"
#include "command/target/target_trace.h"
#include "me/ir.h"
#include "prover/executable/section.h"
#include "prover/ir/gimple.h"
#include "system/allocation.h"
#include "system/path.h"

/* ---- goals */

/* What the inputs meet: for each one the lines that name its goals, or null. */
struct shown {
	const struct build_record *record;
	const struct corpus_list *inputs;
	struct text_buffer *met;
};

static void met_note(void *context, const char *path, const struct trace_run *run)
{
	struct shown *shown = context;
	const struct build_record *record = shown->record;

	for (size_t i = 0; i < shown->inputs->count; i++) {
		if (strcmp(shown->inputs->paths[i], path) != 0 || shown->met[i].size)
			continue;
		for (size_t k = 0; k < record->goal_count; k++)
			if (run->met[k] && record->goals[k].scope)
				text_add(&shown->met[i], "    %s:%u: %s: %s\n",
					 path_base(record->goals[k].file),
					 record->goals[k].line,
					 record->goals[k].source_name,
					 record->goals[k].name);
		return;
	}
}

/* The input's line, and its goals. */
static void call_print(void *context, size_t input, const char *call)
{
	const struct shown *shown = context;

	printf("%s: %s\n", shown->inputs->paths[input], call);
	if (shown->met && shown->met[input].size)
		fputs(text_string(&shown->met[input]), stdout);
}

struct show_options {
	struct goal_choice choice;
	bool hex;
};

#define AT(member) .at = offsetof(struct show_options, choice.member)

static const struct option_row show_rows[] = {
    {"hex", NULL, "print source with hexadecimal floats, and run nothing for it",
     OPTION_FLAG, .at = offsetof(struct show_options, hex)},
    {"functions", "all|static|GLOB", "with --kinds=, functions whose goals are printed",
     OPTION_TEXT, AT(functions)},
    {"kinds", "KIND,...", "print also which goals of these kinds each input meets",
     OPTION_TEXT, AT(kinds)},
    GOAL_CHOICE_PATH_ROW(AT, ),
    GOAL_CHOICE_CUSTOM_ROW(AT, ),
};

const struct usage show_usage = {
    .name = "show",
    .operands = "TARGET CORPUS|FILE...",
    .help = "print inputs as calls",
    .least = 2,
    USAGE_ROWS(show_rows),
    .verbose = "show the commands that are run",
};

/* What cannot be read is reported, and the others are shown. Returns whether all could.
 */
static bool show_inputs_list(struct command *command, const struct operands *words,
			     struct corpus_list *inputs)
{
	bool all = true;

	for (int i = 1; i < words->count; i++) {
		if (corpora_add(command, inputs, words->list[0], words->list[i]) == 0)
			continue;
		command_report(command);
		all = false;
	}
	return all;
}

/* Runs the inputs where their goals are asked for, and prints the calls. */
static int inputs_show(struct command *command, const char *target,
		       const struct show_options *options,
		       const struct corpus_list *inputs)
{
	const struct goal_choice choice = options->choice;
	struct build_record record = {0};
	struct shown shown = {&record, inputs, NULL};
	int err = 0;

	if (choice.kinds) {
		shown.met = array_new(inputs->count, sizeof *shown.met);
		err = build_record_read(command, target, choice, &record);
		if (!err)
			err = trace_inputs(command, &record, inputs, met_note, &shown);
	}
	if (!err)
		err = target_calls(command, target, inputs,
				   options->hex ? CALLS_HEX : CALLS_SHOWN, call_print,
				   &shown);
	for (size_t i = 0; shown.met && i < inputs->count; i++)
		text_done(&shown.met[i]);
	free(shown.met);
	build_record_done(&record);
	return err;
}

int show_main(struct command *command, int argc, char **argv)
{
	struct corpus_list inputs = {0};
	struct show_options options = {0};
	struct operands words;
	char *target = NULL;
	int err = 0;
	const int code = usage_read(command, &show_usage, argc, argv, &options, &words);

	if (code != COMMAND_DONE)
		return code;
	target = realpath(words.list[0], NULL);
	if (!target)
		err = command_fail(command, words.list[0], "no such program");
	else
		err = target_check(command, target);
	bool all = !err && show_inputs_list(command, &words, &inputs);
	if (all)
		err = corpora_check_any(command, &inputs, words.list[0], words.list[1]);
	if (!err)
		err = inputs_show(command, target, &options, &inputs);
	corpus_list_done(&inputs);
	free(target);
	return err || !all ? COMMAND_ERROR : COMMAND_DONE;
}

/* ---- `me ir`: the GIMPLE that a target carries, as text (me/ir.h) */

/* Whether a line is the first one of that function, by its name in assembly. */
static bool begins_function(const char *line, size_t length, const char *name)
{
	static const char word[] = "function ";
	const size_t n = strlen(name);

	return length > sizeof word - 1 + n &&
	       memcmp(line, word, sizeof word - 1) == 0 &&
	       memcmp(line + sizeof word - 1, name, n) == 0 &&
	       line[sizeof word - 1 + n] == ' ';
}

/* Prints the lines of one function; returns how many functions of that name there are.
 */
static int function_print(const char *text, size_t size, const char *name)
{
	bool inside = false;
	int found = 0;

	for (const char *end = text + size; text < end;) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		const size_t length = (size_t)((newline ? newline + 1 : end) - text);
		if (begins_function(text, length, name)) {
			inside = true;
			found++;
		}
		if (inside)
			fwrite(text, 1, length, stdout);
		if (length == 4 && memcmp(text, "end\n", 4) == 0)
			inside = false;
		text += length;
	}
	return found;
}

const struct usage ir_usage = {
    .name = "ir",
    .operands = "TARGET [FUNCTION]",
    .help = "print the GIMPLE that proofs are about",
    .least = 1,
    .most = 2,
};

int ir_main(struct command *command, int argc, char **argv)
{
	struct operands words;
	char why[256];
	char *text = NULL;
	size_t size = 0;
	struct gimple_program program = {0};
	int err = 0;
	const int code = usage_read(command, &ir_usage, argc, argv, NULL, &words);

	if (code != COMMAND_DONE)
		return code;
	if (section_read(words.list[0], ME_IR_SECTION, &text, &size, why) ||
	    gimple_read(&program, text, size, why))
		err = command_fail(command, words.list[0], "%s", why);
	else if (words.count == 1)
		fwrite(text, 1, size, stdout);
	else if (!function_print(text, size, words.list[1]))
		err = command_fail(command, words.list[0], "has no function %s",
				   words.list[1]);
	gimple_done(&program);
	free(text);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
