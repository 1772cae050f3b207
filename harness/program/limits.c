/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/limits.h"

#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The system calls: a program under test may have functions of its own by libc's names. */

void limits_note(struct limits *l)
{
	for (int i = 0; i < RLIM_NLIMITS; i++)
		syscall(SYS_prlimit64, 0, i, NULL, &l->of[i]);
}

void limits_restore(const struct limits *l)
{
	struct rlimit now;

	for (int i = 0; i < RLIM_NLIMITS; i++)
		if (!syscall(SYS_prlimit64, 0, i, NULL, &now) &&
		    (now.rlim_cur != l->of[i].rlim_cur ||
		     now.rlim_max != l->of[i].rlim_max))
			syscall(SYS_prlimit64, 0, i, &l->of[i], NULL);
}
