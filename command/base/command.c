/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.c - failures, notes, and the paths of ME's own files. */
#include "command/base/command.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command/base/status.h"

int command_fail(struct command *command, const char *file, const char *format, ...)
{
	char reason[1024];
	va_list list;

	va_start(list, format);
	vsnprintf(reason, sizeof(reason), format, list);
	va_end(list);
	snprintf(command->failure, sizeof(command->failure), "%s%s%s", file ? file : "",
		 file ? ": " : "", reason);
	return -1;
}

int command_no_memory(struct command *command)
{
	return command_fail(command, NULL, "out of memory");
}

int command_flush(struct command *command)
{
	return fflush(stdout) == 0 && !ferror(stdout)
		   ? 0
		   : command_fail(command, "standard output", "cannot be written");
}

void command_report(struct command *command)
{
	if (*command->failure)
		fprintf(stderr, "%s: %s\n", command->program, command->failure);
	*command->failure = '\0';
}

void command_note(const struct command *command, const char *format, ...)
{
	va_list list;

	status_erase(command->status);
	fprintf(stderr, "%s: note: ", command->program);
	va_start(list, format);
	vfprintf(stderr, format, list);
	va_end(list);
	fputc('\n', stderr);
}

int command_own_file(struct command *command, const char *name, char **path)
{
	static const char *const places[] = {"", "/../lib/me"};
	char self[PATH_MAX];
	const ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *slash;

	if (n < 0)
		return command_fail(command, "/proc/self/exe", "%s", strerror(errno));
	self[n] = '\0';
	slash = strrchr(self, '/');
	if (slash)
		*slash = '\0';
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		char place[2 * PATH_MAX];

		snprintf(place, sizeof(place), "%s%s/%s", self, places[i], name);
		*path = realpath(place, NULL);
		if (*path)
			return 0;
	}
	return command_fail(command, name, "not found in %s nor in %s/../lib/me", self,
			    self);
}
