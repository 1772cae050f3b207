/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/triage/apart.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "system/clock.h"

enum { WAIT_MS = 20 }; /* between two looks at a child that prints nothing */

static void note_printed(struct apart *r, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++, r->printed++)
		if (r->printed < APART_KEPT)
			r->head[r->printed] = bytes[i];
		else
			r->tail[r->printed % APART_KEPT] = bytes[i];
}

/* What is there; 0 when nobody can print any more. */
static int read_some(int file, struct apart *r)
{
	char bytes[4096];
	ssize_t n;

	while ((n = read(file, bytes, sizeof bytes)) > 0)
		note_printed(r, bytes, (size_t)n);
	return n < 0 && (errno == EAGAIN || errno == EINTR);
}

/* ends: of the pipe into which it prints; null: there is none. */
static void be_child(const int *ends, pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		__me_exit_now(126);
	if (!ends)
		return;
	setpgid(0, 0);
	dup2(ends[1], STDOUT_FILENO);
	dup2(ends[1], STDERR_FILENO);
	close(ends[0]);
	close(ends[1]);
}

/* Whether it has ended. What it has started may hold the pipe open. */
static int has_ended(pid_t child)
{
	siginfo_t info;

	info.si_pid = 0;
	return waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT | WNOHANG) < 0 ||
	       info.si_pid == child;
}

static void wait_for(pid_t child, int file, double deadline, struct apart *r)
{
	struct pollfd ready = {file, POLLIN, 0};
	int open = 1;

	while (!has_ended(child) && !r->is_late) {
		ready.fd = open ? file : -1;
		poll(&ready, 1, open ? WAIT_MS : 1);
		open = open && read_some(file, r);
		r->is_late = clock_now() >= deadline;
	}
	kill(-child, SIGKILL);
	kill(child, SIGKILL);
	while (waitpid(child, &r->status, 0) < 0 && errno == EINTR)
		;
	if (open)
		read_some(file, r);
}

static int listen_to(pid_t child, const int ends[2], double deadline,
		     struct apart *result)
{
	close(ends[1]);
	if (child > 0) {
		setpgid(child, child); /* the child does so too: who comes first */
		fcntl(ends[0], F_SETFL, O_NONBLOCK);
		wait_for(child, ends[0], deadline, result);
	}
	close(ends[0]);
	return child < 0 ? -1 : 0;
}

/* In memory that both processes share. */
static int *returned_flag(void)
{
	static int *returned;

	if (!returned)
		returned = shared_memory(sizeof *returned);
	return returned;
}

/* Who has forked in the work, and is not the child, has not returned. */
static _Noreturn void do_in_child(void (*work)(void *context), void *context,
				  int *returned)
{
	const pid_t self = getpid();

	work(context);
	if (getpid() == self)
		*returned = 1;
	__me_exit_now(0);
}

/* What it prints goes where ours does, and nothing but its end ends the waiting. */
static int wait_any_time(pid_t child, struct apart *result)
{
	while (child > 0 && waitpid(child, &result->status, 0) < 0)
		if (errno != EINTR)
			return -1;
	return child < 0 ? -1 : 0;
}

int apart_do(void (*work)(void *context), void *context, double seconds,
	     struct apart *result)
{
	const pid_t parent = getpid();
	int *returned = returned_flag();
	int ends[2];

	result->printed = 0;
	result->status = result->is_late = 0;
	if (!returned || (seconds > 0 && pipe2(ends, O_CLOEXEC)))
		return -1;
	*returned = 0;
	fflush(NULL);
	const pid_t child = fork();
	if (!child) {
		be_child(seconds > 0 ? ends : NULL, parent);
		do_in_child(work, context, returned);
	}
	const int err = seconds > 0
			    ? listen_to(child, ends, clock_now() + seconds, result)
			    : wait_any_time(child, result);
	result->returned = *returned;
	return err;
}

enum me_end apart_end(const struct apart *r)
{
	if (r->returned)
		return ME_END_RETURNS;
	if (r->is_late || (WIFSIGNALED(r->status) && WTERMSIG(r->status) == SIGALRM))
		return ME_END_TIMEOUT;
	return WIFSIGNALED(r->status) ? ME_END_SIGNAL : ME_END_EXIT;
}

void apart_text(const struct apart *r, char text[2 * APART_KEPT + 8])
{
	const size_t head = r->printed < APART_KEPT ? r->printed : APART_KEPT;
	const size_t rest = r->printed - head;
	const size_t tail = rest < APART_KEPT ? rest : APART_KEPT;
	size_t n = head;

	memcpy(text, r->head, head);
	if (tail < rest) {
		memcpy(text + n, "\n...\n", 5);
		n += 5;
	}
	for (size_t i = 0; i < tail; i++)
		text[n++] = r->tail[(r->printed - tail + i) % APART_KEPT];
	text[n] = '\0';
	for (size_t i = 0; i < n; i++)
		if (!text[i])
			text[i] = ' ';
}
