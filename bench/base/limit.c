/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * limit.c - runs a command until it has used so much CPU time:
 *
 *	limit SECONDS COMMAND [ARGUMENT...]
 *
 * The CPU time is that of the process, looked at every millisecond: RLIMIT_CPU counts
 * coarser. Exit status: the command's; 128 and the signal for one that ended by a
 * signal; 124 for one that was killed by the limit.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double used(clockid_t clock)
{
	struct timespec now = {0};

	clock_gettime(clock, &now);
	return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Waits for the child; whether it met the limit. */
static int watch(pid_t child, double seconds, int *status)
{
	const struct timespec tick = {0, 1000000};
	clockid_t clock;
	int killed = 0;

	if (clock_getcpuclockid(child, &clock) != 0)
		seconds = -1;
	while (waitpid(child, status, WNOHANG) == 0) {
		if (!killed && used(clock) >= seconds) {
			kill(child, SIGKILL);
			killed = 1;
		}
		nanosleep(&tick, NULL);
	}
	return killed;
}

int main(int argc, char **argv)
{
	char *end = NULL;
	const double seconds = argc > 2 ? strtod(argv[1], &end) : 0;
	int status = 0;

	if (argc < 3 || *end || seconds <= 0) {
		fprintf(stderr, "usage: limit SECONDS COMMAND [ARGUMENT...]\n");
		return 2;
	}
	const pid_t child = fork();

	if (child == 0) {
		execvp(argv[2], argv + 2);
		fprintf(stderr, "limit: %s: %s\n", argv[2], strerror(errno));
		_exit(127);
	}
	if (child < 0)
		return 127;
	if (watch(child, seconds, &status))
		return 124;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
