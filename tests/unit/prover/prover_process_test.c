/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A solver as a process: it is late when its time is up, however many signals come in
 * between; what it is told and prints comes through them; and where nobody may wait for
 * its end, it has used no time that is known.
 */
#include "prover/solver/solver.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

#include "tests/unit/me_check.h"

static void ignore(int signal)
{
	(void)signal;
}

static void send_signals(void)
{
	const struct sigaction action = {.sa_handler = ignore, .sa_flags = SA_RESTART};
	const struct itimerval often = {{0, 20000}, {0, 20000}};

	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
}

/* It would end by itself after five times its time. */
static void check_late(void)
{
	static const char *const words[] = {"sleep", "5", NULL};
	struct child p = {0};
	int status;

	check(solver_process_start(&p, words, 0) == 0, "process_starts", "it does not");
	solver_process_limit(&p, 1);
	check(!child_read(&p) && p.is_late, "process_late",
	      "it was waited for until its end");
	child_end(&p, false, &status);
	free(p.output.bytes);
}

static void check_answer(void)
{
	static const char *const words[] = {
	    "sh", "-c", "read word; sleep 0.2; echo \"<$word>\"", NULL};
	struct child p = {0};
	int status;

	solver_process_start(&p, words, 0);
	const bool written = child_write(&p, "word\n", 5);
	while (child_read(&p))
		;
	check(written && !p.is_late && p.output.bytes &&
		  strcmp(p.output.bytes, "<word>\n") == 0,
	      "process_answer", p.output.bytes ? p.output.bytes : "nothing");
	child_end(&p, false, &status);
	free(p.output.bytes);
}

static void check_unwaited(void)
{
	static const char *const words[] = {"true", NULL};
	struct child p = {0};
	int status;

	signal(SIGCHLD, SIG_IGN);
	solver_process_start(&p, words, 0);
	check(child_end(&p, true, &status) == 0, "process_unwaited",
	      "it has used the CPU");
}

int main(void)
{
	send_signals();
	check_late();
	check_answer();
	check_unwaited();
	return me_check_failures != 0;
}
