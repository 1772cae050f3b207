/* SPDX-License-Identifier: GPL-3.0-or-later */
/* session_end.c - see session_end.h. */
#include "harness/pristine/session_end.h"
#include "harness/program/shared_memory.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/runtime/guard.h"
#include "me/ends.h"
#include "system/clock.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

enum { HANG_FACTOR = 3 }; /* the worker's clock has had its chance by then */

/* Of all processes. */
static struct shared_run {
	atomic_uint run; /* its number; even: none is on */
	atomic_int is_hung, is_reported;
} * shared;

/* Of the first process. */
static struct {
	int64_t deadline_ms, hang_ms; /* 0: none; CPU time of one run */
	int interrupted; /* exit code */
	volatile sig_atomic_t asked;
	int64_t asked_ms;
	unsigned seen; /* the run at the last tick */
	pid_t seen_worker;
	int64_t seen_cpu_ms; /* at the first tick in it */
} end;

int session_end_init(int argc, char **argv, unsigned run_limit_ms)
{
	const int seconds = (int)options_number(argc, argv, "max_total_time", 0);

	shared = shared_memory(sizeof *shared);
	if (!shared)
		return -1;
	end.interrupted = (int)options_number(argc, argv, "interrupted_exitcode",
					      ME_CODE_INTERRUPTED);
	end.hang_ms =
	    HANG_FACTOR * (int64_t)(run_limit_ms ? run_limit_ms : GUARD_LIMIT_MS);
	end.deadline_ms =
	    seconds > 0 ? clock_ms(CLOCK_MONOTONIC) + (int64_t)seconds * 1000 : 0;
	return 0;
}

void session_end_run(int begins)
{
	if (!shared || begins == (int)(shared->run & 1))
		return;
	atomic_store_explicit(&shared->is_reported, 0, memory_order_relaxed);
	atomic_store_explicit(&shared->run, shared->run + 1, memory_order_relaxed);
}

void session_end_report(void)
{
	if (shared)
		shared->is_reported = 1;
}

/* ---- in the first process */

int session_end_asked(int number)
{
	const int ends = number == SIGINT || number == SIGTERM || number == SIGHUP;

	if (ends)
		end.asked = 1;
	return ends;
}

int session_end_interrupted(void)
{
	return end.interrupted;
}

static void tick(int number)
{
	(void)number;
}

void session_end_tick(void)
{
	const struct sigaction action = {.sa_handler = tick};
	const struct timeval often = {0, SESSION_TICK_MS * 1000};
	const struct itimerval times = {often, often};
	sigset_t alarm;

	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	sigaction(SIGALRM, &action, NULL);
	sigprocmask(SIG_UNBLOCK, &alarm, NULL);
	setitimer(ITIMER_REAL, &times, NULL);
}

static void watch_run(pid_t worker)
{
	const unsigned run = shared->run;
	clockid_t clock;

	if (!worker || clock_getcpuclockid(worker, &clock))
		return;
	const int64_t cpu = clock_ms(clock);
	if (!(run & 1) || shared->is_reported || run != end.seen ||
	    worker != end.seen_worker) {
		end.seen = run;
		end.seen_worker = worker;
		end.seen_cpu_ms = cpu;
	} else if (cpu - end.seen_cpu_ms > end.hang_ms) {
		shared->is_hung = 1;
		kill(worker, SIGKILL);
	}
}

int session_end_is_due(pid_t worker, int *code)
{
	const int64_t now = clock_ms(CLOCK_MONOTONIC);

	if (end.asked && !end.asked_ms)
		end.asked_ms = now;
	*code = end.asked ? end.interrupted : 0;
	if (end.asked_ms && now - end.asked_ms >= SESSION_GRACE_MS)
		return 1;
	if (end.deadline_ms && now - end.deadline_ms >= SESSION_TIME_GRACE_MS)
		return 1;
	watch_run(worker);
	return 0;
}

/* ---- in the checkpoint */

int session_end_hung(void)
{
	return shared && atomic_exchange(&shared->is_hung, 0);
}

int session_end_in_run(void)
{
	return shared && (shared->run & 1);
}
