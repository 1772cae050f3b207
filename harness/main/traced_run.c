/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/main/traced_run.h"

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/libfuzzer/ending.h"
#include "harness/pristine/forked.h"
#include "harness/program/exit_now.h"
#include "harness/program/threads.h"

void traced_run_init(const struct goals *goals, double cpu_seconds, int apart)
{
	ending_watch(goals, cpu_seconds, STDOUT_FILENO);
	if (apart && threads_count() == 1)
		forked_start();
}

static int make(void *context)
{
	const struct traced_run *r = context;

	ending_begin(r->path);
	environment_restore(r->environment);
	if (r->request.listens) {
		trace_begin(&r->request);
		trace_listen(1);
	}
	r->subject->kind->call(r->subject);
	if (r->request.listens)
		trace_listen(0);
	environment_restore(r->environment);
	ending_end();
	return 0;
}

static void end_like(int status)
{
	if (WIFEXITED(status))
		__me_exit_now(WEXITSTATUS(status));
	signal(WTERMSIG(status), SIG_DFL);
	raise(WTERMSIG(status));
}

void traced_run_make(const struct traced_run *run)
{
	struct traced_run here = *run;
	const struct forked_run apart = {NULL, make, &here};
	enum forked_end end = FORKED_NOT_MADE;
	int how;

	fflush(NULL);
	if (forked_is_on())
		end = forked_call(&apart, &how);
	if (end == FORKED_NOT_MADE)
		make(&here);
	if (end == FORKED_DIED)
		end_like(how);
}
