/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/own_process.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A directory for each, and the links of that of all. */
unsigned long threads_count(void)
{
	struct stat st;

	return stat("/proc/self/task", &st) || st.st_nlink < 2
		   ? 0
		   : (unsigned long)st.st_nlink - 2;
}

/* OpenMP's, where the program has it; the last one is what GCC calls at a region's end. */
extern int omp_pause_resource_all(int kind) __attribute__((weak));
extern int omp_in_parallel(void) __attribute__((weak));
extern int omp_get_level(void) __attribute__((weak));
extern void GOMP_parallel_end(void) __attribute__((weak));

void threads_rest(void)
{
	enum { PAUSE_SOFT = 1 };

	if (omp_pause_resource_all)
		omp_pause_resource_all(PAUSE_SOFT);
}

int threads_share_region(void)
{
	return omp_in_parallel && omp_in_parallel();
}

void threads_leave_regions(void)
{
	while (GOMP_parallel_end && omp_get_level && omp_get_level() > 0)
		GOMP_parallel_end();
}

/* ---- memory */

/* Without libc's streams, which may be locked. */
size_t resident_mb(void)
{
	char text[128], *at = text;
	const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	const ssize_t n = file < 0 ? 0 : read(file, text, sizeof text - 1);

	if (file >= 0)
		close(file);
	text[n > 0 ? n : 0] = '\0';
	while (*at && *at != ' ')
		at++;
	return (size_t)(strtoull(at, NULL, 10) * (unsigned long)getpagesize() >> 20);
}

/* ---- its end */

static pid_t *exited;

void own_process_note_exits(pid_t *last)
{
	exited = last;
}

void __me_exit_now(int code)
{
	if (exited)
		*exited = getpid();
	for (;;)
		syscall(SYS_exit_group, code);
}
