/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint.c - the three processes of a session. */
#include "harness/pristine/checkpoint.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/pristine/session_end.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "me/ends.h"
#include "system/clock.h"

/* Milliseconds of the worker's CPU between two checkpoints, at the most CLOCK_TIMES as many
 * by the clock: what a worker has done since is done again when it dies. Where many
 * processes share a processor a checkpoint after each 200 ms by the clock took more CPU
 * than the runs. After a checkpoint all pages that are written are copied once: where
 * there are many goals, and one after each 200 ms, a quarter of the CPU. So the interval
 * doubles as long as no worker dies. The worker after one that died makes the next
 * checkpoint at that run, so that no run is made more than twice. When checkpoints are
 * made changes no run. */
enum { INTERVAL_MS = 200, INTERVAL_MOST_MS = 1600, CLOCK_TIMES = 4 };

static const int passed_on[] = {ME_ASKING_SIGNALS};

/* By which a worker hears of it; the default is to ignore it. */
enum { PARENT_DIED = SIGURG };

enum { PASSED_ON = sizeof passed_on / sizeof *passed_on };

/* Why the session's processes have ended, as the first process has seen. */
enum fate { FATE_UNKNOWN, FATE_ENDED, FATE_LOST };

/* Shared by all processes. */
static struct shared {
	atomic_int over, code, fate;
	atomic_int handed_over; /* to a process that is no checkpoint's worker */
	atomic_int worker, checkpoint; /* their process numbers */
	pid_t exited; /* the process that the harness has ended last */
	atomic_int signal; /* passed on while there was no worker */
	atomic_int asked; /* the signal that has asked the session to end, or 0 */
	atomic_ullong run; /* the worker's last */
} * shared;

static struct {
	const struct checkpoint_events *events;
	pid_t first; /* the process that the user started; 0: no checkpoints */
	pid_t parent; /* that forked this one: the first process, or a checkpoint */
	/* The next checkpoint, when it is a run's turn: not before the first one by the
	 * clock, then at that CPU time of the process, or at the last one by the clock. */
	int64_t next_ms, next_cpu_ms, latest_ms;
	int64_t interval_ms; /* of CPU, to the next one */
	unsigned long long repeats; /* runs below this number were made before */
	double cpu; /* seconds that earlier processes of the session have used */
} own;

/* To some milliseconds, and cheap. */
static int64_t now_ms(void)
{
	return clock_ms(CLOCK_MONOTONIC_COARSE);
}

static void begin_interval(int has_died)
{
	const int64_t twice = 2 * own.interval_ms;

	own.interval_ms = has_died || !twice	     ? INTERVAL_MS
			  : twice < INTERVAL_MOST_MS ? twice
						     : INTERVAL_MOST_MS;
	own.next_ms = now_ms() + own.interval_ms;
	own.next_cpu_ms = clock_ms(CLOCK_PROCESS_CPUTIME_ID) + own.interval_ms;
	own.latest_ms = now_ms() + CLOCK_TIMES * own.interval_ms;
}

/* The CPU time, which is a system call, is read when it can have been reached. */
static int is_due(void)
{
	const int64_t now = now_ms();

	if (now < own.next_ms)
		return 0;
	const int64_t left = own.next_cpu_ms - clock_ms(CLOCK_PROCESS_CPUTIME_ID);
	if (left <= 0 || now >= own.latest_ms)
		return 1;
	own.next_ms = now + left;
	return 0;
}

/* ---- the first process */

static void pass_on(int number, siginfo_t *info, void *context)
{
	(void)context;
	if (session_end_asked(number))
		shared->asked = number;
	/* What a terminal sends goes to all processes. */
	if (info->si_code == SI_KERNEL)
		return;
	/* In this order: a worker that begins meanwhile finds the signal or is found. */
	shared->signal = number;
	const pid_t worker = shared->worker;
	if (worker)
		kill(worker, number);
}

static void watch_signals(void)
{
	struct sigaction action = {.sa_sigaction = pass_on,
				   .sa_flags = SA_SIGINFO | SA_RESTART};

	sigfillset(&action.sa_mask);
	for (int i = 0; i < PASSED_ON; i++)
		sigaction(passed_on[i], &action, NULL);
}

static void tell_killed(void)
{
	fprintf(stderr, "INFO: me: the session did not end by itself: its process was "
			"killed\n");
}

/* It does not end by itself. What is announced is on disk. */
static void end_by_force(int code)
{
	enum { WAITS = 300 };

	shared->over = 1;
	shared->code = code;
	for (int i = 0; i < WAITS; i++) {
		if (shared->checkpoint)
			kill(shared->checkpoint, SIGKILL);
		if (shared->worker)
			kill(shared->worker, SIGKILL);
		usleep(1000);
		while (waitpid(-1, NULL, WNOHANG) > 0)
			;
		if (waitpid(-1, NULL, WNOHANG) < 0)
			break;
	}
	tell_killed();
	__me_exit_now(own.events->exit_code(code));
}

/* The code of a process that a signal has ended which nobody sent. */
static int is_loss(int code)
{
	return code > ME_CODE_SIGNALED && code != ME_CODE_SIGNALED + SIGKILL &&
	       code != ME_CODE_SIGNALED + SIGPIPE;
}

/* The signal that asks the session to end has ended a process: one that had not begun, or
 * in which a run has put back the signal's default. */
static int has_ended_as_asked(int status)
{
	return shared->asked && WIFSIGNALED(status) &&
	       WTERMSIG(status) == shared->asked;
}

/* Waits for the checkpoint, or the worker where none was made, and for what they left
 * behind. */
static void wait_for_session(pid_t child)
{
	int status, code = 1, by_force;
	pid_t pid;

	session_end_tick();
	while ((pid = wait(&status)) > 0 || errno == EINTR) {
		if (pid > 0 && (pid == child || pid == shared->checkpoint)) {
			if (has_ended_as_asked(status))
				end_by_force(session_end_interrupted());
			code = me_end_code(status);
		}
		/* A checkpoint before it was ended by this one. */
		if (pid > 0 && pid == (shared->checkpoint ? shared->checkpoint : child))
			shared->fate = is_loss(code) ? FATE_LOST : FATE_ENDED;
		if (session_end_is_due(shared->worker, &by_force))
			end_by_force(by_force);
	}
	if (shared->over) {
		code = shared->code >= 0 ? shared->code : code;
	} else if (is_loss(code)) {
		own.events->lost(code - ME_CODE_SIGNALED);
		code = 0;
	}
	__me_exit_now(own.events->exit_code(code));
}

/* ---- the worker */

/* The checkpoint waits with all signals blocked. */
static void die_with_first(void)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != own.first)
		__me_exit_now(1);
}

/* The worker's parent has died: the checkpoint, without which it goes on as a child of
 * the first process, or that one. Before a call that does not return, code under ASan
 * takes a lock that the interrupted code may hold. */
__attribute__((no_sanitize_address)) static void on_parent_death(int number)
{
	(void)number;
	if (getppid() != own.first)
		__me_exit_now(1);
}

static void watch_parent(pid_t parent)
{
	const struct sigaction action = {.sa_handler = on_parent_death,
					 .sa_flags = SA_RESTART | SA_ONSTACK};

	sigaction(PARENT_DIED, &action, NULL);
	prctl(PR_SET_PDEATHSIG, PARENT_DIED);
	if (getppid() != parent)
		on_parent_death(0);
}

static void begin_worker(pid_t parent)
{
	shared->worker = getpid();
	own.parent = parent;
	watch_parent(parent);
	own.events->begins(own.cpu);
	const int number = atomic_exchange(&shared->signal, 0);
	if (number)
		raise(number);
}

int checkpoint_start(const struct checkpoint_events *events)
{
	const pid_t first = getpid();

	if (threads_count() != 1)
		return -1;
	shared = shared_memory(sizeof *shared);
	if (!shared)
		return -1;
	own.events = events;
	own_process_note_exits(&shared->exited);
	shared->code = -1;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	const pid_t child = fork();
	if (child < 0)
		return -1;
	if (child) {
		shared->worker = child;
		watch_signals();
		wait_for_session(child);
	}
	own.first = own.parent = first;
	shared->worker = getpid();
	watch_parent(first);
	return 0;
}

int checkpoint_is_on(void)
{
	return own.first != 0;
}

int checkpoint_repeats(void)
{
	return own.first && shared->run < own.repeats;
}

void checkpoint_forget(void)
{
	own.first = 0;
}

void checkpoint_over(void)
{
	if (own.first)
		shared->over = 1;
}

/* ---- the checkpoint */

/* The checkpoint before is not needed any more. Where it and the first process have
 * been killed, this one's parent is a stranger. */
static void replace_checkpoint(void)
{
	const pid_t before = own.parent;

	shared->checkpoint = getpid();
	if (before == own.first || getppid() != before)
		return;
	kill(before, SIGKILL);
	while (getppid() == before)
		usleep(100);
}

/* The worker has ended: with the session, or in a run. The signal that ended it, which may be
 * the late consequence of a run, is not the session's exit code. */
static void judge(pid_t worker, int status)
{
	if (shared->handed_over)
		__me_exit_now(0);
	if (has_ended_as_asked(status)) {
		tell_killed();
		shared->over = 1;
		shared->code = session_end_interrupted();
		__me_exit_now(shared->code);
	}
	if (!shared->over) {
		own.repeats = shared->run;
		if (own.events->died(status, shared->exited == worker))
			return;
	}
	shared->over = 1;
	shared->code = WIFSIGNALED(status) ? 0 : me_end_code(status);
	__me_exit_now(shared->code);
}

/* As long as workers die; returns in each of them, and whether one had died before it. */
static int keep_state(void)
{
	sigset_t all, before;
	struct itimerval alarms;
	struct sigaction children;
	const pid_t checkpoint = getpid();
	int status = 0, is_first = 1;
	double used;
	pid_t child;

	own.events->leaves();
	getitimer(ITIMER_REAL, &alarms);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	/* Of an ignored child nothing would be learnt. */
	sigaction(SIGCHLD, &(struct sigaction){.sa_handler = SIG_DFL}, &children);
	while ((used = clock_used_by_all(), child = fork()) > 0) {
		shared->worker = child;
		if (is_first) {
			replace_checkpoint();
			die_with_first();
		}
		is_first = 0;
		while (waitpid(child, &status, 0) < 0 && errno == EINTR)
			;
		shared->worker = 0;
		judge(child, status);
	}
	/* Where there is no room for a process this one is the worker. */
	if (!child) {
		own.cpu += used;
		begin_worker(checkpoint);
	}
	sigaction(SIGCHLD, &children, NULL);
	setitimer(ITIMER_REAL, &alarms, NULL);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return !is_first;
}

void checkpoint_tick(unsigned long long run)
{
	if (!own.first)
		return;
	shared->run = run;
	if (run < own.repeats || (run > own.repeats && !is_due()))
		return;
	if (threads_count() > 1)
		threads_rest();
	if (threads_count() != 1)
		return;
	const int has_died = keep_state() || run <= own.repeats;
	shared->run = run;
	begin_interval(has_died);
}

/* ---- another process as the worker */

void checkpoint_hand_over(void)
{
	shared->handed_over = 1;
	for (;;)
		__me_exit_now(0);
}

enum { TRIES = 20000, STEP_US = 100 };

int checkpoint_is_lost(unsigned long long *runs)
{
	*runs = shared ? shared->run : 0;
	for (int i = 0; shared && i < TRIES && !shared->over && !shared->fate; i++)
		usleep(STEP_US);
	return shared && !shared->over && shared->fate == FATE_LOST;
}

/* A process that ends closes its files first, and then its children get another parent. */
static void wait_for_parent(pid_t parent)
{
	for (int i = 0; i < TRIES && getppid() != parent; i++)
		usleep(STEP_US);
}

/* Its parent, the first worker, has ended: now it is a child of the first process. */
void checkpoint_take_over(double cpu)
{
	const pid_t first = own.first;

	wait_for_parent(first);
	shared->checkpoint = getpid();
	own.cpu = cpu;
	begin_worker(first);
	own.first = 0;
}
