/* SPDX-License-Identifier: GPL-3.0-or-later */
/* guard.c - the guarded run, by sigsetjmp and siglongjmp on a stack of its own. */
#include "harness/guard.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <xmmintrin.h>

static const int signals[GUARD_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

static sigjmp_buf escape;
static volatile sig_atomic_t running;

static void on_signal(int number)
{
	if (running) {
		running = 0;
		siglongjmp(escape, number);
	}
	/* Not from a guarded run: die as if nobody had asked. */
	signal(number, SIG_DFL);
	raise(number);
}

/* The handler runs on a stack of its own: the run may have used up the other one. */
static void make_stack(void)
{
	static char stack[1 << 16];
	stack_t current, ours = {.ss_sp = stack, .ss_size = sizeof stack};

	if (!sigaltstack(NULL, &current) && (current.ss_flags & SS_DISABLE))
		sigaltstack(&ours, NULL);
}

void guard_enter(struct guard *g)
{
	struct sigaction action;

	make_stack();
	memset(&action, 0, sizeof action);
	action.sa_handler = on_signal;
	action.sa_flags = SA_ONSTACK | SA_NODEFER;
	sigemptyset(&action.sa_mask);
	for (int i = 0; i < GUARD_SIGNALS; i++)
		sigaction(signals[i], &action, &g->before[i]);
}

void guard_leave(struct guard *g)
{
	for (int i = 0; i < GUARD_SIGNALS; i++)
		sigaction(signals[i], &g->before[i], NULL);
}

void guard_init(struct guard *g)
{
	g->control = _mm_getcsr() & ~_MM_EXCEPT_MASK;
	__asm__ volatile("fnstcw %0" : "=m"(g->control_x87));
}

void guard_environment(const struct guard *g)
{
	uint16_t control, status;

	if (_mm_getcsr() != g->control)
		_mm_setcsr(g->control);
	__asm__ volatile("fnstsw %0" : "=m"(status));
	if (status & 0x3f)
		__asm__ volatile("fnclex");
	__asm__ volatile("fnstcw %0" : "=m"(control));
	if (control != g->control_x87)
		__asm__ volatile("fldcw %0" : : "m"(g->control_x87));
}

int guard_run(struct guard *g, guard_fn *fn, void *context)
{
	guard_environment(g);
	int number = sigsetjmp(escape, 0);

	if (!number) {
		running = 1;
		fn(context);
		running = 0;
	} else {
		sigset_t set;
		sigemptyset(&set);
		sigaddset(&set, number);
		sigprocmask(SIG_UNBLOCK, &set, NULL);
		__asm__ volatile("fninit");
	}
	guard_environment(g);
	return number;
}
