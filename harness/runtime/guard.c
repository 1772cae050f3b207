/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * guard.c - the guarded run, by sigsetjmp and siglongjmp, with signal handlers on their
 * own stack.
 *
 * A timer that ticks rarely detects hangs: at each tick it checks whether the run is
 * the same as at the previous tick, and how much CPU time it has used since. So a run
 * costs no system call, and a run that ends between two ticks is never interrupted.
 * The timer counts CPU time, so that no tick ends a sleep or a system call of the
 * program with EINTR. For runs that wait for ever a second one, by the clock, ticks as
 * rarely as libFuzzer's alarm does for the same limit.
 */
#include "harness/runtime/guard.h"

#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "harness/program/own_process.h"
#include "harness/runtime/trace.h"
#include "system/clock.h"

#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

/* Of a sanitizer's runtime, if there is one. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

static const int signals[] = {ME_FAULT_SIGNALS};

/* The current run, for the handlers. */
static struct {
	struct guard *guard;
	pthread_t thread;
	sigjmp_buf escape;
	volatile sig_atomic_t running;
	unsigned run; /* its number */
	unsigned seen; /* the run at the last tick */
	int64_t seen_cpu_ms, seen_wall_ms; /* the time of the first tick in it */
	unsigned stays; /* a run that is not left for its steps */
	volatile sig_atomic_t is_child; /* of the program's, by fork() */
	volatile sig_atomic_t has_forked; /* this run */
	volatile sig_atomic_t failing; /* handlers that are at work */
	int is_ending; /* the process, by the failure of a thread: */
	pthread_t first;
	uintptr_t stack,
	    deepest; /* where the run began, and the deepest place so far at
				     which it had used up its steps */
	uint32_t tick_run; /* at the last tick: trace.run, and hooks and steps so far */
	uint64_t tick_hooks;
	uint64_t seen_steps; /* at the last tick */
	unsigned long threads; /* the least number seen when the guard took over */
} current;

/* ---- leaving a run */

void guard_abandon(void)
{
	current.running = 0;
}

static int is_in_run(void)
{
	return current.running && pthread_equal(pthread_self(), current.thread);
}

/* Other threads are at work, or the caller is one: the run cannot be left. */
static int is_shared(void)
{
	return !is_in_run() || threads_share_region();
}

static int may_escape(int number, const void *context)
{
	const struct guard *g = current.guard;
	const ucontext_t *u = context;

	if (is_shared())
		return 0;
	if (!g->may_leave || g->may_leave((uintptr_t)u->uc_mcontext.gregs[REG_RIP]))
		return 1;
	return number == SIGABRT && g->aborts && g->aborts();
}

static void escape(int number)
{
	current.running = 0;
	current.failing = 0;
	siglongjmp(current.escape, number);
}

/* Leaves the run, or the process where `fatal` says so; returns where neither may be.
 */
static void __me_failure_end_run(int number, const siginfo_t *info, const void *context)
{
	const struct guard *g = current.guard;

	if (g->judges)
		g->judges(number, info, context);
	if (may_escape(number, context)) {
		if (g->fails)
			g->fails(number, info, context);
		escape(number);
	}
	if (g->fatal)
		g->fatal(number, info, context);
}

/* A recursion that may never end: since the last check the stack has grown, at the first
 * one to more than a few frames. */
static int recurses(void)
{
	enum { FRAMES = 2048, MORE = 256 };
	const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	const int is_first = current.deepest == current.stack;

	if (current.deepest < here ||
	    current.deepest - here < (is_first ? FRAMES : MORE))
		return 0;
	current.deepest = here;
	return 1;
}

/* Until the stack is full or the run returns, by a part of the steps it has taken. */
static void prolong(void)
{
	enum { LEAST = 1024, PART = 4 };
	const uint64_t part = trace.record.steps / PART;

	trace_grant(trace.record.steps + (part > LEAST ? part : LEAST));
}

/* The run has used up its steps: whether it may take more. */
static int goes_on(void)
{
	const struct run_limit *l = &trace.asked.limit;

	if (trace.record.decided || !l->extend)
		return 0;
	trace_grant(l->extend(l->context));
	return trace.record.steps <= trace.record.budget;
}

/* It may take no more steps. Named for the stack trace, which begins below it. */
static void __me_failure_end_long_run(void)
{
	const struct run_limit *l = &trace.asked.limit;
	const struct guard *g = current.guard;

	if (!l->hangs || trace.record.is_slow || !l->hangs(l->context))
		escape(GUARD_LONG);
	if (g->fails)
		g->fails(SIGVTALRM, NULL, NULL);
	escape(SIGVTALRM);
}

void guard_leave_long_run(void)
{
	if (!is_in_run() || current.stays == current.run)
		return;
	if (!trace.record.is_slow) {
		if (goes_on())
			return;
		if (!trace.record.decided && recurses()) {
			prolong();
			return;
		}
	}
	if (threads_count() > current.threads)
		current.stays = current.run;
	else
		__me_failure_end_long_run();
}

int guard_may_leave_exit(void)
{
	return is_in_run() && threads_count() <= current.threads;
}

void guard_leave_exit(void)
{
	escape(GUARD_EXIT);
}

/* Passes the signal on to the previous handler. */
static void give_back(const struct sigaction *before, int number, siginfo_t *info,
		      void *context)
{
	if (before->sa_flags & SA_SIGINFO) {
		before->sa_sigaction(number, info, context);
	} else if (before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN) {
		signal(number, SIG_DFL);
		raise(number);
	} else {
		before->sa_handler(number);
	}
}

void guard_die(int number)
{
	sigset_t set;

	signal(number, SIG_DFL);
	sigemptyset(&set);
	sigaddset(&set, number);
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	raise(number);
	__me_exit_now(ME_CODE_SIGNALED + number);
}

/* Of threads that fail at once the first one ends the process. */
static void wait_for_first(void)
{
	if (current.running && is_shared() &&
	    !__atomic_exchange_n(&current.is_ending, 1, __ATOMIC_SEQ_CST))
		current.first = pthread_self();
	while (current.is_ending && !pthread_equal(current.first, pthread_self()))
		pause();
}

/* Named for the stack trace, which begins below it. A handler that itself faults works on
 * memory that a run has damaged: its report would fault again and again. */
static void __me_failure_signal(int number, siginfo_t *info, void *context)
{
	enum { NESTED_MOST = 2 };

	wait_for_first();
	if (++current.failing > NESTED_MOST || current.is_child)
		guard_die(number);
	if (current.running)
		__me_failure_end_run(number, info, context);
	else if (current.guard->strays)
		current.guard->strays(number);
	else if (current.guard->judges)
		current.guard->judges(number, info, context);
	guard_abandon();
	for (int i = 0; i < ME_FAULT_COUNT; i++)
		if (signals[i] == number)
			give_back(&current.guard->before[i], number, info, context);
}

/* ---- the clock */

static unsigned wall_s(void)
{
	return trace.asked.limit.wall_s;
}

/* Whether the run passes loops' sites and so does not hang. Where it has had its time
 * it is left at the next one. */
static int leaves_at_step(int steps_on, int is_due, int64_t cpu)
{
	if (trace.record.budget == UINT64_MAX || !steps_on)
		return 0;
	if (!is_due)
		return 1;
	current.seen_cpu_ms = cpu;
	trace.record.is_slow = 1;
	trace_grant(0);
	return 1;
}

/* Between two ticks there are so many runs, even of programs that start threads on a slow
 * machine, or so many hooks are passed; a tick of one that computes where there are no hooks
 * costs as many hooks as others pass in that time. Such a search is not the same twice. */
enum { TICK_RUNS = 20, TICK_HOOKS = 50000 };

static void charge_tick(void)
{
	const uint64_t passed = trace.hooks + trace.all_steps + trace.record.steps;

	if (trace.run - current.tick_run < TICK_RUNS &&
	    passed - current.tick_hooks < TICK_HOOKS)
		trace.slow_ticks++;
	current.tick_run = trace.run;
	current.tick_hooks = passed;
}

static void __me_failure_check_clock(const void *context)
{
	const struct guard *g = current.guard;

	int64_t cpu = clock_ms(CLOCK_THREAD_CPUTIME_ID),
		wall = clock_ms(CLOCK_MONOTONIC);

	charge_tick();

	if (current.seen != current.run) {
		current.seen = current.run;
		current.seen_cpu_ms = cpu;
		current.seen_wall_ms = wall;
		current.seen_steps = trace.record.steps;
		return;
	}
	const int64_t used = cpu - current.seen_cpu_ms;
	const int64_t limit =
	    trace.record.cpu_ms ? trace.record.cpu_ms : GUARD_LIMIT_MS;
	const int steps_on = trace.record.steps != current.seen_steps;

	trace.record.cpu_used_ms = (unsigned)used;
	current.seen_steps = trace.record.steps;
	if (leaves_at_step(steps_on, used >= limit, cpu))
		return;
	if (used >= GUARD_SILENT_MS && !steps_on)
		trace.record.is_silent = 1;
	if (is_in_run() && (used >= limit || (used >= GUARD_KNOWN_MS &&
					      g->hangs_again && g->hangs_again())))
		__me_failure_end_run(SIGVTALRM, NULL, context);
	if (wall_s() && g->overdue &&
	    wall - current.seen_wall_ms >= (int64_t)wall_s() * 1000 + GUARD_LIMIT_MS) {
		current.running = 0;
		g->overdue();
		current.running = 1;
	}
}

static void __me_failure_tick(int number, siginfo_t *info, void *context)
{
	int error = errno;

	(void)number;
	(void)info;
	if (current.running && current.guard->ticks)
		current.guard->ticks();
	if (current.running)
		__me_failure_check_clock(context);
	errno = error;
}

/* Seconds between two ticks by the clock, libFuzzer's for this limit. */
static time_t wall_tick_s(void)
{
	return wall_s() / 2 + 1;
}

static int start_timer(timer_t *timer, clockid_t clock, struct timespec every)
{
	const struct itimerspec times = {every, every};
	struct sigevent event;

	memset(&event, 0, sizeof event);
	event.sigev_notify = SIGEV_THREAD_ID;
	event.sigev_signo = SIGVTALRM;
	event.sigev_notify_thread_id = (pid_t)syscall(SYS_gettid);
	if (timer_create(clock, &event, timer))
		return 0;
	timer_settime(*timer, 0, &times, NULL);
	return 1;
}

static void start_clocks(struct guard *g)
{
	const struct timespec often = {0, GUARD_TICK_MS * 1000000L};
	const struct timespec rarely = {wall_tick_s(), 0};

	g->has_cpu_timer = start_timer(&g->cpu_timer, CLOCK_THREAD_CPUTIME_ID, often);
	g->has_wall_timer = wall_s() && g->overdue &&
			    start_timer(&g->wall_timer, CLOCK_MONOTONIC, rarely);
}

static void stop_clocks(struct guard *g)
{
	if (g->has_cpu_timer)
		timer_delete(g->cpu_timer);
	if (g->has_wall_timer)
		timer_delete(g->wall_timer);
	g->has_cpu_timer = g->has_wall_timer = 0;
}

/* ---- taking over */

/* Between inaccessible pages. */
static void make_stack(void)
{
	enum { SIZE = 1 << 18, BORDER = 1 << 16 };
	stack_t before;

	if (sigaltstack(NULL, &before) || !(before.ss_flags & SS_DISABLE))
		return;
	char *pages = mmap(NULL, SIZE + 2 * BORDER, PROT_NONE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (pages == MAP_FAILED)
		return;
	const stack_t ours = {.ss_sp = pages + BORDER, .ss_size = SIZE};
	if (!mprotect(ours.ss_sp, SIZE, PROT_READ | PROT_WRITE))
		sigaltstack(&ours, NULL);
}

void guard_stack(void)
{
	struct sigaction action;

	make_stack();
	for (int i = 0; i < ME_FAULT_COUNT; i++) {
		if (sigaction(signals[i], NULL, &action) ||
		    (action.sa_flags & SA_ONSTACK) || action.sa_handler == SIG_DFL)
			continue;
		action.sa_flags |= SA_ONSTACK;
		sigaction(signals[i], &action, NULL);
	}
}

/* What is there is kept, but for our own handler, which another process of the session may
 * have left. */
static void take_signal(int number, const struct sigaction *ours,
			struct sigaction *before)
{
	struct sigaction there;

	sigaction(number, ours, &there);
	if (there.sa_sigaction != ours->sa_sigaction)
		*before = there;
}

static void take_over(struct guard *g)
{
	struct sigaction action;

	make_stack();
	current.guard = g;
	current.thread = pthread_self();
	memset(&action, 0, sizeof action);
	action.sa_sigaction = __me_failure_signal;
	action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
	/* Ticks are blocked inside a handler: looking up a symbol may take longer than
	 * the time between two ticks, and must not be started twice. */
	sigemptyset(&action.sa_mask);
	sigaddset(&action.sa_mask, SIGVTALRM);
	for (int i = 0; i < ME_FAULT_COUNT; i++)
		take_signal(signals[i], &action, &g->before[i]);
	action.sa_sigaction = __me_failure_tick;
	action.sa_flags |= SA_RESTART;
	take_signal(SIGVTALRM, &action, &g->before_tick);
	start_clocks(g);
	const unsigned long threads = threads_count();
	if (!current.threads || threads < current.threads)
		current.threads = threads;
	environment_restore(&g->environment);
	g->entered = 1;
}

void guard_pause(struct guard *g)
{
	if (g->entered)
		stop_clocks(g);
	g->entered = 0;
}

void guard_leave(struct guard *g)
{
	if (!g->entered)
		return;
	guard_pause(g);
	sigaction(SIGVTALRM, &g->before_tick, NULL);
	for (int i = 0; i < ME_FAULT_COUNT; i++)
		sigaction(signals[i], &g->before[i], NULL);
}

/* ---- processes that a run forks */

void guard_note_child(void)
{
	current.is_child = 1;
}

void guard_note_fork(void)
{
	current.has_forked = current.running;
}

int guard_is_child(void)
{
	return current.is_child;
}

/* Its streams are the parent's, which writes what they hold. */
void guard_end_child(void)
{
	if (current.is_child)
		__me_exit_now(0);
}

static void wait_for_children(void)
{
	while (waitpid(-1, NULL, WNOHANG) > 0)
		;
	current.has_forked = 0;
}

/* ---- a run */

void guard_init(struct guard *g)
{
	memset(g, 0, sizeof *g);
	environment_note(&g->environment);
}

const void *guard_frame(void)
{
	return (const void *)current.stack; /* NOLINT */
}

int guard_run(struct guard *g, guard_fn *fn, void *context)
{
	current.stack = current.deepest = (uintptr_t)__builtin_frame_address(0);
	if (g->begins)
		g->begins();
	if (!g->entered)
		take_over(g);
	environment_begin(&g->environment);
	const int ignores_leaks = !g->finds_leaks && __lsan_disable && __lsan_enable;
	if (ignores_leaks)
		__lsan_disable();
	int number = sigsetjmp(current.escape, 0);

	if (!number) {
		current.run++;
		current.stack = current.deepest = (uintptr_t)__builtin_frame_address(0);
		current.running = 1;
		fn(context);
		current.running = 0;
		current.failing = 0;
	} else {
		threads_leave_regions();
		sigset_t set;
		sigemptyset(&set);
		if (number > 0)
			sigaddset(&set, number);
		sigaddset(&set, SIGVTALRM);
		sigprocmask(SIG_UNBLOCK, &set, NULL);
	}
	guard_end_child();
	if (current.has_forked)
		wait_for_children();
	if (ignores_leaks)
		__lsan_enable();
	environment_restore(&g->environment);
	if (g->ends)
		g->ends();
	return number;
}
