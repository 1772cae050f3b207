/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.c - running another program, with its stdin fed and its output captured. */
#include "command/base/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "me/ends.h"
#include "system/child.h"
#include "system/clock.h"
#include "system/stop.h"

/* In which a session, or a command, that is asked to end does. */
static const double session_grace_seconds = 0.4, command_grace_seconds = 1.2;

void process_show(struct command *command, const struct process *process)
{
	if (!command->verbose)
		return;
	status_erase(command->status);
	char *line = words_show(&process->words);

	if (process->directory)
		fprintf(stderr, "(cd %s && %s)\n", process->directory, line);
	else
		fprintf(stderr, "%s\n", line);
	free(line);
}

/* Hands over what was printed. */
static void process_take_text(struct text_buffer *text,
			      const struct child_text *printed)
{
	*text = (struct text_buffer){
	    .bytes = printed->bytes, .size = printed->size, .room = printed->room};
}

int process_exit_code(int status)
{
	return status == -1 ? 127 : me_end_code(status);
}

static void process_listen(const struct process *process, struct child *child)
{
	while (child_read(child))
		if (process->reads && child->errors.size)
			process->reads(process->context, child->errors.bytes,
				       child->errors.size);
}

/* Feeds and listens until the program ends or is late. */
static void talk(const struct process *process, struct child *child)
{
	/* A program that ends before it has read its input is no error. */
	child_write(child, process->input, process->input_size);
	child_close_input(child);
	process_listen(process, child);
	if (!child->is_late || !(process->is_session || process->is_command))
		return;
	kill(child->pid, process->is_command ? SIGTERM : SIGUSR1);
	child->is_late = false;
	child->is_over = NULL;
	child->deadline = clock_now() + (process->is_command ? command_grace_seconds
							     : session_grace_seconds);
	process_listen(process, child);
}

/* Returns 0, or the errno of what cannot be run. */
static int process_carry_out(struct process *process)
{
	const struct child_plan plan = {
	    .words = (const char *const *)process->words.items,
	    .directory = process->directory,
	    .streams = process->share ? CHILD_SHARED : CHILD_APART,
	    .is_tied = process->is_tied || process->is_session || process->is_command,
	    .has_huge_pages = process->builds};
	struct child child;
	const int code = child_start(&child, &plan);
	int status;

	if (code)
		return code;
	if (plan.is_tied)
		child.is_over = process->is_tied ? stop_now : stop_asked;
	child.deadline = process->deadline;
	talk(process, &child);
	child_end(&child, false, &status);
	process->status = process_exit_code(status);
	process->is_late = child.is_late || child.deadline != process->deadline;
	process_take_text(&process->output, &child.output);
	process_take_text(&process->errors, &child.errors);
	return 0;
}

int process_run(struct command *command, struct process *process)
{
	if (process->words.count == 0)
		return command_fail(command, NULL, "no program to run");
	process_show(command, process);
	const int code = process_carry_out(process);
	if (code)
		return command_fail(command, process->words.items[0], "cannot run: %s",
				    strerror(code));
	return 0;
}

int process_check(struct command *command, struct process *process)
{
	if (process_run(command, process) != 0)
		return -1;
	if (process->status == 0)
		return 0;
	if (process->errors.size)
		fputs(text_string(&process->errors), stderr);
	return command_fail(command, process->words.items[0], "failed with status %d",
			    process->status);
}

void process_done(struct process *process)
{
	words_done(&process->words);
	text_done(&process->output);
	text_done(&process->errors);
}
