/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The guarded run: every signal of a failing program escapes and the next run goes on,
 * the floating-point control is put back, and so are the handlers.
 */
#include "harness/runtime/guard.h"
#include "harness/runtime/trace.h"

#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/unit/me_check.h"

enum { MANY = 1000 };

/* What fails here fails on purpose. */
#define FAILING __attribute__((no_sanitize("undefined", "address")))

static int runs;

static void return_normally(void *context)
{
	(void)context;
	runs++;
}

FAILING static void read_null(void *context)
{
	(void)context;
	runs++;
	(void)*(volatile int *)NULL;
}

FAILING static void divide_by_zero(void *context)
{
	volatile int seven = 7, zero = 0;

	(void)context;
	runs++;
	seven = seven / zero;
}

static void call_abort(void *context)
{
	(void)context;
	runs++;
	abort();
}

static void trap(void *context)
{
	(void)context;
	runs++;
	__asm__ volatile("ud2");
}

static void raise_bus(void *context)
{
	(void)context;
	runs++;
	raise(SIGBUS);
}

/* Uses up the stack. */
FAILING static void recurse(void *context)
{
	volatile char frame[4096];

	memset((char *)frame, 1, sizeof frame);
	if (frame[1])
		recurse((void *)frame);
	frame[0] = context != NULL;
}

static void trap_in_float(void *context)
{
	volatile double zero = 0;

	(void)context;
	runs++;
	feclearexcept(FE_ALL_EXCEPT);
	feenableexcept(FE_DIVBYZERO);
	zero = 1 / zero;
}

static void change_rounding(void *context)
{
	const unsigned short control = 0x0c7f; /* toward zero, 24 bits */

	(void)context;
	fesetround(FE_UPWARD);
	__asm__ volatile("fldcw %0" : : "m"(control));
}

static int exceptions_seen;

static void look_and_raise(void *context)
{
	(void)context;
	exceptions_seen = fetestexcept(FE_ALL_EXCEPT);
	feraiseexcept(FE_DIVBYZERO | FE_INEXACT | FE_OVERFLOW);
}

/* MMX marks all of x87's registers as used, and these end with numbers in them. */
static void use_mmx(void *context)
{
	(void)context;
	__asm__ volatile("pxor %mm0, %mm0");
}

static void leave_number(void *context)
{
	(void)context;
	__asm__ volatile("fldz");
}

static long double third;

static void divide_long(void *context)
{
	volatile long double x = *(long double *)context;

	third = x / 3;
}

static unsigned sse_control(void)
{
	unsigned csr;

	__asm__ volatile("stmxcsr %0" : "=m"(csr));
	return csr & ~0x3fu;
}

static unsigned x87_control(void)
{
	unsigned short control;

	__asm__ volatile("fnstcw %0" : "=m"(control));
	return control;
}

/* ---- signals */

static void check_signals(struct guard *g)
{
	static const struct {
		guard_fn *fn;
		int signal;
		const char *name;
	} failures[] = {
	    {read_null, SIGSEGV, "guard_null_pointer"},
	    {divide_by_zero, SIGFPE, "guard_division"},
	    {call_abort, SIGABRT, "guard_abort"},
	    {trap, SIGILL, "guard_trap"},
	    {raise_bus, SIGBUS, "guard_bus"},
	    {recurse, SIGSEGV, "guard_stack_overflow"},
	    {trap_in_float, SIGFPE, "guard_float_trap"},
	};

	for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
		int got = guard_run(g, failures[i].fn, NULL);
		int again = guard_run(g, failures[i].fn, NULL);
		int normal = guard_run(g, return_normally, NULL);
		check(got == failures[i].signal && again == got && !normal,
		      failures[i].name, "not its signal, twice, and 0 afterwards");
	}
}

static void check_many(struct guard *g)
{
	int bad = 0;

	runs = 0;
	for (int i = 0; i < MANY; i++)
		bad += guard_run(g, i % 2 ? call_abort : read_null, NULL) !=
		       (i % 2 ? SIGABRT : SIGSEGV);
	check(!bad && runs == MANY, "guard_many_times", "a run was lost");
}

/* ---- the floating-point environment */

static void check_control(struct guard *g)
{
	const unsigned sse = sse_control(), x87 = x87_control();

	guard_run(g, change_rounding, NULL);
	check(fegetround() == FE_TONEAREST && sse_control() == sse,
	      "guard_rounding_mode", "a run's rounding mode stays");
	check(x87_control() == x87, "guard_x87_control", "a run's precision stays");
	guard_run(g, trap_in_float, NULL);
	check(sse_control() == sse && x87_control() == x87, "guard_float_masks",
	      "an unmasked exception stays");
	feraiseexcept(FE_ALL_EXCEPT);
	guard_run(g, look_and_raise, NULL);
	check(!exceptions_seen, "guard_exceptions_of_others", "a run sees them");
	guard_run(g, look_and_raise, NULL);
	check(!exceptions_seen, "guard_exceptions_of_a_run", "the next run sees them");
}

static void check_registers(struct guard *g)
{
	long double one = 1;

	guard_run(g, use_mmx, NULL);
	guard_run(g, divide_long, &one);
	check(third == 1.0L / 3, "guard_mmx", "x87's registers stay those of MMX");
	for (int i = 0; i < 9; i++)
		guard_run(g, leave_number, NULL);
	guard_run(g, divide_long, &one);
	check(third == 1.0L / 3, "guard_x87_registers", "a number stays in them");
}

/* ---- handlers and masks */

static volatile sig_atomic_t own_signal;

static void own_handler(int number)
{
	own_signal = number;
}

/* ---- hangs */

static volatile int never;

FAILING static void hang(void *context)
{
	(void)context;
	runs++;
	while (!never)
		;
}

static int nothing_is(uintptr_t pc)
{
	(void)pc;
	return 0;
}

static void end_hang(void)
{
	never = 1;
}

static void check_hang(void)
{
	struct guard g;

	guard_init(&g);
	check(guard_run(&g, hang, NULL) == SIGVTALRM, "guard_hang", "it is not left");
	check(!guard_run(&g, return_normally, NULL), "guard_after_hang",
	      "the next run fails");
	g.may_leave = nothing_is;
	g.overdue = end_hang;
	trace.asked.limit.wall_s = 1;
	check(!guard_run(&g, hang, NULL) && never, "guard_overdue",
	      "it is left, where it must not be");
	guard_leave(&g);
}

static void check_handlers_back(void)
{
	struct sigaction own, after;
	struct guard g;
	int bad = 0;
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

	memset(&own, 0, sizeof own);
	own.sa_handler = own_handler;
	own.sa_flags = SA_RESTART;
	for (int i = 0; i < 5; i++)
		sigaction(signals[i], &own, NULL);
	guard_init(&g);
	guard_run(&g, read_null, NULL);
	guard_run(&g, call_abort, NULL);
	guard_leave(&g);
	for (int i = 0; i < 5; i++) {
		sigaction(signals[i], NULL, &after);
		bad +=
		    after.sa_handler != own_handler || !(after.sa_flags & SA_RESTART);
		raise(signals[i]);
		bad += own_signal != signals[i];
		signal(signals[i], SIG_DFL);
	}
	check(!bad, "guard_handlers_back", "a handler is not as it was");
}

static int begun, ended;

static void note_begin(void)
{
	begun++;
}

static void note_end(void)
{
	ended += begun > ended;
}

/* The watchers are called around each run, also around one that is left. */
static void check_watchers(void)
{
	struct guard g;

	guard_init(&g);
	g.begins = note_begin;
	g.ends = note_end;
	guard_run(&g, return_normally, NULL);
	check(begun == 1 && ended == 1, "guard_watched", "not once around a run");
	guard_run(&g, read_null, NULL);
	guard_leave(&g);
	check(begun == 2 && ended == 2, "guard_watched_signal",
	      "not once around a run that a signal ends");
}

/* A slice of the search may make no run, and then changes no handler. */
static void check_no_run(void)
{
	struct sigaction after;
	struct guard g;

	signal(SIGSEGV, own_handler);
	guard_init(&g);
	guard_leave(&g);
	sigaction(SIGSEGV, NULL, &after);
	check(after.sa_handler == own_handler, "guard_no_run",
	      "the handler is another one");
	signal(SIGSEGV, SIG_DFL);
}

static void check_mask(void)
{
	sigset_t before, after;
	struct guard g;
	int bad = 0;

	sigprocmask(SIG_BLOCK, NULL, &before);
	guard_init(&g);
	guard_run(&g, read_null, NULL);
	guard_run(&g, call_abort, NULL);
	guard_leave(&g);
	sigprocmask(SIG_BLOCK, NULL, &after);
	for (int s = 1; s < 32; s++)
		bad += sigismember(&before, s) != sigismember(&after, s);
	check(!bad, "guard_mask_back", "a signal is blocked that was not");
}

/* A signal between runs is not of the program under test: the process dies of it. */
static void check_outside(void)
{
	const struct rlimit no_core = {0, 0};
	int status;

	fflush(stdout);
	const pid_t child = fork();
	if (child == 0) {
		struct guard g;
		setrlimit(RLIMIT_CORE, &no_core);
		guard_init(&g);
		guard_run(&g, read_null, NULL);
		raise(SIGSEGV);
		_exit(0);
	}
	waitpid(child, &status, 0);
	check(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV, "guard_outside_a_run",
	      "the process lives on");
}

/* Steps for ever, as the hooks of a loop do. */
static void step_on(void *context)
{
	volatile uint64_t *const steps = &trace.record.steps, *const budget =
								  &trace.record.budget;

	(void)context;
	*steps = 0;
	for (;;)
		if (++*steps > *budget)
			guard_leave_long_run();
}

static void ask(uint64_t steps, unsigned cpu_ms)
{
	struct run_request request = run_request_plain();

	request.limit.steps = steps;
	request.limit.cpu_ms = cpu_ms;
	trace_begin(&request);
}

static void check_slow(void)
{
	struct guard g;

	guard_init(&g);
	ask(1000, 100);
	check(guard_run(&g, step_on, NULL) == GUARD_LONG && !trace.record.is_slow,
	      "guard_long", "a run of many steps is slow, or not left");
	ask(UINT64_MAX - 1, 100);
	check(guard_run(&g, step_on, NULL) == GUARD_LONG && trace.record.is_slow,
	      "guard_slow", "a run that has had its time is not slow, or not left");
	ask(1000, 100);
	check(guard_run(&g, step_on, NULL) == GUARD_LONG && !trace.record.is_slow,
	      "guard_slow_before", "the run after a slow one is slow");
	guard_leave(&g);
}

/* Ticks of the clock heard in runs: a loaded machine may give fewer than the CPU time
 * used makes one expect. */
static volatile sig_atomic_t ticks;
static uint32_t runs_between; /* two ticks */

static void count_tick(void)
{
	ticks++;
	trace.run += runs_between;
}

struct work {
	int ticks; /* works until so many */
	int steps; /* in each iteration */
};

static void work(void *context)
{
	const struct work *const w = context;
	volatile uint64_t *const steps = &trace.record.steps;
	const int end = ticks + w->ticks;

	do
		*steps += (uint64_t)w->steps;
	while (ticks < end);
}

static void check_silent(void)
{
	struct guard g;
	struct work silent = {5, 0}, stepping = {5, 1000}, nothing = {0, 0};

	guard_init(&g);
	g.ticks = count_tick;
	ask(UINT64_MAX, 60000);
	trace.slow_ticks = 0;
	check(guard_run(&g, work, &silent) == 0 && trace.record.is_silent,
	      "guard_silent",
	      "a run that takes long without steps is not silent, or is ended");
	check(trace.slow_ticks > 0, "guard_charged", "its time costs nothing");
	trace.slow_ticks = 0;
	runs_between = 40;
	check(guard_run(&g, work, &silent) == 0 && trace.slow_ticks == 0, "guard_short",
	      "runs of a millisecond are charged for their time");
	runs_between = 0;
	ask(UINT64_MAX, 60000);
	check(guard_run(&g, work, &stepping) == 0 && !trace.record.is_silent,
	      "guard_not_silent", "a run that passes loops is silent, or is ended");
	check(trace.slow_ticks == 0, "guard_not_charged",
	      "its time costs more than its steps");
	ask(UINT64_MAX, 60000);
	check(guard_run(&g, work, &nothing) == 0 && !trace.record.is_silent,
	      "guard_silent_before", "the run after a silent one is silent");
	guard_leave(&g);
}

int main(void)
{
	struct guard g;

	guard_init(&g);
	check(guard_run(&g, return_normally, NULL) == 0 && runs == 1, "guard_normal",
	      "not run once");
	check_signals(&g);
	check_many(&g);
	check_control(&g);
	check_registers(&g);
	guard_leave(&g);
	check_hang();
	check_slow();
	check_silent();
	check_handlers_back();
	check_watchers();
	check_no_run();
	check_mask();
	check_outside();
	return me_check_failures != 0;
}
