/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/quiet.h"

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 1 << 20 }; /* bytes that are kept of earlier runs */

static struct {
	int (*repeats)(void);
	int terminal; /* the real standard error; 0: not known yet */
	int file; /* in memory; -1: what the program prints goes to the terminal */
	off_t begin; /* of the run's text in it */
} quiet = {.file = -1};

static ssize_t write_message(void *cookie, const char *text, size_t size)
{
	(void)cookie;
	if (quiet.repeats && quiet.repeats())
		return (ssize_t)size;
	return write(quiet.terminal, text, size);
}

int quiet_init(void)
{
	const cookie_io_functions_t functions = {.write = write_message};

	if (quiet.terminal)
		return 0;
	const int terminal = dup(STDERR_FILENO);
	FILE *own = terminal < 0 ? NULL : fopencookie(NULL, "w", functions);
	if (!own)
		return -1;
	quiet.terminal = terminal;
	setvbuf(own, NULL, _IONBF, 0);
	stderr = own;
	return 0;
}

void quiet_while(int (*repeats)(void))
{
	quiet.repeats = repeats;
}

void quiet_begin(void)
{
	if (quiet.file < 0)
		quiet.file = memfd_create("stderr", MFD_CLOEXEC);
	if (quiet.file >= 0)
		dup2(quiet.file, STDERR_FILENO);
}

void quiet_run(void)
{
	if (quiet.file < 0)
		return;
	quiet.begin = lseek(quiet.file, 0, SEEK_CUR);
	if (quiet.begin < MOST)
		return;
	if (!ftruncate(quiet.file, 0))
		quiet.begin = lseek(quiet.file, 0, SEEK_SET);
}

void quiet_show(void)
{
	char text[4096];
	ssize_t n;

	if (quiet.file < 0)
		return;
	for (off_t at = quiet.begin; (n = pread(quiet.file, text, sizeof text, at)) > 0;
	     at += n)
		if (write(quiet.terminal, text, (size_t)n) < 0)
			break;
	dup2(quiet.terminal, STDERR_FILENO);
}

void quiet_end(void)
{
	if (quiet.file >= 0)
		dup2(quiet.terminal, STDERR_FILENO);
}
