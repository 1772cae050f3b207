/* SPDX-License-Identifier: GPL-3.0-or-later */
/* suspend.c - the handler of SIGTSTP. */
#include "system/suspend.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>

#include "system/clock.h"

enum { GROUPS = 64 };

static volatile pid_t groups[GROUPS]; /* 0: none */

static void tell_groups(int number)
{
	for (size_t i = 0; i < GROUPS; i++)
		if (groups[i])
			kill(-groups[i], number);
}

static void suspend(int number)
{
	const int error = errno;
	const double start = clock_now();

	(void)number;
	tell_groups(SIGSTOP);
	raise(SIGSTOP); /* returns after SIGCONT */
	tell_groups(SIGCONT);
	clock_leave_out(clock_now() - start);
	errno = error;
}

static void watch(void)
{
	struct sigaction action = {.sa_handler = suspend, .sa_flags = SA_RESTART};
	struct sigaction before;

	sigemptyset(&action.sa_mask);
	sigaction(SIGTSTP, NULL, &before);
	if (before.sa_handler == SIG_DFL)
		sigaction(SIGTSTP, &action, NULL);
}

static void replace(pid_t before, pid_t after)
{
	size_t i = 0;

	while (i < GROUPS && groups[i] != before)
		i++;
	if (i < GROUPS)
		groups[i] = after;
}

void suspend_add(pid_t group)
{
	watch();
	replace(0, group);
}

void suspend_remove(pid_t group)
{
	replace(group, 0);
}
