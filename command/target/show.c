/* SPDX-License-Identifier: GPL-3.0-or-later */
/* show.c - `me show`: inputs as typed calls, `acos(0x1.8p-1)`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "corpus/corpus.h"
#include "command/base/process.h"
#include "command/base/subcommands.h"

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

int show_main(struct command *command, int argc, char **argv)
{
	struct corpus_list inputs = {0};
	char *target = NULL;
	int err = 0;

	if (argc > 1 && strcmp(argv[1], "-v") == 0) {
		command->verbose = true;
		argc--;
		argv++;
	}
	if (argc < 3 || *argv[1] == '-') {
		command_fail(command, "show", "wants TARGET and CORPUS; try `me help`");
		return COMMAND_USAGE;
	}
	target = realpath(argv[1], NULL);
	if (!target)
		err = command_fail(command, argv[1], "no such program");
	for (int i = 2; i < argc && !err; i++) {
		err = corpus_list_add(&inputs, argv[i]);
		if (err)
			err =
			    command_fail(command, argv[i], "%s", corpus_strerror(err));
	}
	if (!err && inputs.count == 0)
		err = command_fail(command, argv[2], "has no inputs");
	for (size_t i = 0; i < inputs.count && !err; i += BATCH)
		err = batch_show(command, target, &inputs, i);
	corpus_list_done(&inputs);
	free(target);
	return err ? COMMAND_ERROR : COMMAND_DONE;
}
