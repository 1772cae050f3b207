/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.h - running another program. */
#ifndef COMMAND_PROCESS_H
#define COMMAND_PROCESS_H

#include "command/base/command.h"
#include "command/base/text.h"
#include "command/base/words.h"

struct process {
	struct words words; /* the first is looked up in PATH */
	const char *directory; /* where to run; NULL: here */
	const void *input; /* for its stdin; NULL: nothing */
	size_t input_size;
	bool builds; /* a compiler, which compiles or links (child.h: has_huge_pages) */
	bool share; /* stdin, stdout and stderr are ours; nothing is captured */
	bool is_tied; /* it is killed when we end, the latest at stop_now() */
	/* A session of libFuzzer, tied: at stop_asked() and at the deadline of
	 * clock_now() (0: none) SIGUSR1 asks it to end; then it is killed. */
	bool is_session;
	/* One of our own commands, tied: at stop_asked() SIGTERM asks it to end. */
	bool is_command;
	double deadline;
	/* Told now and then of all that it has printed to stderr so far; or null. */
	void (*reads)(void *context, const char *text, size_t size);
	void *context;

	/* Set when it has been run. */
	int status; /* exit code; 128 + signal */
	bool is_late; /* it did not end by itself: it was asked to, or killed */
	struct text_buffer output; /* stdout */
	struct text_buffer errors; /* stderr */
};

/* Runs a program to its end. Returns 0 if it was run, whatever its status is. Call
 * process_done() in any case. */
int process_run(struct command *command, struct process *process);

/* Runs a program that must succeed: a status other than 0 is a failure that names the
 * program; its stderr is passed on. */
int process_check(struct command *command, struct process *process);

/* What `status` of struct process is, of what waitpid() tells, or -1: nothing. */
int process_exit_code(int status);

/* With -v: what is run. */
void process_show(struct command *command, const struct process *process);

void process_done(struct process *process);

#endif
