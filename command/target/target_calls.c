/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "command/target/target_calls.h"

#include <string.h>

#include "command/base/process.h"
#include "command/target/corpora.h"

/* For each of the inputs first..end-1, in their order, a line. */
static int lines_tell(struct command *command, const char *target, size_t first,
		      size_t end, const char *output, calls_fn *tell, void *context)
{
	size_t i = first;

	for (const char *line = output; *line; i++) {
		const size_t n = strcspn(line, "\n");

		if (i < end)
			tell(context, i, line, n);
		line += n + (line[n] == '\n');
	}
	if (i == end)
		return 0;
	return command_fail(command, target, "--show printed %zu lines for %zu inputs",
			    i - first, end - first);
}

int target_calls(struct command *command, const char *target,
		 const struct corpus_list *inputs, calls_fn *tell, void *context)
{
	int err = 0;

	for (size_t first = 0, end; first < inputs->count && !err; first = end) {
		struct words words = {0};
		const struct process process = {.words = &words};
		struct process_result result = {0};

		words_add(&words, target);
		words_add(&words, "--show");
		end = corpora_add_batch(inputs, first, &words);
		err = process_check(command, &process, &result);
		if (!err)
			err = lines_tell(command, target, first, end,
					 text_string(&result.output), tell, context);
		process_result_done(&result);
		words_done(&words);
	}
	return err;
}
