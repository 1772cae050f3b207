/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.c - running another program, with its stdin fed and its output captured. */
#include "command/base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "system/child.h"

static void command_show(const struct process *process)
{
	char *line = words_show(process->words);

	if (process->directory)
		fprintf(stderr, "(cd %s && %s)\n", process->directory,
			line ? line : "?");
	else
		fprintf(stderr, "%s\n", line ? line : "?");
	free(line);
}

/* Hands over what was printed. */
static void text_take(struct text *text, const struct child_text *printed, bool failed)
{
	*text = (struct text){.bytes = printed->bytes,
			      .size = printed->size,
			      .room = printed->room,
			      .failed = failed};
}

static int exit_code(int status)
{
	if (status == -1)
		return 127;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Feeds and listens until the program ends. Returns 0, or the errno of what cannot be
 * run. */
static int process_carry_out(const struct process *process,
			     struct process_result *result)
{
	const struct child_plan plan = {
	    .words = (const char *const *)process->words->items,
	    .directory = process->directory,
	    .streams = process->share ? CHILD_SHARED : CHILD_APART,
	    .cpu_seconds = process->cpu_seconds};
	struct child child;
	const int code = child_start(&child, &plan);
	int status;

	if (code)
		return code;
	/* A program that ends before it has read its input is no error. */
	child_write(&child, process->input, process->input_size);
	child_close_input(&child);
	while (child_read(&child))
		;
	child_end(&child, false, &status);
	result->status = exit_code(status);
	text_take(&result->output, &child.output, child.failed);
	text_take(&result->errors, &child.errors, child.failed);
	return 0;
}

int process_run(struct command *command, const struct process *process,
		struct process_result *result)
{
	int code;

	memset(result, 0, sizeof(*result));
	if (process->words->failed || process->words->count == 0)
		return command_no_memory(command);
	if (command->verbose)
		command_show(process);
	code = process_carry_out(process, result);
	if (code)
		return command_fail(command, process->words->items[0], "cannot run: %s",
				    strerror(code));
	if (result->output.failed)
		return command_no_memory(command);
	return 0;
}

int process_check(struct command *command, const struct process *process,
		  struct process_result *result)
{
	if (process_run(command, process, result) != 0)
		return -1;
	if (result->status == 0)
		return 0;
	if (result->errors.size)
		fputs(text_string(&result->errors), stderr);
	return command_fail(command, process->words->items[0], "failed with status %d",
			    result->status);
}

void process_result_done(struct process_result *result)
{
	text_done(&result->output);
	text_done(&result->errors);
}
