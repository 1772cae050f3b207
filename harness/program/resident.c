/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/program/resident.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

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
