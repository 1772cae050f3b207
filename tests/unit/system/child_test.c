/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A child process gets all that is written and is heard meanwhile; its end, its streams
 * and its directory are what was asked for; and what cannot be run is told with the
 * reason. It works where our own standard streams are closed, too.
 */
#include "system/child.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "system/clock.h"
#include "tests/unit/me_check.h"

enum { LARGE = 1 << 20 }; /* more than a pipe holds */

/* Tells the child `input` and hears it to its end; returns its status. */
static int talk(const struct child_plan *plan, struct child *c, const char *input,
		size_t size, bool *taken)
{
	int status = -1;

	if (child_start(c, plan))
		return -1;
	*taken = child_write(c, input, size);
	child_close_input(c);
	while (child_read(c))
		;
	child_end(c, false, &status);
	return status;
}

static void forget(struct child *c)
{
	free(c->output.bytes);
	free(c->errors.bytes);
}

static bool is_text(const struct child_text *t, const char *wanted)
{
	return t->size == strlen(wanted) &&
	       memcmp(t->bytes ? t->bytes : "", wanted, t->size) == 0;
}

static void check_clock(void)
{
	const double before = clock_now();

	clock_leave_out(1000);
	check(clock_now() < before - 1, "clock_leave_out", "the time counts");
}

static void check_streams(void)
{
	static const char *const words[] = {
	    "sh", "-c", "read a; pwd; echo $a; echo bad >&2; exit 3", NULL};
	struct child_plan plan = {.words = words, .directory = "/"};
	struct child c;
	bool taken;
	int status = talk(&plan, &c, "told\n", 5, &taken);

	check(taken && is_text(&c.output, "/\ntold\n") && is_text(&c.errors, "bad\n"),
	      "child_apart", "other output");
	check(WIFEXITED(status) && WEXITSTATUS(status) == 3, "child_status",
	      "another status");
	forget(&c);
	plan.streams = CHILD_JOINED;
	talk(&plan, &c, "told\n", 5, &taken);
	check(is_text(&c.output, "/\ntold\nbad\n") && c.errors.size == 0,
	      "child_joined", "other output");
	forget(&c);
}

static void check_large(void)
{
	static const char *const words[] = {"cat", NULL};
	static const char *const deaf[] = {"true", NULL};
	struct child_plan plan = {.words = words};
	char *input = malloc(LARGE);
	struct child c;
	bool taken;

	for (size_t i = 0; i < LARGE; i++)
		input[i] = (char)(i * i >> 8);
	talk(&plan, &c, input, LARGE, &taken);
	check(taken && c.output.size == LARGE &&
		  memcmp(c.output.bytes, input, LARGE) == 0,
	      "child_large", "it is not what was written");
	forget(&c);
	plan.words = deaf;
	const int status = talk(&plan, &c, input, LARGE, &taken);
	check(!taken && WIFEXITED(status) && WEXITSTATUS(status) == 0, "child_deaf",
	      "all was taken, or it failed");
	forget(&c);
	free(input);
}

static void check_trouble(void)
{
	static const char *const nothing[] = {"/nowhere/program", NULL};
	static const char *const words[] = {"true", NULL};
	struct child_plan plan = {.words = nothing};
	struct child c;

	check(child_start(&c, &plan) == ENOENT && c.pid == 0, "child_absent",
	      "it was started");
	plan.words = words;
	plan.directory = "/nowhere";
	check(child_start(&c, &plan) == ENOENT && c.pid == 0, "child_nowhere",
	      "it was started");
}

static void check_limit(void)
{
	static const char *const words[] = {"sh", "-c", "while :; do :; done", NULL};
	const struct child_plan plan = {
	    .words = words, .cpu_seconds = 1, .cpu_grace = 1};
	struct child c;
	int status = 0;
	double seconds = 0;

	if (child_start(&c, &plan) == 0)
		seconds = child_end(&c, false, &status);
	check(WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU, "child_limit",
	      "it did not end by its limit");
	check(seconds > 0.5 && seconds < 2.5, "child_used", "another time");
}

/* ---- its end */

/* Whether all that have the other end of the pipe, which they inherit, have ended. */
static bool all_end(int fd)
{
	struct pollfd end = {fd, POLLIN, 0};
	char c;

	return poll(&end, 1, 60000) == 1 && read(fd, &c, 1) == 0;
}

static void check_killed(void)
{
	static const char *const words[] = {
	    "sh", "-c", "trap '' TERM; sleep 1000 & echo; wait", NULL};
	const struct child_plan plan = {.words = words, .is_tied = true};
	struct child c;
	int ends[2], status = 0;

	if (pipe(ends) || child_start(&c, &plan))
		return;
	close(ends[1]);
	child_read(&c);
	child_end(&c, true, &status);
	check(WIFSIGNALED(status) && all_end(ends[0]), "child_with_its_own",
	      "what it has started still runs");
	forget(&c);
	close(ends[0]);
}

/* In a session of its own, and started by one that has ended. What was our child before
 * stays. */
static void check_killed_apart(void)
{
	static const char *const words[] = {
	    "sh", "-c",
	    "(setsid sh -c 'sleep 1000 & echo; sleep 1000' &) ; exec sleep 1000", NULL};
	const struct child_plan plan = {.words = words, .is_tied = true};
	const pid_t before = fork();
	struct child c;
	int ends[2], status = 0;

	if (before == 0) {
		pause();
		_exit(0);
	}
	if (pipe(ends) || child_start(&c, &plan))
		return;
	close(ends[1]);
	child_read(&c);
	child_end(&c, true, &status);
	check(WIFSIGNALED(status) && all_end(ends[0]), "child_with_orphans",
	      "what it has started still runs");
	check(waitpid(before, &status, WNOHANG) == 0, "child_without_others",
	      "a child that was there before has ended");
	forget(&c);
	close(ends[0]);
	kill(before, SIGKILL);
	waitpid(before, NULL, 0);
}

/* However we end: here by a signal that nobody catches. */
static void check_tied(void)
{
	static const char *const words[] = {"sleep", "1000", NULL};
	const struct child_plan plan = {.words = words, .is_tied = true};
	struct child c;
	int ends[2];
	char started;

	if (pipe(ends))
		return;
	const pid_t pid = fork();
	if (pid == 0) {
		close(ends[0]);
		if (child_start(&c, &plan) == 0 && write(ends[1], "", 1) == 1)
			pause();
		_exit(1);
	}
	close(ends[1]);
	const bool is_there = read(ends[0], &started, 1) == 1;
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	check(is_there && all_end(ends[0]), "child_tied", "it runs without us");
	close(ends[0]);
}

static bool is_over_now(void)
{
	return true;
}

static bool is_never_over(void)
{
	return false;
}

/* One that prints nothing, and one that prints nothing any more. */
static void check_over(void)
{
	static const char *const words[] = {"sleep", "1000", NULL};
	static const char *const closed[] = {"sh", "-c", "exec >&- 2>&- sleep 1000",
					     NULL};
	static const char *const ends[] = {"sh", "-c", "exec >&- 2>&-; exit 3", NULL};
	struct child_plan plan = {.words = words};
	struct child c;
	int status = 0;

	child_start(&c, &plan);
	c.is_over = is_over_now;
	check(!child_read(&c) && c.is_late, "child_over", "it was waited for");
	child_end(&c, false, &status);
	check(WIFSIGNALED(status), "child_over_killed", "it ended by itself");
	plan.words = closed;
	child_start(&c, &plan);
	c.is_over = is_over_now;
	child_end(&c, false, &status);
	check(WIFSIGNALED(status) && c.is_late, "child_silent_over",
	      "its end was waited for");
	plan.words = ends;
	child_start(&c, &plan);
	c.is_over = is_never_over;
	child_end(&c, false, &status);
	check(WIFEXITED(status) && WEXITSTATUS(status) == 3 && !c.is_late,
	      "child_silent_ends", "another end");
}

/* The pipes are made where our streams were. */
static void check_closed(void)
{
	static const char *const words[] = {"cat", NULL};
	const struct child_plan plan = {.words = words};
	const pid_t pid = fork();
	int status = -1;

	if (pid == 0) {
		struct child c;
		bool taken;

		for (int i = 0; i <= 2; i++)
			close(i);
		status = talk(&plan, &c, "told", 4, &taken);
		_exit(status != 0 || !is_text(&c.output, "told"));
	}
	waitpid(pid, &status, 0);
	check(status == 0, "child_closed", "it was not heard");
}

int main(void)
{
	check_clock();
	check_streams();
	check_large();
	check_trouble();
	check_limit();
	check_killed_apart();
	check_killed();
	check_tied();
	check_over();
	check_closed();
	return me_check_failures != 0;
}
