/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A child process gets all that is written and is heard meanwhile; its end, its streams
 * and its directory are what was asked for; and what cannot be run is told with the
 * reason. It works where our own standard streams are closed, too.
 */
#include "system/child.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
	check_streams();
	check_large();
	check_trouble();
	check_limit();
	check_closed();
	return me_check_failures != 0;
}
