/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/threads.h"

#include <sys/stat.h>

/* A directory for each, and the links of that of all. */
unsigned long threads_count(void)
{
	struct stat st;

	return stat("/proc/self/task", &st) || st.st_nlink < 2
		   ? 0
		   : (unsigned long)st.st_nlink - 2;
}

/* OpenMP 5.0's, where the program has it. */
extern int omp_pause_resource_all(int kind) __attribute__((weak));

void threads_rest(void)
{
	enum { PAUSE_SOFT = 1 };

	if (omp_pause_resource_all)
		omp_pause_resource_all(PAUSE_SOFT);
}
