/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pristine.c - the process before the first run, and runs in forks of it.
 *
 * A request and its answer are a number each, over a pair of sockets; input and record are
 * in shared memory. An answer whose number is another one is that of a process that died
 * while it waited.
 */
#include "harness/pristine/pristine.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/pristine/checkpoint.h"
#include "harness/pristine/forked.h"
#include "harness/pristine/leftovers.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "harness/program/walled.h"
#include "harness/runtime/trace.h"

#define HAND_OVER UINT64_MAX /* in the place of a request's number */

enum { INPUT_MOST = 1 << 24 }; /* bytes; only those that are used take memory */

struct exchange {
	uint64_t request; /* the number of the last one */
	uint64_t steps;
	int is_walled; /* as the blocks of the process that asks are */
	size_t size; /* of the input */
	enum me_end asked_end; /* the failure that is asked for, or RETURNS */
	uint64_t asked_key;
	struct pristine_session session; /* HAND_OVER */
	uint8_t *input; /* also shared */
	struct pristine_record record; /* last: its size depends on the goals */
};

static struct {
	struct pristine_runs runs;
	struct exchange *shared; /* null: there is no such process */
	uint32_t goal_count; /* when the process was made */
	int socket; /* to the process; in it, to the others */
	pid_t process;
	int is_run; /* this one makes a run */
	long long written; /* bytes, before the run; -1: not known */
	sigset_t signals; /* blocked before */
} pristine = {.socket = -1, .written = -1};

/* ---- a run, in its process */

int pristine_is_run(void)
{
	return pristine.is_run;
}

/* Bytes that this process has written, to whatever; -1 where the kernel does not count. */
static long long count_written(void)
{
	long long bytes = -1;
	char line[64];
	FILE *counts = fopen("/proc/self/io", "re");

	while (counts && fgets(line, sizeof line, counts))
		if (!strncmp(line, "wchar: ", 7))
			bytes = strtoll(line + 7, NULL, 10);
	if (counts)
		fclose(counts);
	return bytes;
}

/* What the program prints has been printed by the run that is confirmed: it goes where it
 * is counted. */
static void be_silent(void)
{
	int nowhere = memfd_create("printed", MFD_CLOEXEC);

	if (nowhere < 0)
		nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (nowhere < 0)
		return;
	dup2(nowhere, STDOUT_FILENO);
	dup2(nowhere, STDERR_FILENO);
	close(nowhere);
	pristine.written = count_written();
}

/* Where the run has moved or closed its standard streams this tells nothing. */
static int has_written(void)
{
	const off_t out = lseek(STDOUT_FILENO, 0, SEEK_CUR);

	return pristine.written >= 0 && out >= 0 &&
	       count_written() - pristine.written > out;
}

void pristine_ask_failure(enum me_end end, uint64_t key)
{
	if (!pristine.shared)
		return;
	pristine.shared->asked_end = end;
	pristine.shared->asked_key = key;
}

void pristine_note_failure(enum me_end end, uint64_t key)
{
	const struct exchange *m = pristine.shared;

	if (m->record.end && m->record.end == m->asked_end &&
	    m->record.key == m->asked_key)
		return;
	pristine.shared->record.end = end;
	pristine.shared->record.key = key;
}

_Noreturn void pristine_end_run(void)
{
	const struct goals *g = pristine.runs.goals;

	for (uint32_t i = 0; i < pristine.goal_count; i++)
		pristine.shared->record.met[i] = (unsigned char)goals_is_met(g, i);
	pristine.shared->record.writes = has_written();
	pristine.shared->record.is_told = 1;
	for (;;)
		__me_exit_now(0);
}

static void call(void *context)
{
	(void)context;
	pristine.runs.run.subject->kind->call(pristine.runs.run.subject);
}

static void make_run(void)
{
	const struct subject_kind *kind = pristine.runs.run.subject->kind;
	struct exchange *m = pristine.shared;
	struct guard *g = pristine.runs.run.guard;

	pristine.is_run = 1;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close(pristine.socket);
	be_silent();
	if (m->is_walled)
		walled_start();
	sigprocmask(SIG_SETMASK, &pristine.signals, NULL);
	if (pristine.runs.run.begins)
		pristine.runs.run.begins();
	kind->take(pristine.runs.run.subject, m->input, m->size);
	program_clear_counters(pristine.runs.goals->program);
	kind->prepare(pristine.runs.run.subject);
	/* The session may look for faults since this process was made. */
	if (goals_seek_faults(pristine.runs.goals, 1) || trace.session.met)
		goals_arm(pristine.runs.goals, 1);
	struct run_request request = goals_request(pristine.runs.goals);
	request.limit = pristine.runs.limit;
	request.limit.steps = m->steps;
	trace_begin(&request);
	trace_listen(1);
	const int ended = guard_run(g, call, NULL);
	trace_listen(0);
	const int wrong = kind->clear(pristine.runs.run.subject);
	if (!ended && wrong && pristine.runs.run.fails)
		pristine.runs.run.fails(wrong);
	pristine_end_run();
}

/* ---- the process before the first run */

/* Waits for the end of a run's process, in which all signals may be blocked: one that has used
 * several times the CPU time of a run, or sleeps for ever, is killed. Returns whether it was. */
static int wait_for_run(pid_t child)
{
	enum { TICK_MS = 100, LIMITS = 3, LONGEST_MS = 60000 };
	const unsigned given = pristine.runs.limit.cpu_ms;
	const long limit_ms = LIMITS * (long)(given ? given : GUARD_LIMIT_MS);
	const struct timespec tick = {0, TICK_MS * 1000000L};
	struct timespec cpu = {0, 0};
	clockid_t clock;
	sigset_t ends;
	long waited_ms = 0;

	sigemptyset(&ends);
	sigaddset(&ends, SIGCHLD);
	while (waitpid(child, NULL, WNOHANG) == 0) {
		if (sigtimedwait(&ends, NULL, &tick) >= 0)
			continue;
		waited_ms += TICK_MS;
		if (clock_getcpuclockid(child, &clock) == 0)
			clock_gettime(clock, &cpu);
		if (cpu.tv_sec * 1000 + cpu.tv_nsec / 1000000 < limit_ms &&
		    waited_ms < LONGEST_MS)
			continue;
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
		return 1;
	}
	return 0;
}

static void answer(void)
{
	struct pristine_record *r = &pristine.shared->record;

	memset(r, 0, sizeof *r + pristine.goal_count);
	r->goal_count = pristine.goal_count;
	const pid_t child = fork();
	if (!child)
		make_run();
	r->is_not_made = child < 0;
	r->is_hung = child > 0 && wait_for_run(child);
}

/* Until no other process has the socket any more, or for so long: one that the program
 * left behind may have it. */
static void wait_for_others(void)
{
	enum { LONGEST_MS = 2000 };
	struct pollfd end = {pristine.socket, 0, 0};

	poll(&end, 1, LONGEST_MS);
	close(pristine.socket);
}

/* Returns when the session goes on here. */
static void serve(void)
{
	sigset_t all;
	uint64_t number;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &pristine.signals);
	while (recv(pristine.socket, &number, sizeof number, 0) == sizeof number) {
		if (number == HAND_OVER) {
			wait_for_others();
			sigprocmask(SIG_SETMASK, &pristine.signals, NULL);
			return;
		}
		answer();
		if (send(pristine.socket, &number, sizeof number, MSG_NOSIGNAL) < 0)
			break;
	}
	close(pristine.socket);
	if (checkpoint_is_lost(&pristine.shared->session.evaluations)) {
		pristine.shared->session.reason = PRISTINE_DAMAGE;
		sigprocmask(SIG_SETMASK, &pristine.signals, NULL);
		return;
	}
	for (;;)
		__me_exit_now(0);
}

/* A child without a signal for its end: wait() does not see it, and so the program
 * does not either. */
static pid_t fork_unseen(void)
{
	return (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
}

int pristine_start(const struct pristine_runs *runs, struct pristine_session *session)
{
	int ends[2];

	pristine.runs = *runs;
	pristine.goal_count = runs->goals->program->goal_count;
	if (threads_count() != 1)
		return -1;
	struct exchange *m = shared_memory(sizeof *m + pristine.goal_count);
	uint8_t *input = shared_memory(INPUT_MOST);
	if (!m || !input || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
		return -1;
	m->input = input;
	pristine.shared = m;
	pristine.process = fork_unseen();
	pristine.socket = ends[pristine.process == 0];
	close(ends[pristine.process != 0]);
	if (pristine.process > 0)
		return 0;
	if (!pristine.process)
		serve();
	else
		close(pristine.socket);
	pristine.shared = NULL;
	*session = m->session;
	return pristine.process ? -1 : 1;
}

void pristine_stop(void)
{
	if (!pristine.shared || pristine.is_run)
		return;
	pristine.shared = NULL;
	close(pristine.socket);
	waitpid(pristine.process, NULL, __WALL);
}

/* ---- the others */

/* 0 when the answer has come. */
static int ask(uint64_t number)
{
	uint64_t answered = number + 1;
	ssize_t size;

	if (send(pristine.socket, &number, sizeof number, MSG_NOSIGNAL) < 0)
		return -1;
	while (answered != number) {
		size = recv(pristine.socket, &answered, sizeof answered, 0);
		if (size != sizeof answered && !(size < 0 && errno == EINTR))
			return -1;
	}
	return 0;
}

int pristine_hand_over(const struct pristine_session *session)
{
	const uint64_t number = HAND_OVER;

	if (!pristine.shared)
		return -1;
	pristine.shared->session = *session;
	return send(pristine.socket, &number, sizeof number, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

enum { STEPS_LEAST = 1 << 20 };

const struct pristine_record *pristine_run(struct input in, uint64_t steps)
{
	struct subject *s = pristine.runs.run.subject;
	struct exchange *m = pristine.shared;
	const int error = errno;
	size_t size = 0;

	if (!m || pristine.is_run || in.size > INPUT_MOST || s->file_size > INPUT_MOST)
		return NULL;
	const uint8_t *bytes = s->kind->encode(s, in, m->input, &size);
	if (bytes != m->input)
		memcpy(m->input, bytes, size);
	m->size = size;
	m->is_walled = walled_is_on();
	/* All goals are open there, whose predicates count as steps too. */
	m->steps = steps < STEPS_LEAST ? STEPS_LEAST : steps;
	if (ask(++m->request))
		pristine.shared = NULL;
	errno = error;
	return pristine.shared && !m->record.is_not_made ? &m->record : NULL;
}

/* ---- runs that are held */

static void call_held(void *context)
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
	const int ended = guard_run(r->guard, call_held, context);
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
	call_held(context);
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
