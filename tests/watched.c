/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * watched.c - runs a command and copies what it prints, stdout and stderr, to stdout:
 *	watched [-t] [-k SIGNAL LINES] COMMAND...
 * -t: both are a terminal of 120 columns. -k: sends it that signal, a number, when it
 * has printed so many lines. Signals do to it what they do to a command that is run by
 * hand, also where our caller ignores them. The exit status is that of a shell.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

struct plan {
	bool terminal;
	int signal, lines; /* signal 0: none */
	char **words;
};

/* Opens both ends: ours and the command's. */
static void open_ends(bool terminal, int ends[2])
{
	const struct winsize size = {.ws_row = 25, .ws_col = 120};

	if (!terminal) {
		if (pipe(ends))
			exit(126);
		return;
	}
	ends[0] = posix_openpt(O_RDWR | O_NOCTTY);
	if (ends[0] < 0 || grantpt(ends[0]) || unlockpt(ends[0]))
		exit(126);
	ends[1] = open(ptsname(ends[0]), O_RDWR | O_NOCTTY);
	if (ends[1] < 0 || ioctl(ends[1], TIOCSWINSZ, &size))
		exit(126);
}

static void become(const struct plan *plan, const int ends[2])
{
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	dup2(ends[1], 1);
	dup2(ends[1], 2);
	close(ends[0]);
	close(ends[1]);
	execvp(plan->words[0], plan->words);
	_exit(127);
}

/* A terminal tells its end by an error. */
static void copy(const struct plan *plan, pid_t pid, int from)
{
	int lines = 0;
	char c;

	if (plan->signal && !plan->lines)
		kill(pid, plan->signal);
	while (read(from, &c, 1) == 1) {
		putchar(c);
		lines += c == '\n';
		if (c == '\n' && plan->signal && lines == plan->lines)
			kill(pid, plan->signal);
	}
	fflush(stdout);
}

static bool read_plan(char **argv, struct plan *plan)
{
	for (argv++; *argv && **argv == '-'; argv++)
		if (strcmp(*argv, "-t") == 0) {
			plan->terminal = true;
		} else if (strcmp(*argv, "-k") == 0 && argv[1] && argv[2]) {
			plan->signal = atoi(*++argv);
			plan->lines = atoi(*++argv);
		} else {
			return false;
		}
	plan->words = argv;
	return *argv;
}

int main(int argc, char **argv)
{
	struct plan plan = {0};
	int ends[2], status;

	(void)argc;
	if (!read_plan(argv, &plan))
		return 126;
	open_ends(plan.terminal, ends);
	const pid_t pid = fork();
	if (pid == 0)
		become(&plan, ends);
	close(ends[1]);
	copy(&plan, pid, ends[0]);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
