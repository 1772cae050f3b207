/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * failure.c - the ends that a run can make of its process.
 *
 * All of it may be called in a signal handler or in libFuzzer's memory watching thread,
 * in a program whose heap is damaged or locked: nothing is allocated.
 */
#include "harness/libfuzzer/failure.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/goals/fault.h"
#include "harness/libfuzzer/ending.h"
#include "harness/libfuzzer/fork.h"
#include "harness/libfuzzer/sanitizer.h"
#include "harness/pristine/checkpoint.h"
#include "harness/pristine/confirm.h"
#include "harness/pristine/leftovers.h"
#include "harness/pristine/session_end.h"
#include "harness/program/backtrace.h"
#include "harness/program/damage.h"
#include "harness/program/fuzzer_flags.h"
#include "harness/program/own_process.h"
#include "harness/program/shared_memory.h"
#include "harness/rungoal/custom_goal.h"
#include "harness/runtime/trace.h"

void __sanitizer_print_stack_trace(void);

enum { CALL_TEXT = 4096 };

/* libFuzzer's: a run of its own is on; what it does at an exit, an alarm and a
 * sanitizer's report. */
extern char running_callback __asm__("_ZN6fuzzer19RunningUserCallbackE")
    __attribute__((weak));
void exit_callback(void) __asm__("_ZN6fuzzer6Fuzzer18StaticExitCallbackEv")
    __attribute__((weak));
void alarm_callback(void) __asm__("_ZN6fuzzer6Fuzzer19StaticAlarmCallbackEv")
    __attribute__((weak));
void death_callback(void) __asm__("_ZN6fuzzer6Fuzzer19StaticDeathCallbackEv")
    __attribute__((weak));

/* Fuzzer::DumpCurrentUnit: libFuzzer's, and ours which libFuzzer calls. */
void __me_libfuzzer_dump(void *fuzzer, const char *prefix) __attribute__((weak));
void __me_failure_dump(void *fuzzer, const char *prefix);

static struct {
	const struct subject *subject;
	failure_ends_fn
	    *ends; /* a failing run does not end the session, but for this */
	struct input
	    input; /* of the last run, inner or libFuzzer's: a copy in `copy` */
	void *copy;
	size_t copy_room;
	pid_t process;
	volatile sig_atomic_t inner; /* it is being run by the minimisation */
	volatile sig_atomic_t
	    dumping; /* its artifact is being written: no further run */
	int reported; /* exit code of the failure that libFuzzer reports */
	int noted; /* there was a run */
	int is_careful; /* what runs damage is looked for */
	int (*exits)(void); /* whether a run may be left where it calls exit() */
	struct sigaction before; /* of SIGSEGV, while a file is run by itself */
	int has_alarm; /* a handler of the program's, which libFuzzer leaves alone */
} failure;

/* ---- the artifact */

/* In a job of -fork: whether another run of the session has failed in the same way.
 * Then its input is kept already. */
static int is_known(enum me_end kind)
{
	char place[FAILURE_TEXT / 2];
	const char *prefix = me_ends[kind].prefix;
	int is_new;
	struct failure_record *r = failures_note(
	    fork_failures(), kind, failure_key(0, me_ends[kind].stack), &is_new);

	if (is_new) {
		backtrace_place(place, sizeof place, NULL);
		snprintf(r->what, sizeof r->what, "%.*s %s", (int)strlen(prefix) - 1,
			 prefix, place);
		failures_describe(r, failure.input);
		snprintf(r->artifact, sizeof r->artifact, "%s",
			 artifact_write(kind, failure.input, 1));
	} else if (r) {
		fprintf(stderr, "INFO: me: another run has failed in this way: %s\n",
			*r->artifact ? r->artifact : "its artifact is being written");
	}
	return r != NULL;
}

static void end_report(int number)
{
	(void)number;
	__me_exit_now(failure.reported);
}

/* libFuzzer's report allocates memory, from a heap that the run may have damaged, and in a
 * handler: where that fails, or waits for ever, the process ends as after the report. */
static void bound_report(enum me_end kind)
{
	static const int signals[] = {ME_FAULT_SIGNALS SIGALRM};
	enum { LONGEST_S = 10 };
	const struct sigaction action = {.sa_handler = end_report,
					 .sa_flags = SA_NODEFER};
	sigset_t set;

	failure.reported = failures_code(kind);
	sigemptyset(&set);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
		sigaction(signals[i], &action, NULL);
		sigaddset(&set, signals[i]);
	}
	sigprocmask(SIG_UNBLOCK, &set, NULL);
	alarm(LONGEST_S);
}

/* No failure, and no report of libFuzzer's. */
static void end_outside(const char *detail)
{
	fprintf(
	    stderr,
	    "INFO: me: the run left what was assumed of the parameters, which is no "
	    "fault: %s\n",
	    detail);
	__me_exit_now(failures_code(ME_END_OUTSIDE));
}

/* A separate thread watches memory. If it finds the memory exhausted between two runs,
 * the artifact is the input of the last one. */
void __me_failure_dump(void *fuzzer, const char *prefix)
{
	const enum me_end kind = me_end_of_artifact(prefix);
	const char *type;
	char detail[400];

	leftovers_end_stray();
	leftovers_return_home();
	int between = failure.noted && !running_callback && kind == ME_END_OOM;

	if (kind != ME_END_OOM)
		custom_judge(kind != ME_END_TIMEOUT ? -1 : SIGVTALRM);
	if (failure.ends && failure.noted)
		failure.ends(kind); /* does not return */
	if (sanitizer_describe(failure.subject, detail, sizeof detail, &type) ==
	    ME_END_OUTSIDE)
		end_outside(detail);
	fork_note_failure();
	if (fork_is_child() && failure.noted && is_known(kind)) {
		failure.dumping = 1;
		return;
	}
	if (!failure.inner && !between) {
		bound_report(kind);
		__me_libfuzzer_dump(fuzzer, prefix);
		return;
	}
	failure.dumping = 1;
	if (!between)
		guard_abandon();
	artifact_write(kind, failure.input, 1);
}

/* ---- runs */

/* The old copy is left as it is: the thread that watches memory may be reading it.
 * These pages are nobody's leak, and shared with a process that waits for the end of
 * this one. 0 when out of memory. */
static int make_room(size_t size)
{
	size_t room = failure.copy_room ? failure.copy_room : 4096;

	while (room < size)
		room *= 2;
	if (room == failure.copy_room)
		return 1;
	void *copy = shared_memory(room);
	if (!copy)
		return 0;
	failure.copy = copy;
	failure.copy_room = room;
	return 1;
}

void failure_note(void)
{
	struct input in = failure.subject->kind->held(failure.subject);

	while (failure.dumping)
		pause();
	abort_on_take(); /* what an earlier run has left */
	if (!make_room(in.size))
		return;
	memcpy(failure.copy, in.data, in.size);
	failure.input = (struct input){failure.copy, in.size};
	failure.noted = 1;
}

/* An inner run of what the subject holds begins. */
static void begin(void)
{
	failure_note();
	failure.inner = 1;
	session_end_run(1);
	if (failure.is_careful)
		damage_begin(guard_frame());
}

static void end(void)
{
	if (failure.is_careful && damage_end())
		failure.ends(ME_END_DAMAGE);
	session_end_run(0);
	failure.inner = 0;
}

struct input failure_input(void)
{
	return failure.input;
}

unsigned failure_limit_ms(int argc, char **argv)
{
	const long long timeout = options_number(argc, argv, "timeout", 0);

	return timeout > 0 ? (unsigned)timeout * 1000 : 0;
}

/* The size is that of all inputs. */
int failure_survive(failure_ends_fn *ends, int (*exits)(void))
{
	const size_t size = failure.subject->kind->held(failure.subject).size;

	if (!make_room(size))
		return -1;
	failure.input = (struct input){failure.copy, size};
	failure.ends = ends;
	failure.exits = exits;
	return 0;
}

void failure_be_careful(void)
{
	failure.is_careful = 1;
}

void failure_run_returns(void)
{
	const char *what = damage_end();

	guard_end_child();
	if (!what)
		return;
	fprintf(stderr, "ERROR: me: %s\n", what);
	raise(SIGABRT);
}

/* Between two runs: what an earlier one has damaged is no fault of the last one. The next
 * worker comes to this place with care. */
static void strays(int number)
{
	if (checkpoint_is_on())
		guard_die(number);
}

void failure_new_process(void)
{
	failure.process = getpid();
	failure.dumping = 0;
	session_end_run(0);
}

/* ---- the ends that a program can make */

int failure_is_run(void)
{
	return failure.subject && trace.on && getpid() == failure.process;
}

/* libFuzzer's report, which it makes only of its own runs otherwise. */
static void __me_failure_report(void (*callback)(void))
{
	char before = running_callback;

	guard_abandon();
	running_callback = 1;
	callback();
	running_callback = before;
}

static void __me_failure_exit(void)
{
	if (!failure_is_run())
		return;
	if (failure.ends)
		failure.ends(ME_END_EXIT);
	__me_failure_report(exit_callback);
}

static void __me_failure_sanitizer(void)
{
	if (failure_is_run())
		failure.ends(ME_END_SANITIZER);
}

/* Of SIGALRM; false: it is ignored, or ends the process. */
static int alarm_handler(struct sigaction *action)
{
	return !sigaction(SIGALRM, NULL, action) && action->sa_handler != SIG_DFL &&
	       action->sa_handler != SIG_IGN;
}

/* libFuzzer's alarm ticks, and mostly returns: a system call in which a run waits goes
 * on then, where the signal's default would be EINTR. */
static void resume_after_alarm(void)
{
	struct sigaction action;

	if (failure.has_alarm || !alarm_handler(&action))
		return;
	action.sa_flags |= SA_RESTART;
	sigaction(SIGALRM, &action, NULL);
}

/* A child that a run of the program has forked is none of the session's processes: these are
 * forked between runs. libFuzzer must not report its exit. */
static void note_child(void)
{
	if (!trace.on && (failure.ends || !running_callback))
		return;
	guard_note_child();
	running_callback = 0;
}

void failure_watch(void)
{
	resume_after_alarm();
	/* At an exit the handler that came last is called first: libFuzzer's report is
	 * not wanted then. */
	if (failure.ends && atexit(__me_failure_exit))
		__me_exit_now(1);
	if (failure.ends)
		sanitizer_call_at_death(__me_failure_sanitizer);
	else
		sanitizer_call_at_death_of_libubsan(death_callback);
}

/* The object of a custom goal has little of the stack that the program has left it. */
static void judge(int number, const siginfo_t *info, const void *context)
{
	if (number == SIGVTALRM || !fault_is_stack(number, info, context))
		custom_judge(number);
}

static void __me_failure_overdue(void)
{
	sigset_t alarm;

	if (failure.ends)
		failure.ends(ME_END_TIMEOUT);
	/* libFuzzer's own alarm would interrupt. */
	sigemptyset(&alarm);
	sigaddset(&alarm, SIGALRM);
	sigprocmask(SIG_BLOCK, &alarm, NULL);
	__me_failure_report(alarm_callback);
}

static void __me_failure_leave_exit(void)
{
	custom_judge(0);
	if (failure_is_run() && failure.exits && guard_may_leave_exit() &&
	    backtrace_exits() && failure.exits())
		guard_leave_exit();
}

/* _exit and _Exit call no exit handler: those of the program under test come here. */
__attribute__((weak, visibility("default"), noreturn)) void _exit(int code)
{
	__me_failure_leave_exit();
	ending_exit();
	__me_failure_exit();
	__me_exit_now(code);
}

__attribute__((weak, visibility("default"), noreturn)) void _Exit(int code)
{
	_exit(code);
}

/* A program that is linked statically has libc's own: quick_exit() brings it along. */
__attribute__((weak, visibility("default"), noreturn)) void exit(int code)
{
	__me_failure_leave_exit();
	void (*next)(int) = NULL;
	*(void **)&next = dlsym(RTLD_NEXT, "exit");
	if (next)
		next(code);
	quick_exit(code);
}

/* ---- what tells failures apart */

uint64_t failure_key(int number, enum me_stack stack)
{
	const uint64_t place = stack ? backtrace_key(stack == ME_STACK_LINES) : 0;

	return place ^ (uint64_t)(unsigned)number << 56;
}

/* Where its place is that of a clock's tick or of the stack's end, it is another one in each
 * run. Leaks are looked for between runs, and what has used all memory is not run twice. */
int failure_is_confirmed(enum me_end kind, uint64_t key, enum me_stack stack)
{
	return !me_ends[kind].shows_alone ||
	       confirm_failure(failure.input, kind, key, stack != ME_STACK_FUNCTIONS);
}

/* ---- what is told of them */

void failure_print(enum me_end kind, const char *detail, int has_stack,
		   const char *place)
{
	const struct subject *s = failure.subject;
	static char call[CALL_TEXT];

	if (s->kind->describe)
		s->kind->describe(s, failure.input, call, sizeof call);
	fprintf(stderr, "==%d== ERROR: libFuzzer: %s\n", (int)getpid(),
		me_ends[kind].report);
	if (has_stack)
		__sanitizer_print_stack_trace();
	if (me_ends[kind].has_summary)
		fprintf(stderr, "SUMMARY: libFuzzer: %s\n", me_ends[kind].report);
	fprintf(stderr, "INFO: me: %s%s%s%s%s\n", call, *call && *detail ? ": " : "",
		detail, *place ? ", " : "", place);
}

/* ---- runs that are libFuzzer's matter */

/* libFuzzer's handler is called where the fault comes again. */
static void look_outside(int number, siginfo_t *info, void *context)
{
	const struct subject *s = failure.subject;
	char detail[400];

	if (fault_end(s, number, info, context) == ME_END_OUTSIDE) {
		fault_describe(s, number, info, context, detail, sizeof detail);
		end_outside(detail);
	}
	sigaction(number, &failure.before, NULL);
	if (info->si_code <= 0)
		raise(number);
}

void failure_watch_outside(void)
{
	const struct sigaction look = {.sa_sigaction = look_outside,
				       .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct sigaction before;

	if (!failure.subject->kind->is_assumed || sigaction(SIGSEGV, &look, &before) ||
	    before.sa_sigaction == look_outside)
		return;
	failure.before = before;
}

void failure_raise(int number)
{
	const struct subject *s = failure.subject;
	char where[300] = "";
	const int is_told = s->kind->describe_address(s, NULL, where, sizeof where);

	(void)number;
	if (fault_end_of_damage(s) == ME_END_OUTSIDE)
		end_outside(where);
	if (is_told)
		fprintf(stderr, "ERROR: me: %s\n", where);
	raise(SIGABRT);
}

/* ---- */

int failure_init(const struct subject *subject, struct guard *g,
		 struct run_limit *limit, int argc, char **argv)
{
	struct sigaction action;

	failure.process = getpid();
	if (!failure.subject)
		pthread_atfork(NULL, guard_note_fork, note_child);
	failure.has_alarm = alarm_handler(&action);
	if (artifact_init(subject, argc, argv) || atexit(__me_failure_exit))
		return -1;
	failure.subject = subject;
	g->begins = begin;
	g->ends = end;
	lockless_find();
	g->may_leave = backtrace_may_leave;
	g->aborts = backtrace_aborts;
	g->judges = judge;
	g->strays = strays;
	g->overdue = __me_failure_overdue;
	limit->wall_s = failure_limit_ms(argc, argv) / 1000;
	return 0;
}
