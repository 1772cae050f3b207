/* SPDX-License-Identifier: GPL-3.0-or-later */
/* solver_process.c - communicates with a solver, and waits only until its deadline. */
#include "prover/solver/solver_process.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "prover/ir/arena.h"

enum { WALL_EXTRA = 10 };

double solver_clock(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* ---- starting */

static void child(const char *const *argv, unsigned seconds, int in, int out)
{
	const struct rlimit limit = {seconds, seconds + 1};

	dup2(in, 0);
	dup2(out, 1);
	dup2(out, 2);
	signal(SIGPIPE, SIG_DFL);
	if (seconds)
		setrlimit(RLIMIT_CPU, &limit);
	execvp(argv[0], (char *const *)argv);
	dprintf(2, "cannot be run: %s\n", strerror(errno));
	_exit(127);
}

void solver_process_limit(struct solver_process *p, unsigned seconds)
{
	p->end = solver_clock() + seconds;
}

int solver_process_start(struct solver_process *p, const char *const *argv,
			 unsigned seconds)
{
	int to[2], from[2];

	signal(SIGPIPE, SIG_IGN);
	if (pipe2(to, O_CLOEXEC))
		return -1;
	if (pipe2(from, O_CLOEXEC)) {
		close(to[0]);
		close(to[1]);
		return -1;
	}
	p->pid = fork();
	if (p->pid == 0)
		child(argv, seconds, to[0], from[1]);
	close(to[0]);
	close(from[1]);
	p->in = to[1];
	p->out = from[0];
	fcntl(p->in, F_SETFL, O_NONBLOCK);
	solver_process_limit(p, SOLVER_WALL_FACTOR * seconds + WALL_EXTRA);
	if (p->pid > 0)
		return 0;
	close(p->in);
	close(p->out);
	return -1;
}

/* ---- talking */

static int left_ms(const struct solver_process *p)
{
	const double ms = 1000 * (p->end - solver_clock());

	return ms < 0 ? 0 : ms < INT_MAX ? (int)ms : INT_MAX;
}

/* Waits until one of them is ready, through signals. */
static bool wait_for(struct solver_process *p, struct pollfd *fds, nfds_t count)
{
	int ready = 0;

	do {
		const int ms = left_ms(p);
		ready = ms ? poll(fds, count, ms) : 0;
	} while (ready < 0 && errno == EINTR);
	p->is_late = ready <= 0;
	return ready > 0;
}

/* Reads what is there; false at the end of its output. */
static bool take(struct solver_process *p)
{
	p->text = array_grow(p->text, p->size + 4096, &p->room, 1);
	p->text[p->size] = '\0';
	const ssize_t n = read(p->out, p->text + p->size, p->room - p->size - 1);

	if (n <= 0)
		return n < 0 && errno == EINTR;
	p->size += (size_t)n;
	p->text[p->size] = '\0';
	return true;
}

bool solver_process_write(struct solver_process *p, const char *text, size_t size)
{
	while (size) {
		struct pollfd fds[2] = {{p->in, POLLOUT, 0}, {p->out, POLLIN, 0}};
		if (!wait_for(p, fds, 2) || (fds[1].revents && !take(p)))
			return false;
		if (!(fds[0].revents & (POLLOUT | POLLERR)))
			continue;
		const ssize_t n = write(p->in, text, size);
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (n > 0) {
			text += n;
			size -= (size_t)n;
		}
	}
	return true;
}

bool solver_process_read(struct solver_process *p)
{
	struct pollfd fd = {p->out, POLLIN, 0};

	return wait_for(p, &fd, 1) && take(p);
}

/* ---- ending */

double solver_process_end(struct solver_process *p, bool kill_it, int *status)
{
	struct rusage usage = {0}; /* stays 0 if SIGCHLD is ignored */

	close(p->in);
	close(p->out);
	if (p->is_late || kill_it)
		kill(p->pid, SIGKILL);
	while (wait4(p->pid, status, 0, &usage) < 0 && errno == EINTR)
		;
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}
