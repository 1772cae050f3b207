/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Handlers compare, on the stack of their own too, amid the comparisons of the program;
 * one of them does not return. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/time.h>

static volatile sig_atomic_t alarms, kind;
static sigjmp_buf back;

static void on_alarm(int number)
{
	if (number == SIGALRM && alarms < 1000)
		alarms++;
	switch (alarms % 4) {
	case 0:
		kind = 1;
		break;
	case 3:
		kind = 2;
		break;
	default:
		kind = kind > 1 ? 1 : 2;
	}
}

static void on_fault(int number)
{
	siglongjmp(back, number == SIGSEGV ? 5 : 6);
}

static int faults(int *volatile p)
{
	int result = sigsetjmp(back, 1);

	if (result)
		return result;
	return *p > 3 ? 1 : 2;
}

static long primes(int below)
{
	long sum = 0;

	for (int n = 2; n < below; n++) {
		int prime = 1;
		for (int d = 2; d * d <= n && prime; d++)
			if (n % d == 0)
				prime = 0;
		if (prime)
			sum += n;
	}
	return sum;
}

int main(void)
{
	static char stack[65536];
	stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
	struct sigaction action = {.sa_handler = on_alarm,
				   .sa_flags = SA_ONSTACK | SA_RESTART};
	struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};

	sigaltstack(&own, NULL);
	sigaction(SIGALRM, &action, NULL);
	action.sa_handler = on_fault;
	sigaction(SIGSEGV, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < 20 || (alarms < 20 && i < 2000); i++)
		if (primes(3000) != 593823)
			return 1;
	setitimer(ITIMER_REAL, &never, NULL);
	int four = 4;
	printf("%d %d %d\n", alarms > 0, faults(&four), faults(NULL));
	return 0;
}
