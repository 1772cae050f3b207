/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/pristine/held_run.h"

#include <signal.h>
#include <sys/wait.h>

#include "harness/pristine/forked.h"
#include "harness/pristine/leftovers.h"

static void call(void *context)
{
	const struct held_run *r = context;

	trace.record.result = r->subject->kind->call(r->subject);
}

static int run_guarded(void *context)
{
	const struct held_run *r = context;
	const struct subject_kind *kind = r->subject->kind;

	kind->prepare(r->subject);
	trace_listen(1);
	const int ended = guard_run(r->guard, call, context);
	trace_listen(0);
	leftovers_undo();
	const int wrong = kind->clear(r->subject);
	if (!ended && wrong && r->fails)
		r->fails(wrong);
	return ended ? ended : wrong;
}

/* Where there is no room for a process the next runs see what this one leaves. */
static int run_here(int (*run)(void *), const struct held_run *r)
{
	struct held_run here = *r;

	if (r->state)
		state_restore(r->state);
	return run(&here);
}

/* A process that did not say how the run ended was ended by the system, or by a person. */
static int run_apart(int (*run)(void *), const struct held_run *r)
{
	struct held_run here = *r;
	const struct forked_run apart = {r->begins, run, &here};
	int how;

	switch (forked_call(&apart, &how)) {
	case FORKED_TOLD:
		return how;
	case FORKED_DIED:
		if (r->killed)
			r->killed(how);
		return WIFSIGNALED(how) ? WTERMSIG(how) : SIGKILL;
	default:
		return run_here(run, r);
	}
}

static int make(int (*run)(void *), const struct held_run *r)
{
	return forked_is_on() ? run_apart(run, r) : run_here(run, r);
}

int held_run_guarded(const struct held_run *run, const struct run_request *request)
{
	trace_begin(request);
	return make(run_guarded, run);
}

static int run_plain(void *context)
{
	const struct held_run *r = context;

	environment_restore(&r->guard->environment);
	call(context);
	trace_listen(0);
	leftovers_undo();
	environment_restore(&r->guard->environment);
	const int wrong = r->subject->kind->clear(r->subject);
	if (wrong && r->fails)
		r->fails(wrong);
	return wrong;
}

void held_run_plain(const struct held_run *run, const struct run_request *request)
{
	trace_begin(request);
	trace_listen(request->listens);
	make(run_plain, run);
	trace_listen(0);
}
