/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c - `me show`: inputs as typed calls, `acos(0x1.8p-1)`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus.h"
#include "command/base/process.h"
#include "command/base/subcommands.h"
#include "command/target/corpora.h"
#include "command/target/target_check.h"

#define BATCH 500 /* inputs for one run of the target */

/* One line for each of the inputs first..end-1, in their order. */
static int lines_print(struct command *command, const char *target,
		       const struct corpus_list *inputs, size_t first, size_t end,
		       const char *output)
{
	size_t i = first;

	for (const char *line = output; *line; i++) {
		const size_t n = strcspn(line, "\n");

		if (i < end)
			printf("%s: %.*s\n", inputs->paths[i], (int)n, line);
		line += n + (line[n] == '\n');
	}
	if (i == end)
		return 0;
	return command_fail(command, target, "--show printed %zu lines for %zu inputs",
			    i - first, end - first);
}

static int batch_show(struct command *command, const char *target,
		      const struct corpus_list *inputs, size_t first)
{
	const size_t left = inputs->count - first;
	const size_t end = first + (left < BATCH ? left : BATCH);
	struct words words = {0};
	const struct process process = {.words = &words};
	struct process_result result = {0};
	int err;

	words_add(&words, target);
	words_add(&words, "--show");
	for (size_t i = first; i < end; i++)
		words_add(&words, inputs->paths[i]);
	err = process_check(command, &process, &result);
	if (!err)
		err = lines_print(command, target, inputs, first, end,
				  text_string(&result.output));
	process_result_done(&result);
	words_done(&words);
	return err;
}

const struct usage show_usage = {
    .name = "show",
    .operands = "TARGET CORPUS|FILE...",
    .help = "print inputs as calls",
    .least = 2,
    .verbose = "show the commands that are run",
};

/* What cannot be read is reported, and the others are shown. Returns whether all could.
 */
static bool inputs_list(struct command *command, const struct operands *words,
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

int show_main(struct command *command, int argc, char **argv)
{
	struct corpus_list inputs = {0};
	struct operands words;
	char *target = NULL;
	int err = 0;
	const int code = usage_read(command, &show_usage, argc, argv, NULL, &words);

	if (code != COMMAND_DONE)
		return code;
	target = realpath(words.list[0], NULL);
	if (!target)
		err = command_fail(command, words.list[0], "no such program");
	else
		err = target_check(command, target);
	bool all = !err && inputs_list(command, &words, &inputs);
	if (all)
		err = corpora_check_any(command, &inputs, words.list[0], words.list[1]);
	for (size_t i = 0; i < inputs.count && !err; i += BATCH)
		err = batch_show(command, target, &inputs, i);
	corpus_list_done(&inputs);
	free(target);
	return err || !all ? COMMAND_ERROR : COMMAND_DONE;
}
