/* SPDX-License-Identifier: GPL-3.0-or-later */
/* process.c - running another program, with its stdin fed and its output captured. */
#include "command/base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Indices of the pipes. TROUBLE carries errno if the program cannot be run. */
enum { INPUT, OUTPUT, ERRORS, TROUBLE, PIPES };

struct plumbing {
	int child[PIPES]; /* the program's end */
	int ours[PIPES];
};

static void end_close(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void plumbing_close(struct plumbing *plumbing)
{
	for (int i = 0; i < PIPES; i++) {
		end_close(&plumbing->child[i]);
		end_close(&plumbing->ours[i]);
	}
}

static int plumbing_open(struct plumbing *plumbing)
{
	for (int i = 0; i < PIPES; i++)
		plumbing->child[i] = plumbing->ours[i] = -1;
	for (int i = 0; i < PIPES; i++) {
		int ends[2];

		if (pipe2(ends, O_CLOEXEC) != 0)
			return -1;
		plumbing->child[i] = ends[i == INPUT ? 0 : 1];
		plumbing->ours[i] = ends[i == INPUT ? 1 : 0];
	}
	return 0;
}

/* In the child, between fork and exec. */
static void child_run(const struct process *process, const struct plumbing *plumbing)
{
	bool good = true;
	int code;

	signal(SIGPIPE, SIG_DFL);
	if (process->cpu_seconds) {
		const struct rlimit limit = {process->cpu_seconds,
					     process->cpu_seconds};
		setrlimit(RLIMIT_CPU, &limit);
	}
	for (int i = INPUT; i <= ERRORS && !process->share; i++)
		good = good && dup2(plumbing->child[i], i) == i;
	if (process->directory)
		good = good && chdir(process->directory) == 0;
	if (good)
		execvp(process->words->items[0], process->words->items);
	code = errno;
	if (write(plumbing->child[TROUBLE], &code, sizeof(code)) < 0)
		_exit(126);
	_exit(127);
}

/* Gives the program the next bytes of its input. */
static void input_feed(const struct process *process, int *fd, size_t *sent)
{
	if (*sent < process->input_size) {
		const ssize_t n = write(*fd, (const char *)process->input + *sent,
					process->input_size - *sent);

		if (n > 0)
			*sent += (size_t)n;
		else if (errno != EAGAIN && errno != EINTR)
			end_close(fd); /* it has closed its input */
	}
	if (*sent == process->input_size)
		end_close(fd);
}

static void output_take(int *fd, struct text *text)
{
	char buffer[16384];
	const ssize_t n = read(*fd, buffer, sizeof(buffer));

	if (n > 0)
		text_add_bytes(text, buffer, (size_t)n);
	else if (n == 0 || errno != EINTR)
		end_close(fd);
}

/* Writes the input and reads the output until all pipes are closed. */
static void process_talk(const struct process *process, struct plumbing *plumbing,
			 struct process_result *result)
{
	size_t sent = 0;

	fcntl(plumbing->ours[INPUT], F_SETFL, O_NONBLOCK);
	if (process->input_size == 0)
		end_close(&plumbing->ours[INPUT]);
	for (;;) {
		struct pollfd polls[3];
		int open = 0;

		for (int i = INPUT; i <= ERRORS; i++) {
			polls[i].fd = plumbing->ours[i];
			polls[i].events = i == INPUT ? POLLOUT : POLLIN;
			polls[i].revents = 0;
			open += plumbing->ours[i] >= 0;
		}
		if (!open || (poll(polls, 3, -1) < 0 && errno != EINTR))
			return;
		if (polls[INPUT].revents)
			input_feed(process, &plumbing->ours[INPUT], &sent);
		if (polls[OUTPUT].revents)
			output_take(&plumbing->ours[OUTPUT], &result->output);
		if (polls[ERRORS].revents)
			output_take(&plumbing->ours[ERRORS], &result->errors);
	}
}

static int status_wait(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return 127;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

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

/* Forks, exchanges data and waits. Returns 0, or errno if the program cannot be run. */
static int process_carry_out(const struct process *process, struct plumbing *plumbing,
			     struct process_result *result)
{
	const pid_t pid = fork();
	int code = 0;

	if (pid < 0)
		return errno;
	if (pid == 0)
		child_run(process, plumbing);
	for (int i = 0; i < PIPES; i++)
		end_close(&plumbing->child[i]);
	if (read(plumbing->ours[TROUBLE], &code, sizeof(code)) != sizeof(code))
		code = 0;
	if (!code && !process->share)
		process_talk(process, plumbing, result);
	result->status = status_wait(pid);
	return code;
}

int process_run(struct command *command, const struct process *process,
		struct process_result *result)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, before;
	struct plumbing plumbing;
	int code;

	memset(result, 0, sizeof(*result));
	if (process->words->failed || process->words->count == 0)
		return command_no_memory(command);
	if (command->verbose)
		command_show(process);
	if (plumbing_open(&plumbing) != 0) {
		code = errno;
	} else {
		/* A program that ends before it has read its input is no error. */
		sigaction(SIGPIPE, &ignore, &before);
		code = process_carry_out(process, &plumbing, result);
		sigaction(SIGPIPE, &before, NULL);
	}
	plumbing_close(&plumbing);
	if (code)
		return command_fail(command, process->words->items[0], "cannot run: %s",
				    strerror(code));
	if (result->output.failed || result->errors.failed)
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
