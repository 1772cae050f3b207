/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command.c - failures, notes, and the paths of ME's own files. */
#include "command/base/command.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "corpus/files/corpus.h"
#include "system/clock.h"
#include "system/stop.h"

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

	if (n < 0)
		return command_fail(command, "/proc/self/exe", "%s", strerror(errno));
	self[n] = '\0';
	char *slash = strrchr(self, '/');
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

/* ---- files */

int command_read(struct command *command, const char *path, unsigned char **bytes,
		 size_t *size)
{
	const int err = corpus_read_regular(path, bytes, size);

	return err ? command_fail(command, path, "%s", corpus_strerror(err)) : 0;
}

int command_write(struct command *command, const char *path, const void *bytes,
		  size_t size)
{
	const int err = corpus_write_file(path, bytes, size);

	return err ? command_fail(command, path, "%s", corpus_strerror(err)) : 0;
}

int command_make_directory(struct command *command, const char *path)
{
	return mkdir(path, 0777) == 0 || errno == EEXIST
		   ? 0
		   : command_fail(command, path, "%s", strerror(errno));
}

int command_lock(struct command *command, const char *path, bool *is_free)
{
	const int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);

	if (fd < 0)
		command_fail(command, path, "%s", strerror(errno));
	*is_free = fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK;
	return fd;
}

int command_file_sha1(struct command *command, const char *path,
		      char hex[SHA1_HEX_SIZE])
{
	unsigned char *bytes;
	size_t size;

	if (command_read(command, path, &bytes, &size))
		return -1;
	sha1_hex(bytes, size, hex);
	free(bytes);
	return 0;
}

/* ---- the line on the terminal */

static const double status_interval = 1; /* seconds */

static size_t terminal_columns(void)
{
	struct winsize size;

	return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1
		   ? size.ws_col
		   : 80;
}

/* Appends to the line, as far as there is room. */
static void status_line_add(char *line, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void status_line_add(char *line, size_t room, const char *format, ...)
{
	const size_t n = strlen(line);
	va_list list;

	va_start(list, format);
	vsnprintf(line + n, room - n, format, list);
	va_end(list);
}

static void status_line(const struct status *s, char *line, size_t room)
{
	const double left = stop_left();

	*line = '\0';
	if (s->goals)
		status_line_add(line, room, "%zu covered, %zu infeasible, %zu open; ",
				s->covered, s->infeasible,
				s->goals - s->covered - s->infeasible);
	status_line_add(line, room, "%s", s->doing);
	if (s->waits_for)
		status_line_add(line, room, ", waiting for %s", s->waits_for);
	if (s->executions)
		status_line_add(line, room, "; %llu executions", s->executions);
	if (isfinite(left))
		status_line_add(line, room, "; %.0f s left", ceil(left));
}

static void terminal_write(const char *bytes, size_t size)
{
	while (size) {
		const ssize_t n = write(STDERR_FILENO, bytes, size);
		if (n <= 0)
			return;
		bytes += n;
		size -= (size_t)n;
	}
}

/* A full line would move the cursor to the next one. */
static void status_draw(struct status *s)
{
	char line[400], text[420];
	const size_t most = terminal_columns() - 1;

	status_line(s, line, sizeof line);
	if (strlen(line) > most)
		line[most] = '\0';
	terminal_write(text, (size_t)snprintf(text, sizeof text, "\r%s\033[K", line));
	s->is_drawn = true;
}

static void status_tick(void *context)
{
	struct status *s = context;
	const double now = clock_now();

	if (now - s->drawn_at < status_interval)
		return;
	s->drawn_at = now;
	status_draw(s);
}

void status_begin(struct status *s)
{
	s->is_on = isatty(STDERR_FILENO);
	s->drawn_at = clock_now();
	if (s->is_on)
		stop_tick_by(status_tick, s);
}

void status_erase(struct status *s)
{
	if (!s || !s->is_drawn)
		return;
	fflush(stdout);
	terminal_write("\r\033[K", strlen("\r\033[K"));
	s->is_drawn = false;
}

void status_do(struct status *s, const char *format, ...)
{
	va_list list;

	if (!s)
		return;
	va_start(list, format);
	vsnprintf(s->doing, sizeof s->doing, format, list);
	va_end(list);
	s->waits_for = NULL;
}

void status_wait(struct status *s, const char *what)
{
	if (s)
		s->waits_for = what;
}
